import type { Sqlite } from '../file/connection'

/** Connections without their secrets, and the choices of the person at the desk. */
export function createProfiles(db: Sqlite): void {
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
      -- A removed profile stays: its orders are history that refers to it.
      is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
      created_at_ms INTEGER NOT NULL
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
