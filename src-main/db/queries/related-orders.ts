import {
  maxRelated,
  type RelatedList,
  type RelatedOrders as Related,
  type Relation,
} from '../../../src-shared/domain/related-orders'
import type { Sqlite } from '../file/connection'
import { orderSelect, toSummary, type OrderRow } from '../tables/order-rows'
import type { Orders } from '../tables/orders'
import { ProfilesBeside } from './profiles-beside'
import { tokensOfCard } from './related-charges'

type RelatedRow = OrderRow & { readonly relation: Relation }

const newest = `ORDER BY created_at_ms DESC, order_id DESC LIMIT ${String(maxRelated + 1)}`

/** One kind of relation as a subquery of at most `maxRelated + 1` orders, so that a card with many orders stays cheap. */
function found(relation: Relation, condition: string): string {
  return `
    SELECT * FROM (
      SELECT order_id, '${relation}' AS relation FROM orders
      WHERE ${condition} AND order_id <> @order_id ${newest}
    )
  `
}

/** Finds the orders that share the card or the ids of an order. Added orders are included. */
export class RelatedOrders {
  readonly #orders
  readonly #profiles
  readonly #sameCard
  readonly #sameFamily

  constructor(db: Sqlite, orders: Orders) {
    this.#orders = orders
    this.#profiles = new ProfilesBeside(db)
    const account = 'account (profile_key) AS (SELECT value FROM json_each(@account_profiles))'
    // The first relation that is listed names the order.
    const list = (tables: string, relations: readonly string[]) =>
      db.prepare<[Record<string, string | number | null>], RelatedRow>(`
        WITH ${tables}, related AS (${relations.join(' UNION ALL ')})
        SELECT listed.*, (SELECT relation FROM related WHERE related.order_id = listed.order_id LIMIT 1) AS relation
        FROM (${orderSelect} WHERE orders.order_id IN (SELECT order_id FROM related)) AS listed
        ${newest}
      `)
    this.#sameCard = list(`${account}, ${tokensOfCard}`, [
      // A stored card is never that of an added order, and the index of cards leaves those out.
      found('token', "card_id IN (SELECT card_id FROM tokens) AND kind <> 'adopted'"),
      // With coalesce, the index of the list's sort is used.
      found('card-digits', `coalesce(last_four, '') = @last_four AND bin = @bin AND profile_key IN account`),
    ])
    this.#sameFamily = list(account, [
      found('client-order-id', 'profile_key IN account AND client_order_id = @client_order_id'),
      found(
        'gateway-order-id',
        `coalesce(gateway_order_id, '') = @gateway_order_id
          AND profile_key IN (SELECT value FROM json_each(@gateway_profiles))`,
      ),
      found('reference', `coalesce(reference, '') = @reference AND profile_key IN account`),
      found(
        'card-source',
        `profile_key IN account
          AND client_order_id = (SELECT source_client_order_id FROM cards WHERE card_id = @card_id)`,
      ),
    ])
  }

  /** Errors: `not-found`. */
  of(orderId: string): Related {
    const row = this.#orders.requireRow(orderId)
    const { gateway, account } = this.#profiles.of(row.profile_id)
    const values = {
      order_id: row.order_id,
      gateway_profiles: gateway,
      account_profiles: account,
      card_id: row.card_id,
      bin: row.bin,
      last_four: row.last_four,
    }
    const ids = {
      ...{ client_order_id: row.client_order_id, gateway_order_id: row.gateway_order_id },
      ...{ reference: row.reference },
    }
    return {
      sameCard: listOf(this.#sameCard.all(values)),
      sameFamily: listOf(this.#sameFamily.all({ ...values, ...ids })),
    }
  }
}

function listOf(rows: readonly RelatedRow[]): RelatedList {
  return {
    rows: rows.slice(0, maxRelated).map((row) => ({ order: toSummary(row), by: row.relation })),
    hasMore: rows.length > maxRelated,
  }
}
