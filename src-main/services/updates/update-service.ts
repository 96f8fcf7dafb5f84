import type { OfferedUpdate, UpdateProblem, UpdateStep, UpdateView } from '../../../src-shared/domain/update'
import type { PackageFile, UpdateManifest } from '../../../src-shared/domain/update-manifest'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Result } from '../../../src-shared/util/result'
import type { Clock } from '../../platform/clock'
import type { EventPublisher } from '../../ports/event-publisher'
import type { UpdateInstaller } from '../../ports/update-installer'
import type { UpdateMemory, UpdateMemoryFile } from '../../ports/update-memory'
import type { UpdatePackages } from '../../ports/update-packages'
import type { AdminPolicy } from '../common/admin-policy'
import type { ErrorReporter } from '../common/error-reporter'
import type { ConsentGate } from '../consent/consent-gate'
import { judgeManifest } from './judge-manifest'
import { readManifest } from './read-manifest'

/** Where updates come from. */
export interface UpdateSource {
  /** The folder on an HTTPS server, with a slash at its end. */
  readonly address: string
  /** Ed25519 keys of the releaser as SubjectPublicKeyInfo in base64. */
  readonly publicKeys: readonly string[]
}

export interface UpdateServiceParts {
  /** Null = nobody is ever asked. */
  readonly source: UpdateSource | null
  readonly policy: Pick<AdminPolicy, 'updateChannel'>
  readonly packages: UpdatePackages
  readonly installer: UpdateInstaller
  readonly memory: UpdateMemoryFile
  readonly consent: Pick<ConsentGate, 'require'>
  readonly publisher: EventPublisher
  readonly clock: Clock
  readonly report: ErrorReporter
  readonly appVersion: string
  /** Platform and architecture, as Node names them. */
  readonly system: string
  /** True while a charge or an upload waits for its response. */
  readonly isSending: () => boolean
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const firstLookMs = 5 * 60_000
const lookMs = 15 * 60_000
/** Time between two announcements of the progress of a download. */
const progressPaceMs = 250

/** A newer version and its package. */
interface Found {
  readonly update: OfferedUpdate
  readonly file: PackageFile
}

/**
 * Offers a newer version, downloads it and hands it to the installer of the system. Each of these steps is asked for by a
 * person; by itself the service at most looks for a version once a day. Whatever fails, the installed version is not
 * touched. One step at a time.
 */
export class UpdateService {
  readonly #parts: UpdateServiceParts
  #memory: UpdateMemory | null = null
  #revision = 0
  #step: UpdateStep = { kind: 'idle' }
  #found: Found | null = null
  #working: AbortController | null = null
  #loadedBytes = 0
  #cancelLook: () => void = () => undefined

  constructor(parts: UpdateServiceParts) {
    this.#parts = parts
  }

  get(): UpdateView {
    const { source, installer } = this.#parts
    return {
      revision: this.#revision,
      host: source === null ? null : hostOf(source.address),
      isDaily: this.#memory?.isDaily ?? false,
      lastCheckAtMs: this.#memory?.lastCheckAtMs ?? null,
      installsItself: installer.by === 'app',
      step: this.#step,
    }
  }

  /** Reads what is remembered and starts the daily look, where it is switched on. */
  async start(): Promise<void> {
    this.#memory = await this.#parts.memory.read()
    this.#announce()
    this.#lookLater(firstLookMs)
  }

  /** Ends the look and a running download, because the app quits. What was downloaded is kept. */
  end(): void {
    this.#cancelLook()
    this.#working?.abort('shutting-down')
  }

  /** Errors: `not-allowed-now` without an update address, or when an administrator switched updates off; `storage-failed`. */
  async saveDaily(isDaily: boolean): Promise<UpdateView> {
    this.#requireSource()
    await this.#remember({ isDaily })
    this.#lookLater(firstLookMs)
    return this.#announce()
  }

