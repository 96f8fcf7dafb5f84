import { maskCardNumbers } from '../../../src-shared/domain/card-number-guard'
import {
  shownProblems,
  usedColumns,
  type FileProblem,
  type ImportChoices,
  type ImportReading,
  type ImportRequest,
  type ImportView,
} from '../../../src-shared/domain/order-import'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { EventPublisher } from '../../ports/event-publisher'
import type { FileDialogs } from '../../ports/file-dialogs'
import type {
  ImportedRow,
  OrderFileReader,
  PreviewResult,
  ReadResult,
  RunningRead,
} from '../../ports/order-import'
import type { NewOrder } from '../../ports/storage'
import { requireRoute, type ProfileDirectory } from '../access/profile-directory'
import type { AppStateService } from '../announcing/app-state-service'
import type { ErrorReporter } from '../common/error-reporter'
import type { OperatorSession } from '../common/operator-session'
import type { OpenStorage } from '../common/storage-session'

export interface ImportServiceParts {
  readonly storage: OpenStorage
  readonly operators: Pick<OperatorSession, 'actor'>
  readonly profiles: ProfileDirectory
  readonly files: OrderFileReader
  readonly dialogs: Pick<FileDialogs, 'chooseSource'>
  readonly publisher: EventPublisher
  readonly appState: Pick<AppStateService, 'refreshSoon'>
  readonly clock: Clock
  readonly report: ErrorReporter
}

/** The chosen file as it was read last. */
interface Chosen {
  readonly file: string
  readonly fileName: string
  readonly read: Extract<PreviewResult, { kind: 'preview' }> | null
}

const longestFileName = 200

/**
 * Imports orders from a file, one file at a time. The person sees first what the file holds and which rows cannot be used. The
 * rows are then added in batches. An import that ends early leaves what it has added; importing the same file again adds the
 * rest, because orders that are in the history are passed over. Nothing is sent for an imported order.
 */
export class ImportService {
  readonly #parts: ImportServiceParts
  #chosen: Chosen | null = null
  #view: ImportView | null = null
  #reading: RunningRead<PreviewResult> | null = null
  #importing: RunningRead<ReadResult> | null = null

  constructor(parts: ImportServiceParts) {
    this.#parts = parts
  }

  /** The last import of this run of the app; null = none. */
  get(): ImportView | null {
    return this.#view
  }

  /** Asks for a file and reads it. Null = the person chose none. Errors: `not-allowed-now`, reason `import-running`. */
  async choose(): Promise<ImportReading | null> {
    this.#requireIdle()
    const file = await this.#parts.dialogs.chooseSource()
    if (file === null) return null
    const name = file.split(/[\\/]/).at(-1) ?? file
    this.#chosen = { file, fileName: maskCardNumbers(name).slice(0, longestFileName), read: null }
    return this.#read(this.#chosen, null)
  }

  /** Reads the chosen file in another way. Errors: `not-allowed-now`, reasons `import-running` and `no-file-chosen`. */
  async read(choices: ImportChoices): Promise<ImportReading> {
    this.#requireIdle()
    return this.#read(this.#requireChosen(), choices)
  }

