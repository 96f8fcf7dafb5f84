import { rmSync } from 'node:fs'
import { AppError } from '../../../src-shared/errors/app-error'
import { connect, type DatabaseOptions, type Sqlite } from './connection'
import { replaceByDraft, startDraft } from './database-file'
import { schemaVersion } from './migrate'

/**
 * Writes a compact copy with the same key beside the database and checks it before it gets its final name: `log.db`
 * -> `log.db.before-version-110`. Throws when the copy cannot be made or is damaged; then no file is left.
 */
export function backUp(db: Sqlite, options: DatabaseOptions, key: Uint8Array, suffix: string): string {
  const copy = `${options.file}.${suffix}`
  const draft = `${copy}.new`
  startDraft(draft)
  try {
    db.prepare('VACUUM INTO ?').run(draft)
    verify({ ...options, file: draft }, key, schemaVersion(db))
    replaceByDraft(draft, copy)
    return copy
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function verify(options: DatabaseOptions, key: Uint8Array, version: number): void {
  const copy = connect(options, key, 'read')
  try {
    const isSound = copy.pragma('integrity_check', { simple: true }) === 'ok'
    if (!isSound || schemaVersion(copy) !== version)
      throw new AppError('storage-failed', { reason: 'backup-not-sound' })
  } finally {
    copy.close()
  }
}
