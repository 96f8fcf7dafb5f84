import type { OrderSummary } from '../../../src-shared/domain/order'
import { statusFamily, type StatusCounts, type StatusFamily } from '../../../src-shared/domain/order-status'
import type { OrderQuery, OrderSort } from '../../../src-shared/domain/order-query'
import type { Sqlite } from '../file/connection'
import { exportSelect, orderSelect, toSummary, type ExportRow, type OrderRow } from '../tables/order-rows'
import { filterConditions, type Condition } from './order-filters'
import { decodeCursor, encodeCursor, toPage, type Page, type Place } from './paging'
import { planSearch, type Search } from './search-text'

type Bound = string | number

/** The column of each sort. A text that is missing sorts like an empty one. */
const sortKeys: Record<OrderSort, { readonly column: keyof OrderRow; readonly isText?: true }> = {
  created: { column: 'created_at_ms' },
  changed: { column: 'changed_at_ms' },
  amount: { column: 'amount_rank' },
  status: { column: 'word' },
  cardholder: { column: 'cardholder_name', isText: true },
  'last-four': { column: 'last_four', isText: true },
  'client-order-id': { column: 'client_order_id' },
  'gateway-order-id': { column: 'gateway_order_id', isText: true },
  reference: { column: 'reference', isText: true },
}
const searchColumns = [
  'client_order_id',
  'gateway_order_id',
  'reference',
  'last_four',
  'cardholder_name',
  'description',
] as const

/** Orders with the phrase in their own row or in their search words. */
const foundIds = `
  SELECT rowid FROM order_search WHERE order_search MATCH ?
  UNION ALL
  SELECT rowid FROM order_search_words WHERE order_search_words MATCH ?
`

/** Up to this number of hits is read and sorted; above it, the sorted index is scanned. */
const mostRowsToSort = 2000

/** A page of orders, and the count of each family without the family filter. */
export interface OrderPage extends Page<OrderSummary> {
  readonly counts: StatusCounts
}

/** The orders list: filtered, sorted, and paged by the last row seen, so that new rows do not shift pages. */
export class OrderList {
  readonly #db

  constructor(db: Sqlite) {
    this.#db = db
  }

  page(query: OrderQuery, cursor: string | null, limit: number): OrderPage {
    const search = planSearch(query.search)
    // A plus sign keeps SQLite from another index: the search has already narrowed the rows.
    const plus = search.kind === 'phrase' && this.#isNarrow(search.phrase) ? '+' : ''
    const { column } = sortKeys[query.sortBy]
    const list = `${query.sortBy} ${query.direction}`
    const found = foundBy(query, search, plus)
    const sortedBy = sortExpression(query.sortBy, plus)
    const after = cursor === null ? [] : [placeFilter(sortedBy, query.direction, decodeCursor(list, cursor))]
    const rows = this.#rows(
      [...found, ...familyFilter(query), ...after],
      `${sortedBy} ${query.direction}, orders.order_id ${query.direction}`,
      limit + 1,
    )
    const counts = this.#counts(found)
    const page = toPage(
      rows,
      limit,
      { count: sumOf(counts, query.families), isExact: true },
      {
        cursorOf: (row) => encodeCursor(list, { value: sortValue(row[column]), id: row.order_id }),
        view: toSummary,
      },
    )
    return { ...page, counts }
  }

  /** The exact counts of a query without its families. */
  count(query: OrderQuery): StatusCounts {
    return this.#counts(foundBy(query, planSearch(query.search), ''))
  }

  /** Every order of a query in its order, row by row, because there may be a million. For an export. */
  everyOrder(query: OrderQuery): { readonly total: number; readonly rows: IterableIterator<ExportRow> } {
    const search = planSearch(query.search)
    const found = foundBy(query, search, '')
    const conditions = [...found, ...familyFilter(query)]
    const { direction } = query
    const rows = this.#db
      .prepare<Bound[], ExportRow>(
        `${exportSelect} ${where(conditions)}
         ORDER BY ${sortExpression(query.sortBy, '')} ${direction}, orders.order_id ${direction}`,
      )
      .iterate(...conditions.flatMap(({ values }) => values))
    return { total: sumOf(this.#counts(found), query.families), rows }
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

  #counts(conditions: readonly Condition[]): StatusCounts {
    const source = conditions.some((condition) => condition.readsEveryRow) ? 'orders NOT INDEXED' : 'orders'
    const counted = this.#db
      .prepare<Bound[], { readonly family: StatusFamily; readonly count: number }>(
        `SELECT family, count(*) AS count FROM ${source} ${where(conditions)} GROUP BY family`,
      )
      .all(...conditions.flatMap((condition) => condition.values))
    const counts = { open: 0, approved: 0, declined: 0, error: 0, filtered: 0, unknown: 0 }
    for (const { family, count } of counted) counts[family] = count
    return counts
  }
}

function sumOf(counts: StatusCounts, families: readonly StatusFamily[]): number {
  const counted = families.length === 0 ? statusFamily.options : families
  return [...new Set(counted)].reduce((sum, family) => sum + counts[family], 0)
}

function where(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => `(${sql})`).join(' AND ')}`
}

/** The conditions of a query without its families. */
function foundBy(query: OrderQuery, search: Search, plus: '' | '+'): Condition[] {
  return [...profileFilter(query, plus), ...searchFilter(search), ...filterConditions(query.filters)]
}

function sortExpression(sortBy: OrderSort, plus: '' | '+'): string {
  const { column, isText } = sortKeys[sortBy]
  return isText === undefined ? `${plus}orders.${column}` : `coalesce(orders.${column}, '')`
}

function sortValue(value: string | number | null): string | number {
  return value ?? ''
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
