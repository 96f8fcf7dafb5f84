import type { Database } from 'better-sqlite3'
import { createSchema } from './0100-baseline'
import { addDensity } from './0110-density'
import { addRestores } from './0130-restores'
import { addCallbackFilters } from './0147-callback-filters'
import { addOrderIdentities } from './0148-people'

/** One migration. Its number is the `user_version` after it. A released migration is never edited. */
export interface Migration {
  readonly number: number
  readonly apply: (db: Database) => void
}

/** All migrations in order. Their numbers rise. */
export const migrations: readonly Migration[] = [
  { number: 100, apply: createSchema },
  { number: 110, apply: addDensity },
  { number: 130, apply: addRestores },
  { number: 147, apply: addCallbackFilters },
  { number: 148, apply: addOrderIdentities },
]
