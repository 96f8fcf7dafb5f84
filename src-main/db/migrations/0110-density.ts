import type { Database } from 'better-sqlite3'

/** Adds the density of the screens to the settings. */
export function addDensity(db: Database): void {
  db.exec(`
    ALTER TABLE app_state ADD COLUMN density TEXT NOT NULL DEFAULT 'comfortable'
      CHECK (density IN ('comfortable', 'compact'))
  `)
}
