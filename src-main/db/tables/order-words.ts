import type { Sqlite } from '../file/connection'

interface Words {
  readonly email: string
  readonly fixed: string
  readonly cardholderName: string
}

/** Between two texts, so that nothing is found across them. */
const separator = '\u001f'

/**
 * One form for letters that can be written in several ways: `e` with a mark, or one composed letter (NFC). What is
 * indexed and what is typed meet in it.
 */
export function composed(text: string): string {
  return text.normalize('NFC')
}

/** What goes beside an order's own row; null when its row says it all. */
function orderWordsOf(order: {
  readonly email: string | null
  /** Texts of the order that never change. */
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

/** The text as a search has it, or nothing when it is stored so already. */
function differently(text: string | null): string {
  const form = composed(text ?? '')
  return form === (text ?? '') ? '' : form
}

/** Keeps what an order is found by besides the text of its own row. */
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

  /** The gateway names the cardholder, or by another name than before. */
  rename(orderId: number, cardholderName: string | null): void {
    const name = differently(cardholderName)
    if (name === '') this.#rename.run(name, orderId, name)
    else this.#insert.run({ orderId, email: '', fixed: '', cardholderName: name })
  }
}
