import type { Sqlite } from '../file/connection'

/**
 * Every request with its answer, masked before it came here; append-only. Parameters and fields are packed in
 * `body`.
 */
export function createExchanges(db: Sqlite): void {
  db.exec(`
    CREATE TABLE exchanges (
      exchange_id INTEGER PRIMARY KEY,
      profile_key INTEGER NOT NULL REFERENCES profiles,
      order_id INTEGER REFERENCES orders,
      at_ms INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      operation TEXT NOT NULL,
      host TEXT NOT NULL,
      path TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('answered', 'not-sent', 'no-readable-answer')),
      http_status INTEGER,
      answer_type TEXT,
      serial_number TEXT,
      client_order_id TEXT,
      failure TEXT,
      body BLOB NOT NULL
    ) STRICT;

    CREATE INDEX exchanges_by_order ON exchanges (order_id) WHERE order_id IS NOT NULL;

    CREATE TRIGGER exchanges_are_not_changed BEFORE UPDATE ON exchanges
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    CREATE TRIGGER exchanges_are_not_deleted BEFORE DELETE ON exchanges
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;
  `)
}
