import type { CallbackQuery, CallbackView } from '../../../src-shared/domain/callback'
import type { FactNames } from '../../ports/fact-names'
import type { Sqlite } from '../file/connection'
import { callbackSelect, toCallbackView, type CallbackRow } from '../tables/callbacks'
import { countUpTo, decodeCursor, encodeCursor, toPage, type Page } from './paging'
import { planSearch, type Search } from './search-text'

type Bound = string | number

interface Condition {
  readonly sql: string
  readonly values: readonly Bound[]
}

const list = 'callbacks'
const searched = ['clientOrderId', 'gatewayOrderId', 'type', 'status', 'amount', 'currency'] as const

/** All stored callbacks, newest first by the time when they were first seen. */
export class CallbackList {
  readonly #db
  readonly #names

  constructor(db: Sqlite, names: FactNames) {
    this.#db = db
    this.#names = names
  }

  page(query: CallbackQuery, cursor: string | null, limit: number): Page<CallbackView> {
    const conditions = [...filters(query), ...searchFilter(planSearch(query.search))]
    const sql = conditions.map((condition) => `AND (${condition.sql})`).join(' ')
    const values = conditions.flatMap((condition) => condition.values)
    // The index has every filtered column. SQLite would read the whole rows, which are much longer.
    const found = `
      SELECT callback_id FROM callbacks INDEXED BY callbacks_by_filter
      WHERE callback_id < ? ${sql} ORDER BY callback_id DESC LIMIT ?
    `
    const after = cursor === null ? Number.MAX_SAFE_INTEGER : decodeCursor(list, cursor).id
    const rows = this.#db
      .prepare<Bound[], CallbackRow>(
        `${callbackSelect} WHERE callback_id IN (${found}) ORDER BY callback_id DESC`,
      )
      .all(after, ...values, limit + 1)
    const count = this.#db.prepare<Bound[], number>(`SELECT count(*) FROM (${found})`).pluck()
    const counted = countUpTo((most) => count.get(Number.MAX_SAFE_INTEGER, ...values, most) ?? 0)
    return toPage(rows, limit, counted, {
      cursorOf: (row) => encodeCursor(list, { value: 0, id: row.callback_id }),
      view: (row) => toCallbackView(row, this.#names),
    })
  }
}

function filters({ control, match, order }: CallbackQuery): Condition[] {
  return [
    ...(control === null ? [] : [{ sql: 'control = ?', values: [control] }]),
    ...(match === null ? [] : [{ sql: 'gateway_match = ?', values: [match] }]),
    ...(order === null ? [] : [{ sql: `order_id IS ${order === 'with' ? 'NOT NULL' : 'NULL'}`, values: [] }]),
  ]
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
          sql: 'callback_id IN (SELECT rowid FROM callback_search WHERE callback_search MATCH ?)',
          values: [search.phrase],
        },
      ]
    case 'patterns': {
      const pairs = searched.flatMap((name) => search.patterns.map((pattern) => ({ name, pattern })))
      return [
        {
          sql: pairs
            .map(({ name }) => String.raw`json_extract(reading, '$.${name}') LIKE ? ESCAPE '\'`)
            .join(' OR '),
          values: pairs.map(({ pattern }) => pattern),
        },
      ]
    }
  }
}
