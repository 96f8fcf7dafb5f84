import { anActor } from '../../../support/builders'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { everyOrder, orderSort } from '../../../../src-shared/domain/order-query'
import { connect, type Sqlite } from '../../../../src-main/db/file/connection'
import { migrate, newestVersion, schemaVersion, supportedVersion } from '../../../../src-main/db/file/migrate'
import { migrations, type Migration } from '../../../../src-main/db/migrations/index'
import { everyCallback, type CallbackQuery } from '../../../../src-shared/domain/callback'
import { openWriter, type OpenWriter } from '../../../../src-main/db/storage'
import {
  aSignature,
  callback,
  entry,
  exchange,
  ofSale,
  refusalOf,
  signingKey,
  startMs,
  TestDatabase,
  TestFolder,
} from '../builders'

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

/**
 * An example of a later migration: a column with its check, a value for existing rows, an index. The schema requires
 * that each change of an order raises its revision, also in a migration.
 */
const example: Migration = {
  number: supportedVersion + 10,
  apply: (db) => {
    db.exec(`
      ALTER TABLE orders ADD COLUMN is_practice INTEGER NOT NULL DEFAULT 0 CHECK (is_practice IN (0, 1));

      UPDATE orders SET is_practice = 1, revision = revision + 1 WHERE environment <> 'production';

      CREATE INDEX orders_by_practice ON orders (is_practice) WHERE is_practice = 1;
    `)
  },
}
const laterSteps = [...migrations, example]

const options = () => ({ file: folder.file })
const write = () => folder.closing(connect(options(), folder.key, 'write'))
const backup = () => `${folder.file}.before-version-${String(example.number)}`

function opened(steps: readonly Migration[]): OpenWriter {
  const opening = openWriter(options(), folder.key, steps)
  if (opening.kind !== 'opened') throw new Error(opening.kind)
  return folder.closing(opening)
}

const aRestore = {
  atMs: startMs,
  actor: 'Iva',
  lastKnownMs: null,
  keptFile: 'k',
  isComplete: false,
  replaces: null,
}

/** A closed database of the current version with rows in every table. */
function makeDatabase(): void {
  const open = folder.create()
  const database = new TestDatabase(open)
  const { writer } = open
  writer.noteRestore({ ...aRestore, missing: [] })
  writer.signChain(aSignature(open.reader))
  writer.saveSigningKey('prof-1', signingKey(), Uint8Array.of(1, 2, 3))
  writer.setActiveProfile('prof-1')
  const order = database.chargeIn('final')
  const told = database.change(
    order,
    { status: 'approved', cardholderName: 'Zoe\u0308 Berg' },
    {
      facts: [{ name: 'status', value: 'approved' }],
      entries: [entry('final', { changes: [{ name: 'status', before: null, after: 'approved' }] })],
      exchange: exchange(),
    },
  )
  const refundCase = {
    ...{ kind: 'ask' as const, amountMinor: 1000, dueOn: '2026-12-04', reason: 'returned', askedBy: 'Iva' },
    refundedBeforeMinor: 0,
  }
  database.change(told, {}, { entries: [entry('status-unchanged')], exchange: exchange(), refundCase })
  const sale = database.recorded({ ...ofSale }, { environment: 'production' })
  database.change(sale, {}, { step: { kind: 'await', stepKind: 'method', stepKey: 'k', host: null } })
  writer.keepCallback(callback({ orderId: order.summary.orderId }))
  const importId = writer.startImport({
    ...{
      profileId: 'prof-1',
      fileName: 'orders.csv',
      atMs: startMs,
      actor: anActor('Iva'),
      columns: ['clientOrderId'],
    },
    ...{ total: 1, isNewestFirst: true },
  })
  writer.importOrders(importId, { profileId: 'prof-1', environment: 'simulator', route: order.route }, [
    {
      ...{ line: 2, index: 0, clientOrderId: 'FILE-1', gatewayOrderId: null, createdAtMs: startMs },
      cells: { clientOrderId: 'FILE-1' },
    },
  ])
  writer.saveOrderViews({ columns: [{ key: 'time', widthPx: 80 }], views: [] })
  open.close()
  folder.tamper(`
    INSERT INTO order_labels VALUES (1, 'vip', 'VIP');
    INSERT INTO erasures (rule, started_at_ms) VALUES ('person', 0);
    INSERT INTO order_erasures VALUES (1, 1, 'planned');
    INSERT INTO card_erasures VALUES (1, 1, 'planned');
    INSERT INTO operators (operator_id, name, manages, pin_hash, created_at_ms) VALUES ('op', 'Iva', 1, '{}', 0);
  `)
}

