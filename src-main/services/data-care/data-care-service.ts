import type { AppState } from '../../../src-shared/domain/app-state'
import type {
  BackupSchedule,
  CareMemory,
  CareState,
  CareWork,
  HistoryCopy,
} from '../../../src-shared/domain/data-care'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { CareMemoryFile } from '../../ports/care-memory'
import type { FileDialogs } from '../../ports/file-dialogs'
import type { CopyOnDisk, HistoryCopies, WorkProgress } from '../../ports/history-copies'
import type { SecretVault } from '../../ports/secret-vault'
import type { AppStateService } from '../announcing/app-state-service'
import type { ErrorReporter } from '../common/error-reporter'
import type { ConsentGate } from '../consent/consent-gate'
import type { OperatorSession } from '../common/operator-session'
import type { StorageSession } from '../common/storage-session'
import type { StartupService } from '../startup/startup-service'
import { copiesToRemove, isDue } from './backup-schedule'
import type { CareView } from './care-view'

export interface DataCareParts {
  readonly copies: HistoryCopies
  readonly consent: Pick<ConsentGate, 'requireIfLive'>
  readonly operators: Pick<OperatorSession, 'actor'>
  readonly memory: CareMemoryFile
  readonly view: CareView
  readonly dialogs: Pick<FileDialogs, 'chooseTarget' | 'chooseSource'>
  readonly vault: SecretVault
  readonly storage: StorageSession
  readonly startup: Pick<StartupService, 'replaceHistory' | 'checkIntegrity'>
  readonly appState: AppStateService
  readonly clock: Clock
  readonly report: ErrorReporter
  /** True while a charge or an upload waits for its response: then the history must stay open. */
  readonly isSending: () => boolean
  /** The window starts anew, because all that it shows is of the replaced history. */
  readonly onRestored: () => void
}

const firstLookMs = 60_000
const lookMs = 15 * 60_000
/** A backup that a person chose in the dialog; its path stays in main. */
const chosenName = 'chosen'

/** Backups by hand and by schedule, the integrity check on demand, and the restore of a backup. One work at a time. */
export class DataCareService {
  readonly #parts: DataCareParts
  #chosen: string | null = null
  #cancelLook: () => void = () => undefined

  constructor(parts: DataCareParts) {
    this.#parts = parts
  }

  /** Reads what is remembered and starts the schedule. */
  async start(): Promise<void> {
    const { view, memory } = this.#parts
    view.memory = await memory.read()
    this.#lookLater(firstLookMs)
  }

  /** Ends the schedule and a running backup, because the app quits. */
  async end(): Promise<void> {
    this.#cancelLook()
    await this.#parts.copies.stop()
  }

  /**
   * Makes a checked backup in the folder of the app, or where the person says in a dialog. Makes none when the person
   * cancels the dialog. Errors: `storage-failed`, `cancelled`, those of the vault.
   */
  async backUp(where: 'app-folder' | 'choose'): Promise<CareState> {
    if (where === 'app-folder') return this.#backUp('by-hand', null)
    const day = new Date(this.#parts.clock.nowMs()).toISOString().slice(0, 10)
    const target = await this.#parts.dialogs.chooseTarget({ name: `rebill-desk-${day}`, format: 'db' })
    return target === null ? this.#state() : this.#backUp('by-hand', target)
  }

  /** Ends the running backup; what it wrote is removed. */
  async stop(): Promise<CareState> {
    const { view, copies } = this.#parts
    if (view.work?.kind === 'backup') {
      this.#show({ ...view.work, step: 'stopping', share: null })
      await copies.stop()
    }
    return this.#state()
  }

  async saveSchedule(schedule: BackupSchedule): Promise<CareState> {
    await this.remember({ schedule })
    this.#lookLater(firstLookMs)
    return this.#state()
  }

  /** The copies on disk, newest first, each with what it holds. Errors: those of the vault. */
  async list(): Promise<HistoryCopy[]> {
    const found = await this.#parts.copies.list()
    return this.#withKey(async (key) => {
      const copies: HistoryCopy[] = []
      for (const copy of found) copies.push(await this.#describe(key, copy))
      return copies
    })
  }

