import type { OrderSummary } from '../../../src-shared/domain/order'
import type { OrderQuery } from '../../../src-shared/domain/order-query'
import type { Sqlite } from '../file/connection'
import { orderSelect, toSummary, type OrderRow } from '../tables/order-rows'
import { decodeCursor, encodeCursor, toPage, type Page, type Place } from './paging'
import { planSearch, type Search } from './search-text'

type Bound = string | number

/** A condition with the values it binds. */
interface Condition {
  readonly sql: string
  readonly values: readonly Bound[]
  /** Set when every row has to be read whole, so that an index on the way only costs. */
  readonly readsEveryRow?: true
}

const sortColumns = { created: 'created_at_ms', amount: 'amount_rank' } as const
const searchColumns = [
  'client_order_id',
  'gateway_order_id',
  'reference',
  'last_four',
  'cardholder_name',
  'description',
] as const

/** Orders with the phrase in their own row, or in the words beside it. */
const foundIds = `
  SELECT rowid FROM order_search WHERE order_search MATCH ?
  UNION ALL
  SELECT rowid FROM order_search_words WHERE order_search_words MATCH ?
`

/** Up to so many found by the search index are read and sorted; above that the sorted index is walked. */
const mostRowsToSort = 2000

/**
 * The orders list: filtered, sorted and paged by the place after the last row seen, so that new rows shift
 * nothing.
 */
export class OrderList {
  readonly #db

  constructor(db: Sqlite) {
    this.#db = db
  }

  page(query: OrderQuery, cursor: string | null, limit: number): Page<OrderSummary> {
    const search = planSearch(query.search)
    // A plus sign keeps the planner from an index: what the search has narrowed down needs no other.
    const plus = search.kind === 'phrase' && this.#isNarrow(search.phrase) ? '+' : ''
    const column = sortColumns[query.sortBy]
    const list = `${query.sortBy} ${query.direction}`
    const filters = [...profileFilter(query, plus), ...familyFilter(query), ...searchFilter(search)]
    const sortedBy = `${plus}orders.${column}`
    const after = cursor === null ? [] : [placeFilter(sortedBy, query.direction, decodeCursor(list, cursor))]
    const rows = this.#rows(
      [...filters, ...after],
      `${sortedBy} ${query.direction}, orders.order_id ${query.direction}`,
      limit + 1,
    )
    return toPage(rows, limit, this.#count(filters), {
      cursorOf: (row) => encodeCursor(list, { value: row[column], id: row.order_id }),
      view: toSummary,
    })
  }

  #isNarrow(phrase: string): boolean {
    const found = this.#db
      .prepare<[string, string, number], number>(`SELECT count(*) FROM (${foundIds} LIMIT ?)`)
      .pluck()
      .get(phrase, phrase, mostRowsToSort + 1)
    return found !== undefined && found <= mostRowsToSort
  }

  #rows(conditions: readonly Condition[], order: string, limit: number): OrderRow[] {
    return this.#db
      .prepare<Bound[], OrderRow>(`${orderSelect} ${where(conditions)} ORDER BY ${order} LIMIT ?`)
      .all(...conditions.flatMap((condition) => condition.values), limit)
  }

  #count(conditions: readonly Condition[]): number {
    const source = conditions.some((condition) => condition.readsEveryRow) ? 'orders NOT INDEXED' : 'orders'
    const count = this.#db
      .prepare<Bound[], number>(`SELECT count(*) FROM ${source} ${where(conditions)}`)
      .pluck()
      .get(...conditions.flatMap((condition) => condition.values))
    return count ?? 0
  }
}

function where(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => `(${sql})`).join(' AND ')}`
}

function profileFilter({ profileId }: OrderQuery, plus: '' | '+'): Condition[] {
  if (profileId === null) return []
  return [
    {
      sql: `${plus}orders.profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)`,
      values: [profileId],
    },
  ]
}

function familyFilter({ families }: OrderQuery): Condition[] {
  if (families.length === 0) return []
  return [{ sql: `orders.family IN (${families.map(() => '?').join(', ')})`, values: families }]
}

function searchFilter(search: Search): Condition[] {
  switch (search.kind) {
    case 'everything':
      return []
    case 'nothing':
      return [{ sql: 'FALSE', values: [] }]
    case 'phrase':
      return [
        {
          sql: `orders.order_id IN (${foundIds})`,
          values: [search.phrase, search.phrase],
        },
      ]
    case 'patterns':
      return [anyColumnLike(search.patterns)]
  }
}

function anyColumnLike(patterns: readonly string[]): Condition {
  const pairs = searchColumns.flatMap((column) => patterns.map((pattern) => ({ column, pattern })))
  return {
    sql: pairs.map(({ column }) => String.raw`orders.${column} LIKE ? ESCAPE '\'`).join(' OR '),
    values: pairs.map(({ pattern }) => pattern),
    readsEveryRow: true,
  }
}

function placeFilter(column: string, direction: OrderQuery['direction'], place: Place): Condition {
  const comparison = direction === 'desc' ? '<' : '>'
  return { sql: `(${column}, orders.order_id) ${comparison} (?, ?)`, values: [place.value, place.id] }
}
