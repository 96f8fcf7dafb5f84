import type { Sqlite } from '../connection'

/**
 * What guards and lookups of charges need beyond version 130: recorded charges count for the guards, charges called
 * refused or settled as not charged are watched for a while, and a refusal that no lookup could settle goes to a person.
 */
export function addChargeSafety(db: Sqlite): void {
  db.exec(`
    DROP INDEX charges_by_open_state;
    CREATE INDEX charges_by_open_state ON charges (state)
    WHERE state IN ('recorded', 'sending', 'outcome-unknown', 'rejected-unverified', 'needs-review');

    -- Until when an order is still looked up after its charge was called refused or not charged.
    ALTER TABLE orders ADD COLUMN watch_until_ms INTEGER;
    CREATE INDEX orders_by_watch ON orders (watch_until_ms) WHERE watch_until_ms IS NOT NULL;

    DROP TRIGGER charges_follow_the_table;
    -- One trigger, since the order in which several fire is not defined: the transition is judged first.
    CREATE TRIGGER charges_follow_the_table BEFORE UPDATE ON charges
    BEGIN
      SELECT RAISE(ABORT, 'forbidden-transition')
      WHERE NEW.state <> OLD.state AND OLD.state || '>' || NEW.state NOT IN (
        'draft>recorded',
        'recorded>sending', 'recorded>cancelled',
        'sending>accepted', 'sending>rejected-unverified', 'sending>not-sent', 'sending>outcome-unknown',
        'not-sent>recorded', 'not-sent>cancelled',
        'accepted>final', 'accepted>needs-review',
        'rejected-unverified>rejected', 'rejected-unverified>accepted', 'rejected-unverified>final',
        'rejected-unverified>needs-review',
        'rejected>accepted', 'rejected>final',
        'outcome-unknown>accepted', 'outcome-unknown>final', 'outcome-unknown>needs-review',
        'needs-review>accepted', 'needs-review>final',
        'needs-review>resolved-present', 'needs-review>resolved-absent',
        'resolved-present>accepted', 'resolved-present>final',
        'resolved-absent>accepted', 'resolved-absent>final'
      );
      SELECT RAISE(ABORT, 'forbidden-transmission')
      WHERE NEW.transmissions <> (NEW.state NOT IN ('draft', 'recorded', 'not-sent', 'cancelled'))
        OR (NEW.transmissions > OLD.transmissions AND NOT (OLD.state = 'recorded' AND NEW.state = 'sending'))
        OR (NEW.transmissions < OLD.transmissions AND NOT (OLD.state = 'sending' AND NEW.state = 'not-sent'));
    END;
  `)
}
