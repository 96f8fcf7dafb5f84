import type { Sqlite } from '../connection'

/**
 * Tells a refusal for a wrong control value, which comes before an order can exist, from an order that failed with the
 * same code 2. Only the type of the answer to the charge told them apart, so earlier rows are judged by that exchange.
 */
export function addRefusalsAndAttempts(db: Sqlite): void {
  db.exec(`
    ALTER TABLE orders ADD COLUMN control_refused INTEGER NOT NULL DEFAULT 0 CHECK (control_refused IN (0, 1));

    UPDATE orders SET revision = revision + 1, control_refused = 1
    WHERE error_code = '2'
      AND order_id IN (SELECT order_id FROM charges WHERE state IN ('rejected-unverified', 'rejected'))
      AND order_id IN (
        SELECT order_id FROM exchanges
        WHERE answer_type = 'validation-error' AND operation IN ('make-rebill', 'make-rebill-preauth', 'sale')
      );

    UPDATE orders SET revision = revision + 1, family = 'unknown', word = 'refused, checking'
    WHERE error_code = '2' AND control_refused = 0
      AND order_id IN (SELECT order_id FROM charges WHERE state = 'rejected-unverified');
  `)
}
