import type { PersonReason, PersonView } from '../../../src-shared/domain/person'
import type { Sqlite } from '../file/connection'
import { cardHash, type Cards } from '../tables/cards'
import { orderSelect, toSummary, type OrderRow } from '../tables/order-rows'
import { rowNumber } from '../tables/row-ids'

/** Where a page starts: a card, or an order without a stored card. */
interface Start {
  readonly profile_key: number
  readonly profile_id: string
  readonly card_id: number | null
  readonly order_id: number | null
  readonly card_hash_id: string | null
  readonly email: string | null
}

interface Reasoned {
  readonly id: number
  readonly reason: PersonReason
}

interface SumRow {
  readonly currency: string
  readonly approved_minor: number
  readonly approved_count: number
  readonly declined_count: number
}

/** What an erasure of a person is about. */
interface Everything {
  readonly orderIds: readonly number[]
  readonly cardIds: readonly number[]
  readonly emails: readonly string[]
  /** The client order ids of the orders in flight, newest first. */
  readonly inFlight: readonly string[]
}

const shownOrders = 200
/** Found for each reason, the newest ones. */
const mostOrders = 1000
const everyOrder = -1
/** More different cards than one person has. Such an address is a placeholder, or that of a shared mailbox. */
const mostCardsOfEmail = 5
/** Orders of one address that are looked at for that. */
const mostOrdersOfEmail = 2000

/**
 * Finds what belongs to one person, in one step from a card or an order and never further: what is found by an e-mail
 * address adds no address of its own, so that strangers are not joined by a chain. Names join nothing.
 */
export class People {
  readonly #cards
  readonly #startOfCard
  readonly #startOfOrder
  readonly #findCards
  readonly #hashesOf
  readonly #emailsOf
  readonly #cardsOfEmail
  readonly #findOrders
  readonly #orders
  readonly #sums
  readonly #cardsOf
  readonly #inFlight

