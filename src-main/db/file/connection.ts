import Database from 'better-sqlite3'
import { AppError } from '../../../src-shared/errors/app-error'
import type { FactNames } from '../../ports/fact-names'
import { keyMaterial } from './database-key'

/** `RbDk` in ASCII: tells our databases from those of other programs. */
export const applicationId = 0x5262446b

/** An open connection of the driver. */
export type Sqlite = Database.Database

/** Members of this driver build that its types do not describe. */
interface Keyed {
  key(material: Buffer): number
}

/**
 * How a connection uses the file. `write` is the only one that changes it. `read` works beside a writer. `read-alone`
 * keeps the WAL index in memory, so it needs no disk space for it, and locks the file.
 */
export type Access = 'write' | 'read' | 'read-alone'

/** Where the database is and which build of the driver opens it. */
export interface DatabaseOptions {
  readonly file: string
  /** Another build of the driver, for a runtime that cannot load the shipped one. Default: the shipped one. */
  readonly nativeBinding?: string | undefined
  /** The meaning of stored field names. Default: no field is known. */
  readonly factNames?: FactNames | undefined
  /** Written to the audit chain. */
  readonly appVersion?: string | undefined
}

const busyTimeoutMs = 5000
const keptWalBytes = 16 * 1024 * 1024

/**
 * Opens an existing file with its key. The format is SQLCipher 4 (AES-256-CBC, HMAC-SHA512 over every page), so other
 * tools can open the file in a dispute. Throws the driver’s errors.
 */
export function connect(options: DatabaseOptions, key: Uint8Array, access: Access): Sqlite {
  const db = new Database(options.file, {
    fileMustExist: true,
    readonly: access === 'read',
    timeout: busyTimeoutMs,
    ...(options.nativeBinding === undefined ? {} : { nativeBinding: options.nativeBinding }),
  })
  try {
    // Must come before the first read of the file, because it decides where the WAL index is kept.
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

/** Commits a transaction without changes. Throws the driver’s errors if a real one would fail too. */
export function proveWritable(db: Sqlite): void {
  const version = db.pragma('user_version', { simple: true })
  // Setting a version writes its page even if the number does not change.
  db.transaction(() => db.pragma(`user_version = ${String(version)}`)).immediate()
}

function applyKey(db: Sqlite & Partial<Keyed>, key: Uint8Array): void {
  const material = keyMaterial(key)
  try {
    db.pragma(`cipher = 'sqlcipher'`)
    db.pragma('legacy = 4')
    // A driver without encryption would write the database in plain text.
    if (db.key === undefined) throw new AppError('storage-failed', { reason: 'no-encryption' })
    db.key(material)
  } finally {
    material.fill(0)
  }
}

/** Settings of every connection. */
export function applyRules(db: Sqlite): void {
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('foreign_keys = ON')
  // Without this, REPLACE deletes rows without firing delete triggers, which protect the append-only tables.
  db.pragma('recursive_triggers = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma('mmap_size = 0')
}

function applyWriterRules(db: Sqlite): void {
  db.pragma('secure_delete = ON')
  if (process.platform === 'darwin') {
    // On macOS, fsync leaves data in the cache of the drive.
    db.pragma('fullfsync = ON')
    db.pragma('checkpoint_fullfsync = ON')
  }
  if (db.pragma('journal_mode = WAL', { simple: true }) !== 'wal')
    throw new AppError('storage-failed', { reason: 'no-wal' })
  db.pragma(`journal_size_limit = ${String(keptWalBytes)}`)
  // The driver sets this to NORMAL at the first read of a WAL database, so it is set and checked after a read.
  db.prepare('SELECT count(*) FROM sqlite_schema').get()
  db.pragma('synchronous = FULL')
  db.prepare('SELECT count(*) FROM sqlite_schema').get()
  if (db.pragma('synchronous', { simple: true }) !== 2)
    throw new AppError('storage-failed', { reason: 'not-durable' })
}
