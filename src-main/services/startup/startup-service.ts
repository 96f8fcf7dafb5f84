import type { AppState, StartState } from '../../../src-shared/domain/app-state'
import { troubleOf, type StorageTrouble } from '../../../src-shared/domain/storage-trouble'
import { AppError } from '../../../src-shared/errors/app-error'
import type { FieldProblem } from '../../../src-shared/errors/refusal-reason'
import { assertNever } from '../../../src-shared/util/assert-never'
import type { Clock } from '../../platform/clock'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { KeychainState, RecoveryFile } from '../../ports/secret-store'
import type { SecretVault } from '../../ports/secret-vault'
import type { OpenResult, StorageHost } from '../../ports/storage'
import type { AppStateService } from '../announcing/app-state-service'
import type { RandomBytes } from '../charge/client-order-id'
import type { Follower } from '../following/follower'
import type { GatewayAccess } from '../access/gateway-access'
import type { MissingCharges } from '../announcing/missing-charges'
import type { OpenStorage, StorageSession } from '../common/storage-session'
import type { ProfileDirectory } from '../access/profile-directory'
import type { ErrorReporter } from '../common/error-reporter'

export interface StartupServiceParts {
  readonly host: StorageHost
  readonly storage: StorageSession
  readonly vault: SecretVault
  readonly recoveryFile: RecoveryFile
  readonly profiles: ProfileDirectory
  readonly access: GatewayAccess
  readonly missing: MissingCharges
  readonly follower: Follower
  readonly appState: AppStateService
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly report: ErrorReporter
  /** Shown to the person when the file is damaged. */
  readonly databasePath: string
}

const keyBytes = 32
// A person who frees space sees the app go on within seconds; a disk that stays full costs one try a minute.
const writeTriesMs = [5_000, 10_000, 20_000, 60_000]

/**
 * Opens the log: keychain, key, file, in this order. Whatever is missing becomes a state with a way forward; no state
 * ever leads to a new log over an old one, and nothing that moves money is sent here. A log that cannot be written is
 * opened for reading, and becomes whole again when the cause is gone.
 */
export class StartupService {
  readonly #parts: StartupServiceParts
  readonly #queue = new KeyedQueue()
  #keychain: AppState['keychain'] = { kind: 'os', backend: null }
  /** What an earlier run left unfinished is settled once in a run: what this one has under way is none of it. */
  #isSwept = false
  #writeTries = 0
  #cancelTry: () => void = () => undefined

  constructor(parts: StartupServiceParts) {
    this.#parts = parts
    parts.storage.onTrouble((trouble) => {
      this.#onTrouble(trouble)
    })
  }

