import { statusFamily, type StatusCounts, type StatusFamily } from '../../../src-shared/domain/order-status'
import type { Sqlite } from '../file/connection'

/** A number of orders of a family. */
export interface FamilyCount {
  readonly family: StatusFamily
  readonly count: number
}

/** The number of orders of each family, of one profile or of all, kept by triggers. */
export class OrderCounts {
  readonly #counts

  constructor(db: Sqlite) {
    this.#counts = db.prepare<[string | null, string | null], FamilyCount>(`
      SELECT family, sum(count) AS count FROM order_counts
      WHERE ? IS NULL OR profile_key = (SELECT profile_key FROM profiles WHERE profile_id = ?)
      GROUP BY family
    `)
  }

  of(profileId: string | null): StatusCounts {
    return countsFrom(this.#counts.all(profileId, profileId))
  }
}

export function countsFrom(counted: readonly FamilyCount[]): StatusCounts {
  const counts = { open: 0, approved: 0, declined: 0, error: 0, filtered: 0, unknown: 0 }
  for (const { family, count } of counted) counts[family] += count
  return counts
}

/** The sum of these families; of all when none is named. */
export function sumOf(counts: StatusCounts, families: readonly StatusFamily[]): number {
  const counted = families.length === 0 ? statusFamily.options : families
  return [...new Set(counted)].reduce((sum, family) => sum + counts[family], 0)
}

/** Of each family the larger count. */
export function mostOf(some: StatusCounts, others: StatusCounts): StatusCounts {
  return countsFrom(
    statusFamily.options.map((family) => ({ family, count: Math.max(some[family], others[family]) })),
  )
}
