import Database from 'better-sqlite3'
import { AppError } from '../../../src-shared/errors/app-error'
import { keyMaterial } from './database-key'

/** An open connection of the driver. */
export type Sqlite = Database.Database

/** What this build of the driver adds to the one its types describe. */
interface Keyed {
  key(material: Buffer): number
}

/**
 * How a connection uses the file: `write` is the only one that changes it; `read` works beside a writer; `read-alone`
 * keeps the index over the log in memory, so that it needs no room for it, and holds the file against all others.
 */
export type Access = 'write' | 'read' | 'read-alone'

/** Where the database is and which build of the driver opens it. */
export interface DatabaseOptions {
  readonly file: string
  /**
   * Another build of the driver, for a runtime that the shipped one does not load in; absent = the shipped
   * one.
   */
  readonly nativeBinding?: string | undefined
}

const busyTimeoutMs = 5000
const keptWalBytes = 16 * 1024 * 1024

/**
 * Opens an existing file with its key. The format is that of SQLCipher 4 (AES-256-CBC, HMAC-SHA512 over every
 * page), so that a dispute can be settled with tools that are not ours. Throws the driver's errors.
 */
export function connect(options: DatabaseOptions, key: Uint8Array, access: Access): Sqlite {
  const db = new Database(options.file, {
    fileMustExist: true,
    readonly: access === 'read',
    timeout: busyTimeoutMs,
    ...(options.nativeBinding === undefined ? {} : { nativeBinding: options.nativeBinding }),
  })
  try {
    // Decides where the index over the log is kept, so it comes before the first look into the file.
    if (access === 'read-alone') db.pragma('locking_mode = EXCLUSIVE')
    applyKey(db, key)
    applyRules(db)
    if (access === 'write') applyWriterRules(db)
    else db.pragma('query_only = ON')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Commits a transaction that changes nothing. Throws the driver's errors when a real one would fail too. */
export function proveWritable(db: Sqlite): void {
  const version = db.pragma('user_version', { simple: true })
  // Setting a version writes its page even when the number stays the same.
  db.transaction(() => db.pragma(`user_version = ${String(version)}`)).immediate()
}

function applyKey(db: Sqlite & Partial<Keyed>, key: Uint8Array): void {
  const material = keyMaterial(key)
  try {
    db.pragma(`cipher = 'sqlcipher'`)
    db.pragma('legacy = 4')
    // A driver without encryption would go on and write the history in the clear.
    if (db.key === undefined) throw new AppError('storage-failed', { reason: 'no-encryption' })
    db.key(material)
  } finally {
    material.fill(0)
  }
}

/** What holds for every connection, whatever it is opened for and wherever its database lies. */
export function applyRules(db: Sqlite): void {
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('foreign_keys = ON')
  // REPLACE deletes without firing delete triggers unless this is on, and those guard the append-only tables.
  db.pragma('recursive_triggers = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma('mmap_size = 0')
}

function applyWriterRules(db: Sqlite): void {
  db.pragma('secure_delete = ON')
  if (process.platform === 'darwin') {
    // fsync alone leaves data in the drive's own cache on macOS.
    db.pragma('fullfsync = ON')
    db.pragma('checkpoint_fullfsync = ON')
  }
  if (db.pragma('journal_mode = WAL', { simple: true }) !== 'wal')
    throw new AppError('storage-failed', { reason: 'no-wal' })
  db.pragma(`journal_size_limit = ${String(keptWalBytes)}`)
  // The driver lowers this to NORMAL when a WAL database is first read, so it is set and checked after a
  // read.
  db.prepare('SELECT count(*) FROM sqlite_schema').get()
  db.pragma('synchronous = FULL')
  db.prepare('SELECT count(*) FROM sqlite_schema').get()
  if (db.pragma('synchronous', { simple: true }) !== 2)
    throw new AppError('storage-failed', { reason: 'not-durable' })
}
