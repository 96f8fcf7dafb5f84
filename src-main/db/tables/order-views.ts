import { z } from 'zod'
import {
  columnChoice,
  noViews,
  savedViewInput,
  type OrderViews,
} from '../../../src-shared/domain/order-views'
import type { Sqlite } from '../file/connection'
import { fromJsonOr } from './stored-json'

interface OrderViewsRow {
  readonly columns: string
  readonly views: string
}

/** The columns and saved views of the orders list. */
export class OrderViewRows {
  readonly #save
  readonly #get

  constructor(db: Sqlite) {
    this.#save = db.prepare<[OrderViewsRow]>(
      'INSERT OR REPLACE INTO order_views (only_row, columns, views) VALUES (1, @columns, @views)',
    )
    this.#get = db.prepare<[], OrderViewsRow>('SELECT columns, views FROM order_views')
  }

  save({ columns, views }: OrderViews): void {
    this.#save.run({ columns: JSON.stringify(columns), views: JSON.stringify(views) })
  }

  /** A view that cannot be read, such as one of another version, does not hide the others. */
  get(): OrderViews {
    const row = this.#get.get()
    if (row === undefined) return noViews
    return {
      columns: fromJsonOr(columnChoice, row.columns, []),
      views: fromJsonOr(z.array(z.unknown()), row.views, []).flatMap(
        (view) => savedViewInput.safeParse(view).data ?? [],
      ),
    }
  }
}
