import { AppError } from '../../../src-shared/errors/app-error'
import type { Sqlite } from './connection'
import { migrations, type Migration } from '../migrations/index'

/** `user_version` of the newest schema that this app knows. */
export const supportedVersion = newestVersion(migrations)

/** The version a database is at; 0 = nothing in it yet. */
export function schemaVersion(db: Sqlite): number {
  return db.pragma('user_version', { simple: true }) as number
}

/**
 * Takes a database through every step it has not had. Each step and its version are one transaction: a
 * failure leaves the version before it, which the app of that version still opens. Throws `storage-failed`,
 * reason `migration-<number>`.
 */
export function migrate(db: Sqlite, steps: readonly Migration[] = migrations): void {
  for (const step of steps.filter(({ number }) => number > schemaVersion(db))) apply(db, step)
}

/** The newest version that steps lead to. Throws when their numbers do not rise. */
export function newestVersion(steps: readonly Migration[]): number {
  steps.forEach((step, index) => {
    if (step.number <= (steps[index - 1]?.number ?? 0)) throw new Error('migration numbers must rise')
  })
  return steps.at(-1)?.number ?? 0
}

function apply(db: Sqlite, step: Migration): void {
  try {
    db.transaction(() => {
      step.apply(db)
      db.pragma(`user_version = ${String(step.number)}`)
    }).immediate()
  } catch (error) {
    throw new AppError('storage-failed', { reason: `migration-${String(step.number)}` }, { cause: error })
  }
}