  /**
   * Adds the orders of the chosen file to the active profile. Returns when it has started; its progress is announced. Errors:
   * `not-allowed-now`, reasons `import-running` and `no-file-chosen`.
   */
  async start({ choices, routeId }: ImportRequest): Promise<ImportView> {
    this.#requireIdle()
    const profile = await this.#parts.profiles.requireActive()
    const route = requireRoute(profile, routeId)
    const chosen = this.#requireChosen()
    const { read, fileName } = chosen
    // A person starts what the preview showed, nothing else.
    if (read === null || JSON.stringify(read.preview.choices) !== JSON.stringify(choices))
      throw new AppError('not-allowed-now', { reason: 'no-file-chosen' })
    const { storage, operators, clock } = this.#parts
    const { usable: total, refused } = read.preview
    const place = {
      profileId: profile.profileId,
      environment: profile.environment,
      route: { kind: route.kind, id: route.id },
    }
    const importId = await storage.writer.startImport({
      ...{ profileId: profile.profileId, fileName, atMs: clock.nowMs(), actor: await operators.actor() },
      ...{ columns: usedColumns(choices.columns), total },
      isNewestFirst: read.isNewestFirst,
    })
    this.#requireIdle()
    this.#importing = this.#parts.files.read(chosen.file, choices, read.mark, (rows) =>
      this.#add(importId, place, rows),
    )
    void this.#importing.result.then((result) => {
      this.#finish(result)
    })
    return this.#announce({
      ...{ state: 'running', fileName, total, refused, added: 0, known: 0, knownOrders: [], problem: null },
    })
  }

  /** Ends what runs. Orders that were added stay. */
  stop(): void {
    this.#reading?.cancel()
    this.#importing?.cancel()
  }

  /** Ends a running import after the batch that is being stored. */
  async drain(timeoutMs: number): Promise<void> {
    const running = this.#importing
    if (running === null) return
    running.cancel()
    await Promise.race([
      running.result,
      new Promise<void>((resolve) => this.#parts.clock.schedule(timeoutMs, resolve)),
    ])
  }

  async #read(chosen: Chosen, choices: ImportChoices | null): Promise<ImportReading> {
    // Only the newest reading is of interest.
    this.#reading?.cancel()
    const { storage, files, profiles } = this.#parts
    const { profileId } = await profiles.requireActive()
    let known = 0
    let failure: unknown = null
    const reading = files.preview(chosen.file, choices, async (ids) => {
      try {
        known += await storage.reader.countKnownOrders(profileId, ids)
        return true
      } catch (error) {
        failure = error
        return false
      }
    })
    this.#reading = reading
    const result = await reading.result
    const isNewest = this.#reading === reading
    if (isNewest) this.#reading = null
    if (failure !== null) throw failure as Error
    switch (result.kind) {
      case 'preview':
        if (isNewest) this.#chosen = { ...chosen, read: result }
        return { kind: 'preview', fileName: chosen.fileName, ...result.preview, known }
      case 'cancelled':
        throw new AppError('cancelled')
      case 'refused':
        this.#parts.report('import', new Error(result.cause))
        return { kind: 'refused', fileName: chosen.fileName, problem: result.problem }
    }
  }

  /** False ends the import. */
  async #add(
    importId: string,
    place: Pick<NewOrder, 'profileId' | 'environment' | 'route'>,
    rows: readonly ImportedRow[],
  ): Promise<boolean> {
    try {
      const { added, known } = await this.#parts.storage.writer.importOrders(importId, place, rows)
      const before = this.#view ?? emptyView
      this.#announce({
        added: before.added + added,
        known: before.known + known.length,
        knownOrders: [...before.knownOrders, ...known].slice(0, shownProblems),
      })
      return true
    } catch (error) {
      this.#parts.report('import', error)
      this.#announce({ problem: 'history-not-written' })
      return false
    }
  }

  #finish(result: ReadResult): void {
    this.#importing = null
    const problem: FileProblem | null =
      result.kind === 'refused' ? result.problem : (this.#view?.problem ?? null)
    if (result.kind === 'refused') this.#parts.report('import', new Error(result.cause))
    const ended = result.kind === 'done' ? 'done' : 'stopped'
    this.#announce({ state: problem === null ? ended : 'failed', problem })
    this.#parts.appState.refreshSoon()
  }

  #requireIdle(): void {
    if (this.#importing !== null) throw new AppError('not-allowed-now', { reason: 'import-running' })
  }

  #requireChosen(): Chosen {
    if (this.#chosen === null) throw new AppError('not-allowed-now', { reason: 'no-file-chosen' })
    return this.#chosen
  }

  #announce(change: Partial<ImportView>): ImportView {
    const before: ImportView = this.#view ?? emptyView
    this.#view = { ...before, ...change, revision: before.revision + 1 }
    this.#parts.publisher.publish('imports.changed', this.#view)
    return this.#view
  }
}

const emptyView: ImportView = {
  ...{ revision: 0, state: 'running', fileName: '', total: 0, added: 0, known: 0, refused: 0 },
  ...{ knownOrders: [], problem: null },
}