/** All rows of all tables, without the search indexes, which have no rows of their own. */
function contentOf(db: Sqlite): Record<string, unknown[]> {
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_search%' ESCAPE '\\' ORDER BY name`,
    )
    .pluck()
    .all()
  return Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]))
}

describe('the steps of the schema', () => {
  it('rise and end at the version this app supports', () => {
    expect(newestVersion(migrations)).toBe(supportedVersion)
    expect(() => newestVersion([example, ...migrations])).toThrow('must rise')
  })

  it('leave the version before them when they fail half-way', () => {
    makeDatabase()
    const db = write()
    const before = contentOf(db)
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
    const failing: Migration = {
      ...example,
      apply: (target) => {
        target.exec(`DROP TABLE poll_runs; CREATE TABLE half (id); INSERT INTO half VALUES (1)`)
        throw new Error('power')
      },
    }
    expect(
      refusalOf(() => {
        migrate(db, [...migrations, failing])
      }),
    ).toEqual({ code: 'storage-failed', reason: `migration-${String(example.number)}` })
    expect(schemaVersion(db)).toBe(supportedVersion)
    expect(contentOf(db)).toEqual(before)
  })

  it('do nothing to a database that has had them', () => {
    makeDatabase()
    const db = write()
    const before = db.prepare('SELECT * FROM sqlite_schema').all()
    migrate(db)
    expect(db.prepare('SELECT * FROM sqlite_schema').all()).toEqual(before)
  })
})

describe('the steps so far', () => {
  it('find stored callbacks by their signature and text, and by the gateway status after a start', () => {
    folder.createHistoryOf110()
    const { reader, writer } = opened(migrations)
    const find = (set: Partial<CallbackQuery>) =>
      reader.listCallbacks({ ...everyCallback, ...set }, null, 10).total
    expect([find({ control: 'right' }), find({ control: 'wrong' })]).toEqual([2, 0])
    expect([find({ search: 'inv-2041' }), find({ search: 'inv-2042' })]).toEqual([2, 0])
    expect(find({ match: 'same' })).toBe(0)
    expect([writer.compareCallbacks(), writer.compareCallbacks()]).toEqual([2, 0])
    expect(find({ match: 'same' })).toBe(1)
  })

  it('give a database without a density the comfortable one, and keep its settings', () => {
    folder.createOf(100)
    expect(schemaVersion(write())).toBe(100)
    folder.tamper(`UPDATE app_state SET theme = 'dark', time_zone = 'UTC', operator_name = 'Iva'`)
    const { settings } = opened(migrations).reader.getState()
    expect(settings).toEqual({
      theme: 'dark',
      density: 'comfortable',
      detailPx: null,
      timeZone: 'UTC',
      operatorName: 'Iva',
    })
    expect(schemaVersion(write())).toBe(supportedVersion)
  })

  it('count the orders that were there, list them by every sort, and find them by their later words', () => {
    folder.createOf(140)
    const db = write()
    db.exec(`
      INSERT INTO profiles VALUES (1, 'prof-1', 'Nord', 'simulator', NULL, 'Nord', '[]', 'without-endpoint', '', 3000, 5000,
        'confirm', 1, '{}', 0, 0);
    `)
    // As if the gateway had reported them.
    const later = `
      INSERT INTO order_facts VALUES (1, '[{"name":"processor-rrn","value":"930112345678","atMs":0}]', 1);
      INSERT INTO timeline VALUES (2, 1, 0, 'note', 'Iva', NULL, NULL, 'Paid by transfer');
      INSERT INTO order_labels VALUES (3, 'vip', 'VIP');
    `
    for (const [id, family] of ['approved', 'approved', 'declined'].entries())
      db.prepare(
        `INSERT INTO orders (revision, profile_key, environment, kind, route_kind, route_id, client_order_id, created_at_ms,
           changed_at_ms, family, word, amount_rank, follow_state, followed_since_ms, checks)
         VALUES (1, 1, 'simulator', 'adopted', 'endpoint', '1', ?, ?, 0, ?, ?, -1, 'stopped', 0, 0)`,
      ).run(`INV-${String(id)}`, id, family, family)
    db.exec(later)
    db.close()
    const { reader } = opened(migrations)
    for (const sortBy of orderSort.options) {
      const { rows, counts } = reader.listOrders({ ...everyOrder, sortBy, direction: 'asc' }, null, 10)
      expect(rows.map((row) => row.clientOrderId)).toEqual(['INV-0', 'INV-1', 'INV-2'])
      expect(counts).toMatchObject({ approved: 2, declined: 1, open: 0 })
    }
    const found = ['112345', 'transfer', 'vip'].map((search) =>
      reader.listOrders({ ...everyOrder, search }, null, 10).rows.map((row) => row.clientOrderId),
    )
    expect(found).toEqual([['INV-0'], ['INV-1'], ['INV-2']])
  })
})

