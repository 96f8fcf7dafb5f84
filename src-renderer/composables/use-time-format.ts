import { computed, inject, shallowRef, type InjectionKey, type Ref } from 'vue'
import { locale, messages } from '../messages'

const dayMs = 86_400_000
const plainDay = new Intl.DateTimeFormat(locale, {
  ...{ timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' },
})

/** The IANA time zone of the shown times; UTC if none is set. */
export const timeZoneKey: InjectionKey<Readonly<Ref<string>>> = Symbol('time zone')

/** Formats times in the time zone of the window. Call it in a setup function. */
export function useTimeFormat() {
  return timeFormat(inject(timeZoneKey, () => shallowRef('UTC'), true))
}

/** Formats times: relative under a day, otherwise a date. The full stamp names the time zone. */
export function timeFormat(timeZone: Readonly<Ref<string>>) {
  const formats = computed(() => {
    const base = { timeZone: timeZone.value, hourCycle: 'h23' } as const
    return {
      date: new Intl.DateTimeFormat(locale, { ...base, day: 'numeric', month: 'short', year: 'numeric' }),
      dayOfYear: new Intl.DateTimeFormat(locale, { ...base, day: 'numeric', month: 'short' }),
      clock: new Intl.DateTimeFormat(locale, { ...base, timeStyle: 'medium' }),
      // The Swedish form of a date is that of ISO 8601.
      isoDay: new Intl.DateTimeFormat('sv-SE', { timeZone: timeZone.value }),
      parts: new Intl.DateTimeFormat(locale, { ...base, year: 'numeric', month: 'numeric' }),
    }
  })

  /** `27 Nov 2026, 22:30:04 Europe/Berlin` */
  function stamp(atMs: number): string {
    return `${formats.value.date.format(atMs)}, ${formats.value.clock.format(atMs)} ${timeZone.value}`
  }

  /** `22:30:04` */
  function clock(atMs: number): string {
    return formats.value.clock.format(atMs)
  }

  /** `22:30:04` today, otherwise with its day: `26 Nov, 22:30:04`. */
  function dayClock(atMs: number, nowMs: number): string {
    const isToday = date(atMs) === date(nowMs)
    return isToday ? clock(atMs) : `${dayOfYear(atMs)}, ${clock(atMs)}`
  }

  /** `26 Nov` */
  function dayOfYear(atMs: number): string {
    return formats.value.dayOfYear.format(atMs)
  }

  function date(atMs: number): string {
    return formats.value.date.format(atMs)
  }

  /** The day of a moment as `2026-11-27`. */
  function dayOf(atMs: number): string {
    return formats.value.isoDay.format(atMs)
  }

  /** `2026-11-27` as `27 Nov 2026`; a day has no time zone. */
  function day(isoDay: string): string {
    return plainDay.format(Date.parse(isoDay))
  }

  /** `4 s`, `21 min`, `3 h`, then a date: `3 Oct`, with the year if it is another one. */
  function relative(atMs: number, nowMs: number): string {
    const ageMs = nowMs - atMs
    if (ageMs >= dayMs || ageMs < -60_000) {
      const isThisYear = today(atMs).year === today(nowMs).year
      return (isThisYear ? formats.value.dayOfYear : formats.value.date).format(atMs)
    }
    return ageMs < 3000 ? messages.common.justNow : span(ageMs)
  }

  /** The same in running text: `4 s ago`, `on 3 Oct`. */
  function ago(atMs: number, nowMs: number): string {
    const text = relative(atMs, nowMs)
    if (text === messages.common.justNow) return text
    return nowMs - atMs < dayMs ? messages.common.ago({ text }) : messages.common.on({ text })
  }

  function today(nowMs: number): { year: number; month: number } {
    const parts = formats.value.parts.formatToParts(nowMs)
    const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
    return { year: part('year'), month: part('month') }
  }

  return { stamp, clock, dayClock, dayOfYear, date, dayOf, day, relative, ago, today }
}

/** A duration in its largest sensible unit. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return messages.common.seconds({ count: seconds })
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? messages.common.minutes({ count: minutes })
    : messages.common.hours({ count: Math.floor(minutes / 60) })
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0')
}

/** A running duration: `312 ms`, `8 s`, `1:32 min`, `2:05 h`. */
export function elapsedText(ms: number): string {
  if (ms < 1000) return messages.common.milliseconds({ count: Math.max(0, Math.round(ms)) })
  const seconds = Math.floor(ms / 1000)
  if (seconds < 60) return messages.common.seconds({ count: seconds })
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? messages.threeDs.clockMinutes({ minutes, seconds: twoDigits(seconds % 60) })
    : messages.threeDs.clockHours({ hours: Math.floor(minutes / 60), minutes: twoDigits(minutes % 60) })
}
