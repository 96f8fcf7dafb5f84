import type { Database } from 'better-sqlite3'

/**
 * What the orders list needs to stay fast with a million orders: the number of orders of each profile and family, and
 * one index for each sort. The indexes hold profile and family, so that rows of others are passed over without being
 * read.
 */
export function addListCounts(db: Database): void {
  db.exec(`
    -- Kept by triggers. Orders are never deleted and keep their profile.
    CREATE TABLE order_counts (
      profile_key INTEGER NOT NULL REFERENCES profiles,
      family TEXT NOT NULL,
      count INTEGER NOT NULL CHECK (count >= 0),
      PRIMARY KEY (profile_key, family)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO order_counts SELECT profile_key, family, count(*) FROM orders GROUP BY profile_key, family;

    CREATE TRIGGER order_counts_follow_insert AFTER INSERT ON orders
    BEGIN
      INSERT INTO order_counts VALUES (NEW.profile_key, NEW.family, 1)
      ON CONFLICT (profile_key, family) DO UPDATE SET count = count + 1;
    END;

    CREATE TRIGGER order_counts_follow_family AFTER UPDATE OF family ON orders
    WHEN NEW.family <> OLD.family
    BEGIN
      UPDATE order_counts SET count = count - 1 WHERE profile_key = OLD.profile_key AND family = OLD.family;
      INSERT INTO order_counts VALUES (NEW.profile_key, NEW.family, 1)
      ON CONFLICT (profile_key, family) DO UPDATE SET count = count + 1;
    END;

    DROP INDEX orders_by_created;
    DROP INDEX orders_by_profile;
    DROP INDEX orders_by_amount;
    DROP INDEX orders_by_profile_amount;
  `)
  db.exec('CREATE INDEX orders_by_created ON orders (created_at_ms, order_id, profile_key, family)')
  const sorts = {
    changed: 'changed_at_ms',
    amount: 'amount_rank',
    word: 'word',
    cardholder: `coalesce(cardholder_name, '')`,
    last_four: `coalesce(last_four, '')`,
    client_order_id: 'client_order_id',
    gateway_order_id: `coalesce(gateway_order_id, '')`,
    reference: `coalesce(reference, '')`,
  }
  for (const [name, key] of Object.entries(sorts))
    db.exec(`CREATE INDEX orders_by_${name} ON orders (${key}, order_id, profile_key, family)`)
  db.exec(`
    CREATE INDEX orders_by_family ON orders (profile_key, family, created_at_ms);
    -- Values that few orders have.
    CREATE INDEX orders_by_error ON orders (error_code) WHERE error_code IS NOT NULL;
    CREATE INDEX orders_by_refund ON orders (refund_state) WHERE refund_state <> 'none';
  `)
}
