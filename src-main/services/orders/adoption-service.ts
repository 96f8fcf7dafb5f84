import {
  maxAdoptionLines,
  type AdoptionColumns,
  type AdoptionLine,
  type AdoptionPreview,
  type AdoptionRequest,
  type AdoptionResult,
  type AdoptionView,
} from '../../../src-shared/domain/adoption'
import { fields } from '../../../src-shared/domain/fields'
import { columnsOf } from '../../../src-shared/domain/order-file'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { EventPublisher } from '../../ports/event-publisher'
import type { PastedTable, PastedTableReader } from '../../ports/order-export'
import { requireRoute, type ProfileDirectory } from '../access/profile-directory'
import type { ErrorReporter } from '../common/error-reporter'
import type { OpenStorage } from '../common/storage-session'
import type { OrderService } from './order-service'

/** Pause between two orders. Their checks of the gateway keep the follower's own distance as well. */
export const adoptionGapMs = 200

export interface AdoptionServiceParts {
  readonly storage: OpenStorage
  readonly profiles: ProfileDirectory
  readonly orders: Pick<OrderService, 'adopt'>
  readonly readTable: PastedTableReader
  readonly publisher: EventPublisher
  readonly clock: Clock
  readonly report: ErrorReporter
}

interface Run {
  readonly profileId: string
  readonly routeId: string
  readonly lines: readonly AdoptionLine[]
  next: number
}

/**
 * Adds many orders by their ids. The person first sees what each line would do. The run then adds one order after the
 * other, and the follower checks each at the gateway, which only reads. The run ends with the app: what is not added yet
 * is added only when the person pastes the list again.
 */
export class AdoptionService {
  readonly #parts: AdoptionServiceParts
  #run: Run | null = null
  #view: AdoptionView | null = null

  constructor(parts: AdoptionServiceParts) {
    this.#parts = parts
  }

