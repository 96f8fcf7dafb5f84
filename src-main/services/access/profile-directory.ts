import { AppError } from '../../../src-shared/errors/app-error'
import type { ProfileRecord, StoredProfile } from '../../ports/storage'
import type { OpenStorage } from '../common/storage-session'

interface Profiles {
  readonly usable: readonly ProfileRecord[]
  readonly unreadable: readonly StoredProfile[]
}

/**
 * Cache of the stored profiles, because every poll needs one. Drop it after each change. A profile that cannot be read
 * is never used for a request, because its rules would be guessed. It stays known, so that its orders and secrets stay
 * and a person can save it again.
 */
export class ProfileDirectory {
  readonly #storage: OpenStorage
  #profiles: Promise<Profiles> | null = null

  constructor(storage: OpenStorage) {
    this.#storage = storage
  }

  /** The profiles that can be used. */
  async list(): Promise<readonly ProfileRecord[]> {
    return (await this.#load()).usable
  }

  async listUnreadable(): Promise<readonly StoredProfile[]> {
    return (await this.#load()).unreadable
  }

  /** All profiles, also those that cannot be read. */
  async listStored(): Promise<readonly StoredProfile[]> {
    const { usable, unreadable } = await this.#load()
    return [...usable, ...unreadable]
  }

  /** Errors: `not-found`; `not-allowed-now` (reason `profile-unreadable`). */
  async require(profileId: string): Promise<ProfileRecord> {
    const { usable, unreadable } = await this.#load()
    const profile = usable.find((each) => each.profileId === profileId)
    if (profile !== undefined) return profile
    throw unreadable.some((each) => each.profileId === profileId)
      ? new AppError('not-allowed-now', { reason: 'profile-unreadable' })
      : notFound()
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

  async #load(): Promise<Profiles> {
    this.#profiles ??= this.#read()
    try {
      return await this.#profiles
    } catch (error) {
      this.#profiles = null
      throw error
    }
  }

  async #read(): Promise<Profiles> {
    const { reader } = this.#storage
    // In this order, a profile that is repaired in between is in both lists, never in none.
    const unreadable = await reader.listUnreadableProfiles()
    return { usable: await reader.listProfiles(), unreadable }
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
