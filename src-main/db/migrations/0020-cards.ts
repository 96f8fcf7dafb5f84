import type { Sqlite } from '../file/connection'

/**
 * Card tokens with what card info last told; of the number at most the first six and last four digits (C17).
 */
export function createCards(db: Sqlite): void {
  db.exec(`
    CREATE TABLE cards (
      card_id INTEGER PRIMARY KEY,
      profile_key INTEGER NOT NULL REFERENCES profiles,
      card_ref_id TEXT NOT NULL,
      route_id TEXT NOT NULL,
      unq_card_ref_id TEXT,
      recurring_payment_id TEXT,
      dst_card_ref_id TEXT,
      nickname TEXT NOT NULL,
      customer_reference TEXT NOT NULL,
      bin TEXT CHECK (length(bin) <= 6),
      last_four TEXT CHECK (length(last_four) <= 4),
      expire_month INTEGER CHECK (expire_month BETWEEN 1 AND 12),
      expire_year INTEGER CHECK (expire_year BETWEEN 1970 AND 9999),
      printed_name TEXT,
      source_client_order_id TEXT,
      created_at_ms INTEGER NOT NULL,
      info_at_ms INTEGER,
      UNIQUE (profile_key, card_ref_id),
      -- Target of the key that ties a charge to a card of its own profile (U20).
      UNIQUE (profile_key, card_id)
    ) STRICT;

    CREATE INDEX cards_by_unq_card_ref_id ON cards (unq_card_ref_id) WHERE unq_card_ref_id IS NOT NULL;
  `)
}
