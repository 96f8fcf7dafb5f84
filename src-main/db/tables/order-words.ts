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

/** What a change of an order adds to its search words, or replaces there. */
interface ChangedWords {
  readonly cardholderName: string | null
  /** Stage, error code and error text. */
  readonly outcome: readonly (string | null)[]
  /** Retrieval reference number and approval code; none = they stay. */
  readonly codes: readonly string[]
  /** Added to the notes that are there. */
  readonly notes: readonly string[]
}

/**
 * Stores the search words that are not in the order’s own row. Those of labels are kept by triggers. Each write of a row
 * indexes all its words anew, so a change of an order is one write here.
 */
export class OrderWords {
  readonly #insert
  readonly #follow

  constructor(db: Sqlite) {
    this.#insert = db.prepare<[Words & { orderId: number }]>(`
      INSERT INTO order_words (order_id, email, fixed, cardholder_name)
      VALUES (@orderId, @email, @fixed, @cardholderName)
    `)
    // Without words there is no row, and words that stay are not indexed anew.
    this.#follow = db.prepare<[Record<keyof ChangedWords, string> & { orderId: number }]>(`
      INSERT INTO order_words (order_id, cardholder_name, outcome, codes, notes)
      SELECT @orderId, @cardholderName, @outcome, @codes, @notes
      WHERE concat(@cardholderName, @outcome, @codes, @notes) <> ''
        OR EXISTS (SELECT 1 FROM order_words WHERE order_id = @orderId)
      ON CONFLICT (order_id) DO UPDATE SET
        cardholder_name = excluded.cardholder_name,
        outcome = excluded.outcome,
        codes = iif(excluded.codes = '', codes, excluded.codes),
        notes = concat_ws(char(31), nullif(notes, ''), nullif(excluded.notes, ''))
      WHERE cardholder_name <> excluded.cardholder_name OR outcome <> excluded.outcome
        OR excluded.codes NOT IN ('', codes) OR excluded.notes <> ''
    `)
  }

  add(orderId: number, order: Parameters<typeof orderWordsOf>[0]): void {
    const words = orderWordsOf(order)
    if (words !== null) this.#insert.run({ orderId, ...words })
  }

  /** Updates the words of what a change may set. Must run once for each change. */
  follow(orderId: number, { cardholderName, outcome, codes, notes }: ChangedWords): void {
    this.#follow.run({
      orderId,
      cardholderName: differently(cardholderName),
      outcome: joined(outcome),
      codes: joined(codes),
      notes: joined(notes),
    })
  }
}

function joined(texts: readonly (string | null)[]): string {
  return composed(texts.filter((text) => text !== null).join(separator))
}
