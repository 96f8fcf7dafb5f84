import { AppError } from '../../src-shared/errors/app-error'
import type { OpenResult } from '../ports/storage'
import { backUp } from './backup'
import { connect, type DatabaseOptions, type Sqlite } from './connection'
import { inspectFile, isOccupied, publishDraft, shutOutOthers, startDraft } from './database-file'
import { isKnownVersion, migrate, schemaVersion, supportedVersion } from './migrate'
import { isDamage, toStorageError } from './sqlite-errors'

/** `RbDk` in ASCII: tells our databases from those of other programs. */
const applicationId = 0x5262446b

/** Why a database was not opened; nothing on disk was changed. */
export type OpenRefusal = Exclude<OpenResult, { kind: 'opened' }>

/** What opening for writing came to. */
export type DatabaseOpening<T> = { readonly kind: 'opened'; readonly value: T } | OpenRefusal

/**
 * Opens the one writing connection, brings the schema up to date after a backup and hands the connection to
 * `use`. Whether the file may be touched is found out before, over a connection that cannot write. Throws
 * `storage-failed`.
 */
export function openForWriting<T>(
  options: DatabaseOptions,
  key: Uint8Array,
  use: (db: Sqlite) => T,
): DatabaseOpening<T> {
  return describeFailures(() => {
    const found = inspectFile(options.file, key)
    if (found.kind !== 'fits') return found
    shutOutOthers(options.file)
    try {
      return examine(options, key) ?? { kind: 'opened', value: openAndUse(options, key, use) }
    } catch (error) {
      // The mark of the file has proven the key, so what does not decrypt now is damage.
      if (isDamage(error)) return { kind: 'damaged', reason: 'unreadable' }
      throw error
    }
  })
}

/**
 * Opens a connection that cannot write, to a database that the writer has opened already. Throws `storage-
 * failed`.
 */
export function openForReading<T>(options: DatabaseOptions, key: Uint8Array, use: (db: Sqlite) => T): T {
  return describeFailures(() => closingOnFailure(connect(options, key, 'read'), use))
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
  })
}

/** Reads who made the file and at which version it is. */
function examine(options: DatabaseOptions, key: Uint8Array): OpenRefusal | null {
  const db = connect(options, key, 'read')
  try {
    if (db.pragma('application_id', { simple: true }) !== applicationId)
      return { kind: 'damaged', reason: 'not-our-database' }
    const version = schemaVersion(db)
    if (version > supportedVersion) return { kind: 'too-new', found: version, supported: supportedVersion }
    return isKnownVersion(version) ? null : { kind: 'damaged', reason: 'unknown-version' }
  } finally {
    db.close()
  }
}

function openAndUse<T>(options: DatabaseOptions, key: Uint8Array, use: (db: Sqlite) => T): T {
  return closingOnFailure(connect(options, key, 'write'), (db) => {
    bringUpToDate(db, options, key)
    // The files beside the database exist from here on.
    shutOutOthers(options.file)
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

function bringUpToDate(db: Sqlite, options: DatabaseOptions, key: Uint8Array): void {
  if (schemaVersion(db) === supportedVersion) return
  backUp(db, options, key, `before-version-${String(supportedVersion)}`)
  migrate(db)
}

function describeFailures<T>(step: () => T): T {
  try {
    return step()
  } catch (error) {
    const described = toStorageError(error)
    // What is left comes from the file system: no access, no folder, no room.
    if (described.code === 'internal')
      throw new AppError('storage-failed', { reason: 'cannot-open' }, { cause: error })
    throw described
  }
}
