import { shallowRef } from 'vue'
import { describe, expect, it } from 'vitest'
import { span, timeFormat } from '../../../src-renderer/composables/use-time-format'

const nowMs = Date.UTC(2026, 10, 27, 21, 30, 4)
const inBerlin = timeFormat(shallowRef('Europe/Berlin'))

describe('times', () => {
  it.each([
    [0, 'just now'],
    [4000, '4 s'],
    [61_000, '1 min'],
    [59 * 60_000, '59 min'],
    [23 * 3_600_000, '23 h'],
    [24 * 3_600_000, '26 Nov'],
    [365 * 24 * 3_600_000, '27 Nov 2025'],
  ])(
    'are relative under a day, otherwise a date, with the year if it is not this one: %i ms ago',
    (ageMs, text) => {
      expect(inBerlin.relative(nowMs - ageMs, nowMs)).toBe(text)
    },
  )

  it('name their day in a list of times, unless it is today', () => {
    expect(inBerlin.dayClock(nowMs - 60_000, nowMs)).toBe('22:29:04')
    expect(inBerlin.dayClock(nowMs - 23 * 3_600_000, nowMs)).toBe('26 Nov, 23:30:04')
  })

  it('have a full stamp in a named time zone, which can change while they are shown', () => {
    const zone = shallowRef('Europe/Berlin')
    const { stamp } = timeFormat(zone)
    expect(stamp(nowMs)).toBe('27 Nov 2026, 22:30:04 Europe/Berlin')
    zone.value = 'Asia/Tokyo'
    expect(stamp(nowMs)).toBe('28 Nov 2026, 06:30:04 Asia/Tokyo')
  })

  it('use the month in the chosen time zone for the expiry of cards', () => {
    const { today } = timeFormat(shallowRef('Asia/Tokyo'))
    expect(today(Date.UTC(2026, 10, 30, 20))).toEqual({ year: 2026, month: 12 })
  })

  it('never show a negative duration', () => {
    expect(span(-5000)).toBe('0 s')
  })
})
