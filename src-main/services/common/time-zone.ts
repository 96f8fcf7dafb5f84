/** Year, month and the first moment of a day, as a zone's calendar has it. */
export interface LocalDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly startMs: number
}

const dayMs = 24 * 60 * 60_000
const minuteMs = 60_000

/** True for a zone that this machine has rules for. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The calendar day of a moment in an IANA zone; days are 23 to 25 hours long where clocks are changed (T2). */
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
  // Halving the minutes between "surely yesterday" and now finds midnight without knowing any zone's rules.
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
