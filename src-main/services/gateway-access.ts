import type { ProfileView } from '../../src-shared/domain/profile'
import { AppError } from '../../src-shared/errors/app-error'
import type { Clock } from '../platform/clock'
import type { GatewayCredentials, GatewayTarget } from '../ports/gateway-client'
import type { SecretVault } from '../ports/secret-vault'
import type { SimulatorHost } from '../ports/simulator-host'
import type { ProfileRecord } from '../ports/storage'

// Thousands of polls a minute must not each wait for the keychain; a key still lives no longer than one wait between polls.
const pollKeyLifeMs = 2000

interface HeldKey {
  readonly owner: ProfileRecord
  readonly key: Promise<string>
  readonly untilMs: number
}

/** Where calls of a profile go, and the key they are signed with. */
export class GatewayAccess {
  readonly #vault: SecretVault
  readonly #simulator: SimulatorHost
  readonly #clock: Clock
  readonly #pollKeys = new Map<string, HeldKey>()
  readonly #keyFound = new Map<string, boolean>()

  constructor(parts: {
    readonly vault: SecretVault
    readonly simulator: SimulatorHost
    readonly clock: Clock
  }) {
    this.#vault = parts.vault
    this.#simulator = parts.simulator
    this.#clock = parts.clock
  }

  /** The address without a key. A simulator that died is not started behind the person's back: `simulator-unavailable`. */
  async target(profile: ProfileRecord): Promise<GatewayTarget> {
    return {
      profileId: profile.profileId,
      environment: profile.environment,
      baseUrl: profile.environment === 'simulator' ? await this.#simulatorUrl() : requireBaseUrl(profile),
      login: profile.login,
      rebillControl: profile.rebillControl,
    }
  }

  /** Address and key for one call. Errors: those of the vault, `simulator-unavailable`. */
  async credentials(profile: ProfileRecord): Promise<GatewayCredentials> {
    const target = await this.target(profile)
    return { ...target, controlKey: await this.#readKey(profile) }
  }

  /** The same for status polls, which share one reading of the key for two seconds. */
  async pollCredentials(profile: ProfileRecord): Promise<GatewayCredentials> {
    const target = await this.target(profile)
    return { ...target, controlKey: await this.#pollKey(profile) }
  }

  /** Drops a held key, when it was saved anew, removed, or the app is locked. */
  forget(profileId: string): void {
    this.#pollKeys.delete(profileId)
    this.#keyFound.delete(profileId)
  }

  /** Whether the profile's key is there; asks the vault only where the record and earlier readings do not tell. */
  async secretState(profile: ProfileRecord): Promise<ProfileView['secret']> {
    const isOs = this.#vault.mode() === 'os'
    const found =
      this.#keyFound.get(profile.profileId) ?? ((isOs && profile.hasSecret) || (await this.#hasKey(profile)))
    return !found ? 'missing' : isOs ? 'present' : 'session'
  }

  async #hasKey(profile: ProfileRecord): Promise<boolean> {
    try {
      await this.#readKey(profile)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  async #simulatorUrl(): Promise<string> {
    if (this.#simulator.state() === 'failed') throw new AppError('simulator-unavailable')
    return (await this.#simulator.start()).baseUrl
  }

  #pollKey(profile: ProfileRecord): Promise<string> {
    const nowMs = this.#clock.monotonicMs()
    const held = this.#pollKeys.get(profile.profileId)
    if (held !== undefined && held.owner === profile && held.untilMs > nowMs) return held.key
    const key = this.#readKey(profile)
    const fresh = { owner: profile, key, untilMs: nowMs + pollKeyLifeMs }
    this.#pollKeys.set(profile.profileId, fresh)
    const drop = () => {
      if (this.#pollKeys.get(profile.profileId) === fresh) this.#pollKeys.delete(profile.profileId)
    }
    key.catch(drop)
    this.#clock.schedule(pollKeyLifeMs, drop)
    return key
  }

  async #readKey(profile: ProfileRecord): Promise<string> {
    try {
      const key = await this.#vault.readControlKey(profile)
      this.#keyFound.set(profile.profileId, true)
      return key
    } catch (error) {
      if (error instanceof AppError && error.code === 'secret-missing')
        this.#keyFound.set(profile.profileId, false)
      throw error
    }
  }
}

function requireBaseUrl(profile: ProfileRecord): string {
  if (profile.baseUrl === null) throw new AppError('internal', { reason: 'profile-without-address' })
  return profile.baseUrl
}
