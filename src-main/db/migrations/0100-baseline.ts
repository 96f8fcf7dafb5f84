import type { Database } from 'better-sqlite3'

/**
 * The whole schema. The triggers are a second safety check behind the code: even with a bug there, a charge cannot be
 * sent twice, a charge or a step cannot move back, an amount cannot change, and an order cannot be lost. The message
 * of a trigger is the reason that the caller receives. JSON columns are checked here to be JSON; their shape is
 * checked when they are read.
 */
export function createSchema(db: Database): void {
  createProfiles(db)
  createCards(db)
  createOrders(db)
  createCharges(db)
  createExchanges(db)
  createTimeline(db)
  createThreeDsSteps(db)
  createCallbacks(db)
  createOrderSearch(db)
}

/** Profiles without their secrets, their encrypted RSA keys, and the settings. */
function createProfiles(db: Database): void {
  db.exec(`
    CREATE TABLE profiles (
      profile_key INTEGER PRIMARY KEY,
      profile_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      environment TEXT NOT NULL CHECK (environment IN ('production', 'gateway-test', 'simulator')),
      base_url TEXT,
      login TEXT NOT NULL,
      routes TEXT NOT NULL CHECK (json_valid(routes)),
      rebill_control TEXT NOT NULL CHECK (rebill_control IN ('without-endpoint', 'with-endpoint')),
      default_ip_address TEXT NOT NULL,
      poll_min_ms INTEGER NOT NULL CHECK (poll_min_ms >= 3000),
      poll_max_ms INTEGER NOT NULL CHECK (poll_max_ms >= 3000),
      safety_level TEXT NOT NULL CHECK (safety_level IN ('read-only', 'confirm')),
      has_secret INTEGER NOT NULL CHECK (has_secret IN (0, 1)),
      -- How the profile accepts typed cards.
      sale_rules TEXT NOT NULL CHECK (json_valid(sale_rules)),
      -- A removed profile stays, because its orders refer to it.
      is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
      created_at_ms INTEGER NOT NULL
    ) STRICT;

    -- Lookups at another address would not find what was sent to this one.
    CREATE TRIGGER profiles_keep_their_gateway BEFORE UPDATE ON profiles
    WHEN (NEW.base_url IS NOT OLD.base_url OR NEW.environment IS NOT OLD.environment) AND (
      EXISTS (SELECT 1 FROM charges WHERE profile_key = OLD.profile_key AND transmissions = 1)
      OR EXISTS (SELECT 1 FROM orders WHERE profile_key = OLD.profile_key AND answered_at_ms IS NOT NULL)
    )
    BEGIN
      SELECT RAISE(ABORT, 'profile-has-orders');
    END;

    -- The RSA key of a profile, encrypted with a key in the keychain, with the login and address it belongs to.
    CREATE TABLE signing_keys (
      profile_key INTEGER PRIMARY KEY REFERENCES profiles,
      origin TEXT NOT NULL CHECK (origin IN ('imported', 'created')),
      bits INTEGER NOT NULL CHECK (bits > 0),
      fingerprint TEXT NOT NULL,
      public_key TEXT NOT NULL,
      login TEXT NOT NULL,
      base_url TEXT,
      created_at_ms INTEGER NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT;

    CREATE TABLE app_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      theme TEXT NOT NULL CHECK (theme IN ('system', 'light', 'dark')),
      time_zone TEXT NOT NULL,
      operator_name TEXT NOT NULL,
      active_profile_key INTEGER REFERENCES profiles,
      is_recovery_made INTEGER NOT NULL CHECK (is_recovery_made IN (0, 1))
    ) STRICT;

    INSERT INTO app_state (id, theme, time_zone, operator_name, is_recovery_made)
    VALUES (1, 'system', 'system', '', 0);
  `)
}

