import type { OrderRecord, RelatedCard } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { isOpenCharge } from '../tables/charges'
import { orderSelect, type OrderRow } from '../tables/order-rows'
import type { Orders } from '../tables/orders'
import { rowNumber } from '../tables/row-ids'
import { ProfilesBeside } from './profiles-beside'

/**
 * SQL of the tokens of one card, for a WITH clause. A token is the same card in every profile of one merchant account, that
 * is one login at one gateway. Tokens of one physical card share its unique id and its hash at one gateway, in any account.
 * Uses the values `card_id`, `bin`, `last_four`, `gateway_profiles` and the table `account`.
 */
export const tokensOfCard = `
      tokens (card_id) AS (
        SELECT card_id FROM cards WHERE card_id = @card_id
        UNION SELECT card_id FROM cards
        WHERE profile_key IN account AND (
          bin = @bin AND last_four = @last_four
          OR card_ref_id = (SELECT card_ref_id FROM cards WHERE card_id = @card_id)
        )
        UNION SELECT twin.card_id
        FROM cards
        JOIN cards AS twin
          ON twin.unq_card_ref_id = cards.unq_card_ref_id OR twin.card_hash_id = cards.card_hash_id
        WHERE cards.card_id = @card_id
          AND twin.profile_key IN (SELECT value FROM json_each(@gateway_profiles))
      )
`

/** Finds the charges that matter before a card is charged again. */
export class RelatedCharges {
  readonly #orders
  readonly #find
  readonly #profiles

  constructor(db: Sqlite, orders: Orders) {
    this.#orders = orders
    // A typed card has no token: its first six and last four digits identify it among the charges of the account.
    this.#profiles = new ProfilesBeside(db)
    // A UNION without ALL would read all orders, to merge the parts in order. With coalesce, the index of the list's sort is
    // used: few orders have the same last four digits.
    this.#find = db.prepare<[Record<string, string | number | null>], OrderRow>(`
      WITH
      account (profile_key) AS (SELECT value FROM json_each(@account_profiles)),
      ${tokensOfCard}
      ${orderSelect}
      WHERE orders.order_id IN (
        SELECT order_id FROM orders
        WHERE card_id IN (SELECT card_id FROM tokens) AND created_at_ms >= @since_ms AND kind <> 'adopted'
        UNION ALL SELECT order_id FROM orders
        WHERE coalesce(last_four, '') = @last_four AND bin = @bin AND profile_key IN account
          AND created_at_ms >= @since_ms AND kind <> 'adopted'
        UNION ALL SELECT order_id FROM orders
        WHERE confirmed_at_ms >= @since_ms AND kind <> 'adopted'
          AND (
            card_id IN (SELECT card_id FROM tokens)
            OR profile_key IN account AND bin = @bin AND last_four = @last_four
          )
        UNION ALL SELECT open.order_id FROM charges AS open
        JOIN orders AS unresolved ON unresolved.order_id = open.order_id
        WHERE ${isOpenCharge}
          AND (
            open.card_id IN (SELECT card_id FROM tokens)
            OR unresolved.profile_key IN account
              AND unresolved.bin = @bin AND unresolved.last_four = @last_four
          )
        UNION ALL SELECT order_id FROM orders
        WHERE watch_until_ms IS NOT NULL
          AND (
            card_id IN (SELECT card_id FROM tokens)
            OR profile_key IN account AND bin = @bin AND last_four = @last_four
          )
      )
      AND charges.charge_id IS NOT NULL
      ORDER BY orders.created_at_ms DESC, orders.order_id DESC
    `)
  }

  /**
   * Charges of the card: recent ones, and all open ones; newest first. One unreadable row fails the whole list
   * (`internal`, reason `unreadable-row`), because a guard must not decide without it.
   */
  list(card: RelatedCard, sinceMs: number): OrderRecord[] {
    const { gateway, account } = this.#profiles.of(card.profileId)
    const rows = this.#find.all({
      gateway_profiles: gateway,
      account_profiles: account,
      card_id: card.cardId === null ? null : rowNumber(card.cardId),
      bin: card.bin,
      last_four: card.lastFour,
      since_ms: sinceMs,
    })
    return rows.map((row) => this.#orders.toRecord(row))
  }
}
