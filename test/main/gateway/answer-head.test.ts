import { describe, expect, it } from 'vitest'
import { clockSkewMs, pauseOf } from '../../../src-main/gateway/answer-head'

const nowMs = Date.UTC(2026, 2, 1, 12, 0, 0)
const head = (status: number, retryAfter: string | null, date: string | null = null) => ({
  status,
  retryAfter,
  date,
  contentType: null,
})

describe('the pause a gateway asks for', () => {
  it.each([
    ['30', 30_000],
    [' 5 ', 5000],
    ['0', 0],
    ['899', 899_000],
    ['901', 900_000],
    ['999999999', 900_000],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Sun, 01 Mar 2026 18:00:00 GMT', 900_000],
    ['soon', 60_000],
    [null, 60_000],
  ])('of %j is %i ms', (retryAfter, expected) => {
    expect(pauseOf(head(429, retryAfter), nowMs)).toEqual({ waitMs: expected })
  })

  it('is also read from a 503, which may not give a time (D6)', () => {
    expect(pauseOf(head(503, '30'), nowMs)).toEqual({ waitMs: 30_000 })
    expect(pauseOf(head(503, 'Sun, 01 Mar 2026 12:01:00 GMT'), nowMs)).toEqual({ waitMs: 60_000 })
    expect(pauseOf(head(503, null), nowMs)).toEqual({ waitMs: null })
  })

  it.each([500, 502, 504, 200])('is not read from a %i', (status) => {
    expect(pauseOf(head(status, '30'), nowMs)).toBeNull()
  })

  it('is none without an answer', () => {
    expect(pauseOf(null, nowMs)).toBeNull()
  })

  it('compares a date with the answer’s own date, because our clock may be wrong (D6)', () => {
    const answer = head(429, 'Sun, 01 Mar 2026 12:01:00 GMT', 'Sun, 01 Mar 2026 12:00:00 GMT')
    expect(pauseOf(answer, nowMs + 5 * 60_000)).toEqual({ waitMs: 60_000 })
    expect(pauseOf(answer, nowMs - 5 * 60_000)).toEqual({ waitMs: 60_000 })
  })
})

describe('the difference of the clocks', () => {
  it('is the Date header minus our clock', () => {
    expect(clockSkewMs(head(200, null, 'Sun, 01 Mar 2026 12:06:40 GMT'), nowMs)).toBe(400_000)
    expect(clockSkewMs(head(200, null, 'Sun, 01 Mar 2026 11:59:00 GMT'), nowMs)).toBe(-60_000)
  })

  it('is unknown without a readable header', () => {
    expect(clockSkewMs(head(200, null, 'yesterday'), nowMs)).toBeNull()
    expect(clockSkewMs(head(200, null), nowMs)).toBeNull()
    expect(clockSkewMs(null, nowMs)).toBeNull()
  })
})
