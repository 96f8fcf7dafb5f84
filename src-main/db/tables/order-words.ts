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

/** Stores the search words that are not in the order’s own row. */
export class OrderWords {
  readonly #insert
  readonly #rename

  constructor(db: Sqlite) {
    this.#insert = db.prepare<[Words & { orderId: number }]>(`
      INSERT INTO order_words VALUES (@orderId, @email, @fixed, @cardholderName)
      ON CONFLICT (order_id) DO UPDATE SET cardholder_name = excluded.cardholder_name
    `)
    this.#rename = db.prepare<[string, number, string]>(
      'UPDATE order_words SET cardholder_name = ? WHERE order_id = ? AND cardholder_name <> ?',
    )
  }

  add(orderId: number, order: Parameters<typeof orderWordsOf>[0]): void {
    const words = orderWordsOf(order)
    if (words !== null) this.#insert.run({ orderId, ...words })
  }

  /** Updates the words when the gateway reports a new cardholder name. */
  rename(orderId: number, cardholderName: string | null): void {
    const name = differently(cardholderName)
    if (name === '') this.#rename.run(name, orderId, name)
    else this.#insert.run({ orderId, email: '', fixed: '', cardholderName: name })
  }
}
