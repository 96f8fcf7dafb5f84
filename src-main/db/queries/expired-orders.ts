import type { Sqlite } from '../file/connection'

/** Final orders from before a time whose personal data was not erased yet, for the retention rule. */
export class ExpiredOrders {
  readonly #count
  readonly #list

  constructor(db: Sqlite) {
    const source = `
      FROM orders JOIN order_flights USING (order_id)
      WHERE orders.created_at_ms < ? AND NOT is_in_flight
        AND orders.order_id NOT IN (SELECT order_id FROM order_erasures)
    `
    this.#count = db.prepare<[number], number>(`SELECT count(*) ${source}`).pluck()
    this.#list = db
      .prepare<[number, number], number>(
        `SELECT orders.order_id ${source} ORDER BY orders.created_at_ms, orders.order_id LIMIT ?`,
      )
      .pluck()
  }

  count(beforeMs: number): number {
    return this.#count.get(beforeMs) ?? 0
  }

  /** Oldest first. */
  list(beforeMs: number, limit: number): string[] {
    return this.#list.all(beforeMs, limit).map(String)
  }
}
