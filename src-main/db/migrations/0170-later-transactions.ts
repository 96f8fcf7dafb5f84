import type { Sqlite } from '../file/connection'

/**
 * Refunds, cancellations and disputes beside the payment's own outcome. The gateway's total of refunds is cumulative, so
 * the triggers let it only rise, except from a sum that was assumed. A dispute is never taken back.
 */
export function addLaterTransactions(db: Sqlite): void {
  db.exec(`
    -- The enumerated amount that went through; NULL = amount_minor.
    ALTER TABLE orders ADD COLUMN charged_minor INTEGER CHECK (charged_minor > 0);
    ALTER TABLE orders ADD COLUMN refund_state TEXT NOT NULL DEFAULT 'none'
      CHECK (refund_state IN ('none', 'in-progress', 'partial', 'full', 'refused'));
    ALTER TABLE orders ADD COLUMN refund_kind TEXT NOT NULL DEFAULT 'refund'
      CHECK (refund_kind IN ('refund', 'cancellation'));
    ALTER TABLE orders ADD COLUMN refunded_minor INTEGER NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0);
    ALTER TABLE orders ADD COLUMN refund_basis TEXT NOT NULL DEFAULT 'reported'
      CHECK (refund_basis IN ('reported', 'assumed-full', 'at-least'));
    ALTER TABLE orders ADD COLUMN refund_problem TEXT
      CHECK (refund_problem IN ('total-fell', 'total-above-amount', 'total-unusable'));
    ALTER TABLE orders ADD COLUMN disputes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(disputes));

    -- One trigger, since the order in which several fire is not defined.
    CREATE TRIGGER orders_keep_true_refunds BEFORE UPDATE ON orders
    BEGIN
      SELECT RAISE(ABORT, 'charged-is-fixed')
      WHERE OLD.charged_minor IS NOT NULL AND NEW.charged_minor IS NOT OLD.charged_minor;
      SELECT RAISE(ABORT, 'refund-of-unpaid')
      WHERE (NEW.refund_state <> 'none' OR NEW.refunded_minor > 0 OR NEW.disputes <> '[]')
        AND NEW.status IS NOT 'approved';
      SELECT RAISE(ABORT, 'refund-above-amount')
      WHERE NEW.refunded_minor > coalesce(NEW.charged_minor, NEW.amount_minor, 0);
      SELECT RAISE(ABORT, 'refund-fell')
      WHERE NEW.refunded_minor < OLD.refunded_minor AND OLD.refund_basis <> 'assumed-full';
      SELECT RAISE(ABORT, 'refund-state')
      WHERE (NEW.refund_state = 'none' AND NEW.refunded_minor > 0)
        OR (NEW.refund_state = 'partial' AND NEW.refunded_minor = 0)
        OR (NEW.refund_state = 'full'
          AND NEW.refunded_minor IS NOT coalesce(NEW.charged_minor, NEW.amount_minor));
      SELECT RAISE(ABORT, 'dispute-is-kept')
      WHERE EXISTS (
        SELECT 1 FROM json_each(OLD.disputes) AS known
        WHERE known.value NOT IN (SELECT value FROM json_each(NEW.disputes))
      );
    END;
  `)
}