describe('a history that the app of version 110 left', () => {
  const columnsOf = (rows: unknown[]) => Object.keys(rows[0] ?? {})
  /** The rows with the columns that they had, without the revision, which a step may raise. */
  const cut = (rows: unknown[], columns: readonly string[]) =>
    rows.map((row) =>
      Object.fromEntries(
        columns
          .filter((name) => name !== 'revision')
          .map((name) => [name, (row as Record<string, unknown>)[name]]),
      ),
    )

  it('opens with every row, after a backup, and is sound', () => {
    folder.createHistoryOf110()
    const earlier = connect(options(), folder.key, 'read')
    const before = contentOf(earlier)
    earlier.close()
    expect(Object.values(before).filter((rows) => rows.length === 0)).toEqual([])
    opened(migrations).close()
    const db = write()
    const after = contentOf(db)
    for (const [table, rows] of Object.entries(before)) {
      const columns = columnsOf(rows)
      const kept = cut(after[table] ?? [], columns)
      expect({ [table]: kept }).toEqual({ [table]: expect.arrayContaining(cut(rows, columns)) as unknown })
    }
    // The words of the search are made anew, with those of more columns.
    const countsOf = ({ order_words: _words, ...content }: Record<string, unknown[]>) =>
      Object.entries(content).map(([table, rows]) => [table, rows.length])
    expect(countsOf(after)).toEqual(expect.arrayContaining(countsOf(before)))
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    const copy = folder.closing(
      connect({ file: `${folder.file}.before-version-${String(supportedVersion)}` }, folder.key, 'read'),
    )
    expect([schemaVersion(copy), contentOf(copy)]).toEqual([110, before])
  })

  it('has the same views, and its orders are found, counted and listed', () => {
    folder.createHistoryOf110()
    const { reader } = opened(migrations)
    const { rows, total, counts } = reader.listOrders(everyOrder, null, 50)
    expect([rows.length, total]).toEqual([22, 22])
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(22)
    for (const { orderId, clientOrderId } of rows) {
      expect(reader.getOrderView(orderId)?.timeline).toEqual(expect.any(Array))
      const found = reader.listOrders({ ...everyOrder, search: clientOrderId }, null, 50).rows
      expect(found.map((row) => row.orderId)).toContain(orderId)
    }
    const orderIdsFor = (search: string) =>
      reader.listOrders({ ...everyOrder, search }, null, 50).rows.map(({ clientOrderId }) => clientOrderId)
    expect(orderIdsFor('zo\u00eb')).toEqual(['NS-00000000000000000000000001'])
    expect(orderIdsFor('dvo\u0159\u00e1kov\u00e1')).toEqual(['SHOP-1', 'SHOP-4', 'SHOP-7', 'SHOP-10'])
    const [paid] = reader.listOrders({ ...everyOrder, search: 'zo\u00eb' }, null, 1).rows
    expect(paid?.later).toMatchObject({
      refundState: 'partial',
      refundedMinor: 900,
      disputes: ['chargeback'],
    })
    expect(reader.getState().settings).toMatchObject({ density: 'compact', operatorName: 'Iva' })
  })
})

