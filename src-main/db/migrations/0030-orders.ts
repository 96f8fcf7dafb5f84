import type { Sqlite } from '../file/connection'

/** Orders as last known. What an order is never changes, and no order is ever deleted. */
export function createOrders(db: Sqlite): void {
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
      -- family, word and place follow from the columns below and the charge's state; kept for filtering by
      -- index.
      family TEXT NOT NULL CHECK (family IN ('open', 'approved', 'declined', 'error', 'filtered', 'unknown')),
      word TEXT NOT NULL,
      -- Where Home shows it; NULL = nowhere, so that the index holds only the few that are shown.
      place TEXT CHECK (place IN ('attention', 'in-flight')),
      status TEXT,
      order_stage TEXT,
      amount_minor INTEGER CHECK (amount_minor >= 0),
      currency TEXT,
      -- The amount in ten-thousandths of its currency's unit, so that currencies with other decimals sort by
      -- what is read; -1 = no amount yet.
      amount_rank INTEGER NOT NULL,
      card_id INTEGER REFERENCES cards,
      bin TEXT CHECK (length(bin) <= 6),
      last_four TEXT CHECK (length(last_four) <= 4),
      cardholder_name TEXT,
      description TEXT,
      reference TEXT,
      error_code TEXT,
      error_message TEXT,
      transaction_type TEXT,
      follow_state TEXT NOT NULL CHECK (follow_state IN ('following', 'stopped', 'needs-review')),
      followed_since_ms INTEGER NOT NULL,
      checks INTEGER NOT NULL CHECK (checks >= 0),
      answered_at_ms INTEGER,
      next_check_at_ms INTEGER,
      last_check_failure TEXT,
      alert TEXT CHECK (alert IN ('mismatch', 'changed-after-final', 'protocol')),
      UNIQUE (profile_key, client_order_id)
    ) STRICT;

    CREATE INDEX orders_by_created ON orders (created_at_ms);
    -- order_id stands before family so that equal times and amounts come out sorted.
    CREATE INDEX orders_by_profile ON orders (profile_key, created_at_ms, order_id, family);
    CREATE INDEX orders_by_amount ON orders (amount_rank);
    CREATE INDEX orders_by_profile_amount ON orders (profile_key, amount_rank, order_id, family);
    CREATE INDEX orders_by_card ON orders (card_id, created_at_ms) WHERE kind <> 'adopted';
    CREATE INDEX orders_by_next_check ON orders (next_check_at_ms) WHERE next_check_at_ms IS NOT NULL;
    CREATE INDEX orders_by_place ON orders (place, created_at_ms) WHERE place IS NOT NULL;

    -- Every field the gateway reported with its latest value, packed: one row per order.
    CREATE TABLE order_facts (
      order_id INTEGER PRIMARY KEY REFERENCES orders,
      facts BLOB NOT NULL
    ) STRICT;

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
  `)
}
