import type { CurrencyInsights, InsightsView } from '../../../src-shared/domain/insights'
import type { StorageReader } from '../../ports/storage'
import type { Sqlite } from '../file/connection'

type Outcome = keyof CurrencyInsights['outcomes']

type InsightsRange = Parameters<StorageReader['insights']>[0]

const quarterMs = 15 * 60_000
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

interface Bounds {
  readonly profile_id: string
  readonly from_ms: number
  readonly until_ms: number
  readonly most_adopted: number
  /** JSON of the spans of sums that make up the range. */
  readonly spans: string
}

interface TotalRow {
  readonly currency: string
  readonly outcome: Outcome
  readonly orders: number
  readonly first: number
  readonly last: number
  readonly approved_minor: number
  readonly full_count: number
  readonly full_minor: number
  readonly partial_count: number
  readonly partial_minor: number
  readonly cancelled_count: number
  readonly cancelled_minor: number
  readonly chargeback_count: number
  readonly chargeback_minor: number
}

/** A count of one value in one currency. */
interface PartRow<V> {
  readonly currency: string
  readonly outcome: Outcome
  readonly part: V
  readonly orders: number
}

interface QuarterRow {
  readonly currency: string
  readonly outcome: Outcome
  readonly start_ms: number
  readonly orders: number
  readonly approved_minor: number
}

const failed = `('declined', 'filtered', 'error')`
const ended = `('approved', 'declined', 'filtered', 'error')`

/** Rates, amounts and times of a period, from the sums that triggers keep. No order is read. */
export class Insights {
  readonly #adopted
  readonly #totals
  readonly #reasons
  readonly #countries
  readonly #times
  readonly #quarters

