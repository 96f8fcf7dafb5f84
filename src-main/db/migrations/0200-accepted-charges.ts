import type { Database } from 'better-sqlite3'

/** Lets the last charge that the gateway took be found at once in a history of any size. */
export function indexAcceptedCharges(db: Database): void {
  db.exec(`
    CREATE INDEX charges_by_acceptance ON charges (profile_key, order_id) WHERE state IN ('accepted', 'final')
  `)
}
