/** A calendar day, such as `2026-11-01`. */
export type Day = string

/**
 * A range of days that moves with the calendar: `today`, `yesterday`, `month` (from its first day), or a number of days
 * such as `7d` (today and the six days before).
 */
export type Period = string

/** True for a period, and for any count of days up to 999. */
export function isPeriod(text: string): text is Period {
  return /^(?:today|yesterday|month|[1-9][0-9]{0,2}d)$/.test(text)
}

/** Times from one up to, but not including, another. Null = no limit. */
export interface TimeRange {
  readonly fromMs: number | null
  readonly untilMs: number | null
}

/** More than the largest distance of a time zone from UTC. */
const searchRangeMs = 16 * 3_600_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of a time in a time zone. */
export function dayOf(atMs: number, timeZone: string): Day {
  const { year, month, day } = partsOf(atMs, timeZone)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

/** True for a day of the calendar, written as `2026-11-01`. */
export function isDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
}

/** The day that is so many days later, or earlier. */
export function addDays(day: Day, count: number): Day {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + count)
  return at.toISOString().slice(0, 10)
}

/**
 * The first moment of a day in a time zone. A day is looked for instead of computed: it can have 23 or 25 hours, and its
 * midnight can be missing.
 */
export function startOfDay(day: Day, timeZone: string): number {
  const middle = Date.parse(`${day}T00:00:00Z`)
  let [before, after] = [middle - searchRangeMs, middle + searchRangeMs]
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (dayOf(between, timeZone) < day) before = between
    else after = between
  }
  return after
}

/** The times of the days from one to another, both included. */
export function daysRange(from: Day | null, to: Day | null, timeZone: string): TimeRange {
  return {
    fromMs: from === null ? null : startOfDay(from, timeZone),
    untilMs: to === null ? null : startOfDay(addDays(to, 1), timeZone),
  }
}

/** The times of a period as seen now. Only yesterday has an end: the other periods go on. */
export function periodRange(period: Period, nowMs: number, timeZone: string): TimeRange {
  const today = dayOf(nowMs, timeZone)
  switch (period) {
    case 'today':
      return daysRange(today, null, timeZone)
    case 'yesterday':
      return daysRange(addDays(today, -1), addDays(today, -1), timeZone)
    case 'month':
      return daysRange(`${today.slice(0, 8)}01`, null, timeZone)
    default:
      return daysRange(addDays(today, 1 - Number.parseInt(period, 10)), null, timeZone)
  }
}

function partsOf(atMs: number, timeZone: string): { year: number; month: number; day: number } {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
    formats.set(timeZone, format)
  }
  const parts = format.formatToParts(atMs)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  return { year: part('year'), month: part('month'), day: part('day') }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
