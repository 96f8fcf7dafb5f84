import {
  isAsStrictAs,
  strictestOf,
  type CurrencyLimits,
  type ReleaseRules,
} from '../../../src-shared/domain/charge-limits'
import type { ManagedProfile, PolicyView, UpdateChannel } from '../../../src-shared/domain/policy'
import type { ProfileInput } from '../../../src-shared/domain/profile'
import { AppError } from '../../../src-shared/errors/app-error'
import type { FoundPolicy } from '../../ports/policy-source'
import type { ProfileRecord, StoredProfile } from '../../ports/storage'

/**
 * The policy of the administrator, and the only place that decides what it forbids. It is read before the history is
 * opened and does not change while the app runs. Without one, everything is allowed.
 */
export class AdminPolicy {
  #found: FoundPolicy | null = null
  #isRead = false

  /** Takes the policy that the start has read; null = there is none. */
  use(found: FoundPolicy | null): void {
    this.#found = found
    this.#isRead = true
  }

  /** The file; null without a policy. */
  get path(): string | null {
    return this.#found?.path ?? null
  }

  /** The profiles that every user has. */
  get profiles(): readonly ManagedProfile[] {
    return this.#found?.policy.profiles ?? []
  }

  /** What the window shows of it, with the profiles that there are; null without a policy. */
  view(profiles: readonly Pick<StoredProfile, 'profileId' | 'environment'>[]): PolicyView | null {
    if (this.#found === null) return null
    const { path, policy } = this.#found
    return {
      path,
      isOtherProfilesOff: this.#isOtherProfilesOff,
      isListenerOff: policy.callbackListener === 'off',
      isUpdateOff: this.updateChannel === null,
      leastSafety: policy.leastSafety ?? 'confirm',
      profiles: profiles.flatMap((profile) => {
        const { profileId } = profile
        const isManaged = this.#managed(profileId) !== undefined
        const least = this.#leastFor(profile)
        if (least === null && !isManaged) return []
        return [
          {
            ...{ profileId, isManaged, leastSafety: least?.safetyLevel ?? 'confirm' },
            limits: [...(least?.limits ?? [])],
          },
        ]
      }),
    }
  }

  /** A stored profile as it is used: the stricter one of its own rules and those of the policy counts. */
  applied<P extends StoredProfile>(profile: P): P {
    const least = this.#leastFor(profile)
    if (least === null || profile.limits === null) return profile
    return { ...profile, ...strictestOf({ ...profile, limits: profile.limits }, least) }
  }

  /**
   * Refuses a change of a managed profile other than its keys and a safety level, and other gateway profiles where the
   * policy wants none. Errors: `not-allowed-now`, reason `set-by-administrator`.
   */
  requireMaySave(input: ProfileInput): void {
    const managed = this.#managed(input.profileId)
    if (managed !== undefined && valuesOf(managed) !== valuesOf(input)) throw refused()
    if (managed === undefined && input.target.kind !== 'simulator' && this.#isOtherProfilesOff)
      throw refused()
  }

  /** Refuses rules that are looser than those of the policy. Errors: as above. */
  requireStrictRules(profile: Pick<ProfileRecord, 'profileId' | 'environment' | keyof ReleaseRules>): void {
    const least = this.#leastFor(profile)
    if (least !== null && !isAsStrictAs(profile, least)) throw refused()
  }

  /** Refuses the removal of a managed profile. Errors: as above. */
  requireRemovable(profileId: string): void {
    if (this.#managed(profileId) !== undefined) throw refused()
  }

  /** Refuses the listener for callbacks. Errors: as above. */
  requireListener(): void {
    if (this.#found?.policy.callbackListener === 'off') throw refused()
  }

  /** By which channel updates are offered; null = nobody is asked, also before the policy was read. */
  get updateChannel(): UpdateChannel | null {
    if (!this.#isRead) return null
    const { enabled, channel } = this.#found?.policy.updates ?? { enabled: true, channel: 'stable' }
    return enabled ? channel : null
  }

  get #isOtherProfilesOff(): boolean {
    return this.#found?.policy.otherProfiles === 'off'
  }

  #managed(profileId: string | null): ManagedProfile | undefined {
    return this.profiles.find((profile) => profile.profileId === profileId)
  }

  /** The least strict rules that a profile may have; null = any. */
  #leastFor({
    profileId,
    environment,
  }: Pick<StoredProfile, 'profileId' | 'environment'>): ReleaseRules | null {
    if (this.#found === null || environment === 'simulator') return null
    const { leastSafety = 'confirm', limits } = this.#found.policy
    const ofLive: readonly CurrencyLimits[] = environment === 'production' ? limits : []
    if (this.#isOtherProfilesOff && this.#managed(profileId) === undefined)
      return { safetyLevel: 'read-only', limits: ofLive }
    return environment === 'production' ? { safetyLevel: leastSafety, limits: ofLive } : null
  }
}

/** The values of a profile that a policy fixes, as one text for comparisons. */
function valuesOf(profile: Omit<ManagedProfile, 'profileId'>): string {
  const { name, target, login, routes, rebillControl, defaultIpAddress, pollPace, saleRules } = profile
  const { acceptsCards, control, uploadControl, uploadRoute, returnUrl } = saleRules
  return JSON.stringify([
    ...[name, target.kind, target.kind === 'simulator' ? null : target.baseUrl, login],
    routes.map(({ kind, id, label, currency }) => [kind, id, label, currency]),
    ...[rebillControl, defaultIpAddress, pollPace.minMs, Math.max(pollPace.minMs, pollPace.maxMs)],
    ...[acceptsCards, control, uploadControl, uploadRoute, returnUrl],
  ])
}

function refused(): AppError {
  return new AppError('not-allowed-now', { reason: 'set-by-administrator' })
}
