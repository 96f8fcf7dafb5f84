import type { Sqlite } from '../file/connection'

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
  keepOrders(db)
  keepEvidence(db)
}

/** What is known of an order's money and identity may be added, never changed; a final outcome stays. */
function keepOrders(db: Sqlite): void {
  db.exec(`
    CREATE TRIGGER orders_keep_their_money BEFORE UPDATE ON orders
    WHEN (OLD.amount_minor IS NOT NULL AND NEW.amount_minor IS NOT OLD.amount_minor)
      OR (OLD.currency IS NOT NULL AND NEW.currency IS NOT OLD.currency)
    BEGIN
      SELECT RAISE(ABORT, 'order-money');
    END;

    CREATE TRIGGER orders_keep_what_identifies_them BEFORE UPDATE ON orders
    WHEN (OLD.gateway_order_id IS NOT NULL AND NEW.gateway_order_id IS NOT OLD.gateway_order_id)
      OR (OLD.bin IS NOT NULL AND NEW.bin IS NOT OLD.bin)
      OR (OLD.last_four IS NOT NULL AND NEW.last_four IS NOT OLD.last_four)
      OR NEW.card_id IS NOT OLD.card_id
      OR NEW.route_kind IS NOT OLD.route_kind
      OR NEW.route_id IS NOT OLD.route_id
    BEGIN
      SELECT RAISE(ABORT, 'order-identity');
    END;

    CREATE TRIGGER orders_keep_their_outcome BEFORE UPDATE ON orders
    WHEN (OLD.status IN ('approved', 'declined', 'error', 'filtered') AND NEW.status IS NOT OLD.status)
      OR (OLD.alert = 'changed-after-final' AND NEW.alert IS NOT OLD.alert)
    BEGIN
      SELECT RAISE(ABORT, 'order-outcome');
    END;

    -- Lookups at another address would find nothing of what was sent to this one.
    CREATE TRIGGER profiles_keep_their_gateway BEFORE UPDATE ON profiles
    WHEN (NEW.base_url IS NOT OLD.base_url OR NEW.environment IS NOT OLD.environment) AND (
      EXISTS (SELECT 1 FROM charges WHERE profile_key = OLD.profile_key AND transmissions = 1)
      OR EXISTS (SELECT 1 FROM orders WHERE profile_key = OLD.profile_key AND answered_at_ms IS NOT NULL)
    )
    BEGIN
      SELECT RAISE(ABORT, 'profile-has-orders');
    END;
  `)
}

/** What was confirmed and sent, and what happened since, is added to and never written anew. */
function keepEvidence(db: Sqlite): void {
  db.exec(`
    -- A person who confirms again may confirm other parameters, as long as nothing was sent.
    CREATE TRIGGER charges_keep_what_was_sent BEFORE UPDATE ON charges
    WHEN (NEW.sent_parameters IS NOT OLD.sent_parameters OR NEW.preview_hash IS NOT OLD.preview_hash)
      AND NOT (
        OLD.state = 'draft'
        OR (OLD.transmissions = 0 AND NEW.state IN ('recorded', 'sending') AND NEW.state <> OLD.state)
      )
    BEGIN
      SELECT RAISE(ABORT, 'charge-is-fixed');
    END;

    -- Sequence numbers have no gaps, so nothing can be put between what is there. A row may be dated before the one
    -- above it only by a clock that was set back, which dates the order's own change as well.
    CREATE TRIGGER timeline_goes_on BEFORE INSERT ON timeline
    BEGIN
      SELECT RAISE(ABORT, 'timeline-order') FROM timeline_ends WHERE order_id = NEW.order_id AND (
        NEW.seq <> last_seq + 1
        OR (NEW.at_ms < last_at_ms AND NEW.at_ms < order_changed_at_ms - 60000)
      );
      SELECT RAISE(ABORT, 'nobody-resolved') WHERE NEW.kind = 'resolved' AND coalesce(trim(NEW.actor), '') = '';
    END;

    CREATE TRIGGER poll_runs_go_on BEFORE INSERT ON poll_runs
    BEGIN
      SELECT RAISE(ABORT, 'timeline-order') FROM timeline_ends WHERE order_id = NEW.order_id AND (
        NEW.seq <> last_seq + 1
        OR (NEW.at_ms < last_at_ms AND NEW.at_ms < order_changed_at_ms - 60000)
      );
    END;

    CREATE TRIGGER poll_runs_only_count BEFORE UPDATE ON poll_runs
    BEGIN
      SELECT RAISE(ABORT, 'append-only') FROM timeline_ends
      WHERE order_id = OLD.order_id AND (
        OLD.seq <> last_seq
        OR NEW.order_id IS NOT OLD.order_id
        OR NEW.seq IS NOT OLD.seq
        OR NEW.kind IS NOT OLD.kind
        OR NEW.at_ms IS NOT OLD.at_ms
        OR NEW.actor IS NOT OLD.actor
        OR NEW.text IS NOT OLD.text
        OR NEW.count <= OLD.count
        OR (NEW.last_at_ms < OLD.last_at_ms AND NEW.last_at_ms < order_changed_at_ms - 60000)
      );
    END;

    CREATE TRIGGER poll_runs_are_not_deleted BEFORE DELETE ON poll_runs
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    CREATE VIEW timeline_ends AS
    SELECT order_id, changed_at_ms AS order_changed_at_ms,
      max(
        coalesce((SELECT max(seq) FROM timeline WHERE timeline.order_id = orders.order_id), 0),
        coalesce((SELECT max(seq) FROM poll_runs WHERE poll_runs.order_id = orders.order_id), 0)
      ) AS last_seq,
      max(
        coalesce((
          SELECT at_ms FROM timeline WHERE timeline.order_id = orders.order_id ORDER BY seq DESC LIMIT 1
        ), 0),
        coalesce((
          SELECT last_at_ms FROM poll_runs WHERE poll_runs.order_id = orders.order_id ORDER BY seq DESC LIMIT 1
        ), 0)
      ) AS last_at_ms
    FROM orders;

    -- Reported values are packed and cannot be judged here. They are written only in the transaction that raises the
    -- revision of their order, where timeline and exchange tell why.
    ALTER TABLE order_facts ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

    CREATE TRIGGER order_facts_come_with_their_order BEFORE UPDATE ON order_facts
    WHEN NEW.order_id IS NOT OLD.order_id
      OR NEW.revision <= OLD.revision
      OR NEW.revision IS NOT (SELECT revision FROM orders WHERE order_id = NEW.order_id)
    BEGIN
      SELECT RAISE(ABORT, 'facts-without-change');
    END;

    CREATE TRIGGER order_facts_are_not_deleted BEFORE DELETE ON order_facts
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;
  `)
}
