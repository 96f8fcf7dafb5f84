import { factNames } from '../../../src-main/gateway/fact-names'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWriter, type OpenWriter } from '../../../src-main/db/storage'
import type {
  CardUpsert,
  ChainSignature,
  NewCallback,
  NewExchange,
  NewOrder,
  NewTimelineEntry,
  OrderRecord,
  ProfileRecord,
  RelatedCard,
  SigningKeyFacts,
} from '../../../src-main/ports/storage'
import { connect, type Sqlite } from '../../../src-main/db/file/connection'
import { createForWriting } from '../../../src-main/db/file/open-database'
import { migrations } from '../../../src-main/db/migrations/index'
import {
  aConfirmation,
  anActor,
  aDraft,
  aProfile,
  aSaleDraft,
  nothingRelated,
  recordOf,
} from '../../support/builders'
import { MemoryStorageHost } from '../../support/memory-storage-host'
import type { NewDraft } from '../../../src-main/db/tables/charges'
import { adoptedOrder } from '../../../src-main/services/orders/adopted-order'
import type { ChargeState } from '../../../src-shared/domain/charge'
import { defaultSaleRules } from '../../../src-shared/domain/sale-rules'

/** Adds copies of the orders without a charge, each under a client order id of its own. */
function copyOrders(db: Sqlite, count: number): void {
  const own = ['order_id', 'client_order_id', 'gateway_order_id']
  const shared = db
    .prepare<[], string>("SELECT name FROM pragma_table_info('orders')")
    .pluck()
    .all()
    .filter((name) => !own.includes(name))
  db.prepare(
    `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
     INSERT INTO orders (${[...own, ...shared].join(', ')})
     SELECT number * 100 + order_id, client_order_id || '-' || number, NULL, ${shared.join(', ')}
     FROM numbers, orders
     WHERE order_id < 100 AND order_id NOT IN (SELECT order_id FROM charges)
     LIMIT ?`,
  ).run(count, count)
}

/** A temporary folder with the path of a database. The test removes it. */
export class TestFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'desk-db-'))
  readonly file = join(this.path, 'desk.db')
  readonly key = new Uint8Array(randomBytes(32))
  readonly #open: { close: () => void }[] = []

  create(): OpenWriter {
    return this.closing(createWriter({ file: this.file, factNames }, this.key))
  }

  /** Closes what is given when the test ends. */
  closing<T extends { close: () => void }>(opened: T): T {
    this.#open.push(opened)
    return opened
  }

  /** An empty, closed database of an earlier version. */
  createOf(version: number): void {
    const steps = migrations.filter(({ number }) => number <= version)
    createForWriting({ file: this.file }, this.key, (db) => db.close(), steps)
  }

  /**
   * A closed database as the app of version 110 left it: every table has rows, with charges in all states, refunds,
   * a dispute, several currencies, and texts with accents and quotes. More than its 22 orders are copies of those
   * without a charge.
   */
  createHistoryOf110(orders = 22): void {
    this.createOf(110)
    const db = connect({ file: this.file }, this.key, 'write')
    // The rows are the end of long ways, which the triggers of the schema would refuse to begin with.
    const triggers = db
      .prepare<[], { name: string; sql: string }>(
        `SELECT name, sql FROM sqlite_schema
         WHERE type = 'trigger' AND name NOT LIKE 'order_search%' AND name NOT LIKE 'order_words%'`,
      )
      .all()
    db.pragma('foreign_keys = OFF')
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
    db.exec('DELETE FROM app_state')
    db.exec(readFileSync('test/main/db/file/history-of-version-110.sql', 'utf8'))
    copyOrders(db, orders - 22)
    for (const { sql } of triggers) db.exec(sql)
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
  }

  /** Makes a database with a few rows and closes it. */
  fill(): void {
    const { open } = new TestDatabase(createWriter({ file: this.file, factNames }, this.key))
    for (let number = 0; number < 40; number++)
      open.writer.adoptOrder(
        newOrder({ clientOrderId: `INV-${String(number)}`, description: 'x'.repeat(500) }),
        [],
      )
    open.close()
  }

  /** Runs a statement on the closed database, like another program with the key. */
  tamper(sql: string): void {
    const db = connect({ file: this.file }, this.key, 'write')
    db.exec(sql)
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
  }

  /** Runs SQL on the closed database as somebody does who has the key and removes the triggers and references first. */
  edit(sql: string): void {
    const triggers = this.names(
      `SELECT name FROM sqlite_schema
       WHERE type = 'trigger' AND tbl_name IN ('charges', 'orders', 'audit_chain', 'chain_signatures')`,
    )
    const drops = triggers.map((name) => `DROP TRIGGER ${name};`)
    this.tamper(`PRAGMA foreign_keys = OFF; ${drops.join('')} ${sql}`)
  }

  /** The first column of the rows of a query on the closed database. */
  names(sql: string): string[] {
    const db = connect({ file: this.file }, this.key, 'read')
    const found = db.prepare<[], string>(sql).pluck().all()
    db.close()
    return found
  }

  /** The hash of a file's content; of the database by default. */
  hash(file = this.file): string {
    return createHash('sha256').update(readFileSync(file)).digest('hex')
  }

  /** The content of the file. */
  bytes(): Buffer {
    return readFileSync(this.file)
  }

  remove(): void {
    for (const opened of this.#open.reverse()) opened.close()
    rmSync(this.path, { recursive: true, force: true })
  }
}

