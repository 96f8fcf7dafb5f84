import { describe, expect, it } from 'vitest'
import { defaultCareMemory } from '../../../../src-main/db/file/care-memory'
import { copiesToRemove, isDue, isOverdue } from '../../../../src-main/services/data-care/backup-schedule'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nowMs = Date.UTC(2026, 10, 28, 12)
const after = (sinceMs: number) => ({
  ...defaultCareMemory,
  lastSuccess: { atMs: nowMs - sinceMs, path: '/backups/daily.db', orders: 1 },
})
const daily = (madeAtMs: number) => ({
  name: new Date(madeAtMs).toISOString(),
  kind: 'daily' as const,
  madeAtMs,
})
/** One copy a day, newest first. */
const days = (count: number) => Array.from({ length: count }, (_, day) => daily(nowMs - day * dayMs))
const newest = daily(nowMs).name

describe('a scheduled backup', () => {
  it('is due at the first start, after a day, and after the clock was set back', () => {
    expect(isDue(defaultCareMemory, nowMs)).toBe(true)
    expect(isDue(after(dayMs - 1), nowMs)).toBe(false)
    expect(isDue(after(dayMs), nowMs)).toBe(true)
    expect(isDue(after(-3 * dayMs), nowMs)).toBe(true)
  })

  it('is not due while the schedule is off', () => {
    const schedule = { ...defaultCareMemory.schedule, isOn: false }
    expect(isDue({ ...defaultCareMemory, schedule }, nowMs)).toBe(false)
    expect(isOverdue({ ...after(9 * dayMs), schedule }, nowMs)).toBe(false)
  })

  it('is tried again an hour after it failed', () => {
    const failed = (sinceMs: number) => ({
      ...after(2 * dayMs),
      lastFailure: { atMs: nowMs - sinceMs, reason: 'disk-full' },
    })
    expect(isDue(failed(hourMs - 1), nowMs)).toBe(false)
    expect(isDue(failed(hourMs), nowMs)).toBe(true)
  })

  it('is overdue after two days', () => {
    expect(isOverdue(defaultCareMemory, nowMs)).toBe(false)
    expect(isOverdue(after(2 * dayMs - 1), nowMs)).toBe(false)
    expect(isOverdue(after(2 * dayMs), nowMs)).toBe(true)
  })
})

describe('the copies of the schedule', () => {
  const schedule = { isOn: true, dailies: 3, weeklies: 2 }

  it('are kept for the last days and for some weeks before', () => {
    let copies = days(40)
    for (let run = 0; run < 40; run++) {
      const removed = new Set(copiesToRemove(copies, schedule, newest))
      copies = copies.filter(({ name }) => !removed.has(name))
    }
    expect(copies.map(({ madeAtMs }) => (nowMs - madeAtMs) / dayMs)).toEqual([0, 1, 2, 3, 6])
  })

  it('are never those that a person made', () => {
    const byHand = days(20).map((copy) => ({ ...copy, kind: 'by-hand' as const }))
    expect(copiesToRemove(byHand, schedule, newest)).toEqual([])
  })

  it('lose at most two, and never the newest, however far the clock jumps', () => {
    const jumped = daily(nowMs + 3650 * dayMs)
    expect(copiesToRemove([jumped, ...days(7)], schedule, jumped.name).length).toBeLessThanOrEqual(2)
    const back = daily(nowMs - 3650 * dayMs)
    const removed = copiesToRemove([...days(7), back], schedule, back.name)
    expect(removed).not.toContain(back.name)
    expect(removed.length).toBeLessThanOrEqual(2)
  })
})
