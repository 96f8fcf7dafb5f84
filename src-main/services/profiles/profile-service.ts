import type { AppState } from '../../../src-shared/domain/app-state'
import { isUnresolved } from '../../../src-shared/domain/charge'
import type { OrderSummary } from '../../../src-shared/domain/order'
import { formatMoney } from '../../../src-shared/domain/money'
import { isLooser } from '../../../src-shared/domain/charge-limits'
import type {
  ConnectionTest,
  LimitsInput,
  ProfileInput,
  ProfileView,
} from '../../../src-shared/domain/profile'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { ConsentQuestion } from '../../ports/consent-prompt'
import type { GatewayClient } from '../../ports/gateway-client'
import { isReadable } from '../../ports/records'
import type { SecretVault } from '../../ports/secret-vault'
import type { ProfileRecord, StoredProfile } from '../../ports/storage'
import type { AppStateService } from '../announcing/app-state-service'
import { connectionTestOf, probeRequest } from './connection-test'
import type { Follower } from '../following/follower'
import type { GatewayAccess } from '../access/gateway-access'
import type { AdminPolicy } from '../common/admin-policy'
import { requireRecoveryCode } from '../common/recovery-code'
import type { OpenStorage } from '../common/storage-session'
import type { OperatorSession } from '../common/operator-session'
import type { ConsentGate } from '../consent/consent-gate'
import type { OrderAnnouncer } from '../announcing/order-announcer'
import type { PollingStops } from '../access/polling-stops'
import type { ProfileDirectory } from '../access/profile-directory'
import { hasBoundOrder, ordersOf } from './orders-of-profile'
import {
  baseUrlOf,
  isBoundElsewhere,
  recordOf,
  requireAllowedAddress,
  requireDistinctRoutes,
  requireSaleRules,
  requireSameEnvironment,
} from './profile-rules'
import { profileViewOf } from '../access/profile-view'

export interface ProfileServiceParts {
  readonly storage: OpenStorage
  readonly operators: OperatorSession
  readonly policy: AdminPolicy
  readonly vault: SecretVault
  readonly gateway: GatewayClient
  readonly access: GatewayAccess
  readonly profiles: ProfileDirectory
  readonly stops: PollingStops
  readonly follower: Follower
  readonly announcer: OrderAnnouncer
  readonly appState: AppStateService
  readonly consent: Pick<ConsentGate, 'requireForProfile'>
  readonly clock: Clock
  /** Allows a gateway-test profile on this machine. True in unpackaged builds only. */
  readonly allowLoopback: boolean
}

/** Saves, selects, tests and removes profiles. The key is stored in the keychain, the rest in the database. */
export class ProfileService {
  readonly #parts: ProfileServiceParts
  readonly #neverAborted = new AbortController().signal

  constructor(parts: ProfileServiceParts) {
    this.#parts = parts
  }

