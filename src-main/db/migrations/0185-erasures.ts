import type { Database } from 'better-sqlite3'

/**
 * Erasing of personal data. Rows that are append-only otherwise may lose values, and only while a row of
 * `order_erasures` or `card_erasures` says that their order or card is being erased. Nothing can be added or changed
 * that way, and money, ids, states and times stay.
 */
export function addErasures(db: Database): void {
  createErasures(db)
  openProtectedTables(db)
  createRulesOfErasedRows(db)
}

function createErasures(db: Database): void {
  db.exec(`
    -- One row for each person that was erased and for each day on which the retention rule erased something.
    CREATE TABLE erasures (
      erasure_id INTEGER PRIMARY KEY,
      rule TEXT NOT NULL CHECK (rule IN ('person', 'retention')),
      -- Of the retention rule.
      kept_months INTEGER CHECK (kept_months > 0),
      started_at_ms INTEGER NOT NULL,
      -- NULL = no name is set.
      actor TEXT,
      orders INTEGER NOT NULL DEFAULT 0,
      cards INTEGER NOT NULL DEFAULT 0,
      -- Orders that had come into flight again before their turn.
      skipped INTEGER NOT NULL DEFAULT 0,
      -- NULL = planned rows are left.
      done_at_ms INTEGER,
      CHECK ((rule = 'retention') = (kept_months IS NOT NULL))
    ) STRICT;

    CREATE TRIGGER erasures_only_count BEFORE UPDATE ON erasures
    WHEN OLD.done_at_ms IS NOT NULL
      OR NEW.erasure_id IS NOT OLD.erasure_id
      OR NEW.rule IS NOT OLD.rule
      OR NEW.kept_months IS NOT OLD.kept_months
      OR NEW.started_at_ms IS NOT OLD.started_at_ms
      OR NEW.actor IS NOT OLD.actor
      OR NEW.orders < OLD.orders OR NEW.cards < OLD.cards OR NEW.skipped < OLD.skipped
    BEGIN
      SELECT RAISE(ABORT, 'erasure-is-fixed');
    END;

    CREATE TRIGGER erasures_are_kept BEFORE DELETE ON erasures
    BEGIN
      SELECT RAISE(ABORT, 'erasure-is-fixed');
    END;

    -- 'erasing' exists only inside a transaction.
    CREATE TABLE order_erasures (
      order_id INTEGER PRIMARY KEY REFERENCES orders,
      erasure_id INTEGER NOT NULL REFERENCES erasures,
      state TEXT NOT NULL CHECK (state IN ('planned', 'erasing', 'done'))
    ) STRICT;

    CREATE INDEX order_erasures_planned ON order_erasures (order_id) WHERE state = 'planned';

    CREATE TABLE card_erasures (
      card_id INTEGER PRIMARY KEY REFERENCES cards,
      erasure_id INTEGER NOT NULL REFERENCES erasures,
      state TEXT NOT NULL CHECK (state IN ('planned', 'erasing', 'done'))
    ) STRICT;

    CREATE INDEX card_erasures_planned ON card_erasures (card_id) WHERE state = 'planned';

    -- An order is in flight while something may still be requested for it, or money may have moved without proof.
    CREATE VIEW order_flights AS
    SELECT orders.order_id, orders.profile_key, orders.client_order_id, orders.created_at_ms,
      orders.next_check_at_ms IS NOT NULL
      OR orders.awaited_step IS NOT NULL
      OR orders.refund_state = 'in-progress'
      OR coalesce(charges.state, 'final') NOT IN (
        'final', 'rejected', 'cancelled', 'resolved-present', 'resolved-absent'
      )
      OR (
        coalesce(orders.status, '') NOT IN ('approved', 'declined', 'error', 'filtered')
        -- An order of a file that the gateway was never asked about.
        AND orders.word <> 'imported'
        AND coalesce(charges.state, '') NOT IN ('rejected', 'cancelled', 'resolved-present', 'resolved-absent')
      )
      OR EXISTS (
        SELECT 1 FROM refund_cases
        WHERE refund_cases.order_id = orders.order_id AND refund_cases.state IN ('asked', 'handed-over')
      ) AS is_in_flight
    FROM orders LEFT JOIN charges ON charges.order_id = orders.order_id;

    CREATE TRIGGER order_erasures_wait_for_the_end BEFORE UPDATE ON order_erasures
    WHEN NEW.state = 'erasing' AND OLD.state = 'planned'
    BEGIN
      SELECT RAISE(ABORT, 'order-in-flight') FROM order_flights
      WHERE order_id = NEW.order_id AND is_in_flight;
    END;

    CREATE TRIGGER order_erasures_start_as_planned BEFORE INSERT ON order_erasures
    WHEN NEW.state <> 'planned'
    BEGIN
      SELECT RAISE(ABORT, 'erasure-is-fixed');
    END;

    CREATE TRIGGER order_erasures_are_kept BEFORE DELETE ON order_erasures
    WHEN OLD.state <> 'planned'
    BEGIN
      SELECT RAISE(ABORT, 'erasure-is-fixed');
    END;

    -- Requests about cards, which name no order, and forms that were not confirmed.
    CREATE INDEX exchange_contents_without_order ON exchange_contents (profile_key) WHERE order_id IS NULL;
    CREATE INDEX charges_by_draft ON charges (charge_id) WHERE state = 'draft';
  `)
}

