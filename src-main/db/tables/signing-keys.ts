import type { SigningKeyFacts } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { notFound } from './row-ids'

/** Encrypted private keys of profiles. Their shown data is read with the profile. */
export class SigningKeys {
  readonly #save
  readonly #remove
  readonly #sealed

  constructor(db: Sqlite) {
    this.#save = db.prepare<[Record<string, string | number | null | Uint8Array>]>(`
      INSERT INTO signing_keys (
        profile_key, origin, bits, fingerprint, public_key, login, base_url, created_at_ms, sealed
      )
      SELECT
        profile_key, @origin, @bits, @fingerprint, @public_key, @login, @base_url, @created_at_ms, @sealed
      FROM profiles WHERE profile_id = @profile_id AND is_removed = 0
      ON CONFLICT (profile_key) DO UPDATE SET
        origin = excluded.origin, bits = excluded.bits, fingerprint = excluded.fingerprint,
        public_key = excluded.public_key, login = excluded.login, base_url = excluded.base_url,
        created_at_ms = excluded.created_at_ms, sealed = excluded.sealed
    `)
    const ofProfile = 'profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)'
    this.#remove = db.prepare<[string]>(`DELETE FROM signing_keys WHERE ${ofProfile}`)
    this.#sealed = db.prepare<[string], Buffer>(`SELECT sealed FROM signing_keys WHERE ${ofProfile}`).pluck()
  }

  /** Replaces the key of the profile. Throws `not-found` for a missing or removed profile. */
  save(profileId: string, facts: SigningKeyFacts, sealed: Uint8Array): void {
    const saved = this.#save.run({
      profile_id: profileId,
      origin: facts.origin,
      bits: facts.bits,
      fingerprint: facts.fingerprint,
      public_key: facts.publicKey,
      login: facts.login,
      base_url: facts.baseUrl,
      created_at_ms: facts.createdAtMs,
      sealed,
    })
    if (saved.changes === 0) throw notFound('profile')
  }

  /** A missing key is no error. */
  remove(profileId: string): void {
    this.#remove.run(profileId)
  }

  sealedOf(profileId: string): Uint8Array | null {
    const sealed = this.#sealed.get(profileId)
    return sealed === undefined ? null : Uint8Array.from(sealed)
  }
}