  constructor(db: Sqlite) {
    const ofProfile = 'profile_key = (SELECT profile_key FROM profiles WHERE profile_id = @profile_id)'
    const inSpans = `
      json_each(@spans) AS span CROSS JOIN insight_sums ON ${ofProfile} AND step_ms = span.value ->> 'stepMs'
        AND start_ms >= span.value ->> 'fromMs' AND start_ms < span.value ->> 'untilMs'
    `
    const part = (column: string, condition: string) => `
      SELECT currency, outcome, ${column} AS part, sum(orders) AS orders
      FROM ${inSpans}
      WHERE is_adopted <= @most_adopted AND currency <> '' AND ${condition}
      GROUP BY currency, outcome, part ORDER BY orders DESC, part
    `
    this.#adopted = db
      .prepare<[Bounds], number>(`SELECT coalesce(sum(orders), 0) FROM ${inSpans} WHERE is_adopted = 1`)
      .pluck()
    const laterSums = ['full', 'partial', 'cancelled']
      .map(
        (kind) =>
          `sum(orders) FILTER (WHERE later = '${kind}') AS ${kind}_count, sum(${kind}_minor) AS ${kind}_minor`,
      )
      .join(', ')
    this.#totals = db.prepare<[Bounds], TotalRow>(`
      SELECT currency, outcome, sum(orders) AS orders,
        sum(orders) FILTER (WHERE NOT is_retry) AS first,
        sum(orders) FILTER (WHERE NOT is_retried) AS last,
        sum(approved_minor) AS approved_minor,
        ${laterSums},
        sum(orders) FILTER (WHERE is_chargeback) AS chargeback_count,
        sum(chargeback_minor) AS chargeback_minor
      FROM ${inSpans}
      WHERE is_adopted <= @most_adopted
      GROUP BY currency, outcome
    `)
    this.#reasons = db.prepare<[Bounds], PartRow<string>>(part('bank_code', `outcome IN ${failed}`))
    this.#countries = db.prepare<[Bounds], PartRow<string>>(part('card_country', `outcome IN ${ended}`))
    this.#times = db.prepare<[Bounds], PartRow<number>>(part('seconds_band', 'seconds_band >= 0'))
    // Grouped in the order of the primary key, so that nothing is sorted.
    this.#quarters = db.prepare<[Bounds], QuarterRow>(`
      SELECT start_ms, currency, outcome, sum(orders) AS orders, sum(approved_minor) AS approved_minor
      FROM insight_sums
      WHERE ${ofProfile} AND step_ms = ${String(quarterMs)} AND start_ms >= @from_ms AND start_ms < @until_ms
        AND is_adopted <= @most_adopted AND currency <> '' AND outcome IN ${ended}
      GROUP BY start_ms, currency, outcome
    `)
  }

  of(range: InsightsRange): Pick<InsightsView, 'adopted' | 'withoutCurrency' | 'currencies'> {
    const [fromMs, untilMs] = [range.days[0]?.fromMs ?? 0, range.days.at(-1)?.untilMs ?? 0]
    const parameters: Bounds = {
      profile_id: range.profileId,
      from_ms: fromMs,
      until_ms: untilMs,
      most_adopted: range.withAdopted ? 1 : 0,
      spans: JSON.stringify(spansOf(fromMs, untilMs)),
    }
    const totals = this.#totals.all(parameters)
    const parts = {
      reasons: this.#reasons.all(parameters),
      countries: this.#countries.all(parameters),
      times: this.#times.all(parameters),
    }
    const places = placesOf(this.#quarters.iterate(parameters), range)
    const currencies = [...new Set(totals.map(({ currency }) => currency))].filter((one) => one !== '')
    const ordersOf = (currency: string) =>
      sumOf(totals.filter((row) => row.currency === currency).map(({ orders }) => orders))
    return {
      adopted: this.#adopted.get(parameters) ?? 0,
      withoutCurrency: ordersOf(''),
      currencies: currencies
        .sort((one, other) => ordersOf(other) - ordersOf(one) || one.localeCompare(other))
        .map((currency) => {
          const ofCurrency = <R extends { currency: string }>(rows: readonly R[]) =>
            rows.filter((row) => row.currency === currency)
          return {
            currency,
            ...totalsOf(ofCurrency(totals)),
            reasons: ofCurrency(parts.reasons).flatMap(({ outcome, part, orders }) =>
              isFailed(outcome) ? [{ family: outcome, bankCode: part, count: orders }] : [],
            ),
            countries: countriesOf(ofCurrency(parts.countries)),
            times: timesOf(ofCurrency(parts.times)),
            ...(places.get(currency) ?? noPlaces(range.days.length)),
          }
        }),
    }
  }
}

function totalsOf(rows: readonly TotalRow[]) {
  const outcomes: CurrencyInsights['outcomes'] = {
    ...{ approved: 0, declined: 0, filtered: 0, error: 0, unprocessed: 0, open: 0, unknown: 0 },
  }
  for (const { outcome, orders } of rows) outcomes[outcome] = orders
  const endedRows = rows.filter(({ outcome }) => outcome === 'approved' || isFailed(outcome))
  const approvedRows = rows.filter(({ outcome }) => outcome === 'approved')
  const total = (name: keyof Omit<TotalRow, 'currency' | 'outcome'>, of = rows) =>
    sumOf(of.map((row) => row[name] ?? 0))
  const later = (kind: 'full' | 'partial' | 'cancelled' | 'chargeback') => ({
    count: total(`${kind}_count`),
    minor: total(`${kind}_minor`),
  })
  return {
    outcomes,
    firstTry: { approved: total('first', approvedRows), counted: total('first', endedRows) },
    lastTry: { approved: total('last', approvedRows), counted: total('last', endedRows) },
    approvedMinor: total('approved_minor'),
    later: {
      full: later('full'),
      partial: later('partial'),
      cancelled: later('cancelled'),
      chargeback: later('chargeback'),
    },
  }
}

function countriesOf(rows: readonly PartRow<string>[]): CurrencyInsights['countries'] {
  const countries = new Map<string, { country: string; approved: number; failed: number }>()
  for (const { part, outcome, orders } of rows) {
    const row = countries.get(part) ?? { country: part, approved: 0, failed: 0 }
    countries.set(part, { ...row, ...added(row, outcome, orders) })
  }
  return [...countries.values()].sort(
    (one, other) => other.approved + other.failed - one.approved - one.failed,
  )
}

function timesOf(rows: readonly PartRow<number>[]): CurrencyInsights['times'] {
  const bands = new Map<number, number>()
  for (const { part, orders } of rows) bands.set(part, (bands.get(part) ?? 0) + orders)
  // The band 0 has the longest times.
  const order = (band: number) => (band === 0 ? Number.POSITIVE_INFINITY : band)
  return [...bands]
    .sort(([one], [other]) => order(one) - order(other))
    .map(([band, count]) => ({ upToSeconds: band === 0 ? null : band, count }))
}

type Places = Pick<CurrencyInsights, 'days' | 'hours'>

function noPlaces(days: number): Places {
  const none = { approved: 0, failed: 0 }
  return {
    days: Array.from({ length: days }, () => ({ ...none, approvedMinor: 0 })),
    hours: Array.from({ length: 24 }, () => ({ ...none })),
  }
}

/** The days and hours of each currency. The quarters come in the order of time. */
function placesOf(quarters: Iterable<QuarterRow>, { days, offsets }: InsightsRange): Map<string, Places> {
  const found = new Map<string, Places>()
  let [day, part] = [0, 0]
  for (const { start_ms: atMs, currency, outcome, orders, approved_minor: minor } of quarters) {
    while (day < days.length - 1 && atMs >= (days[day]?.untilMs ?? 0)) day += 1
    while (part < offsets.length - 1 && atMs >= (offsets[part]?.untilMs ?? 0)) part += 1
    const places = found.get(currency) ?? noPlaces(days.length)
    found.set(currency, places)
    const hour = Math.floor((atMs + (offsets[part]?.offsetMs ?? 0)) / hourMs) % 24
    const [ofDay, ofHour] = [places.days[day], places.hours[hour]]
    if (ofDay === undefined || ofHour === undefined) continue
    places.days[day] = { ...added(ofDay, outcome, orders), approvedMinor: ofDay.approvedMinor + minor }
    places.hours[hour] = added(ofHour, outcome, orders)
  }
  return found
}

/** The sums that make up a range: whole days in UTC, and quarters of an hour before and after these. */
function spansOf(fromMs: number, untilMs: number): { stepMs: number; fromMs: number; untilMs: number }[] {
  const firstDayMs = Math.ceil(fromMs / dayMs) * dayMs
  const endOfDaysMs = Math.floor(untilMs / dayMs) * dayMs
  if (firstDayMs >= endOfDaysMs) return [{ stepMs: quarterMs, fromMs, untilMs }]
  return [
    { stepMs: quarterMs, fromMs, untilMs: firstDayMs },
    { stepMs: dayMs, fromMs: firstDayMs, untilMs: endOfDaysMs },
    { stepMs: quarterMs, fromMs: endOfDaysMs, untilMs },
  ]
}

function added(row: { approved: number; failed: number }, outcome: Outcome, orders: number) {
  return outcome === 'approved'
    ? { approved: row.approved + orders, failed: row.failed }
    : { approved: row.approved, failed: row.failed + orders }
}

function isFailed(outcome: Outcome): outcome is CurrencyInsights['reasons'][number]['family'] {
  return outcome === 'declined' || outcome === 'filtered' || outcome === 'error'
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