/** An open database in memory, for tests of tables. Files and encryption are tested elsewhere. */
export function memoryDatabase(): OpenWriter & { readonly db: Sqlite } {
  const { writer, reader, db } = new MemoryStorageHost()
  return { kind: 'opened', writer, reader, db, close: () => undefined }
}

export const startMs = 1_780_000_000_000

/** A profile of the simulator. */
export function profile(set: Partial<ProfileRecord> = {}): ProfileRecord {
  return aProfile({
    profileId: 'prof-1',
    environment: 'simulator',
    baseUrl: null,
    saleRules: defaultSaleRules('simulator'),
    createdAtMs: startMs,
    ...set,
  })
}

export function card(set: Partial<CardUpsert> = {}): CardUpsert {
  return { profileId: 'prof-1', cardRefId: '880017', routeId: '4411', atMs: startMs, ...set }
}

export function newOrder(set: Partial<NewOrder> = {}): NewOrder {
  const adopted = adoptedOrder(
    { profileId: 'prof-1', environment: 'simulator' },
    { route: { kind: 'endpoint', id: '4411' }, clientOrderId: 'INV-2041', gatewayOrderId: null },
    { createdAtMs: startMs, nextCheckAtMs: startMs },
  )
  return { ...adopted, ...set }
}

export function draft(set: Partial<NewDraft> & { cardId: string }): NewDraft {
  const amountMinor = set.amountMinor ?? 4900
  const currency = set.currency ?? 'EUR'
  return {
    chargeId: 'charge-1',
    profileId: 'prof-1',
    kind: 'rebill-sale',
    clientOrderId: 'NS-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    cardRefId: '880017',
    amountMinor,
    currency,
    previewHash: null,
    createdAtMs: startMs,
    draft: aDraft({ cardId: set.cardId, amount: '49.00', currency }),
    ...set,
  }
}

/** The card of a new charge, identified by its token unless more is given. */
export function cardOf(cardId: string | null, set: Partial<RelatedCard> = {}): RelatedCard {
  return { profileId: 'prof-1', cardId, bin: null, lastFour: null, ...set }
}

/** The parts of a sale draft that replace the card token. */
export const ofSale: Pick<NewDraft, 'kind' | 'cardId' | 'cardRefId' | 'draft'> = {
  kind: 'sale',
  cardId: null,
  cardRefId: null,
  draft: aSaleDraft({ amount: '49.00' }),
}

export function entry(kind: NewTimelineEntry['kind'], set: Partial<NewTimelineEntry> = {}): NewTimelineEntry {
  return { atMs: startMs, kind, actor: null, changes: [], text: null, ...set }
}

/** A person accepts a history as it is now. */
export function aSignature(reader: OpenWriter['reader']): ChainSignature {
  let covers = reader.coverChain(null)
  while (covers.part !== 'done') covers = reader.coverChain(covers)
  return { name: 'Iva', reason: 'checked', second: null, finding: 'forked', covers, replaces: null }
}

export function exchange(set: Partial<NewExchange> = {}): NewExchange {
  return {
    atMs: startMs,
    durationMs: 120,
    profileId: 'prof-1',
    operation: 'status',
    host: 'gate.example.test',
    path: '/paynet/api/v2/status/4411',
    outcome: 'answered',
    httpStatus: 200,
    answerType: 'status-response',
    serialNumber: '00000000-0000-0000-0000-0000005a11ce',
    clientOrderId: 'INV-2041',
    failure: null,
    request: [
      { name: 'login', value: 'NordShop' },
      { name: 'client_orderid', value: 'INV-2041' },
      { name: 'control', value: '••••••••' },
    ],
    answer: [
      { name: 'type', value: 'status-response' },
      { name: 'status', value: 'processing' },
    ],
    unreadableBody: null,
    ...set,
  }
}

export function callback(set: Partial<NewCallback> = {}): NewCallback {
  return {
    profileId: 'prof-1',
    source: 'pasted',
    atMs: startMs,
    sameKey: 'approved sale 6684100 INV-2041',
    fields: [
      { name: 'status', value: 'approved' },
      { name: 'control', value: '••••••••' },
    ],
    status: 'approved',
    type: 'sale',
    gatewayOrderId: '6684100',
    clientOrderId: 'INV-2041',
    amount: '49.00',
    currency: 'EUR',
    control: 'right',
    orderId: null,
    comparison: [],
    problems: [],
    ...set,
  }
}

