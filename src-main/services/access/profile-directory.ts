import { AppError } from '../../../src-shared/errors/app-error'
import { isReadable } from '../../ports/records'
import type { ProfileRecord, StoredProfile } from '../../ports/storage'
import type { AdminPolicy } from '../common/admin-policy'
import type { OpenStorage } from '../common/storage-session'

/**
 * Cache of the stored profiles, because every poll needs one. Drop it after each change. Each profile has the stricter one
 * of its own rules and those of the administrator, so that every part of main uses these. A profile that cannot be read
 * is never used for a request, because its rules would be guessed. It stays known, so that its orders and secrets stay
 * and a person can save it again.
 */
export class ProfileDirectory {
  readonly #storage: OpenStorage
  readonly #policy: Pick<AdminPolicy, 'applied'>
  #profiles: Promise<readonly StoredProfile[]> | null = null

  constructor(storage: OpenStorage, policy: Pick<AdminPolicy, 'applied'>) {
    this.#storage = storage
    this.#policy = policy
  }

  /** The profiles that can be used. */
  async list(): Promise<readonly ProfileRecord[]> {
    return (await this.listStored()).filter(isReadable)
  }

  async listUnreadable(): Promise<readonly StoredProfile[]> {
    return (await this.listStored()).filter((profile) => !isReadable(profile))
  }

  /** All profiles, also those that cannot be read. */
  async listStored(): Promise<readonly StoredProfile[]> {
    return (await this.#listOwn()).map((profile) => this.#policy.applied(profile))
  }

  /** The limits that a person set for a profile, without those of the administrator. */
  async ownLimits(profileId: string): Promise<StoredProfile['limits']> {
    return (await this.#listOwn()).find((profile) => profile.profileId === profileId)?.limits ?? null
  }

  async #listOwn(): Promise<readonly StoredProfile[]> {
    this.#profiles ??= this.#storage.reader.listProfiles()
    try {
      return await this.#profiles
    } catch (error) {
      this.#profiles = null
      throw error
    }
  }

  /** Whether real money can move. True also when the profiles cannot be read. */
  async hasLive(): Promise<boolean> {
    try {
      return (await this.listStored()).some(({ environment }) => environment === 'production')
    } catch {
      return true
    }
  }

  /** Errors: `not-found`; `not-allowed-now` (reason `profile-unreadable`). */
  async require(profileId: string): Promise<ProfileRecord> {
    const profile = await this.requireStored(profileId)
    if (isReadable(profile)) return profile
    throw new AppError('not-allowed-now', { reason: 'profile-unreadable' })
  }

  /** The profile, also one that cannot be read. Errors: `not-found`. */
  async requireStored(profileId: string): Promise<StoredProfile> {
    const profile = (await this.listStored()).find((each) => each.profileId === profileId)
    if (profile === undefined) throw notFound()
    return profile
  }

  /** The active profile. Errors: as `require`; `not-allowed-now` (reason `no-profile`). */
  async requireActive(): Promise<ProfileRecord> {
    return this.require(await this.requireActiveId())
  }

  /** The id of the active profile, also of one that cannot be read. Errors: `not-allowed-now` (reason `no-profile`). */
  async requireActiveId(): Promise<string> {
    const { activeProfileId } = await this.#storage.reader.getState()
    if (activeProfileId === null) throw new AppError('not-allowed-now', { reason: 'no-profile' })
    return activeProfileId
  }

  /** Drops the cache, after a profile was saved or removed. */
  forget(): void {
    this.#profiles = null
  }
}

function notFound(): AppError {
  return new AppError('not-found', { reason: 'profile' })
}

/** The entry point of a profile by the id in the path. */
export function requireRoute(profile: ProfileRecord, routeId: string): ProfileRecord['routes'][number] {
  const route = profile.routes.find((candidate) => candidate.id === routeId)
  if (route === undefined)
    throw new AppError('validation-failed', { fields: { routeId: 'not-a-route-of-this-profile' } })
  return route
}
