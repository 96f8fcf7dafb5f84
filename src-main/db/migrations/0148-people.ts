import type { Database } from 'better-sqlite3'

/**
 * What shows that orders are of one card or one person: the card hash and the e-mail address, from the facts and from our
 * own sales. They are in a table of their own, because most orders of a merchant have them and lists do not read them.
 */
export function addOrderIdentities(db: Database): void {
  const fact = (name: string) => `(
    SELECT json_extract(fact.value, '$.value') FROM json_each(order_facts.facts) AS fact
    WHERE json_extract(fact.value, '$.name') = '${name}' LIMIT 1
  )`
  db.exec(`
    CREATE TABLE order_identities (
      order_id INTEGER PRIMARY KEY REFERENCES orders,
      profile_key INTEGER NOT NULL REFERENCES profiles,
      -- 1 = the order was added by its ids. Cards look for these only, beside the many charges of their own.
      is_adopted INTEGER NOT NULL CHECK (is_adopted IN (0, 1)),
      card_hash_id TEXT,
      -- In lower case.
      email TEXT
    ) STRICT;

    INSERT INTO order_identities (order_id, profile_key, is_adopted, card_hash_id, email)
    SELECT order_id, profile_key, is_adopted, card_hash_id, email FROM (
      SELECT orders.order_id, orders.profile_key, orders.kind = 'adopted' AS is_adopted,
        nullif(${fact('card-hash-id')}, '') AS card_hash_id,
        coalesce(nullif(lower(order_words.email), ''), nullif(lower(${fact('email')}), '')) AS email
      FROM orders
      LEFT JOIN order_facts USING (order_id)
      LEFT JOIN order_words USING (order_id)
    )
    WHERE card_hash_id IS NOT NULL OR email IS NOT NULL;

    CREATE INDEX order_identities_by_card ON order_identities (card_hash_id, profile_key)
    WHERE card_hash_id IS NOT NULL;
    CREATE INDEX order_identities_adopted ON order_identities (card_hash_id, profile_key)
    WHERE is_adopted = 1 AND card_hash_id IS NOT NULL;
    CREATE INDEX order_identities_by_email ON order_identities (email, profile_key) WHERE email IS NOT NULL;
    CREATE INDEX cards_by_customer ON cards (profile_key, customer_reference) WHERE customer_reference <> '';
  `)
}
