import { AppError } from '../../../src-shared/errors/app-error'
import type { Sqlite } from './connection'
import { migrations, type Migration } from '../migrations/index'

/** `user_version` of the newest schema of this app. */
export const supportedVersion = newestVersion(migrations)

/** The version of a database; 0 = empty. */
export function schemaVersion(db: Sqlite): number {
  return db.pragma('user_version', { simple: true }) as number
}

/**
 * Runs all missing migrations. Each step and its version are one transaction: after a failure the database has the
 * version before it, which the app of that version still opens. Calls `onStep` before each. Throws `storage-failed`, reason
 * `migration-<number>`.
 */
export function migrate(
  db: Sqlite,
  steps: readonly Migration[] = migrations,
  onStep: (number: number) => void = () => undefined,
): void {
  for (const step of missingSteps(db, steps)) {
    onStep(step.number)
    apply(db, step)
  }
}

/** The steps that a database does not have. */
export function missingSteps(db: Sqlite, steps: readonly Migration[]): readonly Migration[] {
  const version = schemaVersion(db)
  return steps.filter(({ number }) => number > version)
}

/** The newest version of the steps. Throws when their numbers do not rise. */
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