  /**
   * Saves a profile, its key first. An empty `controlKey` keeps the stored key; that is not allowed after a change of
   * login or address. A profile that cannot be read is repaired in this way. A person releases a live profile that is
   * new, or that gets a key or may charge from now on. Errors: `validation-failed`, `not-allowed-now` (also what the policy
   * of the administrator forbids), errors of the vault and of storage.
   */
  async save(input: ProfileInput, controlKey: string): Promise<ProfileView> {
    const existing =
      input.profileId === null ? null : await this.#parts.profiles.requireStored(input.profileId)
    this.#requireMayChange(input, existing)
    this.#parts.policy.requireMaySave(input)
    await this.#requireSavable(input, controlKey, existing)
    const profile = recordOf(input, existing, this.#parts.clock.nowMs(), {
      hasSecret: controlKey === '' ? existing?.hasSecret === true : this.#parts.vault.mode() === 'os',
    })
    this.#parts.policy.requireStrictRules(profile)
    if (controlKey !== '' || isLoosened(profile, existing))
      await this.#parts.consent.requireForProfile(profile, {
        kind: 'profile',
        gateway: profile.baseUrl ?? '',
        login: profile.login,
        isReadOnly: profile.safetyLevel === 'read-only',
        hasNewKey: controlKey !== '',
      })
    if (controlKey !== '') await this.#parts.vault.saveControlKey(profile, controlKey)
    // Not those of the policy, which would stay when the administrator raises them.
    const limits = existing === null ? [] : await this.#parts.profiles.ownLimits(existing.profileId)
    await this.#parts.storage.writer.saveProfile({ ...profile, limits: limits ?? [] })
    this.#forget(profile.profileId)
    await this.#activateFirst(profile.profileId)
    const isRepaired = existing !== null && !isReadable(existing)
    if (controlKey !== '' || isRepaired) this.#parts.follower.resumeProfile(profile.profileId)
    await this.#parts.appState.refresh()
    return this.#viewOf(profile)
  }

  /**
   * Removes a profile, its key last. A person releases a live one. Errors: `not-allowed-now` while a payment of it is not
   * settled, or when the policy of the administrator sets it.
   */
  async remove(profileId: string): Promise<void> {
    const { profiles, storage, vault, follower, appState, consent } = this.#parts
    const profile = await profiles.requireStored(profileId)
    this.#parts.policy.requireRemovable(profileId)
    if (profile.environment !== 'simulator') this.#parts.operators.requireManager()
    await this.#requireNoOpenCharge(profileId)
    await consent.requireForProfile(profile, { kind: 'removal', removed: 'profile' })
    // A charge may have begun while the question was open.
    await this.#requireNoOpenCharge(profileId)
    follower.forgetProfile(profileId)
    await storage.writer.removeProfile(profileId)
    this.#forget(profileId)
    await this.#activateAnother(profileId)
    try {
      await vault.deleteProfileSecrets(profileId)
    } finally {
      await appState.refresh()
    }
  }

  /**
   * Saves the safety level and the limits of a profile, after the PIN of an operator who may change settings. Errors:
   * `not-allowed-now`, reason `not-a-manager`, `set-by-administrator`, or those of a PIN.
   */
  async saveLimits(input: LimitsInput): Promise<ProfileView> {
    const { operators, profiles, storage, consent, appState } = this.#parts
    await operators.requireOwnPin(input.ownPin)
    operators.requireManager()
    const profile = await profiles.require(input.profileId)
    const saved = { ...profile, safetyLevel: input.safetyLevel, limits: input.limits }
    this.#parts.policy.requireStrictRules(saved)
    await consent.requireForProfile(profile, limitsQuestion(input))
    await storage.writer.saveProfile(saved)
    this.#forget(profile.profileId)
    await appState.refresh()
    return this.#viewOf(saved)
  }

  async select(profileId: string): Promise<AppState> {
    await this.#parts.profiles.require(profileId)
    await this.#parts.storage.writer.setActiveProfile(profileId)
    return this.#parts.appState.refresh()
  }

  /**
   * Sends one status request that changes nothing and returns the result. Errors: errors of the vault,
   * `simulator-unavailable`.
   */
  async test(profileId: string): Promise<ConnectionTest> {
    const { profiles, gateway, access, storage, announcer, follower } = this.#parts
    const profile = await profiles.require(profileId)
    const route = profile.routes[0]
    if (route === undefined) throw new AppError('not-allowed-now', { reason: 'no-route' })
    const exchanged = await gateway.status(
      await access.credentials(profile),
      probeRequest({ kind: route.kind, id: route.id }),
      this.#neverAborted,
    )
    announcer.announceExchange(await storage.writer.recordExchange(exchanged.exchange, null))
    const result = connectionTestOf(exchanged)
    if (result.outcome === 'works') follower.resumeProfile(profileId)
    return result
  }

  async #requireSavable(
    input: ProfileInput,
    controlKey: string,
    existing: StoredProfile | null,
  ): Promise<void> {
    requireSameEnvironment(input, existing)
    requireAllowedAddress(input, this.#parts.allowLoopback)
    requireDistinctRoutes(input)
    requireSaleRules(input)
    if (input.target.kind !== 'simulator') await requireRecoveryCode(this.#parts.storage)
    // An issuer returns to the address that the gateway received with the order. An address that cannot be read must
    // not prevent the repair: until then, no open charge of the profile can be checked.
    if (existing?.saleRules && input.saleRules.returnUrl !== existing.saleRules.returnUrl)
      await this.#requireNoOpenCharge(existing.profileId)
    if (existing !== null && baseUrlOf(input, existing) !== existing.baseUrl)
      await this.#requireNoBoundOrder(existing.profileId)
    if (!isBoundElsewhere(input, existing)) return
    if (controlKey === '')
      throw new AppError('validation-failed', {
        fields: { controlKey: existing === null ? 'required' : 'required-again' },
      })
    // Lookups at another address find nothing, so a real charge would look refused.
    if (existing !== null) await this.#requireNoOpenCharge(existing.profileId)
  }

  /** With operators, who may change settings changes profiles, and the PIN changes the safety level. */
  #requireMayChange(input: ProfileInput, existing: StoredProfile | null): void {
    const { operators } = this.#parts
    if (operators.state().list.length === 0) return
    if (input.target.kind !== 'simulator') operators.requireManager()
    if (existing !== null && existing.limits !== null && input.safetyLevel !== existing.safetyLevel)
      throw new AppError('not-allowed-now', { reason: 'limits-need-pin' })
  }

  async #requireNoOpenCharge(profileId: string): Promise<void> {
    // A charge that was refused for its control is shown as an error but is still open.
    for await (const order of ordersOf(this.#parts.storage.reader, profileId, ['open', 'unknown', 'error']))
      if (isOpenCharge(order)) throw new AppError('not-allowed-now', { reason: 'charges-open' })
  }

  /** The address of a profile with orders is fixed. Another gateway needs a new profile. */
  async #requireNoBoundOrder(profileId: string): Promise<void> {
    if (await hasBoundOrder(this.#parts.storage.reader, profileId))
      throw new AppError('validation-failed', {
        fields: { 'profile.target.baseUrl': 'profile-has-orders' },
      })
  }

  #forget(profileId: string): void {
    this.#parts.profiles.forget()
    this.#parts.access.forget(profileId)
  }

  async #activateFirst(profileId: string): Promise<void> {
    const { reader, writer } = this.#parts.storage
    const { activeProfileId } = await reader.getState()
    if (activeProfileId === null) await writer.setActiveProfile(profileId)
  }

  async #activateAnother(removedId: string): Promise<void> {
    const { storage, profiles } = this.#parts
    const { activeProfileId } = await storage.reader.getState()
    if (activeProfileId !== removedId && activeProfileId !== null) return
    const remaining = await profiles.list()
    await storage.writer.setActiveProfile(remaining[0]?.profileId ?? null)
  }

  async #viewOf(profile: ProfileRecord): Promise<ProfileView> {
    const { access, stops } = this.#parts
    return profileViewOf(profile, {
      secret: await access.secretState(profile),
      signingKey: await access.signingKeyState(profile),
      pollingStop: stops.get(profile.profileId),
    })
  }
}

function limitsQuestion({ safetyLevel, limits }: LimitsInput): ConsentQuestion {
  const named = [
    ['perChargeMinor', 'per charge'],
    ['perCardDayMinor', 'per card and day'],
    ['perOperatorDayMinor', 'per operator and day'],
    ['askAboveMinor', 'asks above'],
  ] as const
  return {
    ...{ kind: 'limits', safetyLevel },
    limits: limits.map((row) => {
      const parts = named.flatMap(([key, name]) => {
        const amountMinor = row[key]
        return amountMinor === null ? [] : [`${name} ${formatMoney({ amountMinor, currency: row.currency })}`]
      })
      return parts.length === 0 ? `${row.currency}: no limits` : parts.join('; ')
    }),
  }
}

/** True when a profile may charge that could not before, or asks for less than before. */
function isLoosened(profile: ProfileRecord, existing: StoredProfile | null): boolean {
  const before = existing?.safetyLevel ?? 'read-only'
  return isLooser(profile.safetyLevel, before)
}

function isOpenCharge(order: OrderSummary): boolean {
  return order.chargeState !== null && (isUnresolved(order.chargeState) || order.chargeState === 'accepted')
}
