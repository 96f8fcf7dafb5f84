import type { Settings } from '../../../src-shared/domain/app-state'
import type { Sqlite } from '../file/connection'
import { notFound } from './row-ids'

interface AppStateRow {
  readonly theme: Settings['theme']
  readonly density: Settings['density']
  readonly detail_px: number | null
  readonly time_zone: string
  readonly operator_name: string
  readonly active_profile_id: string | null
  readonly is_recovery_made: number
  readonly lock_minutes: number
}

/** The single row of settings that belong to no profile. */
export class AppStateRows {
  readonly #saveSettings
  readonly #setActive
  readonly #leave
  readonly #setRecoveryMade
  readonly #setLockMinutes
  readonly #get

  constructor(db: Sqlite) {
    this.#saveSettings = db.prepare<[Settings]>(`
      UPDATE app_state
      SET theme = @theme, density = @density, detail_px = @detailPx,
        time_zone = @timeZone, operator_name = @operatorName
    `)
    this.#setActive = db.prepare<[string]>(`
      UPDATE app_state SET active_profile_key = profiles.profile_key
      FROM profiles WHERE profiles.profile_id = ? AND profiles.is_removed = 0
    `)
    this.#leave = db.prepare<[]>('UPDATE app_state SET active_profile_key = NULL')
    this.#setRecoveryMade = db.prepare<[number]>('UPDATE app_state SET is_recovery_made = ?')
    this.#setLockMinutes = db.prepare<[number]>('UPDATE app_state SET lock_minutes = ?')
    this.#get = db.prepare<[], AppStateRow>(`
      SELECT theme, density, detail_px, time_zone, operator_name, profiles.profile_id AS active_profile_id,
        is_recovery_made, lock_minutes
      FROM app_state LEFT JOIN profiles ON profiles.profile_key = active_profile_key
    `)
  }

  saveSettings({ theme, density, detailPx, timeZone, operatorName }: Settings): void {
    this.#saveSettings.run({ theme, density, detailPx, timeZone, operatorName })
  }

  /** Throws `not-found` for a missing or removed profile. */
  setActiveProfile(profileId: string | null): void {
    if (profileId === null) this.#leave.run()
    else if (this.#setActive.run(profileId).changes === 0) throw notFound('profile')
  }

  setRecoveryMade(made: boolean): void {
    this.#setRecoveryMade.run(made ? 1 : 0)
  }

  setLockMinutes(minutes: number): void {
    this.#setLockMinutes.run(minutes)
  }

  get(): {
    settings: Settings
    activeProfileId: string | null
    isRecoveryMade: boolean
    lockMinutes: number
  } {
    const row = this.#get.get()
    if (row === undefined) throw new Error('the state row is missing')
    return {
      settings: {
        theme: row.theme,
        density: row.density,
        detailPx: row.detail_px,
        timeZone: row.time_zone,
        operatorName: row.operator_name,
      },
      activeProfileId: row.active_profile_id,
      isRecoveryMade: row.is_recovery_made === 1,
      lockMinutes: row.lock_minutes,
    }
  }
}