describe('the card hash and e-mail address of orders', () => {
  it('are taken from stored facts, and the address of a sale from its form', () => {
    folder.createHistoryOf110()
    const facts = JSON.stringify([
      { name: 'card-hash-id', value: 'HASH-1', atMs: 1 },
      { name: 'email', value: 'Zoe@Shop.example', atMs: 1 },
    ])
    folder.tamper(`
      UPDATE orders SET revision = revision + 1 WHERE order_id = 1;
      UPDATE order_facts SET facts = '${facts}', revision = (SELECT revision FROM orders WHERE order_id = 1)
      WHERE order_id = 1;
    `)
    opened(migrations)
    expect(write().prepare('SELECT order_id, card_hash_id, email FROM order_identities').all()).toEqual([
      { order_id: 1, card_hash_id: 'HASH-1', email: 'zoe@shop.example' },
      { order_id: 10, card_hash_id: null, email: 'ann@shop.example' },
    ])
  })
})

describe('a step after the baseline', () => {
  it('is taken when the app that has it opens the database, and keeps every row', () => {
    makeDatabase()
    const before = connect(options(), folder.key, 'read')
    const content = contentOf(before)
    before.close()
    const { reader } = opened(laterSteps)
    const db = write()
    expect(schemaVersion(db)).toBe(example.number)
    const orders = content.orders as { revision: number; environment: string }[]
    expect(contentOf(db)).toEqual({
      ...content,
      orders: orders.map((row) =>
        row.environment === 'production'
          ? { ...row, is_practice: 0 }
          : { ...row, is_practice: 1, revision: row.revision + 1 },
      ),
    })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    const query = { profileId: null, families: [], filters: [], search: 'zo\u00eb' }
    expect(
      reader.listOrders({ ...query, sortBy: 'created', direction: 'desc' }, null, 10).rows,
    ).toMatchObject([{ orderId: '1' }])
    expect(reader.getOrderView('1')).toMatchObject({ summary: { status: 'approved' }, callbacks: [{}] })
  })

  it('comes after a backup under the same key', () => {
    makeDatabase()
    opened(laterSteps)
    expect(statSync(backup()).mode & 0o777).toBe(0o600)
    const copy = folder.closing(connect({ file: backup() }, folder.key, 'read'))
    expect(schemaVersion(copy)).toBe(supportedVersion)
    expect(copy.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(3)
  })

  it('is told before it runs, after the backup; a history of this version has no step', () => {
    makeDatabase()
    const seen: unknown[] = []
    const open = () =>
      openWriter(options(), folder.key, laterSteps, (update) => seen.push([update, existsSync(backup())]))
    const first = open()
    expect(seen).toEqual([
      [{ step: 1, steps: 2, migration: null }, false],
      [{ step: 2, steps: 2, migration: example.number }, true],
    ])
    if (first.kind === 'opened') first.close()
    const again = open()
    if (again.kind === 'opened') folder.closing(again)
    expect(seen).toHaveLength(2)
  })

  it('is not taken when the backup cannot be made', () => {
    makeDatabase()
    mkdirSync(backup())
    expect(refusalOf(() => openWriter(options(), folder.key, laterSteps))?.code).toBe('storage-failed')
    expect(existsSync(`${backup()}.new`)).toBe(false)
    expect(schemaVersion(folder.closing(connect(options(), folder.key, 'read')))).toBe(supportedVersion)
  })

  it('keeps an app without it from the database', () => {
    makeDatabase()
    opened(laterSteps).close()
    expect(openWriter(options(), folder.key)).toEqual({
      kind: 'too-new',
      found: example.number,
      supported: supportedVersion,
    })
  })
})
