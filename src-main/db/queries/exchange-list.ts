import type { ExchangeSummary } from '../../../src-shared/domain/exchange'
import type { Sqlite } from '../file/connection'
import { exchangeSummarySelect, toExchangeSummary } from '../tables/exchanges'
import { decodeCursor, encodeCursor, toPage, type Page } from './paging'
import { searchForms } from '../../../src-shared/domain/pasted-text'
import { likePatterns } from './search-text'

type Row = Parameters<typeof toExchangeSummary>[0]

const list = 'exchanges'
const searchColumns = [
  'serial_number',
  'client_order_id',
  'operation',
  'host',
  'path',
  'answer_type',
  'failure',
] as const

/** The API log: all exchanges, newest first. */
export class ExchangeList {
  readonly #db

  constructor(db: Sqlite) {
    this.#db = db
  }

  page(search: string, cursor: string | null, limit: number): Page<ExchangeSummary> {
    const filter = searchFilter(searchForms(search))
    const after = cursor === null ? Number.MAX_SAFE_INTEGER : decodeCursor(list, cursor).id
    const rows = this.#db
      .prepare<(string | number)[], Row>(
        `${exchangeSummarySelect} WHERE ${filter.sql} AND exchange_id < ? ORDER BY exchange_id DESC LIMIT ?`,
      )
      .all(...filter.values, after, limit + 1)
    return toPage(
      rows,
      limit,
      { count: this.#count(filter), isExact: true },
      {
        cursorOf: (row) => encodeCursor(list, { value: 0, id: row.exchange_id }),
        view: toExchangeSummary,
      },
    )
  }

  #count({ sql, values }: { readonly sql: string; readonly values: readonly string[] }): number {
    // The count needs no read of the contents.
    const source = values.length === 0 ? 'exchanges' : 'exchange_log'
    return (
      this.#db
        .prepare<string[], number>(`SELECT count(*) FROM ${source} WHERE ${sql}`)
        .pluck()
        .get(...values) ?? 0
    )
  }
}

function searchFilter(forms: readonly string[]): {
  readonly sql: string
  readonly values: readonly string[]
} {
  if (forms.includes('')) return { sql: 'TRUE', values: [] }
  const patterns = forms.flatMap(likePatterns)
  const pairs = searchColumns.flatMap((column) => patterns.map((pattern) => ({ column, pattern })))
  return {
    sql: `(${pairs.map(({ column }) => String.raw`${column} LIKE ? ESCAPE '\'`).join(' OR ')})`,
    values: pairs.map(({ pattern }) => pattern),
  }
}
