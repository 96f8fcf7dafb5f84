import { chainSealOf, type ChainSeal } from './file/chain-seal'
import type { DatabaseOptions, Sqlite } from './file/connection'
import {
  createForWriting,
  openForReading,
  openForReadingAlone,
  openForWriting,
  type OnUpdate,
  type OpenRefusal,
} from './file/open-database'
import type { Migration } from './migrations/index'
import { SqliteReader } from './sqlite-reader'
import { SqliteWriter } from './sqlite-writer'

/** A writing connection with its methods. `close` releases the file. */
export interface OpenWriter {
  readonly kind: 'opened'
  readonly writer: SqliteWriter
  /** Reads over the writing connection, for short reads that must not wait behind a long list. */
  readonly reader: SqliteReader
  readonly close: () => void
}

/** A connection that cannot write. */
export interface OpenReader {
  readonly reader: SqliteReader
  readonly close: () => void
}

/** Opens the only writing connection. The key is not kept. Tests can pass other `steps`. Throws `storage-failed`. */
export function openWriter(
  options: DatabaseOptions,
  key: Uint8Array,
  steps?: readonly Migration[],
  onUpdate?: OnUpdate,
): OpenWriter | OpenRefusal {
  const opening = openForWriting(options, key, (db) => overWriter(db, options, key), steps, onUpdate)
  return opening.kind === 'opened' ? opening.value : opening
}

/** Creates a new database and opens the only writing connection. Throws `storage-failed`. */
export function createWriter(options: DatabaseOptions, key: Uint8Array): OpenWriter {
  return createForWriting(options, key, (db) => overWriter(db, options, key))
}

/** Opens a reading connection beside an open writer. Throws `storage-failed`. */
export function openReader(options: DatabaseOptions, key: Uint8Array): OpenReader {
  return openForReading(options, key, (db) => ({
    reader: new SqliteReader(db, sealOf(options, key), options.factNames),
    close: () => db.close(),
  }))
}

/** Opens a database that cannot be written now. Throws `storage-failed`. */
export function openReaderAlone(
  options: DatabaseOptions,
  key: Uint8Array,
): OpenReader & { readonly holdsFile: boolean } {
  const { db, holdsFile, close } = openForReadingAlone(options, key)
  return { reader: new SqliteReader(db, sealOf(options, key), options.factNames), holdsFile, close }
}

function overWriter(db: Sqlite, options: DatabaseOptions, key: Uint8Array): OpenWriter {
  const seal = sealOf(options, key)
  const writer = new SqliteWriter(db, seal, options.factNames)
  writer.beginChain()
  return {
    kind: 'opened',
    writer,
    reader: new SqliteReader(db, seal, options.factNames),
    close: () => db.close(),
  }
}

function sealOf({ appVersion = '' }: DatabaseOptions, key: Uint8Array): ChainSeal {
  return chainSealOf(key, appVersion)
}
