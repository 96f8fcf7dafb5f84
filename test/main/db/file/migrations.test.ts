import { existsSync, mkdirSync, statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Sqlite } from '../../../../src-main/db/file/connection'
import { migrate, newestVersion, schemaVersion, supportedVersion } from '../../../../src-main/db/file/migrate'
import { migrations, type Migration } from '../../../../src-main/db/migrations/index'
import { everyCallback, type CallbackQuery } from '../../../../src-shared/domain/callback'
import { openWriter, type OpenWriter } from '../../../../src-main/db/storage'
import {
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

const aRestore = { atMs: startMs, actor: 'Iva', lastKnownMs: null, keptFile: 'k', isComplete: false }

/** A closed database of the current version with rows in every table. */
function makeDatabase(): void {
  const open = folder.create()
  const database = new TestDatabase(open)
  const { writer } = open
  writer.noteRestore({ ...aRestore, missing: [] })
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
  database.change(told, {}, { entries: [entry('status-unchanged')], exchange: exchange() })
  const sale = database.recorded({ ...ofSale }, { environment: 'production' })
  database.change(sale, {}, { step: { kind: 'await', stepKind: 'method', stepKey: 'k', host: null } })
  writer.keepCallback(callback({ orderId: order.summary.orderId }))
  open.close()
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

const withoutCallbackFilters = `
  DROP INDEX cards_by_customer; DROP TABLE order_identities;
  DROP TRIGGER callback_search_follows_insert; DROP TABLE callback_search;
  DROP INDEX callbacks_by_filter; DROP INDEX callbacks_not_compared;
  ALTER TABLE callbacks DROP COLUMN control; ALTER TABLE callbacks DROP COLUMN gateway_match;
`

describe('the steps so far', () => {
  it('find stored callbacks by their signature and text, and by the gateway status after a start', () => {
    makeDatabase()
    folder.tamper(`${withoutCallbackFilters} PRAGMA user_version = 130`)
    const { reader, writer } = opened(migrations)
    const find = (set: Partial<CallbackQuery>) =>
      reader.listCallbacks({ ...everyCallback, ...set }, null, 10).total
    expect([find({ control: 'right' }), find({ control: 'wrong' })]).toEqual([1, 0])
    expect([find({ search: 'inv-2041' }), find({ search: 'inv-2042' })]).toEqual([1, 0])
    expect(find({ match: 'same' })).toBe(0)
    expect([writer.compareCallbacks(), writer.compareCallbacks()]).toEqual([1, 0])
    expect(find({ match: 'same' })).toBe(1)
  })

  it('give a database without a density the comfortable one, and keep its settings', () => {
    const { writer, close } = folder.create()
    writer.saveSettings({ theme: 'dark', density: 'compact', timeZone: 'UTC', operatorName: 'Iva' })
    close()
    folder.tamper(
      `${withoutCallbackFilters} DROP TABLE restores; ALTER TABLE app_state DROP COLUMN density; PRAGMA user_version = 100`,
    )
    const { settings } = opened(migrations).reader.getState()
    expect(settings).toEqual({ theme: 'dark', density: 'comfortable', timeZone: 'UTC', operatorName: 'Iva' })
    expect(schemaVersion(write())).toBe(supportedVersion)
  })
})

describe('the card hash and e-mail address of orders', () => {
  it('are taken from stored facts, and the address of a sale from its form', () => {
    makeDatabase()
    const facts = JSON.stringify([
      { name: 'card-hash-id', value: 'HASH-1', atMs: 1 },
      { name: 'email', value: 'Zoe@Shop.example', atMs: 1 },
    ])
    folder.tamper(`
      DROP INDEX cards_by_customer; DROP TABLE order_identities; PRAGMA user_version = 147;
      UPDATE orders SET revision = revision + 1 WHERE order_id = 1;
      UPDATE order_facts SET facts = '${facts}', revision = (SELECT revision FROM orders WHERE order_id = 1)
      WHERE order_id = 1;
    `)
    opened(migrations)
    expect(write().prepare('SELECT order_id, card_hash_id, email FROM order_identities').all()).toEqual([
      { order_id: 1, card_hash_id: 'HASH-1', email: 'zoe@shop.example' },
      expect.objectContaining({ order_id: 2, card_hash_id: null }),
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
    const query = { profileId: null, families: [], search: 'zo\u00eb' }
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
    expect(copy.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(2)
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
