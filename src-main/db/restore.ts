import Database from 'better-sqlite3'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { JournalledCharge } from '../../src-shared/domain/app-state'
import { AppError } from '../../src-shared/errors/app-error'
import type { NewRestore } from '../ports/storage'
import { checkCopy, requireFit } from './file/backup'
import { chainSealOf } from './file/chain-seal'
import { connect, type DatabaseOptions, type Sqlite } from './file/connection'
import { shutOutOthers, startDraft, syncPath } from './file/database-file'
import { migrate } from './file/migrate'
import { restoreDraftOf } from './file/swap'
import { SqliteWriter } from './sqlite-writer'

/**
 * Prepares a backup so that it can take the place of the present history, and checks it. Nothing of the present history
 * is changed, which must be closed. The prepared copy has the newest format, knows which charges it misses, and counts
 * every transmission that may have happened since (`noteRestore`). Errors: those of `checkCopy`; `storage-failed`.
 */
export function prepareRestore(
  options: DatabaseOptions,
  key: Uint8Array,
  source: string,
  act: Pick<NewRestore, 'atMs' | 'actor' | 'keptFile' | 'replaces'>,
): NewRestore {
  requireFit(source, key)
  const draft = { ...options, file: restoreDraftOf(options.file) }
  startDraft(draft.file)
  try {
    copyFileSync(source, draft.file)
    // A history that was replaced earlier may have a write-ahead log beside it.
    if (existsSync(`${source}-wal`)) copyFileSync(`${source}-wal`, `${draft.file}-wal`)
    shutOutOthers(draft.file)
    const { lastOrderAtMs } = checkCopy(draft, key)
    const restore = note(draft, key, (db) => ({
      ...act,
      lastKnownMs: lastOrderAtMs,
      ...missingIn(db, options, key),
    }))
    if (existsSync(`${draft.file}-wal`)) throw new AppError('storage-failed', { reason: 'backup-not-sound' })
    syncPath(draft.file, 'r+')
    return restore
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft.file + suffix, { force: true })
    throw error
  }
}

function note(options: DatabaseOptions, key: Uint8Array, restoreOf: (db: Sqlite) => NewRestore): NewRestore {
  const db = connect(options, key, 'write')
  try {
    migrate(db)
    if (!isDeepStrictEqual(schemaOf(db), newestSchema(options)))
      throw new AppError('storage-failed', { reason: 'backup-not-ours' })
    const restore = restoreOf(db)
    const seal = chainSealOf(key, options.appVersion ?? '')
    new SqliteWriter(db, seal, options.factNames).noteRestore(restore)
    return restore
  } finally {
    // The last connection writes the write-ahead log into the file and removes it.
    db.close()
  }
}

/**
 * The sent charges of the present history that another one does not have. When the present one cannot be read to its
 * end, the list is what was found.
 */
function missingIn(
  restored: Sqlite,
  options: DatabaseOptions,
  key: Uint8Array,
): Pick<NewRestore, 'isComplete' | 'missing'> {
  const missing: JournalledCharge[] = []
  const isKnown = restored
    .prepare<[string, string], number>(
      `
      SELECT count(*) FROM orders JOIN profiles USING (profile_key)
      WHERE profile_id = ? AND client_order_id = ?
      `,
    )
    .pluck()
  try {
    const present = connect(options, key, 'read')
    try {
      const sent = present.prepare<[], JournalledCharge>(`
        SELECT client_order_id AS clientOrderId, profile_id AS profileId, charges.created_at_ms AS atMs
        FROM charges JOIN profiles USING (profile_key)
        WHERE transmissions = 1 ORDER BY charges.created_at_ms
      `)
      for (const charge of sent.iterate())
        if (isKnown.get(charge.profileId, charge.clientOrderId) === 0) missing.push(charge)
    } finally {
      present.close()
    }
    return { isComplete: true, missing }
  } catch {
    return { isComplete: false, missing }
  }
}

/** Names and texts of all tables, indexes, triggers and views. */
function schemaOf(db: Sqlite): unknown[] {
  return db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
}

function newestSchema({ nativeBinding }: DatabaseOptions): unknown[] {
  const db = new Database(':memory:', nativeBinding === undefined ? {} : { nativeBinding })
  try {
    migrate(db)
    return schemaOf(db)
  } finally {
    db.close()
  }
}
