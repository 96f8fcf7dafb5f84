import type { Sqlite } from '../file/connection'

/** Orders with the phrase in their own row or in their search words. */
export const foundIds = `
  SELECT rowid FROM order_search WHERE order_search MATCH ?
  UNION ALL
  SELECT rowid FROM order_search_words WHERE order_search_words MATCH ?
`

/** The orders with a phrase, when they are at most `most`; else null. */
export function fewFound(db: Sqlite, phrase: string, most: number): number[] | null {
  const found = new Set<number>()
  for (const table of ['order_search', 'order_search_words']) {
    // From the newest one, because the index then stops early. In the other direction it reads to the end first.
    const ids = db
      .prepare<[string, number], number>(
        `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`,
      )
      .pluck()
      .all(phrase, Math.max(most, 0) + 1)
    for (const id of ids) found.add(id)
    if (found.size > most) return null
  }
  return [...found]
}
