import type { Database } from 'better-sqlite3'

/** Indexes that find the orders of one card, one reference and one gateway order id. */
export function addRelatedOrderIndexes(db: Database): void {
  db.exec(`
    CREATE INDEX orders_by_digits ON orders (last_four, bin, created_at_ms, profile_key)
    WHERE last_four IS NOT NULL AND bin IS NOT NULL;
    CREATE INDEX orders_with_reference ON orders (reference, created_at_ms, profile_key) WHERE reference IS NOT NULL;
    CREATE INDEX orders_by_gateway_id ON orders (gateway_order_id, profile_key) WHERE gateway_order_id IS NOT NULL;
  `)
}
