import type { HomeCounts, HomeView } from '../../../src-shared/domain/home'
import type { Sqlite } from '../file/connection'
import { OrderCounts, sumOf } from './order-counts'
import { orderSelect, toSummary, type OrderRow } from '../tables/order-rows'
import type { Tables } from '../tables/tables'

interface SumRow {
  readonly currency: string
  readonly approved_minor: number
  readonly approved_count: number
  readonly declined_count: number
}

const longestList = 200

/** The content of Home, and the counts of the frame. */
export class Home {
  readonly #tables
  readonly #attention
  readonly #inFlight
  readonly #today
  readonly #orderCounts
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
    this.#today = db.prepare<[string, number], SumRow>(`
      SELECT currency,
        coalesce(sum(coalesce(charged_minor, amount_minor)) FILTER (WHERE family = 'approved'), 0) AS approved_minor,
        count(*) FILTER (WHERE family = 'approved') AS approved_count,
        count(*) FILTER (WHERE family = 'declined') AS declined_count
      FROM orders INDEXED BY orders_by_family
      WHERE profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)
        AND created_at_ms >= ? AND kind <> 'adopted' AND currency IS NOT NULL
        AND family IN ('approved', 'declined')
      GROUP BY currency
      ORDER BY currency
    `)
    this.#orderCounts = new OrderCounts(db)
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
    dayStartMs: number,
    month: { readonly year: number; readonly month: number },
  ): HomeView {
    return {
      attention: this.#attention.all().map(toSummary),
      inFlight: this.#inFlight.all().map(toSummary),
      today: this.#today.all(profileId, dayStartMs).map((row) => ({
        currency: row.currency,
        approvedMinor: row.approved_minor,
        approvedCount: row.approved_count,
        declinedCount: row.declined_count,
      })),
      expiring: this.#tables.cards.listExpiring(profileId, month),
      refundCases: this.#tables.refundCases.listDue().map(({ orderId, refundCase }) => ({
        order: toSummary(this.#tables.orders.requireRow(String(orderId))),
        refundCase,
      })),
      orderCount: sumOf(this.#orderCounts.of(profileId), []),
    }
  }

  counts(profileId: string | null): HomeCounts {
    const counts = this.#counts.get(profileId) ?? { inFlight: 0, attention: 0, open: 0 }
    return { ...counts, refundCases: this.#tables.refundCases.countOpen() }
  }
}
