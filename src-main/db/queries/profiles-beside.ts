import { gatewayAddressOf } from '../../../src-shared/domain/gateway-address'
import type { Sqlite } from '../file/connection'

interface ProfileRow {
  readonly profile_key: number
  readonly profile_id: string
  readonly login: string
  readonly base_url: string | null
}

/** Finds the profiles at the same gateway, and of the same merchant account there. */
export class ProfilesBeside {
  readonly #profiles

  constructor(db: Sqlite) {
    this.#profiles = db.prepare<[], ProfileRow>(
      'SELECT profile_key, profile_id, login, base_url FROM profiles',
    )
  }

  /**
   * Profile numbers as JSON lists: those at the same gateway, and those with the same login there, including removed
   * ones.
   */
  of(profileId: string): { readonly gateway: string; readonly account: string } {
    const profiles = this.#profiles.all()
    const own = profiles.find((profile) => profile.profile_id === profileId)
    const gateway = profiles.filter(
      (profile) => own && gatewayAddressOf(profile.base_url) === gatewayAddressOf(own.base_url),
    )
    const keysOf = (rows: readonly ProfileRow[]) => JSON.stringify(rows.map((row) => row.profile_key))
    return {
      gateway: keysOf(gateway),
      account: keysOf(gateway.filter((profile) => profile.login === own?.login)),
    }
  }
}
