import { describe, expect, it } from 'vitest'
import { dayOf, daysRange, isDay, periodRange, startOfDay } from '../../../src-shared/util/day-range'

const hourMs = 3_600_000
const hoursOf = (day: string, zone: string) => {
  const { fromMs, untilMs } = daysRange(day, day, zone)
  return ((untilMs ?? 0) - (fromMs ?? 0)) / hourMs
}

describe('the days of a time zone', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-03-30', 24],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Kathmandu', '2026-04-05', 24],
    ['Pacific/Kiritimati', '2026-01-01', 24],
    ['UTC', '2026-12-31', 24],
  ])('have their real length: %s, %s has %d hours', (zone, day, hours) => {
    expect(hoursOf(day, zone)).toBe(hours)
  })

  it('start at midnight of the place', () => {
    expect(new Date(startOfDay('2026-11-29', 'Europe/Berlin')).toISOString()).toBe('2026-11-28T23:00:00.000Z')
    expect(new Date(startOfDay('2026-07-01', 'America/New_York')).toISOString()).toBe(
      '2026-07-01T04:00:00.000Z',
    )
  })

  it('start with their first moment where the clock skips midnight', () => {
    // Cairo moved from 00:00 to 01:00 on this day.
    const start = startOfDay('2024-04-26', 'Africa/Cairo')
    expect(new Date(start).toISOString()).toBe('2024-04-25T22:00:00.000Z')
    expect(dayOf(start - 1, 'Africa/Cairo')).toBe('2024-04-25')
  })

  it('are read only when the calendar has them', () => {
    expect(['2026-02-28', '2028-02-29', '2026-12-31'].filter(isDay)).toHaveLength(3)
    expect(['2026-02-29', '2026-13-01', '2026-1-1', '20261-01-01', '', 'today'].filter(isDay)).toEqual([])
  })
})

describe('a period', () => {
  const now = Date.parse('2026-03-29T20:30:00Z')
  const shown = (period: Parameters<typeof periodRange>[0], zone: string) => {
    const { fromMs, untilMs } = periodRange(period, now, zone)
    return [fromMs, untilMs].map((ms) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16)))
  }

  it('is counted in days of the shown time zone', () => {
    expect(shown('today', 'Europe/Berlin')).toEqual(['2026-03-28T23:00', null])
    expect(shown('today', 'Asia/Tokyo')).toEqual(['2026-03-29T15:00', null])
    expect(shown('yesterday', 'Europe/Berlin')).toEqual(['2026-03-27T23:00', '2026-03-28T23:00'])
    expect(shown('month', 'America/New_York')).toEqual(['2026-03-01T05:00', null])
  })

  it('of seven days has today and the six days before, over a change of the clock', () => {
    expect(shown('7d', 'Europe/Berlin')).toEqual(['2026-03-22T23:00', null])
    expect(shown('1d', 'Europe/Berlin')).toEqual(shown('today', 'Europe/Berlin'))
  })
})
