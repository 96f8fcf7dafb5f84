import type { CareMemory } from '../../../src-shared/domain/data-care'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The time before which the orders of a rule were made: the same day of the month some months ago, in UTC. */
export function expiredBefore(nowMs: number, months: number): number {
  const now = new Date(nowMs)
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)
  const lastDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 0)).getUTCDate()
  const day = Math.min(now.getUTCDate(), lastDay)
  return first + (day - 1) * dayMs + (nowMs % dayMs)
}

/** True when the rule should run now: at most once a day, and with backups on only after the backup of the day. */
export function isRetentionDue({ retention, schedule, lastSuccess }: CareMemory, nowMs: number): boolean {
  if (retention.months === null) return false
  if (retention.lastRunAtMs !== null && Math.abs(nowMs - retention.lastRunAtMs) < dayMs) return false
  return !schedule.isOn || (lastSuccess !== null && Math.abs(nowMs - lastSuccess.atMs) < dayMs)
}
