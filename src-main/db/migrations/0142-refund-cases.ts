import type { Database } from 'better-sqlite3'

/** Requests for refunds. The steps of a case are entries of its order's timeline; the row has the last one. */
export function addRefundCases(db: Database): void {
  db.exec(`
    CREATE TABLE refund_cases (
      case_id INTEGER PRIMARY KEY,
      order_id INTEGER NOT NULL REFERENCES orders,
      state TEXT NOT NULL CHECK (state IN ('asked', 'handed-over', 'proven', 'refused')),
      amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
      -- Refunds of the order before the case.
      refunded_before_minor INTEGER NOT NULL CHECK (refunded_before_minor >= 0),
      -- A day, YYYY-MM-DD.
      due_on TEXT NOT NULL CHECK (due_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
      asked_at_ms INTEGER NOT NULL,
      asked_by TEXT NOT NULL CHECK (trim(asked_by) <> ''),
      reason TEXT NOT NULL CHECK (trim(reason) <> ''),
      state_at_ms INTEGER NOT NULL,
      -- NULL = the gateway's status.
      state_by TEXT,
      state_reason TEXT
    ) STRICT;

    CREATE INDEX refund_cases_by_order ON refund_cases (order_id);
    CREATE INDEX refund_cases_by_due ON refund_cases (due_on, case_id) WHERE state IN ('asked', 'handed-over');

    CREATE TRIGGER refund_cases_start_as_asked BEFORE INSERT ON refund_cases
    BEGIN
      SELECT RAISE(ABORT, 'refund-case-state') WHERE NEW.state <> 'asked';
      SELECT RAISE(ABORT, 'refund-case-open') FROM refund_cases
      WHERE order_id = NEW.order_id AND state IN ('asked', 'handed-over');
      SELECT RAISE(ABORT, 'order-not-approved') FROM orders
      WHERE order_id = NEW.order_id AND status IS NOT 'approved';
      SELECT RAISE(ABORT, 'refund-above-amount') FROM orders
      WHERE order_id = NEW.order_id AND (
        NEW.refunded_before_minor <> refunded_minor
        OR NEW.amount_minor > coalesce(charged_minor, amount_minor, 0) - refunded_minor
      );
    END;

    -- A second safety check behind the code: only a refund of the order that came after the request proves a case.
    CREATE TRIGGER refund_cases_follow_the_table BEFORE UPDATE ON refund_cases
    BEGIN
      SELECT RAISE(ABORT, 'refund-case-state')
      WHERE OLD.state || '>' || NEW.state NOT IN (
        'asked>handed-over', 'asked>proven', 'asked>refused', 'handed-over>proven', 'handed-over>refused'
      );
      SELECT RAISE(ABORT, 'refund-case-is-fixed')
      WHERE NEW.case_id IS NOT OLD.case_id
        OR NEW.order_id IS NOT OLD.order_id
        OR NEW.amount_minor IS NOT OLD.amount_minor
        OR NEW.refunded_before_minor IS NOT OLD.refunded_before_minor
        OR NEW.due_on IS NOT OLD.due_on
        OR NEW.asked_at_ms IS NOT OLD.asked_at_ms
        OR NEW.asked_by IS NOT OLD.asked_by
        OR NEW.reason IS NOT OLD.reason;
      SELECT RAISE(ABORT, 'refund-not-proven') FROM orders
      WHERE NEW.state = 'proven' AND order_id = NEW.order_id AND (
        NEW.state_by IS NOT NULL
        OR refund_state NOT IN ('partial', 'full')
        OR refund_problem IS NOT NULL
        OR (refund_basis = 'reported' AND refunded_minor < OLD.refunded_before_minor + OLD.amount_minor)
      );
      SELECT RAISE(ABORT, 'nobody-handed-over')
      WHERE NEW.state = 'handed-over' AND coalesce(trim(NEW.state_by), '') = '';
    END;

    CREATE TRIGGER refund_cases_are_kept BEFORE DELETE ON refund_cases
    BEGIN
      SELECT RAISE(ABORT, 'refund-case-is-fixed');
    END;
  `)
}
