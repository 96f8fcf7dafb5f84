/** Year, month and the first moment of a day in a time zone. */
export interface LocalDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly startMs: number
}

const dayMs = 24 * 60 * 60_000
const minuteMs = 60_000

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
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  const dateAt = (atMs: number) => format.format(atMs)
  const today = dateAt(nowMs)
  // Binary search over minutes finds midnight without the rules of the time zone.
  let before = Math.floor((nowMs - dayMs - 2 * 60 * minuteMs) / minuteMs)
  let inside = Math.floor(nowMs / minuteMs)
  while (inside - before > 1) {
    const middle = Math.floor((before + inside) / 2)
    if (dateAt(middle * minuteMs) === today) inside = middle
    else before = middle
  }
  const [month = '1', , year = '1970'] = today.split('/')
  return { year: Number(year), month: Number(month), startMs: inside * minuteMs }
}