  /** What a list would do. Stores nothing and asks nobody. */
  async preview({ text, columns, routeId }: AdoptionRequest): Promise<AdoptionPreview> {
    const profile = await this.#parts.profiles.requireActive()
    requireRoute(profile, routeId)
    const table = this.#parts.readTable(text, maxAdoptionLines)
    const used = columns ?? guessedColumns(table)
    const rows = used.hasTitles ? table.rows.slice(1) : table.rows
    const seen = new Set<string>()
    const lines = rows.map(({ line, cells }) => checkedLine(line, cells, used, seen))
    return {
      separator: table.separator,
      titles: [...(table.rows[0]?.cells ?? [])],
      columns: used,
      isCut: table.isCut,
      lines: await Promise.all(lines.map((line) => this.#compared(line, profile.profileId))),
    }
  }

  /** Adds the orders of a list that can be added. Errors: `not-allowed-now`, reason `adoption-running`. */
  async start(request: AdoptionRequest): Promise<AdoptionView> {
    const { lines } = await this.preview(request)
    const { profileId } = await this.#parts.profiles.requireActive()
    if (this.#view?.state === 'running' || this.#view?.state === 'paused')
      throw new AppError('not-allowed-now', { reason: 'adoption-running' })
    const toAdd = lines.filter(({ verdict }) => verdict === 'add')
    this.#run = { profileId, routeId: request.routeId, lines: toAdd, next: 0 }
    const counts = { total: toAdd.length, added: 0, known: 0, failed: 0, last: null }
    const view = this.#announce({ ...counts, state: 'running' })
    void this.#continue(this.#run)
    return view
  }

  get(): AdoptionView | null {
    return this.#view
  }

  pause(): AdoptionView | null {
    return this.#view?.state === 'running' ? this.#announce({ state: 'paused' }) : this.#view
  }

  resume(): AdoptionView | null {
    if (this.#view?.state !== 'paused' || this.#run === null) return this.#view
    const view = this.#announce({ state: 'running' })
    void this.#continue(this.#run)
    return view
  }

  /** Adds no further order. Those that were added stay and are followed. */
  stop(): AdoptionView | null {
    const isOpen = this.#view?.state === 'running' || this.#view?.state === 'paused'
    this.#run = null
    return isOpen ? this.#announce({ state: 'stopped' }) : this.#view
  }

  async #continue(run: Run): Promise<void> {
    if (this.#run !== run || this.#view?.state !== 'running') return
    const line = run.lines[run.next]
    if (line === undefined) {
      this.#run = null
      this.#announce({ state: 'done' })
      return
    }
    run.next += 1
    const result = await this.#add(run, line)
    if (result === null) {
      // The line is tried again when the person continues.
      run.next -= 1
      if (this.#run === run) this.#announce({ state: 'paused' })
      return
    }
    if (this.#run === run) this.#announce(this.#counted(result))
    this.#parts.clock.schedule(adoptionGapMs, () => void this.#continue(run))
  }

  /** Null when the history could not be written. */
  async #add(run: Run, line: AdoptionLine): Promise<AdoptionResult | null> {
    const { orders, report } = this.#parts
    try {
      const ids = { clientOrderId: line.clientOrderId, gatewayOrderId: line.gatewayOrderId }
      const { summary } = await orders.adopt({ ...ids, routeId: run.routeId }, run.profileId)
      return { line: line.line, outcome: 'added', orderId: summary.orderId }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'storage-failed') {
        report('adoption', error)
        return null
      }
      const isKnown = ['already-in-log', 'first-attempt-unknown'].includes(error.details.reason ?? '')
      return { line: line.line, outcome: isKnown ? 'known' : 'failed', orderId: null }
    }
  }

  #counted(last: AdoptionResult): Partial<AdoptionView> {
    return { last, [last.outcome]: (this.#view?.[last.outcome] ?? 0) + 1 }
  }

  #announce(change: Partial<AdoptionView>): AdoptionView {
    const before = this.#view ?? emptyView
    this.#view = { ...before, ...change, revision: before.revision + 1 }
    this.#parts.publisher.publish('adoptions.changed', this.#view)
    return this.#view
  }

  async #compared(line: AdoptionLine, profileId: string): Promise<AdoptionLine> {
    if (line.verdict !== 'add') return line
    const { clientOrderId, gatewayOrderId } = line
    const wanted = gatewayOrderId === '' ? null : gatewayOrderId
    const found = await this.#parts.storage.reader.findOrder(profileId, clientOrderId, wanted)
    const known = found?.summary.gatewayOrderId ?? null
    const isKnown = found !== null && (wanted === null || known === null || known === wanted)
    return isKnown ? { ...line, verdict: 'known' } : line
  }
}

const emptyView: AdoptionView = {
  ...{ revision: 0, state: 'done', total: 0, added: 0, known: 0, failed: 0, last: null },
}

/** Checks the ids of a line as the form for one order does. `seen` holds the ids of the lines before it. */
function checkedLine(
  line: number,
  cells: readonly string[],
  columns: AdoptionColumns,
  seen: Set<string>,
): AdoptionLine {
  const clientOrderId = cells[columns.clientOrderId] ?? ''
  const gatewayOrderId = columns.gatewayOrderId === null ? '' : (cells[columns.gatewayOrderId] ?? '')
  const checks = [
    fields.clientOrderId.safeParse(clientOrderId),
    ...(gatewayOrderId === '' ? [] : [fields.gatewayOrderId.safeParse(gatewayOrderId)]),
  ]
  const problem = checks.find(({ success }) => !success)?.error?.issues[0]?.message ?? null
  const ids = JSON.stringify([clientOrderId, gatewayOrderId])
  const isRepeated = seen.has(ids)
  seen.add(ids)
  const verdict = problem !== null ? 'invalid' : isRepeated ? 'repeated' : 'add'
  // A refused value may be a card number, which is not shown again.
  if (problem === 'card-number') return { line, clientOrderId: '', gatewayOrderId: '', verdict, problem }
  return { line, clientOrderId, gatewayOrderId, verdict, problem }
}

function guessedColumns({ rows }: PastedTable): AdoptionColumns {
  const columns = columnsOf(rows[0]?.cells ?? [])
  const [client, gateway] = [columns.indexOf('clientOrderId'), columns.indexOf('gatewayOrderId')]
  if (client >= 0)
    return { clientOrderId: client, gatewayOrderId: gateway < 0 ? null : gateway, hasTitles: true }
  const second = rows.map(({ cells }) => cells[1] ?? '').filter((cell) => cell !== '')
  const numbers = second.filter((cell) => /^[0-9]{1,40}$/.test(cell))
  const hasIds = second.length > 0 && numbers.length * 2 >= second.length
  return { clientOrderId: 0, gatewayOrderId: hasIds ? 1 : null, hasTitles: false }
}
