import type { HistoryUpdate } from '../../src-shared/domain/history-update'
import Database from 'better-sqlite3'
import { factNames } from '../../src-main/gateway/fact-names'
import { applyRules, type Sqlite } from '../../src-main/db/file/connection'
import { chainSealOf } from '../../src-main/db/file/chain-seal'
import { migrate } from '../../src-main/db/file/migrate'
import { SqliteReader } from '../../src-main/db/sqlite-reader'
import { SqliteWriter } from '../../src-main/db/sqlite-writer'
import type {
  OpenedForChecking,
  ChargeRecord,
  OpenResult,
  OrderRecord,
  StorageHost,
  StorageReader,
  StorageWriter,
} from '../../src-main/ports/storage'
import { everyCallback } from '../../src-shared/domain/callback'
import { AppError } from '../../src-shared/errors/app-error'
import { everythingIn } from './fakes/everything'
import { withPromises } from './in-process-storage-host'
import { everyExchange } from '../../src-shared/domain/exchange'

type Opened = Extract<OpenResult, { kind: 'opened' }>

/** The one database of a test file. */
interface SharedDatabase {
  readonly db: Database.Database
  readonly writer: SqliteWriter
  readonly reader: SqliteReader
  readonly chargeIds: Database.Statement<[], string>
  readonly orderIds: Database.Statement<[], string>
  /** The host whose rows are in it. */
  owner: MemoryStorageHost
}

let shared: SharedDatabase | null = null

/**
 * The real storage in memory: schema, triggers and statements of the app, without file, encryption and threads.
 * Preparing the statements takes some 10 ms, so a test file has one database. It stays in one transaction: each write
 * is a savepoint, and the next host rolls everything back. So only the newest host of a test file can be used, and
 * nothing is committed (`test/main/db/file` tests commits).
 */
export class MemoryStorageHost implements StorageHost {
  /** What opening it tells first. */
  updates: readonly HistoryUpdate[] = []
  readonly #shared: SharedDatabase
  #key: Uint8Array | null = null
  #isOpen = false

  constructor() {
    shared ??= { ...prepared(), owner: this }
    shared.owner = this
    if (shared.db.inTransaction) shared.db.exec('ROLLBACK')
    shared.db.exec('BEGIN')
    this.#shared = shared
  }

  /** The key of the storage. */
  get key(): Uint8Array | null {
    return this.#key
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** The connection, for statements that the app never runs. */
  get db(): Sqlite {
    return this.#own().db
  }

  /** Reads stored data without the configured faults. */
  get reader(): SqliteReader {
    return this.#own().reader
  }

  /** Stores test data without the configured faults. */
  get writer(): SqliteWriter {
    return this.#own().writer
  }

  /** All charges in the order of their drafts. */
  charges(): ChargeRecord[] {
    const { chargeIds, reader } = this.#own()
    return chargeIds.all().flatMap((chargeId) => reader.getCharge(chargeId) ?? [])
  }

  /** All orders in the order of their creation. */
  orders(): OrderRecord[] {
    const { orderIds, reader } = this.#own()
    return orderIds.all().flatMap((orderId) => reader.getOrder(orderId) ?? [])
  }

  /** Every stored record as text. */
  text(): string {
    const { reader } = this
    const profiles = reader.listProfiles()
    const orders = this.orders()
    return everythingIn([
      profiles,
      profiles.flatMap(({ profileId }) => reader.listCards(profileId)),
      this.charges(),
      orders,
      orders.map(({ summary }) => reader.getOrderView(summary.orderId)),
      orders.flatMap(({ summary, steps }) =>
        steps.map(({ seq }) => reader.readStepAnswer(summary.orderId, seq)),
      ),
      reader
        .listExchanges(everyExchange, null, 1000)
        .rows.map(({ exchangeId }) => reader.getExchange(exchangeId)),
      reader.listCallbacks(everyCallback, null, 1000).rows,
    ])
  }

  /** The texts that occur in the stored records or in the bytes of the database. */
  find(...texts: string[]): string[] {
    const bytes = this.#own().db.serialize()
    const records = this.text()
    return texts.filter((text) => bytes.includes(text) || records.includes(text))
  }

  /** Saves the current rows and returns a function that restores them, like a backup. */
  backUp(): () => void {
    const { db } = this.#own()
    db.exec('SAVEPOINT backup')
    return () => {
      db.exec('ROLLBACK TO backup')
    }
  }

  exists(): Promise<boolean> {
    return Promise.resolve(this.#key !== null)
  }

  async open(key: Uint8Array, onUpdate?: (update: HistoryUpdate) => void): Promise<OpenResult> {
    await Promise.resolve()
    for (const update of this.updates) onUpdate?.(update)
    if (this.#key === null) return { kind: 'missing' }
    return isSame(this.#key, key) ? this.#opened() : { kind: 'key-does-not-fit' }
  }

  async create(key: Uint8Array): Promise<Opened> {
    await Promise.resolve()
    if (this.#key !== null) throw new AppError('storage-failed', { reason: 'already-exists' })
    this.#key = Uint8Array.from(key)
    return this.#opened()
  }

  async openForReading(key: Uint8Array): Promise<StorageReader> {
    await Promise.resolve()
    if (this.#key === null || !isSame(this.#key, key))
      throw new AppError('storage-failed', { reason: 'cannot-open' })
    return this.#opened().reader
  }

  async openForChecking(key: Uint8Array): Promise<OpenedForChecking> {
    return { reader: await this.openForReading(key), close: () => Promise.resolve() }
  }

  async close(): Promise<void> {
    await Promise.resolve()
    this.#isOpen = false
  }

  #opened(): Opened {
    const { writer, reader } = this.#own()
    this.#isOpen = true
    return {
      kind: 'opened',
      writer: withPromises<StorageWriter>(writer, () => this.#own()),
      reader: withPromises<StorageReader>(reader, () => this.#own()),
    }
  }

  #own(): SharedDatabase {
    if (this.#shared.owner !== this) throw new Error('the storage of another test is open')
    return this.#shared
  }
}

function prepared(): Omit<SharedDatabase, 'owner'> {
  const db = new Database(':memory:')
  applyRules(db)
  // Set as on the app’s writing connection: tests look for erased data in the bytes.
  db.pragma('secure_delete = ON')
  migrate(db)
  const seal = chainSealOf(new Uint8Array(32), 'test')
  return {
    ...{ db, writer: new SqliteWriter(db, seal, factNames), reader: new SqliteReader(db, seal, factNames) },
    chargeIds: db.prepare<[], string>('SELECT charge_id FROM charges ORDER BY rowid').pluck(),
    orderIds: db.prepare<[], string>('SELECT CAST(order_id AS TEXT) FROM orders ORDER BY order_id').pluck(),
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
