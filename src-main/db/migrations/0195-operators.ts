import type { Database } from 'better-sqlite3'

/** Operators with their PIN, who acted and on which computer, and the limits of a profile. */
export function addOperators(db: Database): void {
  db.exec(`
    CREATE TABLE operators (
      operator_key INTEGER PRIMARY KEY,
      operator_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL CHECK (trim(name) <> ''),
      -- May change operators, profiles and limits.
      manages INTEGER NOT NULL CHECK (manages IN (0, 1)),
      -- The hash with its parameters. Their shape is checked when they are read.
      pin_hash TEXT NOT NULL CHECK (json_valid(pin_hash)),
      -- Wrong PINs since the last right one.
      wrong_pins INTEGER NOT NULL DEFAULT 0 CHECK (wrong_pins >= 0),
      -- A removed operator stays, because actions refer to it.
      is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
      created_at_ms INTEGER NOT NULL
    ) STRICT;

    CREATE TRIGGER operators_are_kept BEFORE DELETE ON operators
    BEGIN
      SELECT RAISE(ABORT, 'operators-are-kept');
    END;

    -- Each operator on each computer, account and version of the app, once. Without operators the name is that of the
    -- settings.
    CREATE TABLE actors (
      actor_id INTEGER PRIMARY KEY,
      operator_key INTEGER REFERENCES operators,
      name TEXT,
      os_user TEXT NOT NULL,
      host TEXT NOT NULL,
      app_version TEXT NOT NULL
    ) STRICT;

    CREATE TRIGGER actors_are_not_changed BEFORE UPDATE ON actors
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    CREATE TRIGGER actors_are_not_deleted BEFORE DELETE ON actors
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    ALTER TABLE timeline ADD COLUMN actor_id INTEGER REFERENCES actors;
    ALTER TABLE order_imports ADD COLUMN actor_id INTEGER REFERENCES actors;
    ALTER TABLE erasures ADD COLUMN actor_id INTEGER REFERENCES actors;

    -- An erasure may not touch it either.
    CREATE TRIGGER timeline_keeps_who_acted BEFORE UPDATE OF actor_id ON timeline
    WHEN NEW.actor_id IS NOT OLD.actor_id
    BEGIN
      SELECT RAISE(ABORT, 'append-only');
    END;

    -- The last confirmation: by whom, when, and the largest amount that the gateway may take for it.
    ALTER TABLE charges ADD COLUMN actor_id INTEGER REFERENCES actors;
    ALTER TABLE charges ADD COLUMN confirmed_at_ms INTEGER;
    ALTER TABLE charges ADD COLUMN most_minor INTEGER CHECK (most_minor > 0);

    CREATE INDEX charges_by_confirmation ON charges (profile_key, confirmed_at_ms)
    WHERE confirmed_at_ms IS NOT NULL;

    CREATE TRIGGER charges_keep_their_confirmation BEFORE UPDATE ON charges
    WHEN (
      NEW.actor_id IS NOT OLD.actor_id
      OR NEW.confirmed_at_ms IS NOT OLD.confirmed_at_ms
      OR NEW.most_minor IS NOT OLD.most_minor
    ) AND NOT (OLD.transmissions = 0 AND NEW.state IN ('recorded', 'sending') AND NEW.state <> OLD.state)
    BEGIN
      SELECT RAISE(ABORT, 'charge-is-fixed');
    END;

    ALTER TABLE app_state
    ADD COLUMN lock_minutes INTEGER NOT NULL DEFAULT 15 CHECK (lock_minutes BETWEEN 1 AND 15);

    -- The check of a column cannot change, so the column is replaced by one that has all four levels.
    ALTER TABLE profiles ADD COLUMN safety TEXT NOT NULL DEFAULT 'confirm'
      CHECK (safety IN ('read-only', 'confirm', 'typed', 'second-person'));
    UPDATE profiles SET safety = safety_level;
    ALTER TABLE profiles DROP COLUMN safety_level;
    ALTER TABLE profiles RENAME COLUMN safety TO safety_level;
    ALTER TABLE profiles ADD COLUMN limits TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(limits));
  `)
}