  /**
   * Asks the update server for its newest version. Errors: `not-allowed-now` without an update address, while a charge
   * waits for its response, or while another step runs.
   */
  async check(): Promise<UpdateView> {
    const source = this.#requireSource()
    this.#requireFree()
    await this.#work({ kind: 'checking' }, (signal) => this.#ask(source, signal))
    return this.get()
  }

  /** Starts the download of the offered version; its progress is announced. Errors: as `check`, and reason `no-update`. */
  download(): UpdateView {
    const { update, file } = this.#requireFound()
    this.#requireFree()
    this.#loadedBytes = 0
    const working = this.#work({ kind: 'downloading', update, bytes: 0 }, async (signal) => {
      const stopFollowing = this.#followProgress(update)
      const loaded = await this.#load(file, signal).finally(stopFollowing)
      if (loaded.ok) return { kind: 'ready', update }
      return loaded.error === 'cancelled' ? { kind: 'offered', update } : failed(loaded.error, update)
    })
    working.catch((error: unknown) => this.#parts.report('update', error))
    return this.get()
  }

  /** Stops the running check or download. A download goes on later where it was stopped. */
  cancel(): UpdateView {
    this.#working?.abort('cancelled')
    return this.get()
  }

  /**
   * Checks the downloaded package once more and hands it over. Where the app installs it, a person releases that in a
   * window of main. Errors: as `download`; those of the release.
   */
  async install(): Promise<UpdateView> {
    const { installer, consent, appVersion } = this.#parts
    const found = this.#requireFound()
    if (this.#step.kind !== 'ready' && this.#step.kind !== 'handed-over')
      throw new AppError('not-allowed-now', { reason: 'no-update' })
    this.#requireFree()
    if (installer.by === 'app')
      await consent.require({ kind: 'install-update', from: appVersion, to: found.update.version })
    // The question may have stayed open for minutes.
    this.#requireFree()
    await this.#work(this.#step, () => this.#handOver(found))
    return this.get()
  }

  async #ask({ publicKeys }: UpdateSource, signal: AbortSignal): Promise<UpdateStep> {
    const { packages, clock } = this.#parts
    this.#found = null
    const sent = await packages.readManifest(signal)
    if (!sent.ok && sent.error === 'cancelled') return { kind: 'idle' }
    // A server that does not answer well is not asked more often either.
    await this.#remember({ lastCheckAtMs: clock.nowMs() })
    const manifest = sent.ok ? readManifest(sent.value, publicKeys) : sent
    if (!manifest.ok) return failed(manifest.error)
    const step = this.#judge(manifest.value)
    // What was refused is no newest manifest.
    if (step.kind !== 'failed') await this.#remember({ newestSignedAtMs: manifest.value.signedAtMs })
    if (step.kind === 'up-to-date') await packages.removeAllBut(null)
    return step
  }