  constructor(db: Sqlite, cards: Cards) {
    this.#cards = cards
    this.#startOfCard = db.prepare<[number], Start>(`
      SELECT profile_key, profile_id, card_id, NULL AS order_id, ${cardHash} AS card_hash_id, NULL AS email
      FROM cards JOIN profiles USING (profile_key) WHERE card_id = ?
    `)
    this.#startOfOrder = db.prepare<[number], Start>(`
      SELECT orders.profile_key, profile_id, card_id, orders.order_id, card_hash_id, email
      FROM orders JOIN profiles USING (profile_key)
      LEFT JOIN order_identities ON order_identities.order_id = orders.order_id
      WHERE orders.order_id = ?
    `)
    this.#findCards = db.prepare<[Record<string, string | number | null>], Reasoned>(`
      WITH start AS (SELECT * FROM cards WHERE card_id = @card_id)
      SELECT card_id AS id, 'itself' AS reason FROM start
      UNION ALL SELECT card_id, 'card' FROM cards
      WHERE profile_key = @profile_key AND (
        unq_card_ref_id = (SELECT unq_card_ref_id FROM start) OR card_hash_id IN (@card_hash_id, (SELECT card_hash_id FROM start))
      )
      UNION ALL SELECT card_id, 'customer' FROM cards
      WHERE profile_key = @profile_key AND customer_reference <> ''
        AND customer_reference = (SELECT customer_reference FROM start)
    `)
    this.#hashesOf = db
      .prepare<[string], string | null>(
        `SELECT DISTINCT ${cardHash} FROM cards WHERE card_id IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
    this.#emailsOf = db
      .prepare<[Record<string, string | number | null>], string>(
        `
        SELECT email FROM order_identities WHERE order_id = @order_id AND email IS NOT NULL
        UNION SELECT email FROM order_identities JOIN orders USING (order_id)
        WHERE orders.card_id IN (SELECT value FROM json_each(@cards)) AND orders.kind <> 'adopted' AND email IS NOT NULL
        UNION SELECT email FROM order_identities
        WHERE card_hash_id IN (SELECT value FROM json_each(@hashes)) AND profile_key = @profile_key
          AND email IS NOT NULL
        LIMIT 20
        `,
      )
      .pluck()
    this.#cardsOfEmail = db
      .prepare<[string, number, number], number>(
        `SELECT count(DISTINCT card_hash_id) FROM (
           SELECT card_hash_id FROM order_identities WHERE email = ? AND profile_key = ? LIMIT ?
         )`,
      )
      .pluck()
    this.#findOrders = db.prepare<[Record<string, string | number | null>], Reasoned>(`
      SELECT order_id AS id, 'itself' AS reason FROM orders WHERE order_id = @order_id
      UNION ALL SELECT * FROM (
        SELECT order_id, 'token' FROM orders
        WHERE card_id IN (SELECT value FROM json_each(@cards)) AND kind <> 'adopted'
        ORDER BY order_id DESC LIMIT @most
      )
      UNION ALL SELECT * FROM (
        SELECT order_id, 'card' FROM order_identities
        WHERE card_hash_id IN (SELECT value FROM json_each(@hashes)) AND profile_key = @profile_key
        ORDER BY order_id DESC LIMIT @most
      )
      UNION ALL SELECT orders.order_id, 'card' FROM cards
      JOIN orders ON orders.profile_key = cards.profile_key AND orders.client_order_id = cards.source_client_order_id
      WHERE cards.card_id IN (SELECT value FROM json_each(@cards))
      UNION ALL SELECT * FROM (
        SELECT order_id, 'email' FROM order_identities
        WHERE email IN (SELECT value FROM json_each(@emails)) AND profile_key = @profile_key
        ORDER BY order_id DESC LIMIT @most
      )
    `)
    this.#orders = db.prepare<[string, number], OrderRow>(`
      ${orderSelect} WHERE orders.order_id IN (SELECT value FROM json_each(?))
      ORDER BY orders.created_at_ms DESC, orders.order_id DESC LIMIT ?
    `)
    this.#cardsOf = db
      .prepare<[string], number>(
        `SELECT DISTINCT card_id FROM orders
         WHERE order_id IN (SELECT value FROM json_each(?)) AND card_id IS NOT NULL`,
      )
      .pluck()
    this.#inFlight = db
      .prepare<[string], string>(
        `SELECT client_order_id FROM order_flights
         WHERE order_id IN (SELECT value FROM json_each(?)) AND is_in_flight
         ORDER BY created_at_ms DESC, order_id DESC`,
      )
      .pluck()
    this.#sums = db.prepare<[string], SumRow>(`
      SELECT currency,
        coalesce(sum(coalesce(charged_minor, amount_minor)) FILTER (WHERE family = 'approved'), 0) AS approved_minor,
        count(*) FILTER (WHERE family = 'approved') AS approved_count,
        count(*) FILTER (WHERE family = 'declined') AS declined_count
      FROM orders WHERE order_id IN (SELECT value FROM json_each(?)) AND currency IS NOT NULL
      GROUP BY currency ORDER BY currency
    `)
  }

  of(of: 'card' | 'order', id: string): PersonView | null {
    const found = this.#find(of, id, mostOrders)
    if (found === null) return null
    const { start, cards, orders, emails, sharedEmails, isTotalExact } = found
    const ids = JSON.stringify([...orders.keys()])
    const rows = this.#orders.all(ids, shownOrders)
    for (const row of rows)
      if (row.card_id !== null && !cards.has(row.card_id)) cards.set(row.card_id, 'email')
    return {
      profileId: start.profile_id,
      cards: [...cards].flatMap(([cardId, reason]) => {
        const card = this.#cards.get(String(cardId))?.view
        return card === undefined ? [] : [{ card, reason }]
      }),
      orders: rows.map((row) => ({
        order: toSummary(row),
        reason: orders.get(row.order_id) ?? 'email',
      })),
      orderTotal: orders.size,
      isTotalExact,
      sums: this.#sums.all(ids).map((row) => ({
        currency: row.currency,
        approvedMinor: row.approved_minor,
        approvedCount: row.approved_count,
        declinedCount: row.declined_count,
      })),
      emails,
      sharedEmails,
    }
  }

  /** All cards and orders of a person, without a limit. */
  everythingOf(of: 'card' | 'order', id: string): Everything | null {
    const found = this.#find(of, id, everyOrder)
    if (found === null) return null
    const orderIds = [...found.orders.keys()]
    const cardsOfOrders = this.#cardsOf.all(JSON.stringify(orderIds))
    return {
      orderIds,
      cardIds: [...new Set([...found.cards.keys(), ...cardsOfOrders])],
      emails: found.emails,
      inFlight: this.#inFlight.all(JSON.stringify(orderIds)),
    }
  }

  #find(of: 'card' | 'order', id: string, most: number) {
    const number = rowNumber(id)
    const start =
      number === null ? undefined : (of === 'card' ? this.#startOfCard : this.#startOfOrder).get(number)
    if (start === undefined) return null
    const { profile_key, card_id, order_id, card_hash_id } = start
    const cards = strongest(this.#findCards.all({ profile_key, card_id, card_hash_id }))
    const keys = { profile_key, order_id, cards: JSON.stringify([...cards.keys()]) }
    const hashes = JSON.stringify([
      ...new Set([card_hash_id, ...this.#hashesOf.all(keys.cards)].filter((hash) => hash !== null)),
    ])
    const found = this.#emailsOf.all({ ...keys, hashes })
    const isShared = (email: string) =>
      (this.#cardsOfEmail.get(email, profile_key, mostOrdersOfEmail) ?? 0) > mostCardsOfEmail
    const sharedEmails = found.filter(isShared)
    const emails = found.filter((email) => !sharedEmails.includes(email))
    const foundOrders = this.#findOrders.all({
      ...keys,
      ...{ hashes, emails: JSON.stringify(emails), most },
    })
    const orders = strongest(foundOrders)
    return { start, cards, orders, emails, sharedEmails, isTotalExact: foundOrders.length < most }
  }
}

/** The first reason of each id: the strongest, because the queries find them in this order. */
function strongest(found: readonly Reasoned[]): Map<number, PersonReason> {
  const reasons = new Map<number, PersonReason>()
  for (const { id, reason } of found) if (!reasons.has(id)) reasons.set(id, reason)
  return reasons
}
