import type { Sqlite } from '../file/connection'

/**
 * Callbacks that were kept: hints beside an order, never part of it. What was read is packed in `reading`. The gateway
 * repeats a callback, so the same one again only counts.
 */
export function createCallbacks(db: Sqlite): void {
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
      reading BLOB NOT NULL
    ) STRICT;

    -- No profile counts as one here, which NULL alone would not.
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