/** Card tokens with the last card info; of the number at most the first six and last four digits. */
function createCards(db: Database): void {
  db.exec(`
    CREATE TABLE cards (
      card_id INTEGER PRIMARY KEY,
      profile_key INTEGER NOT NULL REFERENCES profiles,
      card_ref_id TEXT NOT NULL,
      route_id TEXT NOT NULL,
      -- Ids of the card behind the token: tokens that share one of them are charges of one card.
      unq_card_ref_id TEXT,
      card_hash_id TEXT,
      recurring_payment_id TEXT,
      dst_card_ref_id TEXT,
      nickname TEXT NOT NULL,
      customer_reference TEXT NOT NULL,
      bin TEXT CHECK (length(bin) <= 6),
      last_four TEXT CHECK (length(last_four) <= 4),
      expire_month INTEGER CHECK (expire_month BETWEEN 1 AND 12),
      expire_year INTEGER CHECK (expire_year BETWEEN 1970 AND 9999),
      printed_name TEXT,
      source_client_order_id TEXT,
      created_at_ms INTEGER NOT NULL,
      info_at_ms INTEGER,
      UNIQUE (profile_key, card_ref_id),
      -- Target of the key that ties a charge to a card of its own profile.
      UNIQUE (profile_key, card_id)
    ) STRICT;

    CREATE INDEX cards_by_unq_card_ref_id ON cards (unq_card_ref_id) WHERE unq_card_ref_id IS NOT NULL;
    CREATE INDEX cards_by_card_hash_id ON cards (card_hash_id) WHERE card_hash_id IS NOT NULL;
  `)
}

