import type { ProfileView } from '../../../src-shared/domain/profile'
import type { Clock } from '../../platform/clock'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { SecretVault } from '../../ports/secret-vault'
import type { SimulatorHost } from '../../ports/simulator-host'
import type { ProfileRecord, SigningKeyFacts } from '../../ports/storage'
import type { AppStateService } from '../announcing/app-state-service'
import type { GatewayAccess } from '../access/gateway-access'
import type { OpenStorage } from '../common/storage-session'
import type { ConsentGate } from '../consent/consent-gate'
import type { PollingStops } from '../access/polling-stops'
import type { ProfileDirectory } from '../access/profile-directory'
import { profileViewOf } from '../access/profile-view'
import type { ErrorReporter } from '../common/error-reporter'
import { createSigningKey, readSigningKey, type SigningKey } from './signing-key'

export interface SigningKeyServiceParts {
  readonly storage: OpenStorage
  readonly vault: SecretVault
  readonly access: GatewayAccess
  readonly profiles: ProfileDirectory
  readonly simulator: SimulatorHost
  readonly stops: PollingStops
  readonly appState: AppStateService
  readonly consent: Pick<ConsentGate, 'requireForProfile'>
  readonly clock: Clock
  readonly report: ErrorReporter
}

/** RSA keys for v4 calls: imported or generated, encrypted at once, never shown again. */
export class SigningKeyService {
  readonly #parts: SigningKeyServiceParts
  /** Queue per profile, so that the later of two changes replaces the earlier one as a whole. */
  readonly #changes = new KeyedQueue()

  constructor(parts: SigningKeyServiceParts) {
    this.#parts = parts
  }

  /**
   * Imports a private key in any format that people paste. Errors: `validation-failed`, errors of the vault and of
   * storage.
   */
  import(profileId: string, text: string): Promise<ProfileView> {
    return this.#changes.run(profileId, () => this.#keep(profileId, readSigningKey(text), 'imported'))
  }

  /**
   * Generates a key pair of `bits` bits; the view contains the public key. Errors: errors of the vault and of
   * storage.
   */
  create(profileId: string, bits: number): Promise<ProfileView> {
    return this.#changes.run(profileId, async () => {
      await this.#parts.profiles.require(profileId)
      return this.#keep(profileId, await createSigningKey(bits), 'created')
    })
  }

  /**
   * Removes the key; a missing key is no error. A person releases it for a live profile. The wrapping key is deleted
   * first, so that no copy of the encrypted key can be opened. Errors: errors of the vault and of storage.
   */
  remove(profileId: string): Promise<ProfileView> {
    return this.#changes.run(profileId, async () => {
      const profile = await this.#parts.profiles.require(profileId)
      if (profile.signingKey !== null)
        await this.#parts.consent.requireForProfile(profile, { kind: 'removal', removed: 'signing-key' })
      await this.#parts.vault.deleteSigningKey(profileId)
      // From here on the key cannot be opened, even if its row remains.
      this.#parts.access.forget(profileId)
      await this.#parts.storage.writer.removeSigningKey(profileId)
      return this.#changed(profileId)
    })
  }

  /**
   * Registers the public key with the simulator, as a merchant gives it to the gateway. A failure is no error: the
   * key is registered again at each start.
   */
  async tellSimulator(profile: ProfileRecord): Promise<void> {
    const { simulator, report } = this.#parts
    if (profile.environment !== 'simulator' || profile.signingKey === null) return
    if (simulator.state() === 'failed') return
    try {
      await simulator.start()
      await simulator.registerPublicKey(profile.signingKey.publicKey)
    } catch (error) {
      report('signing-key', error)
    }
  }

  async #keep(profileId: string, key: SigningKey, origin: SigningKeyFacts['origin']): Promise<ProfileView> {
    const { storage, vault, profiles, consent, clock } = this.#parts
    const profile = await profiles.require(profileId)
    const { login, baseUrl } = profile
    await consent.requireForProfile(profile, { kind: 'signing-key', gateway: baseUrl ?? '', login })
    const { privateKey, ...shown } = key
    const sealed = await vault.sealSigningKey(profile, privateKey)
    const facts = { ...shown, origin, login, baseUrl, createdAtMs: clock.nowMs() }
    await storage.writer.saveSigningKey(profileId, facts, sealed)
    return this.#changed(profileId)
  }

  async #changed(profileId: string): Promise<ProfileView> {
    const { profiles, access, stops, appState } = this.#parts
    profiles.forget()
    access.forget(profileId)
    const profile = await profiles.require(profileId)
    await this.tellSimulator(profile)
    await appState.refresh()
    return profileViewOf(profile, {
      secret: await access.secretState(profile),
      signingKey: await access.signingKeyState(profile),
      pollingStop: stops.get(profileId),
    })
  }
}