export function signingKey(set: Partial<SigningKeyFacts> = {}): SigningKeyFacts {
  return {
    origin: 'imported',
    bits: 2048,
    fingerprint: 'ab'.repeat(32),
    publicKey: '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n',
    login: 'NordShop',
    baseUrl: null,
    createdAtMs: startMs,
    ...set,
  }
}

/** The states from a draft to each state, in the order of the engine. */
const ways: Readonly<Record<Exclude<ChargeState, 'draft' | 'recorded'>, readonly ChargeState[]>> = {
  sending: ['sending'],
  'not-sent': ['sending', 'not-sent'],
  accepted: ['sending', 'accepted'],
  'rejected-unverified': ['sending', 'rejected-unverified'],
  rejected: ['sending', 'rejected-unverified', 'rejected'],
  'outcome-unknown': ['sending', 'outcome-unknown'],
  'needs-review': ['sending', 'outcome-unknown', 'needs-review'],
  'resolved-present': ['sending', 'outcome-unknown', 'needs-review', 'resolved-present'],
  'resolved-absent': ['sending', 'outcome-unknown', 'needs-review', 'resolved-absent'],
  cancelled: ['cancelled'],
  final: ['sending', 'accepted', 'final'],
}

/** Number of transmissions of a charge in a state. */
export function transmissionsIn(state: ChargeState): 0 | 1 {
  return ['draft', 'recorded', 'not-sent', 'cancelled'].includes(state) ? 0 : 1
}

/** A database with one profile and one card, and short methods for common test data. */
export class TestDatabase {
  readonly open
  readonly cardId: string
  #made = 0

  constructor(open: OpenWriter) {
    this.open = open
    open.writer.saveProfile(profile())
    this.cardId = open.writer.upsertCard(card()).view.cardId
  }

  /** A recorded charge with its order. */
  recorded(
    set: Partial<NewDraft> = {},
    order: Partial<NewOrder> = {},
    entries: readonly NewTimelineEntry[] = [entry('confirmed', { actor: anActor() })],
  ): OrderRecord {
    const number = ++this.#made
    const charge = this.open.writer.saveDraft({
      ...draft({
        chargeId: `charge-${String(number)}`,
        clientOrderId: `NS-${String(number).padStart(26, '0')}`,
        cardId: this.cardId,
      }),
      ...set,
    })
    return recordOf(
      this.open.writer.recordCharge({
        chargeId: charge.chargeId,
        expectedVersion: charge.stateVersion,
        previewHash: 'hash',
        sentParameters: [{ name: 'amount', value: '49.00' }],
        related: nothingRelated,
        confirmation: aConfirmation(),
        order: newOrder({
          profileId: charge.profileId,
          kind: charge.kind,
          clientOrderId: charge.clientOrderId,
          amountMinor: charge.amountMinor,
          currency: charge.currency,
          cardId: charge.cardId,
          createdAtMs: charge.createdAtMs,
          nextCheckAtMs: null,
          followState: 'stopped',
          ...order,
        }),
        entries,
      }),
    )
  }

  /** Moves the charge of an order to another state. */
  move(order: OrderRecord, to: ChargeState): OrderRecord {
    if (order.charge === null) throw new Error('no charge')
    return recordOf(
      this.open.writer.changeOrder({
        orderId: order.summary.orderId,
        expectedRevision: order.summary.revision,
        atMs: startMs,
        set: {},
        charge: {
          from: order.charge.state,
          expectedVersion: order.charge.stateVersion,
          to,
          transmissions: transmissionsIn(to),
        },
        entries: [],
      }),
    )
  }

  /** A charge in a state, moved there step by step. */
  chargeIn(
    state: Exclude<ChargeState, 'draft'>,
    set: Partial<NewDraft> = {},
    order: Partial<NewOrder> = {},
  ): OrderRecord {
    const way = state === 'recorded' ? [] : ways[state]
    return way.reduce((moved, next) => this.move(moved, next), this.recorded(set, order))
  }

  /** Changes columns of an order as a status answer would. */
  change(
    order: OrderRecord,
    set: Parameters<OpenWriter['writer']['changeOrder']>[0]['set'],
    rest: Partial<Parameters<OpenWriter['writer']['changeOrder']>[0]> = {},
  ): OrderRecord {
    return recordOf(
      this.open.writer.changeOrder({
        orderId: order.summary.orderId,
        expectedRevision: order.summary.revision,
        atMs: startMs + 1000,
        set,
        entries: [],
        ...rest,
      }),
    )
  }
}

/** Code and reason of the error that a step throws; null without one. */
export function refusalOf(step: () => unknown): { code: string; reason: string | undefined } | null {
  try {
    step()
    return null
  } catch (error) {
    const { code, details } = error as { code: string; details?: { reason?: string } }
    return { code, reason: details?.reason }
  }
}
