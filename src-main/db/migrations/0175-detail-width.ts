import type { Database } from 'better-sqlite3'

/** Adds the chosen width of the pane beside a list to the settings. Null = no choice. */
export function addDetailWidth(db: Database): void {
  db.exec('ALTER TABLE app_state ADD COLUMN detail_px INTEGER CHECK (detail_px BETWEEN 400 AND 2000)')
}
