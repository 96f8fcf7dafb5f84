import type { DaySum, HomeCounts, HomeView } from '../../../src-shared/domain/home'
import type { HomeDays } from '../../ports/storage'
import type { Sqlite } from '../file/connection'
import { orderSelect, toSummary, type OrderRow } from '../tables/order-rows'
import type { Tables } from '../tables/tables'

interface SumRow {
  readonly currency: string
  readonly is_today: 0 | 1
  readonly is_until_now: 0 | 1
  readonly approved_minor: number
  readonly approved_count: number
  readonly declined_count: number
}

const longestList = 200
const longestDeclines = 8

/** The content of Home, and the counts of the frame. */
export class Home {
  readonly #tables
  readonly #attention
  readonly #inFlight
  readonly #sums
  readonly #declines
  readonly #counts

  constructor(db: Sqlite, tables: Pick<Tables, 'cards' | 'orders' | 'refundCases'>) {
    this.#tables = tables
    const newestFirst = `ORDER BY orders.created_at_ms DESC, orders.order_id DESC LIMIT ${String(longestList)}`
    // All of them, because each needs the operator; the oldest first.
    this.#attention = db.prepare<[], OrderRow>(
      `${orderSelect} WHERE orders.home_section = 'attention' ORDER BY orders.created_at_ms, orders.order_id`,
    )
    this.#inFlight = db.prepare<[], OrderRow>(
      `${orderSelect} WHERE orders.home_section = 'in-flight' ${newestFirst}`,
    )
    // An adopted order was charged elsewhere at another time; its own date is the day of its adoption.
    this.#sums = db.prepare<[number, number, string, number], SumRow>(`
      SELECT currency, created_at_ms >= ? AS is_today, created_at_ms < ? AS is_until_now,
        coalesce(sum(coalesce(charged_minor, amount_minor)) FILTER (WHERE family = 'approved'), 0) AS approved_minor,
        count(*) FILTER (WHERE family = 'approved') AS approved_count,
        count(*) FILTER (WHERE family = 'declined') AS declined_count
      FROM orders INDEXED BY orders_by_family
      WHERE profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)
        AND created_at_ms >= ? AND kind <> 'adopted' AND currency IS NOT NULL
        AND family IN ('approved', 'declined')
      GROUP BY currency, is_today, is_until_now
      ORDER BY currency
    `)
    this.#declines = db.prepare<[string, number], OrderRow>(`
      ${orderSelect}
      WHERE orders.order_id IN (
        SELECT order_id FROM orders INDEXED BY orders_by_family
        WHERE profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)
          AND created_at_ms >= ? AND family IN ('declined', 'filtered', 'error') AND kind <> 'adopted'
        ORDER BY created_at_ms DESC, order_id DESC LIMIT ${String(longestDeclines)}
      )
      ORDER BY orders.created_at_ms DESC, orders.order_id DESC
    `)
    // Every open order has a section, so the index over sections, which holds few rows, finds all three counts.
    this.#counts = db.prepare<[string | null], Omit<HomeCounts, 'refundCases'>>(`
      SELECT
        count(*) FILTER (WHERE home_section = 'in-flight') AS inFlight,
        count(*) FILTER (WHERE home_section = 'attention') AS attention,
        count(*) FILTER (
          WHERE family = 'open' AND profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)
        ) AS open
      FROM orders
      WHERE home_section IS NOT NULL
    `)
  }

  view(
    profileId: string,
    days: HomeDays,
    month: { readonly year: number; readonly month: number },
  ): HomeView {
    const { todayMs, yesterdayMs, yesterdayNowMs } = days
    const rows = this.#sums.all(todayMs, yesterdayNowMs, profileId, yesterdayMs)
    const yesterday = rows.filter((row) => row.is_today === 0)
    return {
      attention: this.#attention.all().map(toSummary),
      inFlight: this.#inFlight.all().map(toSummary),
      days: {
        today: sumsOf(rows.filter((row) => row.is_today === 1)),
        yesterdayUntilNow: sumsOf(yesterday.filter((row) => row.is_until_now === 1)),
        yesterday: sumsOf(yesterday),
      },
      declines: this.#declines.all(profileId, yesterdayMs).map(toSummary),
      expiring: this.#tables.cards.listExpiring(profileId, month),
      refundCases: this.#tables.refundCases.listDue().map(({ orderId, refundCase }) => ({
        order: toSummary(this.#tables.orders.requireRow(String(orderId))),
        refundCase,
      })),
    }
  }

  counts(profileId: string | null): HomeCounts {
    const counts = this.#counts.get(profileId) ?? { inFlight: 0, attention: 0, open: 0 }
    return { ...counts, refundCases: this.#tables.refundCases.countOpen() }
  }
}

/** Adds the rows of each currency. */
function sumsOf(rows: readonly SumRow[]): DaySum[] {
  const sums = new Map<string, DaySum>()
  for (const row of rows) {
    const before = sums.get(row.currency)
    sums.set(row.currency, {
      currency: row.currency,
      approvedMinor: row.approved_minor + (before?.approvedMinor ?? 0),
      approvedCount: row.approved_count + (before?.approvedCount ?? 0),
      declinedCount: row.declined_count + (before?.declinedCount ?? 0),
    })
  }
  return [...sums.values()]
}