/** Orders with their last known state. The identity of an order never changes, and no order is deleted. */
function createOrders(db: Database): void {
  db.exec(`
    CREATE TABLE orders (
      order_id INTEGER PRIMARY KEY,
      revision INTEGER NOT NULL CHECK (revision >= 1),
      profile_key INTEGER NOT NULL REFERENCES profiles,
      environment TEXT NOT NULL CHECK (environment IN ('production', 'gateway-test', 'simulator')),
      kind TEXT NOT NULL,
      route_kind TEXT NOT NULL CHECK (route_kind IN ('endpoint', 'group')),
      route_id TEXT NOT NULL,
      client_order_id TEXT NOT NULL,
      gateway_order_id TEXT,
      created_at_ms INTEGER NOT NULL,
      changed_at_ms INTEGER NOT NULL,
      -- When the gateway confirmed the charge, by its clock. Only set where it differs from created_at_ms, which may
      -- come from a wrong clock or be long before the charge was sent.
      confirmed_at_ms INTEGER,
      -- family, word, home_section and amount_rank are computed from other columns and the charge's state. They are
      -- stored so that lists filter and sort by an index.
      family TEXT NOT NULL CHECK (family IN ('open', 'approved', 'declined', 'error', 'filtered', 'unknown')),
      word TEXT NOT NULL,
      -- The list on Home that shows it; NULL = none, so that the index holds only the few that are shown.
      home_section TEXT CHECK (home_section IN ('attention', 'in-flight')),
      status TEXT,
      order_stage TEXT,
      amount_minor INTEGER CHECK (amount_minor >= 0),
      -- The enumerated amount that went through; NULL = amount_minor.
      charged_minor INTEGER CHECK (charged_minor > 0),
      currency TEXT,
      -- The amount in ten-thousandths of its currency's unit, so that currencies with other decimals sort by their
      -- displayed value; -1 = no amount yet.
      amount_rank INTEGER NOT NULL,
      card_id INTEGER REFERENCES cards,
      bin TEXT CHECK (length(bin) <= 6),
      last_four TEXT CHECK (length(last_four) <= 4),
      cardholder_name TEXT,
      description TEXT,
      reference TEXT,
      error_code TEXT,
      error_message TEXT,
      -- A refusal for a wrong control value comes before an order can exist. It has the same code 2 as a failed
      -- order; only the type of the answer to the charge shows the difference.
      control_refused INTEGER NOT NULL DEFAULT 0 CHECK (control_refused IN (0, 1)),
      transaction_type TEXT,
      follow_state TEXT NOT NULL CHECK (follow_state IN ('following', 'stopped', 'needs-review')),
      followed_since_ms INTEGER NOT NULL,
      -- How long it was followed while the machine was awake, because the wall clock cannot be trusted after a
      -- restart.
      followed_for_ms INTEGER NOT NULL DEFAULT 0 CHECK (followed_for_ms >= 0),
      checks INTEGER NOT NULL CHECK (checks >= 0),
      answered_at_ms INTEGER,
      next_check_at_ms INTEGER,
      -- Until when an order is still looked up after its charge was called refused or not charged.
      watch_until_ms INTEGER,
      last_check_failure TEXT,
      alert TEXT CHECK (alert IN ('mismatch', 'changed-after-final', 'protocol')),
      awaited_step TEXT CHECK (awaited_step IN ('method', 'challenge', 'pareq', 'unsent-answer')),
      -- Refunds, cancellations and disputes beside the payment's own outcome.
      refund_state TEXT NOT NULL DEFAULT 'none'
        CHECK (refund_state IN ('none', 'in-progress', 'partial', 'full', 'refused')),
      refund_kind TEXT NOT NULL DEFAULT 'refund' CHECK (refund_kind IN ('refund', 'cancellation')),
      refunded_minor INTEGER NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
      refund_basis TEXT NOT NULL DEFAULT 'reported'
        CHECK (refund_basis IN ('reported', 'assumed-full', 'at-least')),
      refund_problem TEXT CHECK (refund_problem IN ('total-fell', 'total-above-amount', 'total-unusable')),
      disputes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(disputes))
    ) STRICT;

    -- A merchant's system may send one order id twice, and the gateway then has two orders of it.
    CREATE UNIQUE INDEX orders_by_ids ON orders (profile_key, client_order_id, gateway_order_id);
    CREATE INDEX orders_by_created ON orders (created_at_ms);
    -- order_id comes before family so that equal times and amounts are sorted by it.
    CREATE INDEX orders_by_profile ON orders (profile_key, created_at_ms, order_id, family);
    CREATE INDEX orders_by_amount ON orders (amount_rank);
    CREATE INDEX orders_by_profile_amount ON orders (profile_key, amount_rank, order_id, family);
    CREATE INDEX orders_by_card ON orders (card_id, created_at_ms) WHERE kind <> 'adopted';
    CREATE INDEX orders_by_next_check ON orders (next_check_at_ms) WHERE next_check_at_ms IS NOT NULL;
    CREATE INDEX orders_by_watch ON orders (watch_until_ms) WHERE watch_until_ms IS NOT NULL;
    CREATE INDEX orders_by_confirmed ON orders (confirmed_at_ms) WHERE confirmed_at_ms IS NOT NULL;
    CREATE INDEX orders_by_home_section ON orders (home_section, created_at_ms) WHERE home_section IS NOT NULL;

    -- Our own charge is always the first order of its id. An attempt without a gateway id could be any other one.
    CREATE TRIGGER orders_share_an_id_only_as_attempts BEFORE INSERT ON orders
    BEGIN
      SELECT RAISE(ABORT, 'already-in-log') FROM orders
      WHERE profile_key = NEW.profile_key AND client_order_id = NEW.client_order_id
        AND (NEW.kind <> 'adopted' OR NEW.gateway_order_id IS NULL OR NEW.gateway_order_id = gateway_order_id);
      SELECT RAISE(ABORT, 'first-attempt-unknown') FROM orders
      WHERE profile_key = NEW.profile_key AND client_order_id = NEW.client_order_id AND gateway_order_id IS NULL;
    END;

    CREATE TRIGGER orders_are_never_deleted BEFORE DELETE ON orders
    BEGIN
      SELECT RAISE(ABORT, 'orders-are-kept');
    END;

    CREATE TRIGGER orders_keep_their_identity
    BEFORE UPDATE OF order_id, profile_key, environment, kind, client_order_id, created_at_ms ON orders
    WHEN NEW.order_id IS NOT OLD.order_id
      OR NEW.profile_key IS NOT OLD.profile_key
      OR NEW.environment IS NOT OLD.environment
      OR NEW.kind IS NOT OLD.kind
      OR NEW.client_order_id IS NOT OLD.client_order_id
      OR NEW.created_at_ms IS NOT OLD.created_at_ms
    BEGIN
      SELECT RAISE(ABORT, 'order-identity');
    END;

    CREATE TRIGGER orders_revision_rises BEFORE UPDATE ON orders
    WHEN NEW.revision <> OLD.revision + 1
    BEGIN
      SELECT RAISE(ABORT, 'revision');
    END;

    -- Money and identity of an order may be added, never changed. A final outcome stays.
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

    CREATE TRIGGER orders_keep_their_money BEFORE UPDATE ON orders
    WHEN (OLD.amount_minor IS NOT NULL AND NEW.amount_minor IS NOT OLD.amount_minor)
      OR (OLD.currency IS NOT NULL AND NEW.currency IS NOT OLD.currency)
    BEGIN
      SELECT RAISE(ABORT, 'order-money');
    END;

    CREATE TRIGGER orders_keep_their_outcome BEFORE UPDATE ON orders
    WHEN (OLD.status IN ('approved', 'declined', 'error', 'filtered') AND NEW.status IS NOT OLD.status)
      OR (OLD.alert = 'changed-after-final' AND NEW.alert IS NOT OLD.alert)
    BEGIN
      SELECT RAISE(ABORT, 'order-outcome');
    END;

    -- The gateway's total of refunds is cumulative, so it may only rise, except from a sum that was assumed. A dispute is
    -- never taken back. One trigger, since the order in which several fire is not defined.
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

    -- Every field that the gateway reported, with its latest value: [{"name": "...", "value": "...", "atMs": 0},
    -- ...]. One row for each order. It is written only in the transaction that raises the revision of its order;
    -- timeline and exchange of that transaction show the reason.
    CREATE TABLE order_facts (
      order_id INTEGER PRIMARY KEY REFERENCES orders,
      facts TEXT NOT NULL CHECK (json_valid(facts)),
      revision INTEGER NOT NULL
    ) STRICT;

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

/** Charges: our intents to move or hold money. */
function createCharges(db: Database): void {
  db.exec(`
    CREATE TABLE charges (
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
      -- A sale's card is typed in and stored nowhere: of all kinds a sale alone names no token.
      card_id INTEGER,
      card_ref_id TEXT,
      amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      preview_hash TEXT,
      -- The form as it was confirmed.
      draft TEXT NOT NULL CHECK (json_valid(draft)),
      -- [{"name": "...", "value": "..."}, ...] with secrets masked.
      sent_parameters TEXT CHECK (json_valid(sent_parameters)),
      created_at_ms INTEGER NOT NULL,
      CHECK ((state = 'draft') = (order_id IS NULL)),
      CHECK (state = 'draft' OR preview_hash IS NOT NULL),
      CHECK ((kind = 'sale') = (card_id IS NULL)),
      CHECK ((kind = 'sale') = (card_ref_id IS NULL)),
      FOREIGN KEY (profile_key, card_id) REFERENCES cards (profile_key, card_id)
    ) STRICT;

    -- The few charges that may have to be looked for; settled ones are not in the index.
    CREATE INDEX charges_by_open_state ON charges (state)
    WHERE state IN ('recorded', 'sending', 'outcome-unknown', 'rejected-unverified', 'needs-review');

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

    CREATE TRIGGER charges_are_kept BEFORE DELETE ON charges
    WHEN OLD.state <> 'draft'
    BEGIN
      SELECT RAISE(ABORT, 'charge-is-kept');
    END;
  `)
}

/**
 * All requests with their answers, masked before they are stored; append-only. The same request or answer is stored
 * once for each order: a check that repeats it refers to it and adds its own time and serial number.
 */
function createExchanges(db: Database): void {
  db.exec(`
    CREATE TABLE exchange_contents (
      content_id INTEGER PRIMARY KEY,
      profile_key INTEGER NOT NULL REFERENCES profiles,
      order_id INTEGER REFERENCES orders,
      operation TEXT NOT NULL,
      host TEXT NOT NULL,
      path TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('answered', 'not-sent', 'no-readable-answer')),
      http_status INTEGER,
      answer_type TEXT,
      client_order_id TEXT,
      failure TEXT,
      -- [{"name": "...", "value": "..."}, ...]; in the answer, a value of null is the serial number of the exchange.
      request TEXT NOT NULL CHECK (json_valid(request)),
      answer TEXT NOT NULL CHECK (json_valid(answer)),
      unreadable_body TEXT
    ) STRICT;

    CREATE INDEX exchange_contents_by_order ON exchange_contents (order_id) WHERE order_id IS NOT NULL;

    CREATE TABLE exchanges (
      exchange_id INTEGER PRIMARY KEY,
      content_id INTEGER NOT NULL REFERENCES exchange_contents,
      at_ms INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      serial_number TEXT
    ) STRICT;

    CREATE INDEX exchanges_by_content ON exchanges (content_id);

    CREATE TRIGGER exchange_contents_are_not_changed BEFORE UPDATE ON exchange_contents
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    CREATE TRIGGER exchange_contents_are_not_deleted BEFORE DELETE ON exchange_contents
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    CREATE TRIGGER exchanges_are_not_changed BEFORE UPDATE ON exchanges
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    CREATE TRIGGER exchanges_are_not_deleted BEFORE DELETE ON exchanges
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    -- The API log: one row for each exchange with its full content.
    CREATE VIEW exchange_log AS
    SELECT
      exchange_id, profile_id, order_id, at_ms, duration_ms, operation, host, path, outcome, http_status, answer_type,
      serial_number, client_order_id, failure, request, answer, unreadable_body
    FROM exchanges
    JOIN exchange_contents USING (content_id)
    JOIN profiles USING (profile_key);
  `)
}

/**
 * The timeline of orders. Actions and changes are append-only. A run of checks without news is one row that counts,
 * so that an order followed for a day stays small. Both take their seq from one counter per order.
 */
function createTimeline(db: Database): void {
  db.exec(`
    CREATE TABLE timeline (
      order_id INTEGER NOT NULL REFERENCES orders,
      seq INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      kind TEXT NOT NULL,
      actor TEXT,
      exchange_id INTEGER REFERENCES exchanges,
      -- [{"name": "...", "before": "...", "after": "..."}, ...]
      changes TEXT CHECK (json_valid(changes)),
      text TEXT,
      PRIMARY KEY (order_id, seq)
    ) STRICT, WITHOUT ROWID;

    -- A run is open until another entry follows; exchange_id is that of its latest check.

    CREATE TABLE poll_runs (
      order_id INTEGER NOT NULL REFERENCES orders,
      seq INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('status-unchanged', 'check-failed')),
      at_ms INTEGER NOT NULL,
      last_at_ms INTEGER NOT NULL,
      count INTEGER NOT NULL CHECK (count >= 1),
      actor TEXT,
      exchange_id INTEGER REFERENCES exchanges,
      text TEXT,
      PRIMARY KEY (order_id, seq)
    ) STRICT, WITHOUT ROWID;

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

    -- Sequence numbers have no gaps, so no entry can be inserted between others. A row may be dated before the
    -- previous one only if the clock was set back, which also dates the order's own change.
    CREATE TRIGGER timeline_goes_on BEFORE INSERT ON timeline
    BEGIN
      SELECT RAISE(ABORT, 'timeline-order') FROM timeline_ends WHERE order_id = NEW.order_id AND (
        NEW.seq <> last_seq + 1
        OR (NEW.at_ms < last_at_ms AND NEW.at_ms < order_changed_at_ms - 60000)
      );
      SELECT RAISE(ABORT, 'nobody-resolved') WHERE NEW.kind = 'resolved' AND coalesce(trim(NEW.actor), '') = '';
    END;

    CREATE TRIGGER timeline_is_not_changed BEFORE UPDATE ON timeline
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    CREATE TRIGGER timeline_is_not_deleted BEFORE DELETE ON timeline
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
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
  `)
}

/**
 * The browser steps of 3-D Secure. The issuer's answer completes a payment, so the triggers protect its upload like a
 * charge: it cannot be sent twice, and a step cannot go back or be replaced. The answer is stored only while it may
 * still have to be sent.
 */
function createThreeDsSteps(db: Database): void {
  db.exec(`
    CREATE TABLE three_ds_steps (
      order_id INTEGER NOT NULL REFERENCES orders,
      seq INTEGER NOT NULL CHECK (seq >= 1),
      kind TEXT NOT NULL CHECK (kind IN ('method', 'challenge', 'pareq')),
      step_key TEXT NOT NULL,
      host TEXT,
      state TEXT NOT NULL CHECK (state IN (
        'awaited', 'open', 'answered', 'sending', 'sent', 'not-sent', 'refused', 'outcome-unknown', 'abandoned'
      )),
      transmissions INTEGER NOT NULL CHECK (transmissions IN (0, 1)),
      awaited_at_ms INTEGER NOT NULL,
      opened_at_ms INTEGER,
      answered_at_ms INTEGER,
      sent_at_ms INTEGER,
      settled_at_ms INTEGER,
      completion TEXT CHECK (completion IN ('Y', 'N', 'U')),
      trans_status TEXT,
      answer_digest TEXT,
      failure TEXT,
      answer TEXT CHECK (json_valid(answer)),
      PRIMARY KEY (order_id, seq),
      UNIQUE (order_id, step_key),
      CHECK ((answer IS NOT NULL) = (state IN ('answered', 'sending', 'not-sent')))
    ) STRICT;

    -- The few steps that can be unfinished when the app ends.
    CREATE INDEX three_ds_steps_by_open_state ON three_ds_steps (state) WHERE state IN ('open', 'sending');

    CREATE TRIGGER three_ds_steps_start_as_awaited BEFORE INSERT ON three_ds_steps
    WHEN NEW.state <> 'awaited' OR NEW.transmissions <> 0
    BEGIN
      SELECT RAISE(ABORT, 'step-must-start-as-awaited');
    END;

    -- One trigger, since the order in which several fire is not defined: the transition is judged first.
    CREATE TRIGGER three_ds_steps_follow_the_table BEFORE UPDATE ON three_ds_steps
    BEGIN
      SELECT RAISE(ABORT, 'forbidden-transition')
      WHERE OLD.state || '>' || NEW.state NOT IN (
        'awaited>open', 'awaited>abandoned',
        'open>awaited', 'open>answered', 'open>abandoned',
        'answered>sending', 'answered>abandoned',
        'sending>sent', 'sending>not-sent', 'sending>refused', 'sending>outcome-unknown',
        'not-sent>sending', 'not-sent>abandoned'
      );
      SELECT RAISE(ABORT, 'forbidden-transmission')
      WHERE NEW.transmissions <> (NEW.state IN ('sending', 'sent', 'refused', 'outcome-unknown'))
        OR (NEW.transmissions > OLD.transmissions AND NEW.state <> 'sending')
        OR (NEW.transmissions < OLD.transmissions AND NOT (OLD.state = 'sending' AND NEW.state = 'not-sent'));
    END;

    CREATE TRIGGER three_ds_steps_keep_their_identity BEFORE UPDATE ON three_ds_steps
    WHEN NEW.order_id IS NOT OLD.order_id
      OR NEW.seq IS NOT OLD.seq
      OR NEW.kind IS NOT OLD.kind
      OR NEW.step_key IS NOT OLD.step_key
      OR NEW.host IS NOT OLD.host
      OR NEW.awaited_at_ms IS NOT OLD.awaited_at_ms
    BEGIN
      SELECT RAISE(ABORT, 'step-identity');
    END;

    CREATE TRIGGER three_ds_steps_keep_what_was_caught BEFORE UPDATE ON three_ds_steps
    WHEN OLD.answer IS NOT NULL AND NEW.answer IS NOT NULL AND NEW.answer IS NOT OLD.answer
    BEGIN
      SELECT RAISE(ABORT, 'step-answer-is-fixed');
    END;

    CREATE TRIGGER three_ds_steps_are_kept BEFORE DELETE ON three_ds_steps
    BEGIN
      SELECT RAISE(ABORT, 'steps-are-kept');
    END;
  `)
}

/**
 * Stored callbacks: hints about an order, never part of it. The gateway repeats callbacks; an equal one is only
 * counted.
 */
function createCallbacks(db: Database): void {
  db.exec(`
    CREATE TABLE callbacks (
      callback_id INTEGER PRIMARY KEY,
      profile_key INTEGER REFERENCES profiles,
      order_id INTEGER REFERENCES orders,
      source TEXT NOT NULL CHECK (source IN ('pasted', 'imported', 'received')),
      same_key TEXT NOT NULL,
      received_at_ms INTEGER NOT NULL,
      last_seen_at_ms INTEGER NOT NULL,
      times_seen INTEGER NOT NULL CHECK (times_seen >= 1),
      -- The reading, with all fields in wire order: {"fields": [{"name": "...", "value": "..."}, ...], ...}
      reading TEXT NOT NULL CHECK (json_valid(reading))
    ) STRICT;

    -- A missing profile counts as one value here; NULL alone would not.
    CREATE UNIQUE INDEX callbacks_by_same_key ON callbacks (coalesce(profile_key, 0), same_key);
    CREATE INDEX callbacks_by_order ON callbacks (order_id) WHERE order_id IS NOT NULL;

    CREATE TRIGGER callbacks_stay_as_received BEFORE UPDATE ON callbacks
    WHEN NEW.callback_id IS NOT OLD.callback_id
      OR NEW.profile_key IS NOT OLD.profile_key
      OR NEW.source IS NOT OLD.source
      OR NEW.same_key IS NOT OLD.same_key
      OR NEW.received_at_ms IS NOT OLD.received_at_ms
      OR NEW.reading IS NOT OLD.reading
      OR NEW.times_seen NOT IN (OLD.times_seen, OLD.times_seen + 1)
    BEGIN
      SELECT RAISE(ABORT, 'callback-is-fixed');
    END;

    CREATE TRIGGER callbacks_are_attached_once BEFORE UPDATE OF order_id ON callbacks
    WHEN OLD.order_id IS NOT NULL AND NEW.order_id IS NOT OLD.order_id
    BEGIN
      SELECT RAISE(ABORT, 'attached');
    END;
  `)
}

/**
 * The search text of orders, indexed by trigrams. The indexes hold no copy of the text, and `secure-delete` removes
 * replaced text, so that an erased row leaves no words here.
 */
function createOrderSearch(db: Database): void {
  const columns = [
    'client_order_id',
    'gateway_order_id',
    'reference',
    'last_four',
    'cardholder_name',
    'description',
  ]
  // A unit separator keeps a match within one column.
  const text = (row: string) => `concat_ws(char(31), ${columns.map((column) => row + column).join(', ')})`
  db.exec(`
    CREATE VIRTUAL TABLE order_search USING fts5(text, content = '', columnsize = 0, tokenize = 'trigram');
    INSERT INTO order_search (order_search, rank) VALUES ('secure-delete', 1);

    CREATE TRIGGER order_search_follows_insert AFTER INSERT ON orders
    BEGIN
      INSERT INTO order_search (rowid, text) VALUES (NEW.order_id, ${text('NEW.')});
    END;

    CREATE TRIGGER order_search_follows_update
    AFTER UPDATE OF gateway_order_id, reference, last_four, cardholder_name, description ON orders
    WHEN ${text('NEW.')} <> ${text('OLD.')}
    BEGIN
      INSERT INTO order_search (order_search, rowid, text) VALUES ('delete', OLD.order_id, ${text('OLD.')});
      INSERT INTO order_search (rowid, text) VALUES (NEW.order_id, ${text('NEW.')});
    END;
  `)
  const words = 'email, fixed, cardholder_name'
  const values = (row: string) => `${row}email, ${row}fixed, ${row}cardholder_name`
  const remove = `INSERT INTO order_search_words (order_search_words, rowid, ${words}) VALUES ('delete', OLD.order_id, ${values('OLD.')});`
  const add = `INSERT INTO order_search_words (rowid, ${words}) VALUES (NEW.order_id, ${values('NEW.')});`
  db.exec(`
    -- Search text that is not in the order's own row: the e-mail address of a sale, and texts with letters that have
    -- several spellings (a letter with marks, or one composed letter), in the normal form of a search.
    CREATE TABLE order_words (
      order_id INTEGER PRIMARY KEY REFERENCES orders,
      email TEXT NOT NULL,
      fixed TEXT NOT NULL,
      cardholder_name TEXT NOT NULL
    ) STRICT;

    CREATE VIRTUAL TABLE order_search_words USING fts5(
      ${words}, content = 'order_words', content_rowid = 'order_id', columnsize = 0, tokenize = 'trigram'
    );
    INSERT INTO order_search_words (order_search_words, rank) VALUES ('secure-delete', 1);

    CREATE TRIGGER order_words_follow_insert AFTER INSERT ON order_words BEGIN ${add} END;
    CREATE TRIGGER order_words_follow_update AFTER UPDATE ON order_words BEGIN ${remove} ${add} END;
    CREATE TRIGGER order_words_follow_delete AFTER DELETE ON order_words BEGIN ${remove} END;
  `)
}
