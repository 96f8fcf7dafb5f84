import { AppError } from '../../../src-shared/errors/app-error'
import type { ProfileRecord } from '../../ports/storage'
import type { OpenStorage } from '../common/storage-session'

/** Cache of the stored profiles, because every poll needs one. Drop it after each change. */
export class ProfileDirectory {
  readonly #storage: OpenStorage
  #profiles: Promise<readonly ProfileRecord[]> | null = null

  constructor(storage: OpenStorage) {
    this.#storage = storage
  }

  async list(): Promise<readonly ProfileRecord[]> {
    this.#profiles ??= this.#storage.reader.listProfiles()
    try {
      return await this.#profiles
    } catch (error) {
      this.#profiles = null
      throw error
    }
  }

  async find(profileId: string): Promise<ProfileRecord | null> {
    return (await this.list()).find((profile) => profile.profileId === profileId) ?? null
  }

  async require(profileId: string): Promise<ProfileRecord> {
    const profile = await this.find(profileId)
    if (profile === null) throw new AppError('not-found', { reason: 'profile' })
    return profile
  }

  /** The active profile. */
  async requireActive(): Promise<ProfileRecord> {
    const { activeProfileId } = await this.#storage.reader.getState()
    if (activeProfileId === null) throw new AppError('not-allowed-now', { reason: 'no-profile' })
    return this.require(activeProfileId)
  }

  /** Drops the cache, after a profile was saved or removed. */
  forget(): void {
    this.#profiles = null
  }
}

/** The entry point of a profile by the id in the path. */
export function requireRoute(profile: ProfileRecord, routeId: string): ProfileRecord['routes'][number] {
  const route = profile.routes.find((candidate) => candidate.id === routeId)
  if (route === undefined)
    throw new AppError('validation-failed', { fields: { routeId: 'not-a-route-of-this-profile' } })
  return route
}
