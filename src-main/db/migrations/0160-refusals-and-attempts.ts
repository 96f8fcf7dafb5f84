import type { Sqlite } from '../file/connection'

/** What the gateway's answers tell apart: refusals of the control, and orders that share the merchant's order id. */
export function addRefusalsAndAttempts(db: Sqlite): void {
  tellControlRefusals(db)
  letAttemptsShareAnId(db)
}

/**
 * Tells a refusal for a wrong control value, which comes before an order can exist, from an order that failed with the
 * same code 2. Only the type of the answer to the charge told them apart, so earlier rows are judged by that exchange.
 */
function tellControlRefusals(db: Sqlite): void {
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

const oneOrderPerId = /,\s*UNIQUE \(profile_key, client_order_id\)/

/**
 * A merchant's system may send one order id twice, and the gateway then has two orders of it. Both can be kept once each
 * is known by its own gateway id. A table cannot lose a constraint, so it is made anew: columns, indexes and triggers are
 * those that are there, whatever step added them.
 */
function letAttemptsShareAnId(db: Sqlite): void {
  const sqlOf = (types: string) =>
    db
      .prepare<[], string>(
        `SELECT sql FROM sqlite_schema WHERE tbl_name = 'orders' AND type IN (${types}) AND sql IS NOT NULL ORDER BY rowid`,
      )
      .pluck()
      .all()
  const [table = ''] = sqlOf(`'table'`)
  if (!oneOrderPerId.test(table)) throw new Error('the table of orders is not the expected one')
  const indexesAndTriggers = sqlOf(`'index', 'trigger'`)
  // Rows of other tables point to orders that are away until the end of this transaction.
  db.pragma('defer_foreign_keys = ON')
  db.exec('CREATE TABLE kept_orders AS SELECT * FROM orders; DROP TABLE orders')
  db.exec(table.replace(oneOrderPerId, ''))
  db.exec('INSERT INTO orders SELECT * FROM kept_orders; DROP TABLE kept_orders')
  for (const sql of indexesAndTriggers) db.exec(sql)
  db.exec(`
    CREATE UNIQUE INDEX orders_by_ids ON orders (profile_key, client_order_id, gateway_order_id);

    -- Our own charge is always the first order of its id. An attempt without a gateway id could be any other one.
    CREATE TRIGGER orders_share_an_id_only_as_attempts BEFORE INSERT ON orders
    BEGIN
      SELECT RAISE(ABORT, 'already-in-log') FROM orders
      WHERE profile_key = NEW.profile_key AND client_order_id = NEW.client_order_id
        AND (NEW.kind <> 'adopted' OR NEW.gateway_order_id IS NULL OR NEW.gateway_order_id = gateway_order_id);
      SELECT RAISE(ABORT, 'first-attempt-unknown') FROM orders
      WHERE profile_key = NEW.profile_key AND client_order_id = NEW.client_order_id AND gateway_order_id IS NULL;
    END;
  `)
}
