import { z } from 'zod'

const dayMs = 24 * 60 * 60_000

/** Upper bounds of the bands of the time to a final status, in seconds. Longer times are a band, too. */
export const timeBounds = [1, 2, 3, 5, 10, 15, 30, 60, 120, 300, 900, 3600, 14_400, 86_400] as const

/** The longest period, in days. */
export const longestPeriodDays = 366

/** A calendar day, `2026-11-29`. */
const calendarDay = z
  .string()
  .max(10)
  .regex(/^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/)
  .refine((day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day))

/** Days of a period, both ends included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

/** The day that is some days after another one. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** The last days up to today, or from one day to another one, both included; in the time zone of the settings. */
export const insightsPeriod = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('last'), days: z.literal([7, 30, 90]) }),
  z.strictObject({ kind: z.literal('range'), from: calendarDay, to: calendarDay }).refine(({ from, to }) => {
    const days = daysBetween(from, to)
    return days >= 1 && days <= longestPeriodDays
  }),
])
export type InsightsPeriod = z.infer<typeof insightsPeriod>

export const insightsRequest = z.strictObject({
  period: insightsPeriod,
  /** Counts orders that were added by their ids too. */
  withAdopted: z.boolean(),
})
export type InsightsRequest = z.infer<typeof insightsRequest>

const count = z.number().int()
/** A sum in minor units of the currency beside it. */
const sum = z.object({ count, minor: z.number().int() })
/** Approved orders, and all that were approved, declined, filtered or ended with an error. */
const rate = z.object({ approved: count, counted: count })
/** `failed`: declined, filtered or ended with an error. */
const ended = z.object({ approved: count, failed: count })

export const failedFamily = z.enum(['declined', 'filtered', 'error'])

/**
 * How the orders of a period ended, in one currency. A retry is an order that was made within 24 hours after a failed
 * order of the same card, amount and currency.
 */
export const currencyInsights = z.object({
  currency: z.string(),
  /** `unprocessed`: refused, not sent, cancelled or resolved as not charged. */
  outcomes: z.object({
    ...{ approved: count, declined: count, filtered: count, error: count },
    ...{ unprocessed: count, open: count, unknown: count },
  }),
  /** Of the orders that are no retries. */
  firstTry: rate,
  /** Of the orders that were not retried. */
  lastTry: rate,
  approvedMinor: z.number().int(),
  /** Later transactions of the approved orders of the period. */
  later: z.object({ full: sum, partial: sum, cancelled: sum, chargeback: sum }),
  /** `bankCode` is empty when the message of the gateway has none. The most frequent one comes first. */
  reasons: z.array(z.object({ family: failedFamily, bankCode: z.string(), count })),
  /** `country` is empty when it is not known. */
  countries: z.array(ended.extend({ country: z.string() })),
  /** Charges of this app by the seconds to their final status, the shortest first. Null = longer than all others. */
  times: z.array(z.object({ upToSeconds: z.number().int().nullable(), count })),
  /** One for each day of the period. */
  days: z.array(ended.extend({ approvedMinor: z.number().int() })),
  /** One for each hour of the day, from midnight. */
  hours: z.array(ended),
})
export type CurrencyInsights = z.infer<typeof currencyInsights>

export const insightsView = z.object({
  timeZone: z.string(),
  /** The days of the period. A day has 23 to 25 hours where clocks change. */
  days: z.array(z.object({ day: z.string(), fromMs: z.number().int(), untilMs: z.number().int() })),
  /** Orders of the period that were added by their ids, counted or not. */
  adopted: count,
  /** Orders of the period whose currency is not known yet. They are in no currency. */
  withoutCurrency: count,
  /** The most frequent currency comes first. */
  currencies: z.array(currencyInsights),
})
export type InsightsView = z.infer<typeof insightsView>

/**
 * The time in which a share of the charges became final, from the bands: the upper bound of the band that reaches the
 * share. Null = longer than all bounds. Undefined without charges.
 */
export function timeWithin(times: CurrencyInsights['times'], share: number): number | null | undefined {
  const total = times.reduce((all, band) => all + band.count, 0)
  let reached = 0
  for (const { upToSeconds, count: charges } of times) {
    reached += charges
    if (reached >= total * share) return upToSeconds
  }
  return undefined
}
