import type { OrderQuery, OrderSort } from '../../../src-shared/domain/order-query'
import type { StatusFamily } from '../../../src-shared/domain/order-status'
import type { Sqlite } from '../file/connection'
import type { Condition } from './order-filters'
import type { Place } from './paging'

/** An order as the index of a sort has it: enough to find its place without reading its row. */
export interface Entry extends Place {
  readonly family: StatusFamily
}

/** What each sort compares, and its index. A text that is missing sorts like an empty one. */
const sorts: Record<OrderSort, { readonly key: string; readonly index: string }> = {
  created: { key: 'orders.created_at_ms', index: 'orders_by_created' },
  changed: { key: 'orders.changed_at_ms', index: 'orders_by_changed' },
  amount: { key: 'orders.amount_rank', index: 'orders_by_amount' },
  status: { key: 'orders.word', index: 'orders_by_word' },
  cardholder: { key: `coalesce(orders.cardholder_name, '')`, index: 'orders_by_cardholder' },
  'last-four': { key: `coalesce(orders.last_four, '')`, index: 'orders_by_last_four' },
  'client-order-id': { key: 'orders.client_order_id', index: 'orders_by_client_order_id' },
  'gateway-order-id': { key: `coalesce(orders.gateway_order_id, '')`, index: 'orders_by_gateway_order_id' },
  reference: { key: `coalesce(orders.reference, '')`, index: 'orders_by_reference' },
}

export const sortKey = (sortBy: OrderSort) => sorts[sortBy].key

/** The ORDER BY of a query. */
export const sortOrder = ({ sortBy, direction }: OrderQuery) =>
  `${sortKey(sortBy)} ${direction}, orders.order_id ${direction}`

/** Reads the entries of a list in its order, from its index alone. Conditions must be on columns of the index. */
export class SortedEntries {
  readonly #db
  readonly #query
  readonly #conditions
  readonly #beyond

  constructor(db: Sqlite, query: OrderQuery, conditions: readonly Condition[]) {
    this.#db = db
    this.#query = query
    this.#conditions = conditions
    this.#beyond = query.direction === 'desc' ? '<' : '>'
  }

  /** Up to `count` entries after a place; null = from the start. */
  after(place: Place | null, count: number): Entry[] {
    if (place === null) return this.#read([], count)
    const key = sortKey(this.#query.sortBy)
    // Two reads, because SQLite uses only the first part of a comparison of both values with an index.
    const equal = this.#read(
      [
        { sql: `${key} = ?`, values: [place.value] },
        { sql: `orders.order_id ${this.#beyond} ?`, values: [place.id] },
      ],
      count,
    )
    if (equal.length === count) return equal
    return [
      ...equal,
      ...this.#read([{ sql: `${key} ${this.#beyond} ?`, values: [place.value] }], count - equal.length),
    ]
  }

  #read(after: readonly Condition[], count: number): Entry[] {
    const { key, index } = sorts[this.#query.sortBy]
    const all = [...this.#conditions, ...after]
    return this.#db
      .prepare<(string | number)[], Entry>(
        `SELECT orders.order_id AS id, ${key} AS value, orders.family AS family FROM orders INDEXED BY ${index}
         ${where(all)} ORDER BY ${sortOrder(this.#query)} LIMIT ?`,
      )
      .all(...all.flatMap(({ values }) => values), count)
  }
}

export function where(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => `(${sql})`).join(' AND ')}`
}
