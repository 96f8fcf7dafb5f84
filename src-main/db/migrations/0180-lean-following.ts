import type { Sqlite } from '../file/connection'

/**
 * How long an order was followed while the machine was awake, so that no wall clock has to be trusted after a restart;
 * and checks that brought the very answer of an earlier one, which keep their own time and serial number only.
 */
export function makeFollowingLean(db: Sqlite): void {
  db.exec(`
    ALTER TABLE orders ADD COLUMN followed_for_ms INTEGER NOT NULL DEFAULT 0 CHECK (followed_for_ms >= 0);

    -- Numbered together with exchanges, so that one order of ids shows what came when.
    CREATE TABLE exchange_repeats (
      exchange_id INTEGER PRIMARY KEY,
      same_as INTEGER NOT NULL REFERENCES exchanges (exchange_id),
      at_ms INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      serial_number TEXT
    ) STRICT;

    CREATE INDEX exchange_repeats_by_exchange ON exchange_repeats (same_as);

    CREATE TRIGGER exchange_repeats_are_not_changed BEFORE UPDATE ON exchange_repeats
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    CREATE TRIGGER exchange_repeats_are_not_deleted BEFORE DELETE ON exchange_repeats
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    -- Both halves have columns of the same types: only then is a page of the view read without sorting all of it.
    CREATE VIEW exchange_log AS
      SELECT
        exchange_id, profile_id, order_id, at_ms, duration_ms, operation, host, path, outcome, http_status,
        answer_type, serial_number, client_order_id, failure, body,
        CAST(NULL AS INTEGER) AS same_as
      FROM exchanges
      JOIN profiles USING (profile_key)
      UNION ALL
      SELECT
        repeats.exchange_id, profile_id, order_id, repeats.at_ms, repeats.duration_ms, operation, host, path, outcome,
        http_status, answer_type, repeats.serial_number, client_order_id, failure, body, same_as
      FROM exchange_repeats AS repeats
      JOIN exchanges ON exchanges.exchange_id = repeats.same_as
      JOIN profiles USING (profile_key);
  `)
}
