import type { Sqlite } from '../file/connection'

interface Words {
  readonly email: string
  readonly fixed: string
  readonly cardholderName: string
}

/** Separates two texts, so that no match spans both. */
const separator = '\u001f'

/**
 * Normal form (NFC) for letters with several spellings, such as `e` with a mark. Used for the index and for the
 * search text.
 */
export function composed(text: string): string {
  return text.normalize('NFC')
}

/** The search words of an order; null when its own row has them all. */
function orderWordsOf(order: {
  readonly email: string | null
  /** Texts of the order that do not change. */
  readonly fixed: readonly (string | null)[]
  readonly cardholderName: string | null
}): Words | null {
  const words = {
    email: composed(order.email ?? ''),
    fixed: order.fixed
      .map(differently)
      .filter((text) => text !== '')
      .join(separator),
    cardholderName: differently(order.cardholderName),
  }
  return words.email === '' && words.fixed === '' && words.cardholderName === '' ? null : words
}

/** The normalised text, or nothing when the stored text is the same. */
function differently(text: string | null): string {
  const form = composed(text ?? '')
  return form === (text ?? '') ? '' : form
}

/** Stores the search words that are not in the order’s own row. Those of labels are kept by triggers. */
export class OrderWords {
  readonly #insert
  readonly #follow
  readonly #putCodes
  readonly #addNote

  constructor(db: Sqlite) {
    this.#insert = db.prepare<[Words & { orderId: number }]>(`
      INSERT INTO order_words (order_id, email, fixed, cardholder_name)
      VALUES (@orderId, @email, @fixed, @cardholderName)
    `)
    // Without words there is no row, and words that stay are not indexed anew.
    this.#follow = db.prepare<[{ orderId: number; cardholderName: string; outcome: string }]>(`
      INSERT INTO order_words (order_id, cardholder_name, outcome)
      SELECT @orderId, @cardholderName, @outcome
      WHERE @cardholderName <> '' OR @outcome <> '' OR EXISTS (SELECT 1 FROM order_words WHERE order_id = @orderId)
      ON CONFLICT (order_id) DO UPDATE
      SET cardholder_name = excluded.cardholder_name, outcome = excluded.outcome
      WHERE cardholder_name <> excluded.cardholder_name OR outcome <> excluded.outcome
    `)
    this.#putCodes = db.prepare<[number, string]>(`
      INSERT INTO order_words (order_id, codes) VALUES (?, ?)
      ON CONFLICT (order_id) DO UPDATE SET codes = excluded.codes WHERE codes <> excluded.codes
    `)
    this.#addNote = db.prepare<[number, string]>(`
      INSERT INTO order_words (order_id, notes) VALUES (?, ?)
      ON CONFLICT (order_id) DO UPDATE SET notes = concat_ws(char(31), nullif(notes, ''), excluded.notes)
    `)
  }

  add(orderId: number, order: Parameters<typeof orderWordsOf>[0]): void {
    const words = orderWordsOf(order)
    if (words !== null) this.#insert.run({ orderId, ...words })
  }

  /** Updates the words of what the gateway reports: the cardholder's name, the stage and the error. */
  follow(orderId: number, cardholderName: string | null, outcome: readonly (string | null)[]): void {
    const texts = outcome.filter((text) => text !== null)
    this.#follow.run({
      orderId,
      cardholderName: differently(cardholderName),
      outcome: composed(texts.join(separator)),
    })
  }

  /** Replaces the retrieval reference number and the approval code. */
  putCodes(orderId: number, codes: readonly string[]): void {
    if (codes.length > 0) this.#putCodes.run(orderId, composed(codes.join(separator)))
  }

  addNote(orderId: number, text: string): void {
    this.#addNote.run(orderId, composed(text))
  }
}
