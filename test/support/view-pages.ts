import type { OrderSummary, OrderView } from '../../src-shared/domain/order'
import type { OrderQuery } from '../../src-shared/domain/order-query'
import { statusFamily, type StatusCounts } from '../../src-shared/domain/order-status'

/** The rows of an orders query, sorted. */
export function matchingRows(views: Iterable<OrderView>, query: OrderQuery): OrderSummary[] {
  const sign = query.direction === 'desc' ? -1 : 1
  const value = (row: OrderSummary) => (query.sortBy === 'created' ? row.createdAtMs : (row.amountMinor ?? 0))
  const wanted = query.search.toLowerCase()
  return [...views]
    .map((view) => view.summary)
    .filter((row) => query.profileId === null || row.profileId === query.profileId)
    .filter((row) => query.families.length === 0 || query.families.includes(row.family))
    .filter((row) =>
      [row.clientOrderId, row.gatewayOrderId, row.cardholderName, row.reference, row.description].some(
        (text) => text?.toLowerCase().includes(wanted),
      ),
    )
    .sort((a, b) => sign * (value(a) - value(b)))
}

/** One page of a list; the cursor is the index of its first row. */
export function page<T>(rows: readonly T[], cursor: string | null, limit: number) {
  const from = cursor === null ? 0 : Number(cursor)
  const end = from + limit
  return {
    rows: rows.slice(from, end),
    nextCursor: end < rows.length ? String(end) : null,
    total: rows.length,
    isTotalExact: true,
  }
}

/** Number of rows of each family. */
export function countsOf(rows: readonly OrderSummary[]): StatusCounts {
  const counts = statusFamily.options.map(
    (family) => [family, rows.filter((row) => row.family === family).length] as const,
  )
  return Object.fromEntries(counts) as StatusCounts
}
