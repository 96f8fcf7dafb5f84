import type { Sqlite } from '../file/connection'

/** The RSA key of a profile, sealed under a key that is in the keychain, with the login and address it belongs to. */
export function createSigningKeys(db: Sqlite): void {
  db.exec(`
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
  `)
}
