import { refusalTypes, type ExchangeQuery, type ExchangeSummary } from '../../../src-shared/domain/exchange'
import { searchForms } from '../../../src-shared/domain/pasted-text'
import type { Sqlite } from '../file/connection'
import { exchangeSummarySelect, toExchangeSummary } from '../tables/exchanges'
import { countUpTo, decodeCursor, encodeCursor, toPage, type Page } from './paging'
import { likePatterns } from './search-text'

type Row = Parameters<typeof toExchangeSummary>[0]
type Bound = string | number

interface Condition {
  readonly sql: string
  readonly values: readonly Bound[]
}

/** `searchedToMs`: where a filter stopped; null = it reached the oldest exchange. */
export interface ExchangePage extends Page<ExchangeSummary> {
  readonly searchedToMs: number | null
}

const list = 'exchanges'
/** No index finds an exchange by its content. A filter looks at this number of exchanges, some 100 ms of work. */
const walkLength = 20_000
/** How far the clock of this machine may have been set back between two exchanges. */
const clockSlackMs = 86_400_000
const searchColumns = [
  'serial_number',
  'client_order_id',
  'operation',
  'host',
  'path',
  'answer_type',
  'failure',
] as const

/** The API log: all exchanges, newest first. Their ids have no gaps, because none is ever deleted. */
export class ExchangeList {
  readonly #db
  readonly #newest
  readonly #timeOf

  constructor(db: Sqlite) {
    this.#db = db
    this.#newest = db.prepare<[], number | null>('SELECT max(exchange_id) FROM exchanges').pluck()
    this.#timeOf = db.prepare<[number], number>('SELECT at_ms FROM exchanges WHERE exchange_id = ?').pluck()
  }

  page(query: ExchangeQuery, cursor: string | null, limit: number): ExchangePage {
    const before = cursor === null ? (this.#newest.get() ?? 0) + 1 : decodeCursor(list, cursor).id
    const filters = filtersOf(query)
    const from = filters.length === 0 ? 1 : Math.max(before - walkLength, 1)
    const conditions = filters.map(({ sql }) => `AND (${sql})`).join(' ')
    const values = filters.flatMap((filter) => filter.values)
    const where = `WHERE exchange_id < ? AND exchange_id >= ? ${conditions}`
    const rows = this.#db
      .prepare<Bound[], Row>(`${exchangeSummarySelect} ${where} ORDER BY exchange_id DESC LIMIT ?`)
      .all(before, from, ...values, limit + 1)
    // Without a filter, the count needs no read of the contents.
    const source = filters.length === 0 ? 'exchanges' : 'exchange_log'
    const count = this.#db
      .prepare<Bound[], number>(`SELECT count(*) FROM (SELECT 1 FROM ${source} ${where} LIMIT ?)`)
      .pluck()
    const countedBefore = filters.length === 0 ? Number.MAX_SAFE_INTEGER : before
    const counted = countUpTo((most) => count.get(countedBefore, from, ...values, most) ?? 0)
    const page = toPage(rows, limit, counted, {
      cursorOf: (row) => cursorAt(row.exchange_id),
      view: toExchangeSummary,
    })
    const searchedToMs = this.#isEnd(from, query) ? null : (this.#timeOf.get(from) ?? null)
    return {
      ...page,
      nextCursor: page.nextCursor ?? (searchedToMs === null ? null : cursorAt(from)),
      isTotalExact: counted.isExact && searchedToMs === null,
      searchedToMs: page.nextCursor === null ? searchedToMs : (page.rows.at(-1)?.atMs ?? null),
    }
  }

  /** True when no older exchange can be found. */
  #isEnd(from: number, { sinceMs }: ExchangeQuery): boolean {
    return from === 1 || (sinceMs !== null && (this.#timeOf.get(from) ?? 0) < sinceMs - clockSlackMs)
  }
}

function cursorAt(exchangeId: number): string {
  return encodeCursor(list, { value: 0, id: exchangeId })
}

function filtersOf({ search, errorsOnly, outcome, operation, sinceMs }: ExchangeQuery): Condition[] {
  const types = refusalTypes.map(() => '?').join(', ')
  return [
    ...searchFilter(searchForms(search)),
    ...(errorsOnly
      ? [
          {
            sql: `outcome <> 'answered' OR answer_type IN (${types}) OR http_status >= 400`,
            values: refusalTypes,
          },
        ]
      : []),
    ...(outcome === null ? [] : [{ sql: 'outcome = ?', values: [outcome] }]),
    ...(operation === null ? [] : [{ sql: 'operation = ?', values: [operation] }]),
    ...(sinceMs === null ? [] : [{ sql: 'at_ms >= ?', values: [sinceMs] }]),
  ]
}

function searchFilter(forms: readonly string[]): Condition[] {
  if (forms.includes('')) return []
  const patterns = forms.flatMap(likePatterns)
  const pairs = searchColumns.flatMap((column) => patterns.map((pattern) => ({ column, pattern })))
  return [
    {
      sql: pairs.map(({ column }) => String.raw`${column} LIKE ? ESCAPE '\'`).join(' OR '),
      values: pairs.map(({ pattern }) => pattern),
    },
  ]
}
