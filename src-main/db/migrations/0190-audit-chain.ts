import type { Database } from 'better-sqlite3'

/**
 * The audit chain: one entry for each act, attempt and refusal, written in the transaction of the act. The first entry
 * is written at the next opening, because only then the key is there; it names what stood before.
 */
export function addAuditChain(db: Database): void {
  db.exec(`
    CREATE TABLE audit_chain (
      seq INTEGER PRIMARY KEY CHECK (seq > 0),
      -- UTC, in ms.
      at_ms INTEGER NOT NULL,
      kind TEXT NOT NULL,
      -- The order that the entry is about. Not a reference: an entry outlives a row that somebody removed.
      order_id INTEGER,
      -- JSON without personal data.
      facts TEXT NOT NULL CHECK (json_valid(facts)),
      -- HMAC-SHA256 with the chain key, over the link before and this entry.
      link BLOB NOT NULL CHECK (length(link) = 32)
    ) STRICT;

    -- An index ends with seq, which is the rowid.
    CREATE INDEX audit_chain_by_order ON audit_chain (order_id) WHERE order_id IS NOT NULL;
    CREATE INDEX audit_chain_by_turn ON audit_chain (kind)
    WHERE kind IN ('opened', 'anchored', 'restored', 'acknowledged');

    CREATE TRIGGER audit_chain_has_no_gaps BEFORE INSERT ON audit_chain
    WHEN NEW.seq <> coalesce((SELECT max(seq) FROM audit_chain), 0) + 1
    BEGIN
      SELECT RAISE(ABORT, 'chain-is-append-only');
    END;

    CREATE TRIGGER audit_chain_is_fixed BEFORE UPDATE ON audit_chain
    BEGIN
      SELECT RAISE(ABORT, 'chain-is-append-only');
    END;

    CREATE TRIGGER audit_chain_is_kept BEFORE DELETE ON audit_chain
    BEGIN
      SELECT RAISE(ABORT, 'chain-is-append-only');
    END;

    -- Who acknowledged a finding, and why. The entry holds a keyed mark of these words.
    CREATE TABLE chain_signatures (
      seq INTEGER PRIMARY KEY REFERENCES audit_chain (seq),
      name TEXT NOT NULL,
      reason TEXT NOT NULL,
      -- Null = there was no other operator.
      second_name TEXT
    ) STRICT;

    CREATE TRIGGER chain_signatures_are_fixed BEFORE UPDATE ON chain_signatures
    BEGIN
      SELECT RAISE(ABORT, 'chain-is-append-only');
    END;

    CREATE TRIGGER chain_signatures_are_kept BEFORE DELETE ON chain_signatures
    BEGIN
      SELECT RAISE(ABORT, 'chain-is-append-only');
    END;
  `)
}
