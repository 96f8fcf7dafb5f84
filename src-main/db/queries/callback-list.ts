import type { CallbackView } from '../../../src-shared/domain/callback'
import type { FactNames } from '../../ports/fact-names'
import type { Sqlite } from '../file/connection'
import { callbackSelect, toCallbackView, type CallbackRow } from '../tables/callbacks'
import { decodeCursor, encodeCursor, toPage, type Page } from './paging'

const list = 'callbacks'

/** All stored callbacks, newest first by the time when they were first seen. */
export class CallbackList {
  readonly #page
  readonly #count
  readonly #names

  constructor(db: Sqlite, names: FactNames) {
    this.#names = names
    this.#page = db.prepare<[number, number], CallbackRow>(
      `${callbackSelect} WHERE callback_id < ? ORDER BY callback_id DESC LIMIT ?`,
    )
    this.#count = db.prepare<[], number>('SELECT count(*) FROM callbacks').pluck()
  }

  page(cursor: string | null, limit: number): Page<CallbackView> {
    const after = cursor === null ? Number.MAX_SAFE_INTEGER : decodeCursor(list, cursor).id
    return toPage(
      this.#page.all(after, limit + 1),
      limit,
      { count: this.#count.get() ?? 0, isExact: true },
      {
        cursorOf: (row) => encodeCursor(list, { value: 0, id: row.callback_id }),
        view: (row) => toCallbackView(row, this.#names),
      },
    )
  }
}
