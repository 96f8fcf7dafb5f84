import { describe, expect, it } from 'vitest'
import { isTimeZone, localDayOf } from '../../../../src-main/services/common/time-zone'

describe('the local day', () => {
  it.each([
    ['2026-06-15T12:00:00Z', 'UTC', '2026-06-15T00:00:00Z', 2026, 6],
    ['2026-06-15T12:00:00Z', 'Europe/Stockholm', '2026-06-14T22:00:00Z', 2026, 6],
    ['2026-06-30T23:30:00Z', 'Europe/Stockholm', '2026-06-30T22:00:00Z', 2026, 7],
    ['2026-01-01T04:00:00Z', 'America/New_York', '2025-12-31T05:00:00Z', 2025, 12],
    ['2026-06-15T12:00:00Z', 'Asia/Kolkata', '2026-06-14T18:30:00Z', 2026, 6],
    ['2026-06-15T12:00:00Z', 'Pacific/Kiritimati', '2026-06-15T10:00:00Z', 2026, 6],
    ['2026-06-15T12:00:00Z', 'Pacific/Niue', '2026-06-15T11:00:00Z', 2026, 6],
  ])('of %s in %s starts at %s', (now, zone, start, year, month) => {
    const day = localDayOf(Date.parse(now), zone)
    expect({ ...day, startMs: new Date(day.startMs).toISOString() }).toEqual({
      year,
      month,
      startMs: new Date(start).toISOString(),
    })
  })

  it.each([
    ['2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z'],
    ['2026-03-29T21:59:00Z', '2026-03-28T23:00:00Z'],
    ['2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z'],
    ['2026-10-25T22:59:00Z', '2026-10-24T22:00:00Z'],
  ])('starts at midnight on days when clocks change: %s', (now, start) => {
    expect(localDayOf(Date.parse(now), 'Europe/Stockholm').startMs).toBe(Date.parse(start))
  })

  it('starts at the very moment of midnight', () => {
    const midnight = Date.parse('2026-06-14T22:00:00Z')
    expect(localDayOf(midnight, 'Europe/Stockholm').startMs).toBe(midnight)
  })
})

describe('a time zone', () => {
  it('is one that this machine has rules for', () => {
    expect(['Europe/Stockholm', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
