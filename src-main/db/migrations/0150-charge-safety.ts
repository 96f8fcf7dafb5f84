import type { Sqlite } from '../connection'

/** The guards of a charge also ask for charges that are recorded and not sent yet, so the index has them too. */
export function indexRecordedCharges(db: Sqlite): void {
  db.exec(`
    DROP INDEX charges_by_open_state;
    CREATE INDEX charges_by_open_state ON charges (state)
    WHERE state IN ('recorded', 'sending', 'outcome-unknown', 'rejected-unverified', 'needs-review');
  `)
}
