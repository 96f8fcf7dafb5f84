import type { AppState, StartState } from '../../../src-shared/domain/app-state'
import { troubleOf, type StorageTrouble } from '../../../src-shared/domain/storage-trouble'
import { AppError } from '../../../src-shared/errors/app-error'
import type { ProofFinding } from '../../../src-shared/domain/history-proof'
import type { HistoryUpdate } from '../../../src-shared/domain/history-update'
import type { FieldProblem } from '../../../src-shared/errors/refusal-reason'
import { assertNever } from '../../../src-shared/util/assert-never'
import type { Clock } from '../../platform/clock'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { SharedFolder } from '../../platform/shared-folder'
import type { ConsentQuestion } from '../../ports/consent-prompt'
import type { EventPublisher } from '../../ports/event-publisher'
import type { KeychainState, RecoveryFile } from '../../ports/secret-store'
import type { SecretVault } from '../../ports/secret-vault'
import type { OpenResult, StorageHost, StorageWriter } from '../../ports/storage'
import type { AppStateService } from '../announcing/app-state-service'
import type { RandomBytes } from '../charge/client-order-id'
import type { ConsentGate } from '../consent/consent-gate'
import type { Follower } from '../following/follower'
import type { GatewayAccess } from '../access/gateway-access'
import type { HistoryProof, ProofWords } from '../proof/history-proof'
import type { MissingCharges } from '../announcing/missing-charges'
import type { OpenStorage, StorageSession } from '../common/storage-session'
import type { OperatorSession } from '../common/operator-session'
import type { ProfileDirectory } from '../access/profile-directory'
import type { ManagedProfiles } from '../profiles/managed-profiles'
import type { ErrorReporter } from '../common/error-reporter'

export interface StartupServiceParts {
  readonly host: StorageHost
  readonly storage: StorageSession
  readonly operators: Pick<OperatorSession, 'enter' | 'namedActor' | 'others' | 'requireSecond'>
  readonly consent: Pick<ConsentGate, 'require' | 'requireTyped'>
  readonly vault: SecretVault
  readonly recoveryFile: RecoveryFile
  readonly profiles: ProfileDirectory
  readonly managed: ManagedProfiles
  readonly access: GatewayAccess
  readonly missing: MissingCharges
  readonly proof: HistoryProof
  readonly follower: Follower
  readonly appState: AppStateService
  readonly publisher: EventPublisher
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly report: ErrorReporter
  /** Why other machines write to the folder of the database as well; null = they do not. */
  readonly findSharing: () => Promise<SharedFolder | null>
  /** Shown to the operator when the file is damaged. */
  readonly databasePath: string
}

const keyBytes = 32
// After space is freed the app continues within seconds. A disk that stays full costs one try a minute.
const writeTriesMs = [5_000, 10_000, 20_000, 60_000]

/**
 * Opens the database: policy, keychain, key, file, in this order. Each missing part becomes a state with a next step. An
 * existing database is never replaced by a new one, and nothing that moves money is sent. A database that cannot be
 * written is opened read-only and becomes writable when the cause is gone.
 */
export class StartupService {
  readonly #parts: StartupServiceParts
  readonly #queue = new KeyedQueue()
  #keychain: AppState['keychain'] = { kind: 'os', backend: null }
  /**
   * True after the leftovers of an earlier run were settled. This happens once in a run, so that work of this run is
   * not touched.
   */
  #isSwept = false
  #isEnding = false
  #writeTries = 0
  #update: HistoryUpdate | null = null
  #cancelTry: () => void = () => undefined

  constructor(parts: StartupServiceParts) {
    this.#parts = parts
    parts.storage.onTrouble((trouble) => {
      this.#onTrouble(trouble)
    })
  }

