import Database from 'better-sqlite3'
import { AppError } from '../../../src-shared/errors/app-error'

/** Turns an error of a statement into an `AppError`. The driver’s message is kept as the cause and never shown. */
export function toStorageError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof Database.SqliteError)) return new AppError('internal', {}, { cause: error })
  const { code } = error
  if (code === 'SQLITE_CONSTRAINT_TRIGGER')
    // Messages of our triggers are fixed words; see the migrations.
    return AppError.from({ code: 'not-allowed-now', details: { reason: error.message } }, { cause: error })
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
    return new AppError('not-allowed-now', { reason: 'already-in-log' }, { cause: error })
  if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') return new AppError('not-found', {}, { cause: error })
  if (code.startsWith('SQLITE_CONSTRAINT'))
    return new AppError('internal', { reason: 'constraint' }, { cause: error })
  return new AppError('storage-failed', { reason: storageReason(code) }, { cause: error })
}

function storageReason(code: string): string {
  // Extended codes start with their base code: SQLITE_IOERR_FSYNC, SQLITE_READONLY_DIRECTORY.
  if (code.startsWith('SQLITE_FULL')) return 'disk-full'
  // The WAL index could not grow.
  if (code === 'SQLITE_IOERR_SHMSIZE') return 'disk-full'
  if (code.startsWith('SQLITE_IOERR')) return 'io-error'
  if (code.startsWith('SQLITE_READONLY')) return 'read-only'
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'busy'
  if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) return 'damaged'
  if (code.startsWith('SQLITE_CANTOPEN')) return 'cannot-open'
  return 'database'
}

/**
 * True when the disk failed a write or a sync. The content of the disk is then unknown, and a later successful sync
 * proves nothing about the failed one.
 */
export function isDiskBroken(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError &&
    ['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_DIR_FSYNC', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_TRUNCATE'].includes(
      error.code,
    )
  )
}

/** True when the file is not an intact database for this key. */
export function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)
}
