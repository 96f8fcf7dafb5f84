import type { Sqlite } from '../file/connection'
import { orderWordsOf } from '../tables/order-words'
import { unpack } from '../tables/packing'

interface Row {
  readonly order_id: number
  readonly reference: string | null
  readonly description: string | null
  readonly cardholder_name: string | null
  readonly draft: Buffer | null
}

const rowsAtOnce = 1000

/**
 * What an order is found by besides the text of its own row: the e-mail address of a sale, and texts with letters that
 * can be written in several ways (a letter with marks beside one composed letter), in the form that a search has.
 */
export function createOrderWords(db: Sqlite): void {
  const columns = 'email, fixed, cardholder_name'
  const values = (row: string) => `${row}email, ${row}fixed, ${row}cardholder_name`
  const remove = `INSERT INTO order_search_words (order_search_words, rowid, ${columns}) VALUES ('delete', OLD.order_id, ${values('OLD.')});`
  const add = `INSERT INTO order_search_words (rowid, ${columns}) VALUES (NEW.order_id, ${values('NEW.')});`
  db.exec(`
    CREATE TABLE order_words (
      order_id INTEGER PRIMARY KEY REFERENCES orders,
      email TEXT NOT NULL,
      fixed TEXT NOT NULL,
      cardholder_name TEXT NOT NULL
    ) STRICT;

    CREATE VIRTUAL TABLE order_search_words USING fts5(
      ${columns}, content = 'order_words', content_rowid = 'order_id', columnsize = 0, tokenize = 'trigram'
    );
    INSERT INTO order_search_words (order_search_words, rank) VALUES ('secure-delete', 1);

    CREATE TRIGGER order_words_follow_insert AFTER INSERT ON order_words BEGIN ${add} END;
    CREATE TRIGGER order_words_follow_update AFTER UPDATE ON order_words BEGIN ${remove} ${add} END;
    CREATE TRIGGER order_words_follow_delete AFTER DELETE ON order_words BEGIN ${remove} END;
  `)
  const page = db.prepare<[number, number], Row>(`
    SELECT orders.order_id, reference, description, cardholder_name,
      CASE charges.kind WHEN 'sale' THEN charges.draft END AS draft
    FROM orders LEFT JOIN charges USING (order_id)
    WHERE orders.order_id > ? ORDER BY orders.order_id LIMIT ?
  `)
  const insert = db.prepare<[number, string, string, string]>('INSERT INTO order_words VALUES (?, ?, ?, ?)')
  for (let after = 0; ;) {
    const rows = page.all(after, rowsAtOnce)
    for (const row of rows) {
      const words = orderWordsOf({
        email: row.draft === null ? null : emailOf(unpack(row.draft)),
        fixed: [row.reference, row.description],
        cardholderName: row.cardholder_name,
      })
      if (words !== null) insert.run(row.order_id, words.email, words.fixed, words.cardholderName)
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.order_id
  }
}

function emailOf(draft: unknown): string | null {
  return typeof draft === 'object' && draft !== null && 'email' in draft && typeof draft.email === 'string'
    ? draft.email
    : null
}
