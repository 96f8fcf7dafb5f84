import type { RelatedCard } from '../ports/storage'
import type { Sqlite } from './connection'
import { orderSelect, type OrderRow } from './order-rows'
import { rowNumber } from './row-ids'

/** Finds the charges that a person should know of before charging a card again. */
export class RelatedCharges {
  readonly #find

  constructor(db: Sqlite) {
    // Tokens of one physical card share its unique id and its hash at one gateway, whichever profile stored them. A card
    // typed in has no token: its first six and last four digits stand for it, among the charges of its own profile.
    this.#find = db.prepare<[Record<string, string | number | null>], OrderRow>(`
      WITH
      own (profile_key) AS (SELECT profile_key FROM profiles WHERE profile_id = @profile_id),
      tokens (card_id) AS (
        SELECT card_id FROM cards WHERE card_id = @card_id
        UNION SELECT card_id FROM cards
        WHERE profile_key = (SELECT profile_key FROM own) AND bin = @bin AND last_four = @last_four
        UNION SELECT twin.card_id
        FROM cards
        JOIN profiles AS home ON home.profile_key = cards.profile_key
        JOIN cards AS twin
          ON twin.unq_card_ref_id = cards.unq_card_ref_id OR twin.card_hash_id = cards.card_hash_id
        JOIN profiles AS other ON other.profile_key = twin.profile_key
        WHERE cards.card_id = @card_id
          AND other.environment = home.environment AND other.base_url IS home.base_url
      )
      ${orderSelect}
      WHERE orders.order_id IN (
        SELECT order_id FROM orders
        WHERE card_id IN (SELECT card_id FROM tokens) AND created_at_ms >= @since_ms AND kind <> 'adopted'
        UNION SELECT order_id FROM orders
        WHERE profile_key = (SELECT profile_key FROM own) AND created_at_ms >= @since_ms
          AND bin = @bin AND last_four = @last_four AND kind <> 'adopted'
        UNION SELECT open.order_id FROM charges AS open
        JOIN orders AS unresolved ON unresolved.order_id = open.order_id
        WHERE open.state IN ('recorded', 'sending', 'outcome-unknown', 'rejected-unverified', 'needs-review')
          AND (
            open.card_id IN (SELECT card_id FROM tokens)
            OR unresolved.profile_key = (SELECT profile_key FROM own)
              AND unresolved.bin = @bin AND unresolved.last_four = @last_four
          )
        UNION SELECT order_id FROM orders
        WHERE watch_until_ms IS NOT NULL
          AND (
            card_id IN (SELECT card_id FROM tokens)
            OR profile_key = (SELECT profile_key FROM own) AND bin = @bin AND last_four = @last_four
          )
      )
      AND charges.charge_id IS NOT NULL
      ORDER BY orders.created_at_ms DESC, orders.order_id DESC
    `)
  }

  /** Charges with the card: recent ones, and those that are open however old; newest first. */
  list(card: RelatedCard, sinceMs: number): OrderRow[] {
    return this.#find.all({
      profile_id: card.profileId,
      card_id: card.cardId === null ? null : rowNumber(card.cardId),
      bin: card.bin,
      last_four: card.lastFour,
      since_ms: sinceMs,
    })
  }
}
