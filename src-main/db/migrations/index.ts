import type { Database } from 'better-sqlite3'
import { createSchema } from './0100-baseline'

/** One step of the schema. Its number is the `user_version` after it; a released one is never edited. */
export interface Migration {
  readonly number: number
  readonly apply: (db: Database) => void
}

/** Every step in order, numbered in tens. */
export const migrations: readonly Migration[] = [{ number: 100, apply: createSchema }]