  /** Starts, or tries the start again. Changes nothing once the database is open and writable. */
  start(): Promise<AppState> {
    return this.#queue.run('start', async () => {
      const { storage, appState } = this.#parts
      if (!storage.isOpen) this.#enter(await this.#tryOpen())
      else if (storage.trouble !== null) await this.#tryToWrite()
      return appState.refresh()
    })
  }

  /** The operator has seen these missing charges. Errors: `storage-failed`. */
  async acknowledgeMissing(clientOrderIds: readonly string[]): Promise<AppState> {
    await this.#parts.missing.acknowledge(clientOrderIds, this.#parts.clock.nowMs())
    return this.#parts.appState.refresh()
  }

  /**
   * A person accepts what the proof of the history found, and releases that in a window of main: a live profile may be in
   * the part that is lost. Another operator, if there is one, signs there too. When the history was deleted, a new one
   * begins. Errors: `not-allowed-now`, `storage-failed`, those of the vault and of the release.
   */
  async acceptHistory({ name: typedName, reason }: Omit<ProofWords, 'second'>): Promise<AppState> {
    const { appState, operators, proof, vault } = this.#parts
    const finding = this.#toAccept()
    const { name } = await operators.namedActor(typedName)
    const second = await this.#releaseHistory({ kind: 'accept-history', finding, name, reason })
    return this.#queue.run('start', async () => {
      // Something else may have been found while the person read the question.
      if (this.#toAccept() !== finding) throw nothingToAccept()
      if (finding === 'deleted') this.#enter(await this.#create(await vault.readDatabaseKey()))
      await proof.accept({ name, reason, second, finding })
      return appState.refresh()
    })
  }

  /** Ends automatic retries, because the app quits. */
  stop(): void {
    this.#isEnding = true
    this.#cancelTry()
  }

  /** The step of the update that runs while the history is opened; null = none. */
  update(): HistoryUpdate | null {
    return this.#update
  }

  /** The app state, after a running start has finished. */
  snapshot(): Promise<AppState> {
    return this.#queue.run('start', () => this.#parts.appState.get())
  }

  /**
   * Opens the database with the recovery code and stores the key in the keychain again. Errors: `validation-failed`.
   */
  recover(recoveryCode: string): Promise<AppState> {
    return this.#queue.run('start', async () => {
      const { storage, recoveryFile, appState } = this.#parts
      if (storage.isOpen) throw new AppError('not-allowed-now', { reason: 'already-open' })
      const key = await recoveryFile.open(recoveryCode)
      if (key === null) throw codeRefused('does-not-fit')
      this.#enter((await this.#obstacle()) ?? (await this.#openWithRecoveredKey(key)))
      return appState.refresh()
    })
  }

  /**
   * Closes the history, lets `replace` put another one in its place, and starts again as after a start of the app:
   * leftovers of the other history are settled too. When `replace` fails, the present history is opened again. Throws
   * what `requireIdle` throws, before anything is closed.
   */
  replaceHistory(requireIdle: () => void, replace: () => Promise<void>): Promise<void> {
    return this.#queue.run('start', async () => {
      const { storage, follower, host, appState, profiles } = this.#parts
      // Not a moment before the history is closed: a charge may have been sent since the restore was asked for.
      requireIdle()
      follower.stop()
      this.#endTries()
      this.#enter({ kind: 'restoring' })
      storage.close()
      await appState.refresh()
      try {
        await host.close()
        await replace()
      } finally {
        this.#isSwept = false
        profiles.forget()
        this.#enter(await this.#tryOpen())
        await appState.refresh()
      }
    })
  }

  /**
   * Checks the integrity of the whole database once; null = intact, else the first finding. A damaged database accepts
   * no more charges.
   */
  async checkIntegrity(): Promise<string | null> {
    const { storage, appState, follower, host, databasePath } = this.#parts
    const complaint = await this.#findDamage()
    if (complaint === null) return null
    follower.stop()
    storage.close()
    await host.close()
    appState.setStart({ kind: 'storage-damaged', path: databasePath, reason: complaint }, this.#keychain)
    await appState.refresh()
    return complaint
  }

  /** One table after the other, so that what comes meanwhile does not wait for all. */
  async #findDamage(): Promise<string | null> {
    const { storage, vault, host } = this.#parts
    const key = await vault.readDatabaseKey()
    if (key === null) throw new AppError('secret-missing', { reason: 'database-key' })
    const opened = storage.reader
    const checking = await host.openForChecking(key).finally(() => key.fill(0))
    try {
      for (const table of await checking.reader.listTables()) {
        // A restore opens another history, which is checked after its own start.
        if (this.#isEnding || !storage.isOpen || storage.reader !== opened) return null
        const complaint = await checking.reader.quickCheck(table)
        if (complaint !== null) return complaint
      }
      return null
    } catch (error) {
      // A quit does not wait for the table that is checked.
      if (this.#isEnding) return null
      throw error
    } finally {
      await checking.close()
    }
  }

  #onTrouble(trouble: StorageTrouble | null): void {
    const { follower, appState, report } = this.#parts
    appState.refreshSoon()
    if (trouble === null) {
      this.#endTries()
      follower.start().catch((error: unknown) => report('startup', error))
      return
    }
    // Without storage no answer could be stored, so polling stops.
    follower.stop()
    this.#tryLater()
  }

  /** Only the operator knows whether a failed disk was repaired, so only the operator starts a new try. */
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

  /** Never rejects; the result is in the state of the storage. */
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
      // Reading continues.
      report('startup', error)
    }
  }

  async #openAnew(key: Uint8Array): Promise<StartState> {
    const { storage, host } = this.#parts
    try {
      if (storage.hasWriter) await host.close()
      return await this.#take(await this.#open(key), key)
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
      const [obstacle, keychain] = await Promise.all([this.#obstacle(), this.#parts.vault.probe()])
      if (obstacle !== null) return obstacle
      this.#keychain = shownKeychain(keychain)
      return keychain.kind === 'locked'
        ? { kind: 'keychain-locked' }
        : await this.#openWithStoredKey(keychain)
    } catch (error) {
      return this.#stateOfFailure(error)
    }
  }

  /** Why the history must not be opened, whatever its key is; null = it may. */
  async #obstacle(): Promise<StartState | null> {
    const problem = await this.#parts.managed.read()
    if (problem !== null) return { kind: 'policy-unusable', ...problem }
    const sharing = await this.#parts.findSharing()
    return sharing === null ? null : { kind: 'folder-shared', ...sharing }
  }

  async #openWithRecoveredKey(key: Uint8Array): Promise<StartState> {
    const { vault } = this.#parts
    try {
      const opened = await this.#open(key)
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
      if (!(await host.exists())) {
        const lost = await vault.readChainAnchor()
        return lost === null
          ? await this.#create(key)
          : { kind: 'history-deleted', entries: lost.seq, anchoredAtMs: lost.atMs }
      }
      if (key !== null) return await this.#take(await this.#open(key), key)
      const hasRecoveryFile = await recoveryFile.isUsable()
      return keychain.kind === 'unavailable'
        ? { kind: 'keychain-unavailable', hasRecoveryFile }
        : { kind: 'recovery-needed', reason: 'key-missing', hasRecoveryFile }
    } finally {
      key?.fill(0)
    }
  }

  #toAccept(): ProofFinding['kind'] {
    const { appState, proof } = this.#parts
    const kind = appState.start.kind === 'history-deleted' ? 'deleted' : proof.state().finding?.kind
    if (kind === undefined) throw nothingToAccept()
    return kind
  }

  /** The name of the second person; null without other operators. */
  async #releaseHistory(question: ConsentQuestion): Promise<string | null> {
    const { operators, consent } = this.#parts
    const people = operators.others()
    if (people.length === 0) {
      await consent.require(question)
      return null
    }
    const { name } = await consent.requireTyped({
      ...{ question, profile: null, demand: { kind: 'second-person', people } },
      accept: ({ operatorId, pin }) => operators.requireSecond(operatorId, pin),
    })
    return name
  }

  async #open(key: Uint8Array): Promise<OpenResult> {
    const { host, publisher } = this.#parts
    try {
      return await host.open(key, (update) => {
        this.#update = update
        publisher.publish('historyUpdate.advanced', update)
      })
    } finally {
      this.#update = null
    }
  }

  /**
   * The key is stored before the file is made. A crash in between leaves a key without a database, never a database
   * without a key.
   */
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

  /** Charges that an earlier run left as `sending` become unknown before any new charge. Then following starts. */
  async #begin(opened: Extract<OpenResult, { kind: 'opened' }>, key: Uint8Array): Promise<StartState> {
    const { storage, operators, profiles, managed, follower, clock, host, proof } = this.#parts
    await proof.compare(opened)
    try {
      const problem = await managed.store(opened)
      if (problem !== null) {
        await host.close()
        return { kind: 'policy-unusable', ...problem }
      }
      if (!this.#isSwept) {
        await opened.writer.sweepSending(clock.nowMs())
        await opened.writer.sweepSteps(clock.nowMs())
        await compareAllCallbacks(opened.writer)
        this.#isSwept = true
      }
    } catch (error) {
      const trouble = troubleOf(error)
      if (trouble === null) throw error
      await host.close()
      return this.#beginReading(key, trouble)
    }
    await this.#checkRecovery(opened)
    // Before anybody can read it.
    await operators.enter(opened.reader)
    storage.use(opened)
    this.#endTries()
    profiles.forget()
    await follower.start()
    await proof.start()
    return this.#readyState()
  }

  async #beginReading(key: Uint8Array, trouble: StorageTrouble): Promise<StartState> {
    const { storage, operators, profiles, host } = this.#parts
    const reader = await host.openForReading(key)
    await operators.enter(reader)
    storage.useForReading(reader, trouble)
    this.#onTrouble(trouble)
    profiles.forget()
    return this.#readyState()
  }

  /** A missing or damaged recovery file opens nothing, so a new code is needed. */
  async #checkRecovery({ reader, writer }: OpenStorage): Promise<void> {
    const { isRecoveryMade } = await reader.getState()
    if (isRecoveryMade && !(await this.#parts.recoveryFile.isUsable())) await writer.setRecoveryMade(false)
  }

  async #readyState(): Promise<StartState> {
    const { profiles, access, missing } = this.#parts
    await missing.check()
    const list = await profiles.listStored()
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
        // Only a finding in the file itself counts as damage: the repair loses everything that is not in a backup.
        return { kind: 'storage-unavailable', path: databasePath, reason: reasonOf(error) }
    }
  }
}

/** Only after an update of the app are there callbacks to compare. */
async function compareAllCallbacks(writer: StorageWriter): Promise<void> {
  let compared: number
  do compared = await writer.compareCallbacks()
  while (compared > 0)
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

function nothingToAccept(): AppError {
  return new AppError('not-allowed-now', { reason: 'nothing-to-accept' })
}

function codeRefused(problem: FieldProblem): AppError {
  return new AppError('validation-failed', { fields: { recoveryCode: problem } })
}
