import type { ProfileView, SigningKeyView } from '../../../src-shared/domain/profile'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { GatewayCredentials, GatewayTarget, SigningCredentials } from '../../ports/gateway-client'
import type { Prompting } from '../../ports/secret-store'
import type { SecretVault } from '../../ports/secret-vault'
import type { SimulatorHost } from '../../ports/simulator-host'
import type { ProfileRecord } from '../../ports/storage'
import type { OpenStorage } from '../common/storage-session'

// Thousands of polls a minute must not each wait for the keychain; a key still lives no longer than one wait between polls.
const pollKeyLifeMs = 2000

interface HeldKey {
  readonly owner: ProfileRecord
  /** As bytes, which can be wiped: a text that is held for so long stays in memory after it is dropped. */
  readonly key: Promise<Buffer>
  readonly untilMs: number
}

/** Where calls of a profile go, and the key they are signed with. */
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
    /** Told of each reading that found the keychain open, whether the secret is there or not. */
    readonly onKeychainOpen: () => void
  }) {
    this.#storage = parts.storage
    this.#vault = parts.vault
    this.#simulator = parts.simulator
    this.#clock = parts.clock
    this.#onKeychainOpen = parts.onKeychainOpen
  }

  /** The address without a key. A simulator that died is not started behind the person's back: `simulator-unavailable`. */
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

  /** Address and key for one call. Errors: those of the vault, `simulator-unavailable`. */
  async credentials(profile: ProfileRecord): Promise<GatewayCredentials> {
    const target = await this.target(profile)
    return { ...target, controlKey: await this.#readKey(profile, 'may-prompt') }
  }

  /** The same for status polls, which share one reading of the key for two seconds and open no prompt. */
  async pollCredentials(profile: ProfileRecord): Promise<GatewayCredentials> {
    const target = await this.target(profile)
    return { ...target, controlKey: await this.#pollKey(profile) }
  }

  /**
   * Address and private key for one v4 call. Errors: `secret-missing` with `no-signing-key`, `bound-elsewhere` (C13) or
   * `signing-key-lost`, none of which speaks of the control key; `secret-store-*`, `simulator-unavailable`.
   */
  async signingCredentials(profile: ProfileRecord): Promise<SigningCredentials> {
    const target = await this.target(profile)
    return { ...target, privateKey: await this.#openSigningKey(profile, 'may-prompt') }
  }

  /** Reads the profile's key so that the system may ask the person to unlock the keychain. */
  async unlock(profile: ProfileRecord): Promise<void> {
    await succeeds(() => this.#readKey(profile, 'may-prompt'))
  }

  /** How the profile's RSA key stands; null without one. Opens it only where the record and earlier readings do not tell. */
  async signingKeyState(profile: ProfileRecord): Promise<SigningKeyView['state'] | null> {
    if (profile.signingKey === null) return null
    if (isKeyBoundElsewhere(profile)) return 'bound-elsewhere'
    const opens =
      this.#signingKeyOpens.get(profile.profileId) ??
      (this.#vault.mode() === 'os' || (await succeeds(() => this.#openSigningKey(profile, 'no-prompt'))))
    return opens ? 'present' : 'lost'
  }

  /** Drops a held key, when it was saved anew, removed, or the app is locked. */
  forget(profileId: string): void {
    this.#drop(this.#pollKeys.get(profileId))
    this.#keyFound.delete(profileId)
    this.#signingKeyOpens.delete(profileId)
  }

  /**
   * Reads each secret of the profiles once, so that what is shown is what is there. To be called when the keychain is
   * known to be open: a locked one tells nothing.
   */
  async checkSecrets(profiles: readonly ProfileRecord[]): Promise<void> {
    for (const profile of profiles) {
      this.forget(profile.profileId)
      await succeeds(() => this.#readKey(profile, 'no-prompt'))
      if (profile.signingKey !== null) await succeeds(() => this.#openSigningKey(profile, 'no-prompt'))
    }
  }

  /** Whether the profile's key is there; asks the vault only where the record and earlier readings do not tell. */
  async secretState(profile: ProfileRecord): Promise<ProfileView['secret']> {
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

  /** Wipes the key, after the calls that already wait for it have taken it. */
  #drop(held: HeldKey | undefined): void {
    if (held === undefined) return
    const { profileId } = held.owner
    if (this.#pollKeys.get(profileId) === held) this.#pollKeys.delete(profileId)
    held.key.then(
      (bytes) => bytes.fill(0),
      () => undefined,
    )
  }

  async #openSigningKey(profile: ProfileRecord, prompting: Prompting): Promise<string> {
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

  #readKey(profile: ProfileRecord, prompting: Prompting): Promise<string> {
    return this.#noted(this.#keyFound, profile, () => this.#vault.readControlKey(profile, prompting))
  }

  /** Remembers whether a secret was there; a keychain that is locked says nothing about that. */
  async #noted(
    found: Map<string, boolean>,
    profile: ProfileRecord,
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

/** True when the RSA key belongs to another login or address than the profile has now (C13). */
function isKeyBoundElsewhere({ signingKey, login, baseUrl }: ProfileRecord): boolean {
  return signingKey !== null && (signingKey.login !== login || signingKey.baseUrl !== baseUrl)
}

function requireBaseUrl(profile: ProfileRecord): string {
  if (profile.baseUrl === null) throw new AppError('internal', { reason: 'profile-without-address' })
  return profile.baseUrl
}
