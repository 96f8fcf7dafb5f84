import type { CardView } from '../../../src-shared/domain/card'
import type { StatusFamily } from '../../../src-shared/domain/order-status'
import type { CardRecord, CardUpsert } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { notFound, rowNumber } from './row-ids'

interface CardRow {
  readonly card_id: number
  readonly profile_id: string
  readonly card_ref_id: string
  readonly route_id: string
  readonly unq_card_ref_id: string | null
  readonly recurring_payment_id: string | null
  readonly dst_card_ref_id: string | null
  readonly card_hash_id: string | null
  readonly nickname: string
  readonly customer_reference: string
  readonly bin: string | null
  readonly last_four: string | null
  readonly expire_month: number | null
  readonly expire_year: number | null
  readonly printed_name: string | null
  readonly source_client_order_id: string | null
  readonly created_at_ms: number
  readonly info_at_ms: number | null
  readonly charge_count: number
  readonly last_order_id: number | null
  readonly last_at_ms: number
  readonly last_amount_minor: number
  readonly last_currency: string
  readonly last_family: StatusFamily
  readonly last_word: string
  readonly last_description: string | null
}

/**
 * SQL of the hash of a card in `cards`: that of its registration, or that of one of the newest charges of its token. The
 * limit keeps a list of cards fast where the gateway reports no hashes.
 */
export const cardHash = `coalesce(cards.card_hash_id, (
  SELECT own.card_hash_id FROM (
    SELECT order_id FROM orders WHERE orders.card_id = cards.card_id AND orders.kind <> 'adopted'
    ORDER BY created_at_ms DESC LIMIT 5
  ) JOIN order_identities AS own USING (order_id)
  WHERE own.card_hash_id IS NOT NULL LIMIT 1
))`

/**
 * Orders from elsewhere that were paid with a card: they have its card hash or are its initial transaction, in the same
 * profile. A charge of another token of the card belongs to that token.
 */
const ordersFromElsewhere = `
  SELECT order_id FROM order_identities INDEXED BY order_identities_adopted
  WHERE order_identities.card_hash_id = ${cardHash}
    AND order_identities.profile_key = cards.profile_key AND order_identities.is_adopted = 1
  UNION SELECT order_id FROM orders
  WHERE orders.profile_key = cards.profile_key AND orders.client_order_id = cards.source_client_order_id
    AND orders.kind = 'adopted'
`
const hasAmount = 'orders.amount_minor IS NOT NULL AND orders.currency IS NOT NULL'

const select = `
  SELECT cards.*, profiles.profile_id,
    (SELECT count(*) FROM orders WHERE orders.card_id = cards.card_id AND orders.kind <> 'adopted')
      + (SELECT count(*) FROM (${ordersFromElsewhere})) AS charge_count,
    last.order_id AS last_order_id, last.created_at_ms AS last_at_ms, last.amount_minor AS last_amount_minor,
    last.currency AS last_currency, last.family AS last_family, last.word AS last_word,
    last.description AS last_description
  FROM cards
  JOIN profiles USING (profile_key)
  LEFT JOIN orders AS last ON last.order_id = (
    SELECT order_id FROM (
      SELECT * FROM (
        SELECT order_id, created_at_ms FROM orders
        WHERE orders.card_id = cards.card_id AND orders.kind <> 'adopted' AND ${hasAmount}
        ORDER BY created_at_ms DESC, order_id DESC LIMIT 1
      )
      UNION ALL SELECT order_id, created_at_ms FROM orders
      WHERE order_id IN (${ordersFromElsewhere}) AND ${hasAmount}
    )
    ORDER BY created_at_ms DESC, order_id DESC LIMIT 1
  )
`

/** Keeps at most the first six digits, whatever the answer contains. */
export function cutBin(bin: string | null): string | null {
  return bin === null ? null : bin.slice(0, 6)
}

/** Keeps at most the last four digits. */
export function cutLastFour(lastFour: string | null): string | null {
  return lastFour === null ? null : lastFour.slice(-4)
}

/** Card tokens. */
export class Cards {
  readonly #upsert
  readonly #listOfProfile
  readonly #expiring
  readonly #get

