import { AppError } from '../../../src-shared/errors/app-error'
import { troubleOf } from '../../../src-shared/domain/storage-trouble'
import type { OpenResult } from '../../ports/storage'
import { backUp } from './backup'
import { connect, proveWritable, type Access, type DatabaseOptions, type Sqlite } from './connection'
import {
  copyAside,
  fileSystemReason,
  inspectFile,
  isOccupied,
  publishDraft,
  removeCopy,
  shutOutOthers,
  startDraft,
} from './database-file'
import { migrations, type Migration } from '../migrations/index'
import { migrate, newestVersion, schemaVersion, supportedVersion } from './migrate'
import { isDamage, toStorageError } from './sqlite-errors'

/** `RbDk` in ASCII: tells our databases from those of other programs. */
const applicationId = 0x5262446b

/** Why a database was not opened; nothing on disk was changed. */
export type OpenRefusal = Exclude<OpenResult, { kind: 'opened' }>

/** What opening for writing came to. */
export type DatabaseOpening<T> = { readonly kind: 'opened'; readonly value: T } | OpenRefusal

/** A connection over which only the history is read. */
export interface ReadingAlone {
  readonly db: Sqlite
  /** True when no other connection can be opened until this one is closed. */
  readonly holdsFile: boolean
  readonly close: () => void
}

/**
 * Opens the one writing connection, brings the schema up to date after a backup, proves that a write is taken and hands
 * the connection to `use`. `steps` are those of the app unless a test names others. Whether the file may be touched is found out before, over a connection that cannot write.
 * Throws `storage-failed`.
 */
export function openForWriting<T>(
  options: DatabaseOptions,
  key: Uint8Array,
  use: (db: Sqlite) => T,
  steps: readonly Migration[] = migrations,
): DatabaseOpening<T> {
  return describeFailures(() => {
    const found = inspectFile(options.file, key)
    if (found.kind !== 'fits') return found
    try {
      shutOutOthers(options.file)
      return examine(options, key, steps) ?? { kind: 'opened', value: openAndUse(options, key, use, steps) }
    } catch (error) {
      // The mark of the file has proven the key, so what does not decrypt now is damage.
      if (isDamage(error)) return { kind: 'damaged', reason: 'unreadable' }
      const reason = troubleOf(described(error, options.file))
      if (reason === null) throw error
      return { kind: 'cannot-write', reason }
    }
  }, options.file)
}

/**
 * Opens a database that cannot be written now, by the first way that works: beside others, which needs room for an
 * index; alone, which needs the right to lock the file; or over a copy in the system's folder for temporary files,
 * which an encrypted file may lie in. Each of them sees the log beside the file. Throws `storage-failed`.
 */
export function openForReadingAlone(options: DatabaseOptions, key: Uint8Array): ReadingAlone {
  const ways = [
    () => readingOver(options, key, 'read'),
    () => readingOver(options, key, 'read-alone'),
    () => readingCopy(options, key),
  ]
  return describeFailures(() => {
    let failure: unknown
    for (const open of ways)
      try {
        return open()
      } catch (error) {
        failure ??= error
      }
    throw failure
  }, options.file)
}

function readingCopy(options: DatabaseOptions, key: Uint8Array): ReadingAlone {
  const copy = copyAside(options.file)
  try {
    const { db, close } = readingOver({ ...options, file: copy }, key, 'read')
    return {
      db,
      holdsFile: false,
      close: () => {
        close()
        removeCopy(copy)
      },
    }
  } catch (error) {
    removeCopy(copy)
    throw error
  }
}

function readingOver(options: DatabaseOptions, key: Uint8Array, access: Access): ReadingAlone {
  return closingOnFailure(connect(options, key, access), (db) => {
    // The statements of this version fit no other schema, and an older one cannot be brought up to date now.
    if (schemaVersion(db) !== supportedVersion)
      throw new AppError('storage-failed', { reason: 'not-up-to-date' })
    return { db, holdsFile: access === 'read-alone', close: () => db.close() }
  })
}

/**
 * Opens a connection that cannot write, to a database that the writer has opened already. Throws `storage-
 * failed`.
 */
export function openForReading<T>(options: DatabaseOptions, key: Uint8Array, use: (db: Sqlite) => T): T {
  return describeFailures(() => closingOnFailure(connect(options, key, 'read'), use), options.file)
}

/**
 * Makes a new database, whole or not at all: it is built under another name and gets its own once it is
 * durable. Throws `storage-failed`, reason `already-exists`, when anything lies there.
 */
export function createForWriting<T>(options: DatabaseOptions, key: Uint8Array, use: (db: Sqlite) => T): T {
  return describeFailures(() => {
    if (isOccupied(options.file)) throw new AppError('storage-failed', { reason: 'already-exists' })
    const draft = `${options.file}.new`
    startDraft(draft)
    shutOutOthers(draft)
    const db = connect({ ...options, file: draft }, key, 'write')
    try {
      db.pragma(`application_id = ${String(applicationId)}`)
      migrate(db)
    } finally {
      db.close()
    }
    publishDraft(draft, options.file)
    return closingOnFailure(connect(options, key, 'write'), use)
  }, options.file)
}

/** Reads who made the file and at which version it is. */
function examine(options: DatabaseOptions, key: Uint8Array, steps: readonly Migration[]): OpenRefusal | null {
  const db = connect(options, key, 'read')
  try {
    if (db.pragma('application_id', { simple: true }) !== applicationId)
      return { kind: 'damaged', reason: 'not-our-database' }
    const version = schemaVersion(db)
    const supported = newestVersion(steps)
    if (version > supported) return { kind: 'too-new', found: version, supported }
    return steps.some(({ number }) => number === version)
      ? null
      : { kind: 'damaged', reason: 'unknown-version' }
  } finally {
    db.close()
  }
}

function openAndUse<T>(
  options: DatabaseOptions,
  key: Uint8Array,
  use: (db: Sqlite) => T,
  steps: readonly Migration[],
): T {
  return closingOnFailure(connect(options, key, 'write'), (db) => {
    bringUpToDate(db, options, key, steps)
    // The files beside the database exist from here on.
    shutOutOthers(options.file)
    proveWritable(db)
    return use(db)
  })
}

function closingOnFailure<T>(db: Sqlite, use: (db: Sqlite) => T): T {
  try {
    return use(db)
  } catch (error) {
    db.close()
    throw error
  }
}

function bringUpToDate(
  db: Sqlite,
  options: DatabaseOptions,
  key: Uint8Array,
  steps: readonly Migration[],
): void {
  const newest = newestVersion(steps)
  if (schemaVersion(db) === newest) return
  backUp(db, options, key, `before-version-${String(newest)}`)
  migrate(db, steps)
}

function describeFailures<T>(step: () => T, file: string): T {
  try {
    return step()
  } catch (error) {
    throw described(error, file)
  }
}

/** The failure in our words; what the driver does not tell, the file system does. */
function described(error: unknown, file: string): AppError {
  const failure = toStorageError(error)
  const isVague =
    failure.code === 'internal' || ['cannot-open', 'permissions'].includes(failure.details.reason ?? '')
  if (!isVague) return failure
  const reason = fileSystemReason(error, file) ?? failure.details.reason ?? 'cannot-open'
  return new AppError('storage-failed', { reason }, { cause: error })
}