const isErasingOrder = `EXISTS (
  SELECT 1 FROM order_erasures WHERE order_erasures.order_id = OLD.order_id AND order_erasures.state = 'erasing'
)`

/** The exchange of a card names its token. */
const isErasingCard = `EXISTS (
  SELECT 1 FROM card_erasures JOIN cards USING (card_id)
  WHERE card_erasures.state = 'erasing' AND OLD.order_id IS NULL AND cards.profile_key = OLD.profile_key
    AND (instr(OLD.request, '"' || card_ref_id || '"') > 0 OR instr(OLD.answer, '"' || card_ref_id || '"') > 0)
)`

/** True when every part of a JSON array was in it before. */
const onlyLoses = (column: string) =>
  `NOT EXISTS (SELECT value FROM json_each(NEW.${column}) EXCEPT SELECT value FROM json_each(OLD.${column}))`
const isKeptOrNull = (column: string) => `(NEW.${column} IS NULL OR NEW.${column} IS OLD.${column})`
const isKeptOrMarked = (column: string) => `(NEW.${column} IS 'erased' OR NEW.${column} IS OLD.${column})`

/** What identifies the form of a charge and its money. */
const keptOfDraft = ['kind', 'routeId', 'amount', 'currency', 'cardId', 'enumerateAmounts']
  .concat([
    'recurrentScenario',
    'recurrentInitiator',
    'bin',
    'lastFour',
    'expireMonth',
    'expireYear',
    'presence',
  ])
  .map((key) => `'${key}'`)
  .join(', ')
/** A value of the form is emptied or stays, and none comes or goes. */
const formIsEmptied = `NOT EXISTS (
  SELECT key, value FROM json_each(NEW.draft) WHERE value <> '' OR key IN (${keptOfDraft})
  EXCEPT SELECT key, value FROM json_each(OLD.draft)
) AND NOT EXISTS (SELECT key FROM json_each(OLD.draft) EXCEPT SELECT key FROM json_each(NEW.draft))`

const withoutLists = (row: string) => `json_remove(${row}.reading, '$.fields', '$.comparison')`
const listOf = (row: string, list: string) => `SELECT value FROM json_each(${row}.reading, '$.${list}')`
const readingOnlyLoses = [
  `${withoutLists('NEW')} IS ${withoutLists('OLD')}`,
  ...['fields', 'comparison'].map(
    (list) => `NOT EXISTS (${listOf('NEW', list)} EXCEPT ${listOf('OLD', list)})`,
  ),
].join(' AND ')

