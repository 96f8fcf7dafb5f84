import { describe, expect, it } from 'vitest'
import {
  dayStartMs,
  isTimeZone,
  localDate,
  localDayOf,
  offsetsBetween,
} from '../../../../src-main/services/common/time-zone'

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

describe('a calendar day', () => {
  const hours = (day: string, next: string, zone: string) =>
    (dayStartMs(next, zone) - dayStartMs(day, zone)) / 3_600_000

  it('has 23 or 25 hours when clocks change, in zones with half hours too', () => {
    expect(hours('2026-03-29', '2026-03-30', 'Europe/Stockholm')).toBe(23)
    expect(hours('2026-10-25', '2026-10-26', 'Europe/Stockholm')).toBe(25)
    expect(hours('2026-10-26', '2026-10-27', 'Europe/Stockholm')).toBe(24)
    expect(hours('2026-04-05', '2026-04-06', 'Australia/Lord_Howe')).toBe(24.5)
  })

  it('starts at one o’clock where midnight is left out', () => {
    const start = dayStartMs('2026-09-06', 'America/Santiago')
    expect(localDate(start, 'America/Santiago')).toBe('2026-09-06')
    expect(localDate(start - 1, 'America/Santiago')).toBe('2026-09-05')
    expect(new Date(start).toISOString()).toBe('2026-09-06T04:00:00.000Z')
  })

  it('starts at a full quarter of an hour in every zone of this machine', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    expect(zones.length).toBeGreaterThan(300)
    const odd = zones.filter((zone) => dayStartMs('2026-11-01', zone) % 900_000 !== 0)
    expect(odd).toEqual([])
  })
})

describe('the offset of local time', () => {
  const parts = (from: string, until: string, zone: string) =>
    offsetsBetween(Date.parse(from), Date.parse(until), zone).map(({ fromMs, untilMs, offsetMs }) => [
      new Date(fromMs).toISOString(),
      new Date(untilMs).toISOString(),
      offsetMs / 60_000,
    ])

  it('changes at the moment when clocks change', () => {
    expect(parts('2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z', 'Europe/Stockholm')).toEqual([
      ['2026-03-27T23:00:00.000Z', '2026-03-29T01:00:00.000Z', 60],
      ['2026-03-29T01:00:00.000Z', '2026-03-30T22:00:00.000Z', 120],
    ])
  })

  it('is one part without a change, and has minutes where the zone has them', () => {
    expect(parts('2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z', 'Asia/Kathmandu')).toEqual([
      ['2026-01-01T00:00:00.000Z', '2026-12-31T00:00:00.000Z', 345],
    ])
  })

  it('covers a year without gaps', () => {
    const year = offsetsBetween(
      Date.parse('2026-01-01T05:00:00Z'),
      Date.parse('2027-01-01T05:00:00Z'),
      'America/New_York',
    )
    expect(year.map(({ offsetMs }) => offsetMs / 3_600_000)).toEqual([-5, -4, -5])
    expect(year[1]?.fromMs).toBe(year[0]?.untilMs)
    expect(year[2]?.fromMs).toBe(year[1]?.untilMs)
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