  /** Asks the person for a backup file and says what it holds; null when the dialog was cancelled. */
  async choose(): Promise<HistoryCopy | null> {
    const path = await this.#parts.dialogs.chooseSource()
    if (path === null) return null
    this.#chosen = path
    return this.#withKey((key) =>
      this.#describe(key, { name: chosenName, path, kind: 'chosen', madeAtMs: 0, bytes: 0 }),
    )
  }

  /** Checks all of the present history. A damaged one is closed; the start screen then offers the backups. */
  async check(): Promise<AppState> {
    const { clock, startup, appState } = this.#parts
    await this.#working('check', async () => {
      this.#show({ kind: 'check', step: 'checking', share: null })
      const finding = await startup.checkIntegrity()
      await this.remember({ lastCheck: { atMs: clock.nowMs(), finding } })
    })
    return appState.refresh()
  }

  /**
   * Puts a backup in the place of the history, which stays beside it. The backup is checked before anything changes.
   * Errors: `not-found`; `not-allowed-now` while a charge waits for its response; `storage-failed` with the reason why
   * the backup was refused, after which the present history is open again.
   */
  async restore(name: string): Promise<AppState> {
    const { copies, storage, vault, operators, consent, clock } = this.#parts
    const { startup, appState, isSending, onRestored } = this.#parts
    const path = name === chosenName ? this.#chosen : await this.#pathOf(name)
    if (path === null) throw new AppError('not-found', { reason: 'backup' })
    const requireIdle = () => {
      if (isSending()) throw new AppError('not-allowed-now', { reason: 'charge-under-way' })
    }
    requireIdle()
    await consent.requireIfLive({ kind: 'restore', file: path.split(/[/\\]/).at(-1) ?? '' })
    await this.#working('restore', () =>
      this.#withKey(async (key) => {
        const actor = storage.isOpen ? (await operators.actor()).name : null
        await startup.replaceHistory(requireIdle, async () => {
          const act = { atMs: clock.nowMs(), actor, replaces: await vault.readChainAnchor() }
          await copies.restore(key, path, act, (progress) => this.#show({ kind: 'restore', ...progress }))
        })
      }),
    )
    clock.schedule(0, onRestored)
    return appState.refresh()
  }

  async #backUp(kind: 'daily' | 'by-hand', target: string | null): Promise<CareState> {
    const { copies, clock, view } = this.#parts
    return this.#working('backup', async () => {
      const onProgress = (progress: WorkProgress) => {
        if (view.work?.step !== 'stopping') this.#show({ kind: 'backup', ...progress })
      }
      onProgress({ step: 'copying', share: 0 })
      const atMs = clock.nowMs()
      try {
        const made = await this.#withKey((key) => copies.backUp(key, { kind, atMs, target }, onProgress))
        const lastSuccess = { atMs, path: made.path, orders: made.facts.orders }
        await this.remember({ lastSuccess, lastFailure: null })
        await this.#note(kind, made.facts.orders)
        if (kind === 'daily') await this.#removeOld(made.path)
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'cancelled'))
          await this.remember({ lastFailure: { atMs, reason: reasonOf(error) } })
        throw error
      }
      return this.#state()
    })
  }

  /** The chain knows of each copy of the history that was made. A history that cannot be written takes no note. */
  async #note(kind: 'daily' | 'by-hand', orders: number): Promise<void> {
    const { storage, operators } = this.#parts
    if (!storage.hasWriter) return
    const actor = kind === 'daily' ? null : (await operators.actor()).name
    await storage.writer.noteAct({ kind: 'backed-up', facts: { kind, orders } }, actor)
  }

  /** Only called after the newer copy was checked. */
  async #removeOld(newestPath: string): Promise<void> {
    const { copies, view } = this.#parts
    const found = await copies.list()
    const newest = found.find(({ path }) => path === newestPath)
    if (newest !== undefined) await copies.remove(copiesToRemove(found, view.memory.schedule, newest.name))
  }

  #lookLater(delayMs: number): void {
    const { clock, view, storage, report } = this.#parts
    this.#cancelLook()
    this.#cancelLook = clock.schedule(delayMs, () => {
      this.#lookLater(lookMs)
      this.#parts.appState.refreshSoon()
      if (!storage.isOpen || view.work !== null || !isDue(view.memory, clock.nowMs())) return
      this.#backUp('daily', null).catch((error: unknown) => report('backup', error))
    })
  }

  async #describe(key: Uint8Array, { path, ...copy }: CopyOnDisk): Promise<HistoryCopy> {
    try {
      const facts = await this.#parts.copies.read(key, path)
      return { ...copy, bytes: facts.bytes, facts, problem: null }
    } catch (error) {
      return { ...copy, facts: null, problem: reasonOf(error) }
    }
  }

  async #pathOf(name: string): Promise<string | null> {
    const found = await this.#parts.copies.list()
    return found.find((copy) => copy.name === name)?.path ?? null
  }

  async #withKey<T>(use: (key: Uint8Array) => Promise<T>): Promise<T> {
    const key = await this.#parts.vault.readDatabaseKey()
    if (key === null) throw new AppError('secret-missing', { reason: 'database-key' })
    try {
      return await use(key)
    } finally {
      key.fill(0)
    }
  }

  async #working<T>(kind: CareWork['kind'], run: () => Promise<T>): Promise<T> {
    const { view, appState } = this.#parts
    if (view.work !== null) throw new AppError('not-allowed-now', { reason: 'care-under-way' })
    this.#show({ kind, step: 'checking', share: null })
    try {
      return await run()
    } finally {
      view.work = null
      appState.refreshSoon()
    }
  }

  #show(work: CareWork): void {
    this.#parts.view.work = work
    this.#parts.appState.refreshSoon()
  }

  /** Stores what changed of the memory. */
  async remember(change: Partial<CareMemory>): Promise<void> {
    const { view, memory } = this.#parts
    view.memory = { ...view.memory, ...change }
    await memory.write(view.memory)
  }

  #state(): CareState {
    return this.#parts.view.state()
  }
}

function reasonOf(error: unknown): string {
  return error instanceof AppError ? (error.details.reason ?? error.code) : 'internal'
}
