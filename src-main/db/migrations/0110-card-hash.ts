import type { Sqlite } from '../file/connection'

/** The gateway's hash of the card behind a token: ties tokens together where no unique id does. */
export function addCardHash(db: Sqlite): void {
  db.exec(`
    ALTER TABLE cards ADD COLUMN card_hash_id TEXT;

    CREATE INDEX cards_by_card_hash_id ON cards (card_hash_id) WHERE card_hash_id IS NOT NULL;
  `)
}
