import type { Environment } from '../../../src-shared/domain/gateway-address'
import { chargeLimits, type SafetyLevel } from '../../../src-shared/domain/charge-limits'
import { profileInput, type RebillControl } from '../../../src-shared/domain/profile'
import { saleRules } from '../../../src-shared/domain/sale-rules'
import type { ProfileRecord, SigningKeyFacts, StoredProfile } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { notFound } from './row-ids'
import { fromJsonOr } from './stored-json'

interface ProfileRow {
  readonly profile_id: string
  readonly name: string
  readonly environment: Environment
  readonly base_url: string | null
  readonly login: string
  readonly routes: string
  readonly rebill_control: RebillControl
  readonly default_ip_address: string
  readonly poll_min_ms: number
  readonly poll_max_ms: number
  readonly safety_level: SafetyLevel
  readonly limits: string
  readonly has_secret: number
  readonly sale_rules: string
  readonly created_at_ms: number
}

/** A profile with the shown data of its RSA key, which is null without one. */
interface ListedRow extends ProfileRow {
  readonly origin: SigningKeyFacts['origin'] | null
  readonly bits: number
  readonly fingerprint: string
  readonly public_key: string
  readonly key_login: string
  readonly key_base_url: string | null
  readonly key_created_at_ms: number
}

/**
 * Profiles without their secrets. Other tables refer to a profile by number, because its id would make every index
 * larger.
 */
export class Profiles {
  readonly #upsert
  readonly #remove
  readonly #list
  readonly #listFormer
  readonly #key

  constructor(db: Sqlite) {
    this.#upsert = db.prepare<[ProfileRow]>(`
      INSERT INTO profiles (
        profile_id, name, environment, base_url, login, routes, rebill_control, default_ip_address,
        poll_min_ms, poll_max_ms, safety_level, has_secret, sale_rules, limits, created_at_ms
      )
      VALUES (
        @profile_id, @name, @environment, @base_url, @login, @routes, @rebill_control, @default_ip_address,
        @poll_min_ms, @poll_max_ms, @safety_level, @has_secret, @sale_rules, @limits, @created_at_ms
      )
      ON CONFLICT (profile_id) DO UPDATE SET
        name = excluded.name, environment = excluded.environment, base_url = excluded.base_url,
        login = excluded.login, routes = excluded.routes, rebill_control = excluded.rebill_control,
        default_ip_address = excluded.default_ip_address, poll_min_ms = excluded.poll_min_ms,
        poll_max_ms = excluded.poll_max_ms, safety_level = excluded.safety_level,
        has_secret = excluded.has_secret, sale_rules = excluded.sale_rules,
        limits = excluded.limits, is_removed = 0
    `)
    this.#remove = db.prepare<[string]>(
      'UPDATE profiles SET is_removed = 1, has_secret = 0 WHERE profile_id = ? AND is_removed = 0',
    )
    this.#list = db.prepare<[], ListedRow>(`
      SELECT profiles.*, origin, bits, fingerprint, public_key, signing_keys.login AS key_login,
        signing_keys.base_url AS key_base_url, signing_keys.created_at_ms AS key_created_at_ms
      FROM profiles LEFT JOIN signing_keys USING (profile_key)
      WHERE is_removed = 0
      ORDER BY profile_key
    `)
    this.#listFormer = db.prepare<[], { profileId: string; name: string }>(
      'SELECT profile_id AS profileId, name FROM profiles WHERE is_removed = 1 ORDER BY profile_key',
    )
    this.#key = db.prepare<[string], number>('SELECT profile_key FROM profiles WHERE profile_id = ?').pluck()
  }

  save(profile: ProfileRecord): void {
    this.#upsert.run({
      profile_id: profile.profileId,
      name: profile.name,
      environment: profile.environment,
      base_url: profile.baseUrl,
      login: profile.login,
      routes: JSON.stringify(profile.routes),
      rebill_control: profile.rebillControl,
      default_ip_address: profile.defaultIpAddress,
      poll_min_ms: profile.pollPace.minMs,
      poll_max_ms: profile.pollPace.maxMs,
      safety_level: profile.safetyLevel,
      has_secret: profile.hasSecret ? 1 : 0,
      sale_rules: JSON.stringify(profile.saleRules),
      limits: JSON.stringify(profile.limits),
      created_at_ms: profile.createdAtMs,
    })
  }

  remove(profileId: string): void {
    if (this.#remove.run(profileId).changes === 0) throw notFound('profile')
  }

  /** The last names of removed profiles. */
  listFormer(): { profileId: string; name: string }[] {
    return this.#listFormer.all()
  }

  /** All profiles. Entry points or sale rules that cannot be read are null. */
  list(): StoredProfile[] {
    return this.#list.all().map((row) => ({
      profileId: row.profile_id,
      name: row.name,
      environment: row.environment,
      baseUrl: row.base_url,
      login: row.login,
      routes: fromJsonOr(profileInput.shape.routes, row.routes, null),
      rebillControl: row.rebill_control,
      defaultIpAddress: row.default_ip_address,
      pollPace: { minMs: row.poll_min_ms, maxMs: row.poll_max_ms },
      safetyLevel: row.safety_level,
      hasSecret: row.has_secret === 1,
      saleRules: fromJsonOr(saleRules, row.sale_rules, null),
      limits: fromJsonOr(chargeLimits, row.limits, null),
      signingKey: signingKeyOf(row),
      createdAtMs: row.created_at_ms,
    }))
  }

  /** The number of a profile, including removed ones; null when there was none. */
  findKey(profileId: string): number | null {
    return this.#key.get(profileId) ?? null
  }

  /** The number of a profile. Throws `not-found`. */
  keyOf(profileId: string): number {
    const key = this.findKey(profileId)
    if (key === null) throw notFound('profile')
    return key
  }
}

function signingKeyOf(row: ListedRow): SigningKeyFacts | null {
  if (row.origin === null) return null
  return {
    origin: row.origin,
    bits: row.bits,
    fingerprint: row.fingerprint,
    publicKey: row.public_key,
    login: row.key_login,
    baseUrl: row.key_base_url,
    createdAtMs: row.key_created_at_ms,
  }
}
