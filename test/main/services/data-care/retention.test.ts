import { describe, expect, it } from 'vitest'
import { defaultCareMemory } from '../../../../src-main/db/file/care-memory'
import { expiredBefore, isRetentionDue } from '../../../../src-main/services/data-care/retention'

const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 10, 29, 12)
const on = { months: 12, enabledBy: 'Iva', lastRunAtMs: null }
const backup = { atMs: nowMs - 3_600_000, path: '/b', orders: 1 }

describe('the retention rule', () => {
  it.each([
    [1, '2026-10-29T12:00:00.000Z'],
    [9, '2026-02-28T12:00:00.000Z'],
    [12, '2025-11-29T12:00:00.000Z'],
    [24, '2024-11-29T12:00:00.000Z'],
  ])('with %s months means orders from before %s', (months, before) => {
    expect(new Date(expiredBefore(nowMs, months)).toISOString()).toBe(before)
  })

  it('is off until somebody chooses it', () => {
    expect(isRetentionDue({ ...defaultCareMemory, lastSuccess: backup }, nowMs)).toBe(false)
  })

  it('runs only after the backup of the day, when backups are on', () => {
    const memory = { ...defaultCareMemory, retention: on }
    expect(isRetentionDue(memory, nowMs)).toBe(false)
    expect(isRetentionDue({ ...memory, lastSuccess: { ...backup, atMs: nowMs - 2 * dayMs } }, nowMs)).toBe(
      false,
    )
    expect(isRetentionDue({ ...memory, lastSuccess: backup }, nowMs)).toBe(true)
    expect(isRetentionDue({ ...memory, schedule: { ...memory.schedule, isOn: false } }, nowMs)).toBe(true)
  })

  it('runs at most once a day', () => {
    const memory = { ...defaultCareMemory, lastSuccess: backup }
    const ran = (atMs: number) => ({ ...memory, retention: { ...on, lastRunAtMs: atMs } })
    expect(isRetentionDue(ran(nowMs - dayMs / 2), nowMs)).toBe(false)
    expect(isRetentionDue(ran(nowMs - dayMs), nowMs)).toBe(true)
  })
})