  constructor(db: Sqlite) {
    this.#upsert = db
      .prepare<[Record<string, string | number | null>], number>(
        `
        INSERT INTO cards (
          profile_key, card_ref_id, route_id, unq_card_ref_id, recurring_payment_id, dst_card_ref_id, card_hash_id,
          nickname, customer_reference, bin, last_four, expire_month, expire_year, printed_name, source_client_order_id,
          created_at_ms, info_at_ms
        )
        VALUES (
          @profile_key, @card_ref_id, @route_id, @unq_card_ref_id, @recurring_payment_id, @dst_card_ref_id, @card_hash_id,
          coalesce(@nickname, ''), coalesce(@customer_reference, ''), @bin, @last_four, @expire_month, @expire_year,
          @printed_name, @source_client_order_id, @at_ms, @info_at_ms
        )
        ON CONFLICT (profile_key, card_ref_id) DO UPDATE SET
          route_id = @route_id,
          unq_card_ref_id = coalesce(@unq_card_ref_id, unq_card_ref_id),
          recurring_payment_id = coalesce(@recurring_payment_id, recurring_payment_id),
          dst_card_ref_id = coalesce(@dst_card_ref_id, dst_card_ref_id),
          card_hash_id = coalesce(@card_hash_id, card_hash_id),
          nickname = coalesce(@nickname, nickname),
          customer_reference = coalesce(@customer_reference, customer_reference),
          bin = coalesce(@bin, bin),
          last_four = coalesce(@last_four, last_four),
          expire_month = coalesce(@expire_month, expire_month),
          expire_year = coalesce(@expire_year, expire_year),
          printed_name = coalesce(@printed_name, printed_name),
          source_client_order_id = coalesce(@source_client_order_id, source_client_order_id),
          info_at_ms = coalesce(@info_at_ms, info_at_ms)
        RETURNING card_id
        `,
      )
      .pluck()
    this.#listOfProfile = db.prepare<[string], CardRow>(
      `${select} WHERE profiles.profile_id = ? ORDER BY cards.card_id DESC`,
    )
    this.#expiring = db.prepare<[string, number, number], CardRow>(`
      ${select}
      WHERE profiles.profile_id = ? AND cards.expire_year * 12 + cards.expire_month - 1 BETWEEN ? AND ?
      ORDER BY cards.expire_year, cards.expire_month, cards.card_id
    `)
    this.#get = db.prepare<[number], CardRow>(`${select} WHERE cards.card_id = ?`)
  }

  upsert(card: CardUpsert, profileKey: number): CardRecord {
    const cardId = this.#upsert.get({
      profile_key: profileKey,
      card_ref_id: card.cardRefId,
      route_id: card.routeId,
      unq_card_ref_id: card.unqCardRefId ?? null,
      recurring_payment_id: card.recurringPaymentId ?? null,
      dst_card_ref_id: card.dstCardRefId ?? null,
      card_hash_id: card.cardHashId ?? null,
      nickname: card.nickname ?? null,
      customer_reference: card.customerReference ?? null,
      bin: cutBin(card.bin ?? null),
      last_four: cutLastFour(card.lastFour ?? null),
      expire_month: card.expireMonth ?? null,
      expire_year: card.expireYear ?? null,
      printed_name: card.printedName ?? null,
      source_client_order_id: card.sourceClientOrderId ?? null,
      info_at_ms: card.infoAtMs ?? null,
      at_ms: card.atMs,
    })
    const saved = cardId === undefined ? null : this.get(String(cardId))
    if (saved === null) throw notFound('card')
    return saved
  }

  listOfProfile(profileId: string): CardView[] {
    return this.#listOfProfile.all(profileId).map(toView)
  }

  /** Cards that expire at the end of this month or the next. */
  listExpiring(profileId: string, month: { readonly year: number; readonly month: number }): CardView[] {
    const thisMonth = month.year * 12 + month.month - 1
    return this.#expiring.all(profileId, thisMonth, thisMonth + 1).map(toView)
  }

  get(cardId: string): CardRecord | null {
    const number = rowNumber(cardId)
    const row = number === null ? undefined : this.#get.get(number)
    return row === undefined ? null : { view: toView(row), routeId: row.route_id }
  }
}

function toView(row: CardRow): CardView {
  return {
    cardId: String(row.card_id),
    profileId: row.profile_id,
    cardRefId: row.card_ref_id,
    unqCardRefId: row.unq_card_ref_id,
    recurringPaymentId: row.recurring_payment_id,
    dstCardRefId: row.dst_card_ref_id,
    cardHashId: row.card_hash_id,
    nickname: row.nickname,
    customerReference: row.customer_reference,
    bin: row.bin,
    lastFour: row.last_four,
    expireMonth: row.expire_month,
    expireYear: row.expire_year,
    printedName: row.printed_name,
    sourceClientOrderId: row.source_client_order_id,
    createdAtMs: row.created_at_ms,
    infoAtMs: row.info_at_ms,
    chargeCount: row.charge_count,
    lastCharge:
      row.last_order_id === null
        ? null
        : {
            orderId: String(row.last_order_id),
            atMs: row.last_at_ms,
            amountMinor: row.last_amount_minor,
            currency: row.last_currency,
            family: row.last_family,
            word: row.last_word,
            description: row.last_description,
          },
  }
}