  #judge(manifest: UpdateManifest): UpdateStep {
    const { appVersion, system, installer, clock, policy } = this.#parts
    const { installationId, newestSignedAtMs } = this.#memoryOrThrow()
    const judged = judgeManifest(
      manifest,
      {
        ...{ version: appVersion, system, kind: installer.kind, installationId, newestSignedAtMs },
        channel: policy.updateChannel ?? 'stable',
      },
      clock.nowMs(),
    )
    const { version, signedAtMs, notes, expiresAtMs } = manifest
    switch (judged.kind) {
      case 'up-to-date':
        return { kind: 'up-to-date' }
      case 'later':
        return { kind: 'later', version }
      case 'refused':
        return {
          ...failed(judged.problem),
          expiredAtMs: judged.problem === 'expired' ? expiresAtMs : null,
        }
      case 'offer': {
        const update = { version, signedAtMs, notes, bytes: judged.file.bytes }
        this.#found = { update, file: judged.file }
        return { kind: 'offered', update }
      }
    }
  }

  async #load(file: PackageFile, signal: AbortSignal): Promise<Result<void, UpdateProblem>> {
    const { packages } = this.#parts
    await packages.removeAllBut(file.name)
    return packages.download(file, (bytes) => (this.#loadedBytes = bytes), signal)
  }

  async #handOver({ update, file }: Found): Promise<UpdateStep> {
    const { packages, installer, report } = this.#parts
    const checked = await packages.checked(file)
    if (!checked.ok) return failed(checked.error, update)
    if (installer.by === 'person') {
      installer.show(checked.value)
      return { kind: 'handed-over', update, command: installer.commandFor(checked.value) }
    }
    try {
      await installer.install({ file: checked.value, version: update.version, sha512: file.sha512 })
    } catch (error) {
      report('update', error)
      return failed('not-installed', update)
    }
    return { kind: 'handed-over', update, command: null }
  }

  /** Shows a step while it is worked on, and then the step that comes out of it; after an error, the step before. */
  async #work(during: UpdateStep, run: (signal: AbortSignal) => Promise<UpdateStep>): Promise<void> {
    const before = this.#step
    const working = new AbortController()
    this.#working = working
    this.#show(during)
    let after = before
    try {
      after = await run(working.signal)
    } finally {
      this.#working = null
      this.#show(after)
    }
  }

  /** Shows what has arrived in steps that are not too short. What arrived last is always shown. */
  #followProgress(update: OfferedUpdate): () => void {
    const { clock } = this.#parts
    let shown = 0
    let cancel = () => {}
    const look = () => {
      cancel = clock.schedule(progressPaceMs, () => {
        if (shown !== this.#loadedBytes) {
          shown = this.#loadedBytes
          this.#show({ kind: 'downloading', update, bytes: shown })
        }
        look()
      })
    }
    look()
    return () => cancel()
  }

  #lookLater(delayMs: number): void {
    const { source, policy, clock, report, isSending } = this.#parts
    this.#cancelLook()
    if (source === null || this.#memory?.isDaily !== true) return
    this.#cancelLook = clock.schedule(delayMs, () => {
      this.#lookLater(lookMs)
      // An offer that is open is not taken away from the person.
      const isFree = this.#working === null && this.#found === null && !isSending()
      if (policy.updateChannel === null || !isFree || !this.#isDue(clock.nowMs())) return
      this.check().catch((error: unknown) => report('update', error))
    })
  }

  /** A last check in the future means that the clock was set back. */
  #isDue(nowMs: number): boolean {
    const last = this.#memory?.lastCheckAtMs ?? null
    return last === null || nowMs - last >= dayMs || nowMs < last
  }

  #requireSource(): UpdateSource {
    const { source, policy } = this.#parts
    if (source === null) throw new AppError('not-allowed-now', { reason: 'no-update-address' })
    if (policy.updateChannel === null)
      throw new AppError('not-allowed-now', { reason: 'set-by-administrator' })
    return source
  }

  #requireFound(): Found {
    this.#requireSource()
    if (this.#found === null) throw new AppError('not-allowed-now', { reason: 'no-update' })
    return this.#found
  }

  /** No other step runs, and no charge waits for its response. */
  #requireFree(): void {
    if (this.#working !== null) throw new AppError('not-allowed-now', { reason: 'update-running' })
    if (this.#parts.isSending()) throw new AppError('not-allowed-now', { reason: 'charge-in-flight' })
  }

  #memoryOrThrow(): UpdateMemory {
    if (this.#memory === null) throw new AppError('not-allowed-now', { reason: 'not-started' })
    return this.#memory
  }

  async #remember(change: Partial<UpdateMemory>): Promise<void> {
    this.#memory = { ...this.#memoryOrThrow(), ...change }
    await this.#parts.memory.write(this.#memory)
  }

  #show(step: UpdateStep): void {
    this.#step = step
    this.#announce()
  }

  #announce(): UpdateView {
    this.#revision += 1
    const view = this.get()
    this.#parts.publisher.publish('updates.changed', view)
    return view
  }
}

function failed(problem: UpdateProblem, update: OfferedUpdate | null = null) {
  return { kind: 'failed' as const, problem, update, expiredAtMs: null }
}

function hostOf(address: string): string {
  return new URL(address).host
}
