import type { HistoryUpdate } from '../../../src-shared/domain/history-update'
import { AppError } from '../../../src-shared/errors/app-error'
import { troubleOf } from '../../../src-shared/domain/storage-trouble'
import type { OpenResult } from '../../ports/storage'
import { copyVerified, isCopyFromBefore } from './backup'
import {
  applicationId,
  connect,
  proveWritable,
  type Access,
  type DatabaseOptions,
  type Sqlite,
} from './connection'
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
import { finishSwap } from './swap'
import { migrate, missingSteps, newestVersion, schemaVersion, supportedVersion } from './migrate'
import { isDamage, toStorageError } from './sqlite-errors'

/** Why a database was not opened. Nothing on disk was changed. */
export type OpenRefusal = Exclude<OpenResult, { kind: 'opened' }>

/** The result of opening for writing. */
export type DatabaseOpening<T> = { readonly kind: 'opened'; readonly value: T } | OpenRefusal

/** Is told of each step of an update before it runs. */
export type OnUpdate = (update: HistoryUpdate) => void

/** A connection for reading only. */
export interface ReadingAlone {
  readonly db: Sqlite
  /** True when no other connection can be opened until this one is closed. */
  readonly holdsFile: boolean
  readonly close: () => void
}

/**
 * Opens the only writing connection: checks the file over a connection that cannot write, makes a backup, migrates
 * the schema, proves that a write succeeds, then calls `use`. `onUpdate` is called before each step of a migration. Tests can pass
 * other `steps`. Throws `storage-failed`.
 */
export function openForWriting<T>(
  options: DatabaseOptions,
  key: Uint8Array,
  use: (db: Sqlite) => T,
  steps: readonly Migration[] = migrations,
  onUpdate: OnUpdate = () => undefined,
): DatabaseOpening<T> {
  return describeFailures(() => {
    finishSwap(options.file)
    const found = inspectFile(options.file, key)
    if (found.kind !== 'fits') return found
    try {
      shutOutOthers(options.file)
      const refusal = examine(options, key, steps)
      return refusal ?? { kind: 'opened', value: openAndUse(options, key, use, steps, onUpdate) }
    } catch (error) {
      // The salt has proven the key, so a page that cannot be decrypted is damaged.
      if (isDamage(error)) return { kind: 'damaged', reason: 'unreadable' }
      const reason = troubleOf(described(error, options.file))
      if (reason === null) throw error
      return { kind: 'cannot-write', reason }
    }
  }, options.file)
}

/**
 * Opens a database that cannot be written now. It tries three ways: beside other connections, which needs disk space
 * for the WAL index; alone, which needs the right to lock the file; a copy in the temporary folder, which is safe
 * because the file is encrypted. Each way reads the write-ahead log too. Throws `storage-failed`.
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
    // The SQL of this version fits no other schema, and an older schema cannot be migrated now.
    if (schemaVersion(db) !== supportedVersion)
      throw new AppError('storage-failed', { reason: 'not-up-to-date' })
    return { db, holdsFile: access === 'read-alone', close: () => db.close() }
  })
}

/** Opens a read-only connection to a database that the writer has opened. Throws `storage-failed`. */
export function openForReading<T>(options: DatabaseOptions, key: Uint8Array, use: (db: Sqlite) => T): T {
  return describeFailures(() => closingOnFailure(connect(options, key, 'read'), use), options.file)
}

/**
 * Creates a new database completely or not at all: it is built under another name and renamed when it is durable.
 * Throws `storage-failed`, reason `already-exists`, when a file exists.
 */
export function createForWriting<T>(
  options: DatabaseOptions,
  key: Uint8Array,
  use: (db: Sqlite) => T,
  steps: readonly Migration[] = migrations,
): T {
  return describeFailures(() => {
    if (isOccupied(options.file)) throw new AppError('storage-failed', { reason: 'already-exists' })
    const draft = `${options.file}.new`
    startDraft(draft)
    shutOutOthers(draft)
    const db = connect({ ...options, file: draft }, key, 'write')
    try {
      db.pragma(`application_id = ${String(applicationId)}`)
      migrate(db, steps)
    } finally {
      db.close()
    }
    publishDraft(draft, options.file)
    return closingOnFailure(connect(options, key, 'write'), use)
  }, options.file)
}

/** Reads which program made the file and its schema version. */
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
  onUpdate: OnUpdate,
): T {
  return closingOnFailure(connect(options, key, 'write'), (db) => {
    bringUpToDate(db, options, key, steps, onUpdate)
    // Now the WAL files exist too.
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
  onUpdate: OnUpdate,
): void {
  const missing = missingSteps(db, steps)
  if (missing.length === 0) return
  let step = 0
  const begin = (migration: number | null) => {
    onUpdate({ step: ++step, steps: missing.length + 1, migration })
  }
  begin(null)
  const copy = `${options.file}.before-version-${String(newestVersion(steps))}`
  if (!isCopyFromBefore(db, options, key, copy)) copyVerified(db, options, key, copy)
  migrate(db, steps, begin)
}

function describeFailures<T>(step: () => T, file: string): T {
  try {
    return step()
  } catch (error) {
    throw described(error, file)
  }
}

/** Maps an error to `storage-failed`. If the driver’s error is vague, the file system gives the reason. */
function described(error: unknown, file: string): AppError {
  const failure = toStorageError(error)
  const isVague =
    failure.code === 'internal' || ['cannot-open', 'permissions'].includes(failure.details.reason ?? '')
  if (!isVague) return failure
  const reason = fileSystemReason(error, file) ?? failure.details.reason ?? 'cannot-open'
  return new AppError('storage-failed', { reason }, { cause: error })
}
