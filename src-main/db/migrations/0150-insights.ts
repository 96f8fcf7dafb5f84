import type { Database } from 'better-sqlite3'
import { bankCodeIn } from '../../../src-shared/domain/bank-code'

/** Upper bounds of the time to a final status, in seconds. Longer times are in the band 0. */
const timeBands = [1, 2, 3, 5, 10, 15, 30, 60, 120, 300, 900, 3600, 14_400, 86_400]
/**
 * The lengths of time that are summed up: quarters of an hour, because all zones of today differ from UTC by a multiple of
 * these, and days in UTC, so that a long period needs few rows.
 */
const stepsMs = [15 * 60_000, 24 * 60 * 60_000]
const retryWindowMs = 24 * 60 * 60_000
/** The gateway's name of the fact, as the rows of this version have it. */
const storedCountry = 'card-country-alpha-three-code'

const finals = `('approved', 'declined', 'error', 'filtered')`

/**
 * What Insights reads: sums of orders for each quarter of an hour and each day, kept by triggers. The view `order_insights` defines
 * what one order adds to them.
 */
export function addInsights(db: Database): void {
  addColumns(db)
  createView(db)
  createSums(db)
}

function addColumns(db: Database): void {
  db.exec(`
    -- The bank's response code in the gateway's message. Computed from error_message, like family from the status.
    ALTER TABLE orders ADD COLUMN bank_code TEXT CHECK (length(bank_code) = 2);
    -- The country of the card's issuer.
    ALTER TABLE orders ADD COLUMN card_country TEXT CHECK (length(card_country) = 3);
    -- When this app first saw a final status.
    ALTER TABLE orders ADD COLUMN final_at_ms INTEGER;

    CREATE INDEX orders_by_try
    ON orders (profile_key, bin, last_four, amount_minor, currency, created_at_ms)
    WHERE bin IS NOT NULL AND last_four IS NOT NULL AND amount_minor IS NOT NULL AND currency IS NOT NULL;
  `)
  db.function('bank_code_in', { deterministic: true }, (message: unknown) =>
    bankCodeIn(typeof message === 'string' ? message : null),
  )
  db.prepare(
    `
      UPDATE orders SET
        revision = orders.revision + 1,
        bank_code = found.bank_code,
        card_country = found.card_country,
        final_at_ms = found.final_at_ms
      FROM (
        SELECT order_id, bank_code_in(error_message) AS bank_code, (
          SELECT value ->> 'value' FROM order_facts, json_each(order_facts.facts)
          WHERE order_facts.order_id = orders.order_id AND value ->> 'name' = '${storedCountry}'
            AND value ->> 'value' GLOB '[A-Z][A-Z][A-Z]'
        ) AS card_country, iif(status IN ${finals}, (
          SELECT min(at_ms) FROM timeline WHERE timeline.order_id = orders.order_id AND kind = 'final'
        ), NULL) AS final_at_ms
        FROM orders
      ) AS found
      WHERE found.order_id = orders.order_id
        AND (found.bank_code IS NOT NULL OR found.card_country IS NOT NULL OR found.final_at_ms IS NOT NULL)
    `,
  ).run()
}

/** True for an order that was never processed: refused, not sent or cancelled. */
const isUnprocessed = (row: string) => `(${row}.family = 'error' AND ${row}.status IS NOT 'error')`

/**
 * The processed order of the same card, amount and currency that comes next before or after a row, at most a day away;
 * NULL = none. Several conditions repeat those of the index, so that SQLite uses it.
 */
function neighbour(side: 'before' | 'after', row: string, id: string, column: string): string {
  const [comparison, direction, limit] =
    side === 'before'
      ? ['<', 'DESC', `other.created_at_ms >= ${row}.created_at_ms - ${String(retryWindowMs)}`]
      : ['>', 'ASC', `other.created_at_ms <= ${row}.created_at_ms + ${String(retryWindowMs)}`]
  return `(
    SELECT ${column} FROM orders AS other
    WHERE other.profile_key = ${row}.profile_key AND other.bin = ${row}.bin AND other.last_four = ${row}.last_four
      AND other.amount_minor = ${row}.amount_minor AND other.currency = ${row}.currency
      AND other.bin IS NOT NULL AND other.last_four IS NOT NULL
      AND other.amount_minor IS NOT NULL AND other.currency IS NOT NULL
      AND (other.created_at_ms, other.order_id) ${comparison} (${row}.created_at_ms, ${id}) AND ${limit}
      AND NOT ${isUnprocessed('other')}
    ORDER BY other.created_at_ms ${direction}, other.order_id ${direction} LIMIT 1
  )`
}

