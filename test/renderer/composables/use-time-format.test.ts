import { beforeEach, describe, expect, it } from 'vitest'
import { span, useTimeFormat } from '../../../src-renderer/composables/use-time-format'
import { startStores } from '../../support/mount-desk'

const nowMs = Date.UTC(2026, 10, 27, 21, 30, 4)

beforeEach(async () => {
  await startStores()
})

describe('times', () => {
  it.each([
    [0, 'just now'],
    [4000, '4 s'],
    [61_000, '1 min'],
    [59 * 60_000, '59 min'],
    [23 * 3_600_000, '23 h'],
    [24 * 3_600_000, '26 Nov 2026'],
  ])('are relative under a day and a date after: %i ms ago', (ageMs, text) => {
    expect(useTimeFormat().relative(nowMs - ageMs, nowMs)).toBe(text)
  })

  it('have a full stamp in one named zone, seven hours from the machine’s if so chosen', async () => {
    expect(useTimeFormat().stamp(nowMs)).toBe('27 Nov 2026, 22:30:04 Europe/Berlin')
    await startStores({ state: { settings: { theme: 'light', timeZone: 'Asia/Tokyo', operatorName: '' } } })
    expect(useTimeFormat().stamp(nowMs)).toBe('28 Nov 2026, 06:30:04 Asia/Tokyo')
  })

  it('know the month of the chosen zone, by which a card expires', async () => {
    await startStores({ state: { settings: { theme: 'light', timeZone: 'Asia/Tokyo', operatorName: '' } } })
    expect(useTimeFormat().today(Date.UTC(2026, 10, 30, 20))).toEqual({ year: 2026, month: 12 })
  })

  it('never run backwards in words', () => {
    expect(span(-5000)).toBe('0 s')
  })
})
