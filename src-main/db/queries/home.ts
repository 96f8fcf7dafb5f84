import type { HomeView } from '../../../src-shared/domain/home'
import type { Cards } from '../tables/cards'
import type { Sqlite } from '../file/connection'
import { orderSelect, toSummary, type OrderRow } from '../tables/order-rows'

interface SumRow {
  readonly currency: string
  readonly approved_minor: number
  readonly approved_count: number
  readonly declined_count: number
}

const longestList = 200

/** The content of Home, and the two counts of the status bar. */
export class Home {
  readonly #cards
  readonly #attention
  readonly #inFlight
  readonly #today
  readonly #orderCount
  readonly #following
  readonly #attentionCount

  constructor(db: Sqlite, cards: Cards) {
    this.#cards = cards
    const newestFirst = `ORDER BY orders.created_at_ms DESC, orders.order_id DESC LIMIT ${String(longestList)}`
    // All of them, because each needs the operator; the oldest first.
    this.#attention = db.prepare<[], OrderRow>(
      `${orderSelect} WHERE orders.home_section = 'attention' ORDER BY orders.created_at_ms, orders.order_id`,
    )
    // The plus sign makes SQLite use the index over sections, which holds few rows.
    this.#inFlight = db.prepare<[string], OrderRow>(`
      ${orderSelect}
      WHERE orders.home_section = 'in-flight'
        AND +orders.profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)
      ${newestFirst}
    `)
    // An adopted order was charged elsewhere at another time; its own date is the day of its adoption.
    this.#today = db.prepare<[string, number], SumRow>(`
      SELECT currency,
        coalesce(sum(coalesce(charged_minor, amount_minor)) FILTER (WHERE family = 'approved'), 0) AS approved_minor,
        count(*) FILTER (WHERE family = 'approved') AS approved_count,
        count(*) FILTER (WHERE family = 'declined') AS declined_count
      FROM orders
      WHERE profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)
        AND created_at_ms >= ? AND kind <> 'adopted' AND currency IS NOT NULL
        AND family IN ('approved', 'declined')
      GROUP BY currency
      ORDER BY currency
    `)
    this.#orderCount = db
      .prepare<[string], number>(
        'SELECT count(*) FROM orders WHERE profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)',
      )
      .pluck()
    this.#following = db
      .prepare<[], number>(
        'SELECT count(*) FROM orders WHERE next_check_at_ms IS NOT NULL AND watch_until_ms IS NULL',
      )
      .pluck()
    this.#attentionCount = db
      .prepare<[], number>(`SELECT count(*) FROM orders WHERE home_section = 'attention'`)
      .pluck()
  }

  view(
    profileId: string,
    dayStartMs: number,
    month: { readonly year: number; readonly month: number },
  ): HomeView {
    return {
      attention: this.#attention.all().map(toSummary),
      inFlight: this.#inFlight.all(profileId).map(toSummary),
      today: this.#today.all(profileId, dayStartMs).map((row) => ({
        currency: row.currency,
        approvedMinor: row.approved_minor,
        approvedCount: row.approved_count,
        declinedCount: row.declined_count,
      })),
      expiring: this.#cards.listExpiring(profileId, month),
      orderCount: this.#orderCount.get(profileId) ?? 0,
    }
  }

  counts(): { following: number; attention: number } {
    return { following: this.#following.get() ?? 0, attention: this.#attentionCount.get() ?? 0 }
  }
}
