import type { ProfileView, SigningKeyView } from '../../../src-shared/domain/profile'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { GatewayCredentials, GatewayTarget, SigningCredentials } from '../../ports/gateway-client'
import type { Prompting } from '../../ports/secret-store'
import type { SecretVault } from '../../ports/secret-vault'
import type { SimulatorHost } from '../../ports/simulator-host'
import type { ProfileRecord, StoredProfile } from '../../ports/storage'
import type { OpenStorage } from '../common/storage-session'

// A keychain read per poll would be too slow for thousands of polls a minute. The key still stays in memory no longer
// than one wait between polls.
const pollKeyLifeMs = 2000

interface HeldKey {
  readonly owner: ProfileRecord
  /** Bytes, because they can be wiped. A string stays in memory after it is dropped. */
  readonly key: Promise<Buffer>
  readonly untilMs: number
}

/** Provides the address of a profile and the keys for its calls. */
export class GatewayAccess {
  readonly #storage: OpenStorage
  readonly #vault: SecretVault
  readonly #simulator: SimulatorHost
  readonly #clock: Clock
  readonly #onKeychainOpen: () => void
  readonly #pollKeys = new Map<string, HeldKey>()
  readonly #keyFound = new Map<string, boolean>()
  readonly #signingKeyOpens = new Map<string, boolean>()

  constructor(parts: {
    readonly storage: OpenStorage
    readonly vault: SecretVault
    readonly simulator: SimulatorHost
    readonly clock: Clock
    /** Called after each read that found the keychain open, even if the secret was missing. */
    readonly onKeychainOpen: () => void
  }) {
    this.#storage = parts.storage
    this.#vault = parts.vault
    this.#simulator = parts.simulator
    this.#clock = parts.clock
    this.#onKeychainOpen = parts.onKeychainOpen
  }

  /** Returns the address without a key. A simulator that crashed is not restarted: `simulator-unavailable`. */
  async target(profile: ProfileRecord): Promise<GatewayTarget> {
    return {
      profileId: profile.profileId,
      environment: profile.environment,
      baseUrl: profile.environment === 'simulator' ? await this.#simulatorUrl() : requireBaseUrl(profile),
      login: profile.login,
      rebillControl: profile.rebillControl,
      saleRules: profile.saleRules,
    }
  }