function createView(db: Database): void {
  const seconds = '(orders.final_at_ms - orders.created_at_ms) / 1000.0'
  const band = timeBands.map((bound) => `WHEN ${seconds} <= ${String(bound)} THEN ${String(bound)}`).join(' ')
  const failed = `('declined', 'error', 'filtered')`
  const charged = 'coalesce(orders.charged_minor, orders.amount_minor, 0)'
  const previous = neighbour('before', 'orders', 'orders.order_id', 'other.family')
  const next = neighbour('after', 'orders', 'orders.order_id', 'other.order_id')
  db.exec(`
    CREATE VIEW order_insights AS
    SELECT *,
      iif(outcome = 'approved', charged_sum, 0) AS approved_minor,
      iif(later = 'full', refunded_minor, 0) AS full_minor,
      iif(later = 'partial', refunded_minor, 0) AS partial_minor,
      iif(later = 'cancelled', refunded_minor, 0) AS cancelled_minor,
      iif(is_chargeback, charged_sum, 0) AS chargeback_minor
    FROM (
      SELECT
        orders.order_id,
        orders.profile_key,
        orders.created_at_ms,
        orders.kind = 'adopted' AS is_adopted,
        coalesce(orders.currency, '') AS currency,
        iif(${isUnprocessed('orders')}, 'unprocessed', orders.family) AS outcome,
        -- A retry comes within a day after a failed order of the same card and amount. What was approved before it was
        -- another payment.
        NOT ${isUnprocessed('orders')} AND coalesce(${previous} IN ${failed}, 0) AS is_retry,
        NOT ${isUnprocessed('orders')} AND orders.family IN ${failed} AND ${next} IS NOT NULL AS is_retried,
        iif(orders.family IN ${failed}, coalesce(orders.bank_code, ''), '') AS bank_code,
        coalesce(orders.card_country, '') AS card_country,
        -- -1 = not known: not final, paid elsewhere, or dated by a clock that was wrong.
        CASE
          WHEN orders.final_at_ms IS NULL OR orders.kind = 'adopted' OR orders.confirmed_at_ms IS NOT NULL
            OR orders.final_at_ms < orders.created_at_ms THEN -1
          ${band} ELSE 0
        END AS seconds_band,
        ${charged} AS charged_sum,
        CASE
          WHEN orders.refunded_minor = 0 THEN 'none'
          WHEN orders.refund_kind = 'cancellation' THEN 'cancelled'
          WHEN orders.refunded_minor >= ${charged} THEN 'full'
          ELSE 'partial'
        END AS later,
        orders.refunded_minor,
        instr(orders.disputes, '"chargeback"') > 0 AS is_chargeback
      FROM orders
    );
  `)
}

const keys = [
  ...['profile_key', 'step_ms', 'start_ms', 'currency', 'outcome', 'is_adopted', 'is_retry', 'is_retried'],
  ...['bank_code', 'card_country', 'seconds_band', 'later', 'is_chargeback'],
].join(', ')
const sums = ['approved_minor', 'full_minor', 'partial_minor', 'cancelled_minor', 'chargeback_minor']

/** Columns of an order that change what it adds. */
const counted = [
  ...['family', 'status', 'amount_minor', 'charged_minor', 'currency', 'bin', 'last_four', 'bank_code'],
  ...['card_country', 'final_at_ms', 'confirmed_at_ms', 'refund_kind', 'refunded_minor', 'disputes'],
]

function createSums(db: Database): void {
  const steps = stepsMs.map((ms) => `SELECT ${String(ms)} AS step_ms`).join(' UNION ALL ')
  const added = (ids: string, sign: '' | '-') => `
    INSERT INTO insight_sums (${keys}, orders, ${sums.join(', ')})
    SELECT ${keys}, ${sign}1, ${sums.map((sum) => `${sign}${sum}`).join(', ')}
    FROM (SELECT *, created_at_ms - created_at_ms % step_ms AS start_ms FROM order_insights CROSS JOIN (${steps}))
    WHERE order_id IN (${ids})
    ON CONFLICT DO UPDATE SET
      orders = orders + excluded.orders, ${sums.map((sum) => `${sum} = ${sum} + excluded.${sum}`).join(', ')};
  `
  const neighbours = (row: string, id = `${row}.order_id`) =>
    (['before', 'after'] as const)
      .map((side) => `SELECT ${neighbour(side, row, id, 'other.order_id')}`)
      .join(' UNION ')
  // A new order gets the greatest id.
  const greatestId = '9223372036854775807'
  // Card digits and money of an order are added once and never changed, so it has no other neighbours before.
  const changed = `SELECT NEW.order_id UNION ${neighbours('NEW')}`
  const isCounted = counted.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(' OR ')
  db.exec(`
    CREATE TABLE insight_sums (
      profile_key INTEGER NOT NULL,
      step_ms INTEGER NOT NULL,
      start_ms INTEGER NOT NULL,
      -- '' = not known, here and below.
      currency TEXT NOT NULL,
      outcome TEXT NOT NULL,
      is_adopted INTEGER NOT NULL,
      is_retry INTEGER NOT NULL,
      is_retried INTEGER NOT NULL,
      bank_code TEXT NOT NULL,
      card_country TEXT NOT NULL,
      seconds_band INTEGER NOT NULL,
      later TEXT NOT NULL,
      is_chargeback INTEGER NOT NULL,
      orders INTEGER NOT NULL,
      ${sums.map((sum) => `${sum} INTEGER NOT NULL`).join(', ')},
      PRIMARY KEY (${keys})
    ) STRICT, WITHOUT ROWID;

    ${added('SELECT order_id FROM orders', '')}

    -- Rows that hold nothing any more.
    CREATE TRIGGER insight_sums_are_not_empty AFTER UPDATE ON insight_sums WHEN NEW.orders = 0
    BEGIN
      DELETE FROM insight_sums WHERE (${keys}) = (${keys
        .split(', ')
        .map((key) => `NEW.${key}`)
        .join(', ')});
    END;

    -- Whether an order is a retry, or was retried, depends on the orders beside it. So before a change the order and its
    -- neighbours are taken out of the sums, and after it they are added again.
    CREATE TRIGGER insight_sums_before_insert BEFORE INSERT ON orders
    BEGIN
      ${added(neighbours('NEW', greatestId), '-')}
    END;

    CREATE TRIGGER insight_sums_after_insert AFTER INSERT ON orders
    BEGIN
      ${added(`SELECT NEW.order_id UNION ${neighbours('NEW')}`, '')}
    END;

    CREATE TRIGGER insight_sums_before_update BEFORE UPDATE ON orders WHEN ${isCounted}
    BEGIN
      ${added(changed, '-')}
    END;

    CREATE TRIGGER insight_sums_after_update AFTER UPDATE ON orders WHEN ${isCounted}
    BEGIN
      ${added(changed, '')}
    END;
  `)
}