  /** The start, and every further try of it; once the log is open and takes entries it changes nothing. */
  start(): Promise<AppState> {
    return this.#queue.run('start', async () => {
      const { storage, appState } = this.#parts
      if (!storage.isOpen) this.#enter(await this.#tryOpen())
      else if (storage.trouble !== null) await this.#tryToWrite()
      return appState.refresh()
    })
  }

  /** A person has seen these charges that the history does not know. Errors: `storage-failed`. */
  async acknowledgeMissing(clientOrderIds: readonly string[]): Promise<AppState> {
    await this.#parts.missing.acknowledge(clientOrderIds)
    return this.#parts.appState.refresh()
  }

  /** Tries nothing more by itself: the app ends. */
  stop(): void {
    this.#cancelTry()
  }

  /** The snapshot, after a start under way has found out what there is. */
  snapshot(): Promise<AppState> {
    return this.#queue.run('start', () => this.#parts.appState.get())
  }

  /** Opens the log with its recovery code and puts the key back where it belongs. Errors: `validation-failed`. */
  recover(recoveryCode: string): Promise<AppState> {
    return this.#queue.run('start', async () => {
      const { storage, recoveryFile, appState } = this.#parts
      if (storage.isOpen) throw new AppError('not-allowed-now', { reason: 'already-open' })
      const key = await recoveryFile.open(recoveryCode)
      if (key === null) throw codeRefused('does-not-fit')
      this.#enter(await this.#openWithRecoveredKey(key))
      return appState.refresh()
    })
  }

  /** Reads the whole log once in the background; a damaged one takes no more charges. */
  async checkIntegrity(): Promise<void> {
    const { storage, appState, follower, host, databasePath } = this.#parts
    const complaint = await storage.reader.quickCheck()
    if (complaint === null) return
    follower.stop()
    storage.close()
    await host.close()
    appState.setStart({ kind: 'storage-damaged', path: databasePath, reason: complaint }, this.#keychain)
    await appState.refresh()
  }

  #onTrouble(trouble: StorageTrouble | null): void {
    const { follower, appState, report } = this.#parts
    appState.refreshSoon()
    if (trouble === null) {
      this.#endTries()
      follower.start().catch((error: unknown) => report('startup', error))
      return
    }
    // Every answer to a question has to be written down.
    follower.stop()
    this.#tryLater()
  }

  /** A disk that failed to write is tried again by a person only, who knows whether it was mended. */
  #tryLater(): void {
    const { clock, storage, report } = this.#parts
    this.#cancelTry()
    if (storage.trouble === null || storage.trouble === 'write-failed') return
    const delayMs = writeTriesMs[Math.min(this.#writeTries, writeTriesMs.length - 1)] ?? 0
    this.#writeTries += 1
    this.#cancelTry = clock.schedule(delayMs, () => {
      this.#queue
        .run('start', async () => {
          if (storage.trouble !== null) await this.#tryToWrite()
          this.#tryLater()
        })
        .catch((error: unknown) => report('startup', error))
    })
  }

  #endTries(): void {
    this.#cancelTry()
    this.#writeTries = 0
  }

  /** Never rejects; what it found is in the state of the storage. */
  async #tryToWrite(): Promise<void> {
    const { storage, vault, report } = this.#parts
    try {
      if (storage.hasWriter && storage.trouble !== 'write-failed') {
        await storage.writer.proveWritable()
        return
      }
      const key = await vault.readDatabaseKey()
      if (key !== null) this.#enter(await this.#openAnew(key))
    } catch (error) {
      // Reading goes on.
      report('startup', error)
    }
  }

  async #openAnew(key: Uint8Array): Promise<StartState> {
    const { storage, host } = this.#parts
    try {
      if (storage.hasWriter) await host.close()
      return await this.#take(await host.open(key), key)
    } catch (error) {
      return await this.#stateOfFailure(error)
    } finally {
      key.fill(0)
    }
  }

  #enter(start: StartState): void {
    this.#parts.appState.setStart(start, this.#keychain)
  }

  async #tryOpen(): Promise<StartState> {
    try {
      const keychain = await this.#parts.vault.probe()
      this.#keychain = shownKeychain(keychain)
      return keychain.kind === 'locked'
        ? { kind: 'keychain-locked' }
        : await this.#openWithStoredKey(keychain)
    } catch (error) {
      return this.#stateOfFailure(error)
    }
  }

  async #openWithRecoveredKey(key: Uint8Array): Promise<StartState> {
    const { host, vault } = this.#parts
    try {
      const opened = await host.open(key)
      if (opened.kind === 'key-does-not-fit') throw codeRefused('of-another-database')
      if (opened.kind === 'opened' || opened.kind === 'cannot-write') await vault.saveDatabaseKey(key)
      return await this.#take(opened, key)
    } catch (error) {
      if (error instanceof AppError && error.code === 'validation-failed') throw error
      return await this.#stateOfFailure(error)
    } finally {
      key.fill(0)
    }
  }

  async #openWithStoredKey(keychain: KeychainState): Promise<StartState> {
    const { vault, host, recoveryFile } = this.#parts
    const key = await vault.readDatabaseKey()
    try {
      if (!(await host.exists())) return await this.#create(key)
      if (key !== null) return await this.#take(await host.open(key), key)
      const hasRecoveryFile = await recoveryFile.isUsable()
      return keychain.kind === 'unavailable'
        ? { kind: 'keychain-unavailable', hasRecoveryFile }
        : { kind: 'recovery-needed', reason: 'key-missing', hasRecoveryFile }
    } finally {
      key?.fill(0)
    }
  }

  /** The key is safe before the file is made: a crash in between leaves a key without a log, never the reverse. */
  async #create(storedKey: Uint8Array | null): Promise<StartState> {
    const { vault, host, randomBytes } = this.#parts
    const key = storedKey ?? randomBytes(keyBytes)
    try {
      if (storedKey === null) await vault.saveDatabaseKey(key)
      return await this.#take(await host.create(key), key)
    } finally {
      key.fill(0)
    }
  }

  async #take(opened: OpenResult, key: Uint8Array): Promise<StartState> {
    const { recoveryFile, databasePath } = this.#parts
    switch (opened.kind) {
      case 'opened':
        return this.#begin(opened, key)
      case 'cannot-write':
        return this.#beginReading(key, opened.reason)
      case 'key-does-not-fit':
        return {
          kind: 'recovery-needed',
          reason: 'key-does-not-fit',
          hasRecoveryFile: await recoveryFile.isUsable(),
        }
      case 'too-new':
        return { kind: 'storage-too-new', found: opened.found, supported: opened.supported }
      case 'damaged':
        return { kind: 'storage-damaged', path: databasePath, reason: opened.reason }
      case 'missing':
        return { kind: 'storage-damaged', path: databasePath, reason: 'missing' }
      default:
        return assertNever(opened)
    }
  }

  /** What an earlier run left as `sending` becomes unknown before anything can be charged; then following goes on. */
  async #begin(opened: Extract<OpenResult, { kind: 'opened' }>, key: Uint8Array): Promise<StartState> {
    const { storage, profiles, follower, clock, host } = this.#parts
    try {
      if (!this.#isSwept) {
        await opened.writer.sweepSending(clock.nowMs())
        await opened.writer.sweepSteps(clock.nowMs())
        this.#isSwept = true
      }
    } catch (error) {
      const trouble = troubleOf(error)
      if (trouble === null) throw error
      await host.close()
      return this.#beginReading(key, trouble)
    }
    await this.#checkRecovery(opened)
    storage.use(opened)
    this.#endTries()
    profiles.forget()
    await follower.start()
    return this.#readyState()
  }

  async #beginReading(key: Uint8Array, trouble: StorageTrouble): Promise<StartState> {
    const { storage, profiles, host } = this.#parts
    storage.useForReading(await host.openForReading(key), trouble)
    this.#onTrouble(trouble)
    profiles.forget()
    return this.#readyState()
  }

  /** A recovery file that is gone or damaged opens nothing: the code is to be made anew. */
  async #checkRecovery({ reader, writer }: OpenStorage): Promise<void> {
    const { isRecoveryMade } = await reader.getState()
    if (isRecoveryMade && !(await this.#parts.recoveryFile.isUsable())) await writer.setRecoveryMade(false)
  }

  async #readyState(): Promise<StartState> {
    const { profiles, access, missing } = this.#parts
    await missing.check()
    const list = await profiles.list()
    await access.checkSecrets(list)
    return { kind: list.length === 0 ? 'first-run' : 'ready' }
  }

  async #stateOfFailure(error: unknown): Promise<StartState> {
    const { recoveryFile, storage, follower, host, report, databasePath } = this.#parts
    report('startup', error)
    follower.stop()
    storage.close()
    await host.close()
    const code = error instanceof AppError ? error.code : 'internal'
    const hasRecoveryFile = await recoveryFile.isUsable()
    switch (code) {
      case 'secret-store-locked':
        this.#keychain = { kind: 'locked', backend: null }
        return { kind: 'keychain-locked' }
      case 'secret-store-unavailable':
        return { kind: 'keychain-unavailable', hasRecoveryFile }
      case 'secret-missing':
        return { kind: 'recovery-needed', reason: 'key-missing', hasRecoveryFile }
      default:
        // Only what the file itself showed is called damage; the way out of that loses what is not in a backup.
        return { kind: 'storage-unavailable', path: databasePath, reason: reasonOf(error) }
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof AppError ? (error.details.reason ?? error.code) : 'internal'
}

function shownKeychain(state: KeychainState): AppState['keychain'] {
  switch (state.kind) {
    case 'available':
      return { kind: 'os', backend: state.backend }
    case 'locked':
      return { kind: 'locked', backend: null }
    case 'unavailable':
      return { kind: 'session-only', backend: null }
    default:
      return assertNever(state)
  }
}

function codeRefused(problem: FieldProblem): AppError {
  return new AppError('validation-failed', { fields: { recoveryCode: problem } })
}