  /** Returns address and key for one call. Errors: errors of the vault, `simulator-unavailable`. */
  async credentials(profile: ProfileRecord): Promise<GatewayCredentials> {
    const target = await this.target(profile)
    return { ...target, controlKey: await this.#readKey(profile, 'may-prompt') }
  }

  /** The same for status polls. They share one key for two seconds and never open a prompt. */
  async pollCredentials(profile: ProfileRecord): Promise<GatewayCredentials> {
    const target = await this.target(profile)
    return { ...target, controlKey: await this.#pollKey(profile) }
  }

  /**
   * Returns address and private key for one v4 call. Errors: `secret-missing` with reason `no-signing-key`,
   * `bound-elsewhere` (the key belongs to another login or address) or `signing-key-lost`; `secret-store-*`,
   * `simulator-unavailable`.
   */
  async signingCredentials(profile: ProfileRecord): Promise<SigningCredentials> {
    const target = await this.target(profile)
    return { ...target, privateKey: await this.#openSigningKey(profile, 'may-prompt') }
  }

  /** Reads the control key of the profile. The system may show its unlock prompt. */
  async unlock(profile: ProfileRecord): Promise<void> {
    await succeeds(() => this.#readKey(profile, 'may-prompt'))
  }

  /**
   * The state of the RSA key of the profile; null without one. Reads the keychain only when the record and earlier
   * reads do not tell.
   */
  async signingKeyState(profile: StoredProfile): Promise<SigningKeyView['state'] | null> {
    if (profile.signingKey === null) return null
    if (isKeyBoundElsewhere(profile)) return 'bound-elsewhere'
    const opens =
      this.#signingKeyOpens.get(profile.profileId) ??
      (this.#vault.mode() === 'os' || (await succeeds(() => this.#openSigningKey(profile, 'no-prompt'))))
    return opens ? 'present' : 'lost'
  }

  /** Drops a cached key after it was saved or removed, or when the app is locked. */
  forget(profileId: string): void {
    this.#drop(this.#pollKeys.get(profileId))
    this.#keyFound.delete(profileId)
    this.#signingKeyOpens.delete(profileId)
  }

  /**
   * Reads each secret of the profiles once and updates the shown states. Call it only when the keychain is known to
   * be open.
   */
  async checkSecrets(profiles: readonly StoredProfile[]): Promise<void> {
    for (const profile of profiles) {
      this.forget(profile.profileId)
      await succeeds(() => this.#readKey(profile, 'no-prompt'))
      if (profile.signingKey !== null) await succeeds(() => this.#openSigningKey(profile, 'no-prompt'))
    }
  }

  /**
   * Whether the control key of the profile is stored, and where. Reads the keychain only when the record and earlier
   * reads do not tell.
   */
  async secretState(profile: StoredProfile): Promise<ProfileView['secret']> {
    const isOs = this.#vault.mode() === 'os'
    const found =
      this.#keyFound.get(profile.profileId) ??
      ((isOs && profile.hasSecret) || (await succeeds(() => this.#readKey(profile, 'no-prompt'))))
    return !found ? 'missing' : isOs ? 'present' : 'session'
  }

  async #simulatorUrl(): Promise<string> {
    if (this.#simulator.state() === 'failed') throw new AppError('simulator-unavailable')
    return (await this.#simulator.start()).baseUrl
  }

  async #pollKey(profile: ProfileRecord): Promise<string> {
    const nowMs = this.#clock.monotonicMs()
    const held = this.#pollKeys.get(profile.profileId)
    if (held !== undefined && held.owner === profile && held.untilMs > nowMs) return textOf(held)
    this.#drop(held)
    const key = this.#readKey(profile, 'no-prompt').then((text) => Buffer.from(text, 'utf8'))
    const fresh = { owner: profile, key, untilMs: nowMs + pollKeyLifeMs }
    this.#pollKeys.set(profile.profileId, fresh)
    const drop = () => {
      this.#drop(fresh)
    }
    key.catch(drop)
    this.#clock.schedule(pollKeyLifeMs, drop)
    return textOf(fresh)
  }

  /** Wipes the key after all waiting calls have received it. */
  #drop(held: HeldKey | undefined): void {
    if (held === undefined) return
    const { profileId } = held.owner
    if (this.#pollKeys.get(profileId) === held) this.#pollKeys.delete(profileId)
    held.key.then(
      (bytes) => bytes.fill(0),
      () => undefined,
    )
  }

  async #openSigningKey(profile: StoredProfile, prompting: Prompting): Promise<string> {
    const missing = (reason: string, options?: ErrorOptions) =>
      new AppError('secret-missing', { profileName: profile.name, reason }, options)
    if (profile.signingKey === null) throw missing('no-signing-key')
    if (isKeyBoundElsewhere(profile)) throw missing('bound-elsewhere')
    const sealed = await this.#storage.reader.readSigningKey(profile.profileId)
    if (sealed === null) throw missing('no-signing-key')
    return this.#noted(this.#signingKeyOpens, profile, async () => {
      try {
        return await this.#vault.openSigningKey(profile, sealed, prompting)
      } catch (error) {
        if (error instanceof AppError && error.code === 'secret-missing')
          throw missing('signing-key-lost', { cause: error })
        throw error
      }
    })
  }

  #readKey(profile: StoredProfile, prompting: Prompting): Promise<string> {
    return this.#noted(this.#keyFound, profile, () => this.#vault.readControlKey(profile, prompting))
  }

  /** Remembers whether a secret was found. A locked keychain changes nothing. */
  async #noted(
    found: Map<string, boolean>,
    profile: StoredProfile,
    read: () => Promise<string>,
  ): Promise<string> {
    try {
      const secret = await read()
      found.set(profile.profileId, true)
      this.#onKeychainOpen()
      return secret
    } catch (error) {
      if (error instanceof AppError && error.code === 'secret-missing') {
        found.set(profile.profileId, false)
        this.#onKeychainOpen()
      }
      throw error
    }
  }
}

async function textOf({ key }: HeldKey): Promise<string> {
  return (await key).toString('utf8')
}

async function succeeds(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** True when the RSA key was saved for another login or address than the profile has now. */
function isKeyBoundElsewhere({ signingKey, login, baseUrl }: StoredProfile): boolean {
  return signingKey !== null && (signingKey.login !== login || signingKey.baseUrl !== baseUrl)
}

function requireBaseUrl(profile: ProfileRecord): string {
  if (profile.baseUrl === null) throw new AppError('internal', { reason: 'profile-without-address' })
  return profile.baseUrl
}