/** The tables whose rows are fixed, with what an erasure may do to each column. All other columns stay. */
const openings = [
  {
    table: 'exchange_contents',
    triggers: ['exchange_contents_are_not_changed'],
    isErasing: `(${isErasingOrder} OR ${isErasingCard})`,
    columns: {
      request: onlyLoses('request'),
      answer: onlyLoses('answer'),
      unreadable_body: isKeptOrNull('unreadable_body'),
    },
  },
  {
    table: 'timeline',
    triggers: ['timeline_is_not_changed'],
    isErasing: isErasingOrder,
    columns: { changes: onlyLoses('changes'), text: isKeptOrNull('text') },
  },
  {
    table: 'charges',
    triggers: ['charges_keep_what_was_confirmed', 'charges_keep_what_was_sent'],
    isErasing: isErasingOrder,
    columns: {
      state_version: 'NEW.state_version = OLD.state_version + 1',
      draft: formIsEmptied,
      sent_parameters: onlyLoses('sent_parameters'),
      // A hash of what was confirmed could confirm a guess.
      preview_hash: isKeptOrMarked('preview_hash'),
    },
  },
  {
    table: 'callbacks',
    triggers: ['callbacks_stay_as_received'],
    isErasing: isErasingOrder,
    // Whether it matches its order is compared again with every change of the order.
    columns: { reading: readingOnlyLoses, gateway_match: 'TRUE' },
  },
  {
    table: 'refund_cases',
    triggers: ['refund_cases_follow_the_table'],
    isErasing: isErasingOrder,
    columns: { reason: isKeptOrMarked('reason'), state_reason: isKeptOrMarked('state_reason') },
  },
]

/** Replaces each trigger by two: the same one outside of an erasure, and the rule of the erasure. */
function openProtectedTables(db: Database): void {
  const sqlOf = db
    .prepare<[string], string>(`SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?`)
    .pluck()
  const columnsOf = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck()
  for (const { table, triggers, isErasing, columns } of openings) {
    for (const name of triggers) {
      const sql = sqlOf.get(name) ?? ''
      const outside = sql.replace(
        /^(CREATE TRIGGER \w+\s+BEFORE UPDATE ON \w+)\s+(?:WHEN\s+([\s\S]*?)\s+)?BEGIN/,
        (_, head: string, when: string | undefined) =>
          `${head} WHEN NOT ${isErasing} AND (${when ?? 'TRUE'}) BEGIN`,
      )
      if (outside === sql) throw new Error(`no trigger ${name}`)
      db.exec(`DROP TRIGGER ${name}; ${outside};`)
    }
    const fixed = columnsOf.all(table).filter((column) => !Object.hasOwn(columns, column))
    const isAllowed = [...fixed.map((column) => `NEW.${column} IS OLD.${column}`), ...Object.values(columns)]
    db.exec(`
      CREATE TRIGGER ${table}_lose_only_personal_data BEFORE UPDATE ON ${table}
      WHEN ${isErasing} AND NOT (${isAllowed.join(' AND ')})
      BEGIN
        SELECT RAISE(ABORT, 'only-erased');
      END;
    `)
  }
}

/** What was erased does not come back with a later response of the gateway. */
function createRulesOfErasedRows(db: Database): void {
  db.exec(`
    CREATE TRIGGER orders_stay_erased BEFORE UPDATE OF cardholder_name, description, reference ON orders
    WHEN coalesce(NEW.cardholder_name, NEW.description, NEW.reference) IS NOT NULL
      AND EXISTS (SELECT 1 FROM order_erasures WHERE order_id = NEW.order_id AND state = 'done')
    BEGIN
      SELECT RAISE(ABORT, 'erased');
    END;

    CREATE TRIGGER order_identities_stay_erased BEFORE UPDATE OF email ON order_identities
    WHEN NEW.email IS NOT NULL
      AND EXISTS (SELECT 1 FROM order_erasures WHERE order_id = NEW.order_id AND state = 'done')
    BEGIN
      SELECT RAISE(ABORT, 'erased');
    END;

    CREATE TRIGGER cards_stay_erased BEFORE UPDATE OF printed_name ON cards
    WHEN NEW.printed_name IS NOT NULL
      AND EXISTS (SELECT 1 FROM card_erasures WHERE card_id = NEW.card_id AND state = 'done')
    BEGIN
      SELECT RAISE(ABORT, 'erased');
    END;
  `)
}
