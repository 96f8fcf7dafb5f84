import type { Sqlite } from '../connection'

/** How long an order was followed while the machine was awake, so that no wall clock has to be trusted after a restart. */
export function makeFollowingLean(db: Sqlite): void {
  db.exec(`
    ALTER TABLE orders ADD COLUMN followed_for_ms INTEGER NOT NULL DEFAULT 0 CHECK (followed_for_ms >= 0);
  `)
}
