import type { CurrencyInsights, InsightsView } from '../../src-shared/domain/insights'

const hourMs = 3_600_000
const firstDayMs = Date.parse('2026-11-25T23:00:00Z')

/** The figures of a currency over three days. */
export function currencyInsights(set: Partial<CurrencyInsights> = {}): CurrencyInsights {
  return {
    currency: 'EUR',
    outcomes: { approved: 12, declined: 3, filtered: 1, error: 0, unprocessed: 2, open: 1, unknown: 1 },
    firstTry: { approved: 10, counted: 14 },
    lastTry: { approved: 12, counted: 14 },
    approvedMinor: 1_234_567,
    later: {
      full: { count: 1, minor: 4900 },
      partial: { count: 2, minor: 1500 },
      cancelled: { count: 0, minor: 0 },
      chargeback: { count: 1, minor: 8900 },
    },
    reasons: [
      { family: 'declined', bankCode: '51', count: 3 },
      { family: 'filtered', bankCode: '', count: 1 },
    ],
    countries: [
      { country: 'NOR', approved: 9, failed: 1 },
      { country: '', approved: 3, failed: 3 },
    ],
    times: [
      { upToSeconds: 5, count: 8 },
      { upToSeconds: 30, count: 2 },
    ],
    days: [
      { approved: 4, failed: 1, approvedMinor: 400_000 },
      { approved: 0, failed: 0, approvedMinor: 0 },
      { approved: 8, failed: 3, approvedMinor: 834_567 },
    ],
    hours: Array.from({ length: 24 }, (_, hour) => ({
      approved: hour === 9 ? 12 : 0,
      failed: hour === 9 ? 4 : 0,
    })),
    ...set,
  }
}

export function insightsView(set: Partial<InsightsView> = {}): InsightsView {
  return {
    timeZone: 'Europe/Stockholm',
    days: ['2026-11-26', '2026-11-27', '2026-11-28'].map((day, at) => ({
      day,
      fromMs: firstDayMs + at * 24 * hourMs,
      untilMs: firstDayMs + (at + 1) * 24 * hourMs,
    })),
    adopted: 2,
    withoutCurrency: 0,
    currencies: [currencyInsights(), currencyInsights({ currency: 'JPY' })],
    ...set,
  }
}
