import { factOfStatus, type FactNames } from '../../ports/fact-names'
import type { FactName } from '../../../src-shared/domain/facts'
import type { Sqlite } from '../file/connection'

interface Identity {
  readonly cardHash: string | null
  readonly email: string | null
}

/** The card hash and the e-mail address of orders, by which the orders of one card or person are found. */
export class OrderIdentities {
  readonly #put
  readonly #names

  constructor(db: Sqlite, names: FactNames) {
    this.#names = names
    this.#put = db.prepare<[Identity & { orderId: number }]>(`
      INSERT INTO order_identities (order_id, profile_key, is_adopted, card_hash_id, email)
      SELECT order_id, profile_key, kind = 'adopted', @cardHash, @email FROM orders WHERE order_id = @orderId
      ON CONFLICT (order_id) DO UPDATE SET
        card_hash_id = coalesce(excluded.card_hash_id, card_hash_id), email = coalesce(email, excluded.email)
    `)
  }

  /** The first e-mail address of an order stays: that of our own sale comes before any response. */
  add(orderId: number, { cardHash, email }: Identity): void {
    if (cardHash === null && email === null) return
    this.#put.run({ orderId, cardHash, email: email?.toLowerCase() ?? null })
  }

  /** Takes them from newly reported facts. The gateway may send empty values, which identify nothing. */
  take(orderId: number, reported: readonly { readonly name: string; readonly value: string }[]): void {
    const valueOf = (wanted: FactName) =>
      reported.find(({ name }) => factOfStatus(this.#names, name) === wanted)?.value || null
    this.add(orderId, { cardHash: valueOf('cardHash'), email: valueOf('email') })
  }
}
