import type { OpenStorage } from './storage-session'

/** Year, month and the first moment of a day in a time zone. */
export interface LocalDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly startMs: number
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const minuteMs = 60_000

/** The time zone of the settings. */
export async function timeZoneOf(storage: OpenStorage, systemTimeZone: string): Promise<string> {
  const { settings } = await storage.reader.getState()
  return settings.timeZone === 'system' ? systemTimeZone : settings.timeZone
}

/** True for a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Returns the calendar day of a moment in an IANA time zone. A day has 23 to 25 hours where clocks change. */
export function localDayOf(nowMs: number, timeZone: string): LocalDay {
  const day = localDate(nowMs, timeZone)
  const [year = '', month = ''] = day.split('-')
  return { year: Number(year), month: Number(month), startMs: dayStartMs(day, timeZone) }
}

/** The calendar day of a moment in a time zone, `2026-11-29`. */
export function localDate(atMs: number, timeZone: string): string {
  return wallClock(timeZone)(atMs).slice(0, 10)
}

/** The first moment of a calendar day, `2026-11-29`, in a time zone. */
export function dayStartMs(day: string, timeZone: string): number {
  const clock = wallClock(timeZone)
  const utcMs = Date.parse(day)
  // No zone is further from UTC than 14 hours.
  return firstMinute(utcMs - 15 * hourMs, utcMs + 15 * hourMs, (atMs) => clock(atMs).slice(0, 10) >= day)
}

/** The parts of a range in which local time is ahead of UTC by the same offset. */
export function offsetsBetween(
  fromMs: number,
  untilMs: number,
  timeZone: string,
): { fromMs: number; untilMs: number; offsetMs: number }[] {
  const clock = wallClock(timeZone)
  const offsetAt = (atMs: number) => Date.parse(`${clock(atMs)}Z`) - Math.floor(atMs / 1000) * 1000
  const parts: { fromMs: number; untilMs: number; offsetMs: number }[] = []
  let partFromMs = fromMs
  for (let atMs = fromMs; atMs < untilMs;) {
    const nextMs = Math.min(atMs + dayMs, untilMs)
    const offsetMs = offsetAt(partFromMs)
    // The last moment of the range may have another offset than its end.
    const isChanged = offsetAt(nextMs - 1000) !== offsetMs
    const endMs = isChanged ? firstMinute(atMs, nextMs, (each) => offsetAt(each) !== offsetMs) : nextMs
    if (isChanged || nextMs === untilMs) {
      parts.push({ fromMs: partFromMs, untilMs: endMs, offsetMs })
      partFromMs = endMs
    }
    atMs = endMs
  }
  return parts
}

/** A function that writes a moment as the clock on the wall shows it, `2026-11-29T22:30:04`. */
function wallClock(timeZone: string): (atMs: number) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  return (atMs) => {
    const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
    const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
    return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`
  }
}

/** The first full minute for which a condition holds, by binary search. It must hold for all later minutes. */
function firstMinute(afterMs: number, byMs: number, holds: (atMs: number) => boolean): number {
  let before = Math.floor(afterMs / minuteMs)
  let inside = Math.ceil(byMs / minuteMs)
  while (inside - before > 1) {
    const middle = Math.floor((before + inside) / 2)
    if (holds(middle * minuteMs)) inside = middle
    else before = middle
  }
  return inside * minuteMs
}
