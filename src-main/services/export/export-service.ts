import type { ExportRequest, ExportView } from '../../../src-shared/domain/order-export'
import type { OrderQuery } from '../../../src-shared/domain/order-query'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { EventPublisher } from '../../ports/event-publisher'
import type { FileDialogs } from '../../ports/file-dialogs'
import type { ExportResult, OrderExporter, RunningExport } from '../../ports/order-export'
import type { SecretVault } from '../../ports/secret-vault'
import type { ProfileDirectory } from '../access/profile-directory'
import type { ErrorReporter } from '../common/error-reporter'
import type { OperatorSession } from '../common/operator-session'
import type { OpenStorage } from '../common/storage-session'

export interface ExportServiceParts {
  readonly storage: OpenStorage
  readonly operators: Pick<OperatorSession, 'actor'>
  readonly vault: Pick<SecretVault, 'readDatabaseKey'>
  readonly profiles: ProfileDirectory
  readonly exporter: OrderExporter
  readonly dialogs: Pick<FileDialogs, 'chooseTarget' | 'showInFolder'>
  readonly publisher: EventPublisher
  readonly clock: Clock
  readonly systemTimeZone: string
  readonly appVersion: string
  readonly report: ErrorReporter
}

/** Exports the orders of a query to a file, one export at a time. The person chooses the file in a dialog of main. */
export class ExportService {
  readonly #parts: ExportServiceParts
  #view: ExportView | null = null
  #file: string | null = null
  #running: RunningExport | null = null
  #isChoosing = false

  constructor(parts: ExportServiceParts) {
    this.#parts = parts
  }

  /** The last export of this run of the app; null = none. */
  get(): ExportView | null {
    return this.#view
  }

  /**
   * Asks for a file and starts the export. Returns when it has started; its progress is announced. Null = the person
   * chose no file. Errors: `not-allowed-now`, reason `export-running`.
   */
  async start(request: ExportRequest): Promise<ExportView | null> {
    if (this.#isChoosing || this.#running !== null)
      throw new AppError('not-allowed-now', { reason: 'export-running' })
    this.#isChoosing = true
    try {
      const timeZone = await this.#timeZone()
      const file = await this.#parts.dialogs.chooseTarget({
        name: `orders-${this.#today(timeZone)}`,
        format: request.format,
      })
      return file === null ? null : await this.#run(request, file, timeZone)
    } finally {
      this.#isChoosing = false
    }
  }

  /** Stops the running export. No file stays. */
  cancel(): ExportView | null {
    this.#running?.cancel()
    return this.#view
  }

  /** Shows the finished file in the file manager. Errors: `not-allowed-now`, reason `no-exported-file`. */
  showFile(): void {
    if (this.#file === null || this.#view?.state !== 'done')
      throw new AppError('not-allowed-now', { reason: 'no-exported-file' })
    this.#parts.dialogs.showInFolder(this.#file)
  }

  /** Cancels a running export and waits until it has removed what it wrote. */
  async drain(timeoutMs: number): Promise<void> {
    const running = this.#running
    if (running === null) return
    running.cancel()
    await Promise.race([
      running.result,
      new Promise<void>((resolve) => this.#parts.clock.schedule(timeoutMs, resolve)),
    ])
  }

  async #run(request: ExportRequest, file: string, timeZone: string): Promise<ExportView> {
    const { vault, exporter, appVersion } = this.#parts
    const { query, orderIds } = request
    const filter =
      orderIds === undefined ? await this.#filterText(query) : `${String(orderIds.length)} chosen orders`
    const key = await vault.readDatabaseKey()
    if (key === null) throw new AppError('secret-missing', { reason: 'gone-from-keychain' })
    try {
      this.#running = exporter.start({ ...request, file, timeZone, filter, appVersion }, key, (progress) => {
        this.#announce({ ...progress })
      })
    } finally {
      key.fill(0)
    }
    this.#file = file
    void this.#running.result.then((result) => {
      this.#finish(result)
    })
    return this.#announce({
      state: 'running',
      format: request.format,
      fileName: file.split(/[\\/]/).at(-1) ?? file,
      ...{ written: 0, total: null, snapshotAtMs: null, bytes: null, cutCells: 0, problem: null },
    })
  }

  #finish(result: ExportResult): void {
    this.#running = null
    switch (result.kind) {
      case 'done': {
        const { kind, ...counts } = result
        this.#announce({ state: kind, ...counts })
        this.#note().catch((error: unknown) => this.#parts.report('export', error))
        return
      }
      case 'cancelled':
        this.#announce({ state: 'cancelled' })
        return
      case 'failed':
        this.#parts.report('export', new Error(result.cause))
        this.#announce({ state: 'failed', problem: result.problem })
    }
  }

  /** The chain knows of each file of orders that was made. */
  async #note(): Promise<void> {
    const { storage, operators } = this.#parts
    const facts = { format: this.#view?.format ?? null, orders: this.#view?.written ?? null }
    const { name } = await operators.actor()
    await storage.writer.noteAct({ kind: 'orders-exported', facts }, name)
  }

  #announce(change: Partial<ExportView>): ExportView {
    const before: ExportView = this.#view ?? emptyView
    this.#view = { ...before, ...change, revision: before.revision + 1 }
    this.#parts.publisher.publish('exports.changed', this.#view)
    return this.#view
  }

  async #timeZone(): Promise<string> {
    const { settings } = await this.#parts.storage.reader.getState()
    return settings.timeZone === 'system' ? this.#parts.systemTimeZone : settings.timeZone
  }

  #today(timeZone: string): string {
    // The Swedish form of a date is that of ISO 8601.
    return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(this.#parts.clock.nowMs())
  }

  /** The filter as a person reads it in the file. Also a part of a query that this function does not know is named. */
  async #filterText({
    profileId,
    search,
    families,
    filters,
    sortBy,
    direction,
    ...rest
  }: OrderQuery): Promise<string> {
    const stored = await this.#parts.profiles.listStored()
    const profile = stored.find((each) => each.profileId === profileId)
    const parts = [
      profileId === null ? 'all profiles' : `profile ${profile?.name ?? profileId}`,
      families.length === 0 ? 'every status' : `status ${families.join(' or ')}`,
      ...(search.trim() === '' ? [] : [`search "${search.trim()}"`]),
      ...filters.map((filter) => JSON.stringify(filter)),
      ...Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
      `sorted by ${sortBy}, ${direction === 'asc' ? 'lowest' : 'highest'} first`,
    ]
    return parts.join('; ')
  }
}

const emptyView: ExportView = {
  ...{ revision: 0, state: 'running', format: 'csv', fileName: '' },
  ...{ written: 0, total: null, snapshotAtMs: null, bytes: null, cutCells: 0, problem: null },
}
