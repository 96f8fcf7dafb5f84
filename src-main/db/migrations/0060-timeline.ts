import type { Sqlite } from '../file/connection'

/**
 * What happened to an order. Acts and changes are append-only; runs of checks that brought nothing new are
 * folded into one row that counts, so that an order followed for a day stays small. Both draw their `seq`
 * from one count per order.
 */
export function createTimeline(db: Sqlite): void {
  db.exec(`
    CREATE TABLE timeline (
      order_id INTEGER NOT NULL REFERENCES orders,
      seq INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      kind TEXT NOT NULL,
      actor TEXT,
      exchange_id INTEGER REFERENCES exchanges,
      changes TEXT CHECK (json_valid(changes)),
      text TEXT,
      PRIMARY KEY (order_id, seq)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER timeline_is_not_changed BEFORE UPDATE ON timeline
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    CREATE TRIGGER timeline_is_not_deleted BEFORE DELETE ON timeline
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    -- A run is open while nothing came after it; exchange_id is that of its latest check.
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
  `)
}
