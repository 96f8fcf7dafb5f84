import type { Database } from 'better-sqlite3'

/** Backups that were put in the place of a newer history, with the charges that they miss. */
export function addRestores(db: Database): void {
  db.exec(`
    -- A backup that was put in the place of a newer history. Written into the backup before the swap.
    CREATE TABLE restores (
      restore_id INTEGER PRIMARY KEY,
      at_ms INTEGER NOT NULL,
      actor TEXT,
      -- The newest order of the backup.
      last_known_ms INTEGER,
      -- The name of the file that was replaced.
      kept_file TEXT NOT NULL,
      -- 1 = the replaced history could be read, so that all missing charges are in the list.
      is_complete INTEGER NOT NULL CHECK (is_complete IN (0, 1)),
      -- [{"clientOrderId": "...", "profileId": "...", "atMs": 0}, ...]
      missing TEXT NOT NULL CHECK (json_valid(missing)),
      -- When a person said that the missing charges were checked; NULL = nothing can be charged.
      settled_at_ms INTEGER,
      settled_by TEXT
    ) STRICT;

    CREATE INDEX restores_by_unsettled ON restores (restore_id) WHERE settled_at_ms IS NULL;

    CREATE TRIGGER restores_are_only_settled BEFORE UPDATE ON restores
    WHEN OLD.settled_at_ms IS NOT NULL
      OR NEW.settled_at_ms IS NULL
      OR NEW.at_ms IS NOT OLD.at_ms
      OR NEW.actor IS NOT OLD.actor
      OR NEW.last_known_ms IS NOT OLD.last_known_ms
      OR NEW.kept_file IS NOT OLD.kept_file
      OR NEW.is_complete IS NOT OLD.is_complete
      OR NEW.missing IS NOT OLD.missing
    BEGIN
      SELECT RAISE(ABORT, 'restore-is-fixed');
    END;

    CREATE TRIGGER restores_are_kept BEFORE DELETE ON restores
    BEGIN
      SELECT RAISE(ABORT, 'restore-is-fixed');
    END;
  `)
}
