import type { BackupSchedule, CareMemory } from '../../../src-shared/domain/data-care'
import type { CopyOnDisk } from '../../ports/history-copies'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A new copy replaces one; the second is for a shorter schedule. More would let a jumping clock remove good copies. */
const mostRemovals = 2

/**
 * True when a backup should be made now. A last backup in the future means that the clock was set back: then one is due,
 * whose time is that of the new clock. A failed one is tried again after an hour.
 */
export function isDue({ schedule, lastSuccess, lastFailure }: CareMemory, nowMs: number): boolean {
  if (!schedule.isOn) return false
  if (lastFailure !== null && Math.abs(nowMs - lastFailure.atMs) < hourMs) return false
  return lastSuccess === null || !isWithin(nowMs - lastSuccess.atMs, dayMs)
}

/** True when the schedule is on and its last good backup is older than two days. */
export function isOverdue({ schedule, lastSuccess, lastFailure }: CareMemory, nowMs: number): boolean {
  if (!schedule.isOn) return false
  return lastSuccess === null ? lastFailure !== null : !isWithin(nowMs - lastSuccess.atMs, 2 * dayMs)
}

/**
 * The scheduled copies that are not needed any more: kept are the newest of each of the last days, and before them the
 * newest of each of the last weeks. Call it only after a newer copy was checked. Copies that a person made are never in
 * the list.
 */
export function copiesToRemove(
  copies: readonly Pick<CopyOnDisk, 'name' | 'kind' | 'madeAtMs'>[],
  { dailies, weeklies }: BackupSchedule,
  newest: string,
): string[] {
  const scheduled = copies
    .filter(({ kind }) => kind === 'daily')
    .toSorted((one, other) => other.madeAtMs - one.madeAtMs)
  const ofDays = newestOfEach(scheduled, (atMs) => Math.floor(atMs / dayMs)).slice(0, dailies)
  const older = scheduled.filter(({ madeAtMs }) => madeAtMs < (ofDays.at(-1)?.madeAtMs ?? 0))
  // 1970 began on a Thursday.
  const ofWeeks = newestOfEach(older, (atMs) => Math.floor((atMs / dayMs + 3) / 7)).slice(0, weeklies)
  const kept = new Set([...ofDays, ...ofWeeks].map(({ name }) => name)).add(newest)
  return scheduled
    .filter(({ name }) => !kept.has(name))
    .map(({ name }) => name)
    .slice(-mostRemovals)
}

function newestOfEach<T extends { readonly madeAtMs: number }>(
  sorted: readonly T[],
  periodOf: (atMs: number) => number,
): T[] {
  return sorted.filter(
    ({ madeAtMs }, index) =>
      sorted.findIndex((copy) => periodOf(copy.madeAtMs) === periodOf(madeAtMs)) === index,
  )
}

function isWithin(sinceMs: number, periodMs: number): boolean {
  return sinceMs < periodMs && sinceMs > -hourMs
}
