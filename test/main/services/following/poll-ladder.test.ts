import { describe, expect, it } from 'vitest'
import {
  maxPollMs,
  nextStep,
  paceDelayMs,
  spreadWindowMs,
} from '../../../../src-main/services/following/poll-ladder'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const pace = { minMs: 3000, maxMs: 5000 }
const step = (ageMs: number, random = 0.5, parts: { checks?: number; pace?: typeof pace } = {}) =>
  nextStep({ ageMs, checks: parts.checks ?? 50, pace: parts.pace ?? pace, random: () => random })

describe('the wait between two polls', () => {
  it.each([0, 0.25, 0.5, 0.999])('is 3 to 5 s in the first ten minutes (luck %d)', (random) => {
    for (const ageMs of [0, 1000, 10 * minuteMs - 1]) {
      const next = step(ageMs, random)
      expect(next.kind === 'ask' && next.delayMs >= 3000 && next.delayMs <= 5000).toBe(true)
    }
  })

  it('varies, so that many orders do not march in step', () => {
    expect(new Set([0, 0.3, 0.6, 0.9].map((random) => JSON.stringify(step(0, random)))).size).toBe(4)
  })

  it('is about half a minute to the end of the first hour', () => {
    expect(step(10 * minuteMs)).toEqual({ kind: 'ask', delayMs: 30_000 })
    expect(step(hourMs - 1)).toEqual({ kind: 'ask', delayMs: 30_000 })
  })

  it('is about ten minutes to the end of the first day', () => {
    expect(step(hourMs)).toEqual({ kind: 'ask', delayMs: 10 * minuteMs })
    expect(step(24 * hourMs - 1)).toEqual({ kind: 'ask', delayMs: 10 * minuteMs })
  })

  it('goes to a person after a day', () => {
    expect(step(24 * hourMs)).toEqual({ kind: 'needs-review' })
  })

  it('continues after a day in which the machine slept and hardly polled', () => {
    expect(step(30 * hourMs, 0.5, { checks: 3 })).toEqual({ kind: 'ask', delayMs: 10 * minuteMs })
  })

  it('follows a slower pace of the profile on every rung', () => {
    const slow = { minMs: 60_000, maxMs: 60_000 }
    expect(step(0, 0, { pace: slow })).toEqual({ kind: 'ask', delayMs: 60_000 })
    expect(step(20 * minuteMs, 0, { pace: slow })).toEqual({ kind: 'ask', delayMs: 60_000 })
  })

  it('is never under three seconds, whatever the pace of the profile', () => {
    expect(paceDelayMs({ minMs: 0, maxMs: 10 }, () => 0)).toBe(3000)
    expect(paceDelayMs({ minMs: 5000, maxMs: 4000 }, () => 1)).toBe(5000)
  })

  it('is never longer than the longest timer', () => {
    const next = step(2 * hourMs, 1)
    expect(next.kind === 'ask' && next.delayMs <= maxPollMs).toBe(true)
  })
})

describe('the spread after a start or a sleep', () => {
  it('is short for few orders and half a minute for many', () => {
    expect([0, 1, 10, 100, 5000].map(spreadWindowMs)).toEqual([0, 300, 3000, 30_000, 30_000])
  })
})
