import type { Sqlite } from '../file/connection'

/**
 * When the gateway confirmed a charge, by its clock; only where that differs from the time at which the order was made,
 * which came from a clock that was wrong or is long before the charge was sent.
 */
export function addConfirmedTimes(db: Sqlite): void {
  db.exec(`
    ALTER TABLE orders ADD COLUMN confirmed_at_ms INTEGER;
    CREATE INDEX orders_by_confirmed ON orders (confirmed_at_ms) WHERE confirmed_at_ms IS NOT NULL;
  `)
}
