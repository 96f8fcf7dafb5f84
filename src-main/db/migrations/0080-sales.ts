import type { Sqlite } from '../file/connection'

/**
 * Lets a charge be a sale, whose card is typed in and stored nowhere: of all kinds it alone names no token. A column
 * cannot lose its NOT NULL, so the table is made anew; index and triggers are those of before, and so is every row.
 */
export function letChargesBeSales(db: Sqlite): void {
  db.exec(`
    CREATE TABLE charges_with_sales (
      charge_id TEXT PRIMARY KEY,
      profile_key INTEGER NOT NULL REFERENCES profiles,
      order_id INTEGER UNIQUE REFERENCES orders,
      state TEXT NOT NULL CHECK (state IN (
        'draft', 'recorded', 'sending', 'not-sent', 'accepted', 'rejected-unverified', 'rejected',
        'outcome-unknown', 'needs-review', 'resolved-present', 'resolved-absent', 'cancelled', 'final'
      )),
      state_version INTEGER NOT NULL CHECK (state_version >= 1),
      transmissions INTEGER NOT NULL CHECK (transmissions IN (0, 1)),
      kind TEXT NOT NULL,
      client_order_id TEXT NOT NULL,
      card_id INTEGER,
      card_ref_id TEXT,
      amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      preview_hash TEXT,
      draft BLOB NOT NULL,
      sent_parameters BLOB,
      created_at_ms INTEGER NOT NULL,
      CHECK ((state = 'draft') = (order_id IS NULL)),
      CHECK (state = 'draft' OR preview_hash IS NOT NULL),
      CHECK ((kind = 'sale') = (card_id IS NULL)),
      CHECK ((kind = 'sale') = (card_ref_id IS NULL)),
      FOREIGN KEY (profile_key, card_id) REFERENCES cards (profile_key, card_id)
    ) STRICT;

    INSERT INTO charges_with_sales SELECT * FROM charges;
    DROP TABLE charges;
    ALTER TABLE charges_with_sales RENAME TO charges;

    -- The few charges that may have to be looked for; settled ones are not in the index.
    CREATE INDEX charges_by_open_state ON charges (state)
    WHERE state IN ('sending', 'outcome-unknown', 'rejected-unverified', 'needs-review');

    CREATE TRIGGER charges_start_as_drafts BEFORE INSERT ON charges
    WHEN NEW.state <> 'draft' OR NEW.transmissions <> 0
    BEGIN
      SELECT RAISE(ABORT, 'charge-must-start-as-draft');
    END;

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

    CREATE TRIGGER charges_version_rises BEFORE UPDATE ON charges
    WHEN NEW.state_version <> OLD.state_version + 1
    BEGIN
      SELECT RAISE(ABORT, 'charge-state');
    END;

    CREATE TRIGGER charges_keep_their_identity BEFORE UPDATE ON charges
    WHEN NEW.charge_id IS NOT OLD.charge_id
      OR NEW.profile_key IS NOT OLD.profile_key
      OR NEW.created_at_ms IS NOT OLD.created_at_ms
      OR (OLD.order_id IS NOT NULL AND NEW.order_id IS NOT OLD.order_id)
    BEGIN
      SELECT RAISE(ABORT, 'charge-identity');
    END;

    CREATE TRIGGER charges_keep_what_was_confirmed BEFORE UPDATE ON charges
    WHEN (OLD.state <> 'draft' OR NEW.state <> 'draft') AND (
      NEW.kind IS NOT OLD.kind
      OR NEW.client_order_id IS NOT OLD.client_order_id
      OR NEW.card_id IS NOT OLD.card_id
      OR NEW.card_ref_id IS NOT OLD.card_ref_id
      OR NEW.amount_minor IS NOT OLD.amount_minor
      OR NEW.currency IS NOT OLD.currency
      OR NEW.draft IS NOT OLD.draft
    )
    BEGIN
      SELECT RAISE(ABORT, 'charge-is-fixed');
    END;

    CREATE TRIGGER charges_are_kept BEFORE DELETE ON charges
    WHEN OLD.state <> 'draft'
    BEGIN
      SELECT RAISE(ABORT, 'charge-is-kept');
    END;
  `)
}
