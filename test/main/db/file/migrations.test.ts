import { existsSync, mkdirSync, statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Sqlite } from '../../../../src-main/db/file/connection'
import { publishDraft, startDraft } from '../../../../src-main/db/file/database-file'
import { migrate, schemaVersion, supportedVersion } from '../../../../src-main/db/file/migrate'
import { migrations } from '../../../../src-main/db/migrations/index'
import { pack } from '../../../../src-main/db/tables/packing'
import { openWriter } from '../../../../src-main/db/storage'
import { refusalOf, TestFolder } from '../builders'

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

/** Rows that each step meets in a database of the version before it. */
const rows: Readonly<Record<number, string>> = {
  10: `
    INSERT INTO profiles VALUES (1, 'prof-1', 'Nord Shop', 'simulator', NULL, 'NordShop', '[]', 'without-endpoint', '', 3000, 5000, 'confirm', 1, 0, 5);
    UPDATE app_state SET theme = 'dark', active_profile_key = 1;
  `,
  20: `
    INSERT INTO cards (card_id, profile_key, card_ref_id, route_id, nickname, customer_reference, created_at_ms)
    VALUES (1, 1, '9007199254740993', '4411', 'Hat club', '', 5);
  `,
  30: `
    INSERT INTO orders (order_id, revision, profile_key, environment, kind, route_kind, route_id, client_order_id, created_at_ms, changed_at_ms,
      family, word, place, amount_minor, currency, amount_rank, card_id, description, follow_state, followed_since_ms, checks)
    VALUES (1, 3, 1, 'simulator', 'rebill-sale', 'endpoint', '4411', 'INV_1001', 5, 6, 'open', 'processing', 'in-flight', 1015, 'EUR', 101500, 1, '100% cotton', 'following', 5, 2);
    INSERT INTO order_facts VALUES (1, x'00');
  `,
  40: `
    INSERT INTO charges (charge_id, profile_key, state, state_version, transmissions, kind, client_order_id, card_id, card_ref_id, amount_minor, currency, draft, created_at_ms)
    VALUES ('c', 1, 'draft', 1, 0, 'rebill-sale', 'INV_1001', 1, '9007199254740993', 1015, 'EUR', x'00', 5);
    UPDATE charges SET state = 'recorded', state_version = 2, order_id = 1, preview_hash = 'h';
  `,
  50: `
    INSERT INTO exchanges (exchange_id, profile_key, order_id, at_ms, duration_ms, operation, host, path, outcome, body)
    VALUES (1, 1, 1, 5, 6, 'status', 'gate.example.test', '/paynet/api/v2/status/4411', 'answered', x'00');
  `,
  60: `
    INSERT INTO timeline VALUES (1, 1, 5, 'confirmed', 'Iva', 1, NULL, NULL);
    INSERT INTO poll_runs VALUES (1, 2, 'status-unchanged', 6, 9, 4, NULL, 1, NULL);
  `,
  80: `
    INSERT INTO charges (charge_id, profile_key, state, state_version, transmissions, kind, client_order_id, amount_minor, currency, draft, created_at_ms)
    VALUES ('s', 1, 'draft', 1, 0, 'sale', 'INV_1002', 1015, 'EUR', x'00', 5);
  `,
  100: `
    INSERT INTO signing_keys VALUES (1, 'created', 2048, 'ab', 'PEM', 'NordShop', NULL, 5, x'00');
  `,
  110: `UPDATE cards SET card_hash_id = '1569311'`,
  120: `
    INSERT INTO three_ds_steps (order_id, seq, kind, step_key, state, transmissions, awaited_at_ms)
    VALUES (1, 1, 'method', 'k', 'awaited', 0, 5);
    UPDATE orders SET awaited_step = 'method', revision = 4;
  `,
  130: `INSERT INTO callbacks VALUES (1, NULL, 1, 'pasted', 'k', 5, 5, 1, x'00')`,
  170: `UPDATE orders SET status = 'approved', refund_state = 'partial', refunded_minor = 15, revision = revision + 1`,
  180: `
    UPDATE orders SET followed_for_ms = 7, revision = revision + 1;
    INSERT INTO exchange_repeats VALUES (2, 1, 9, 6, NULL);
  `,
  200: `UPDATE orders SET confirmed_at_ms = 9, revision = revision + 1`,
}

function emptyDatabase(): Sqlite {
  startDraft(`${folder.file}.new`)
  publishDraft(`${folder.file}.new`, folder.file)
  return folder.closing(connect({ file: folder.file }, folder.key, 'write'))
}

function stepsTo(number: number) {
  return migrations.filter((step) => step.number <= number)
}

/** A database of a version with rows in every table it has. */
function databaseAt(number: number): Sqlite {
  const db = emptyDatabase()
  for (const step of stepsTo(number)) {
    migrate(db, stepsTo(step.number))
    db.exec(rows[step.number] ?? '')
  }
  return db
}

function contentOf(db: Sqlite): Record<string, unknown[]> {
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'order_search%' ORDER BY name`,
    )
    .pluck()
    .all()
  return Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]))
}

describe('the steps of the schema', () => {
  it('rise by tens and end at the version this app supports', () => {
    const numbers = migrations.map((step) => step.number)
    expect(numbers.filter((number) => number % 10 !== 0)).toEqual([])
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  it.each(migrations.map((step) => step.number))('step %i keeps every row it finds', (number) => {
    const db = databaseAt(number - 1)
    const before = contentOf(db)
    migrate(db, stepsTo(number))
    expect(schemaVersion(db)).toBe(number)
    expect(contentOf(db)).toMatchObject(before)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    db.exec(rows[number] ?? '')
  })

  it.each([
    ['validation-error', 1, 'refused'],
    ['error', 0, 'refused, checking'],
  ])('judge an earlier refusal with code 2 by the type of its answer: %s (B6)', (type, refused, word) => {
    const db = databaseAt(150)
    db.exec(`
      UPDATE orders SET revision = revision + 1, error_code = '2', family = 'error', word = 'refused';
      UPDATE charges SET state = 'sending', state_version = 3, transmissions = 1 WHERE charge_id = 'c';
      UPDATE charges SET state = 'rejected-unverified', state_version = 4 WHERE charge_id = 'c';
      INSERT INTO exchanges (exchange_id, profile_key, order_id, at_ms, duration_ms, operation, host, path, outcome,
        answer_type, body)
      VALUES (2, 1, 1, 5, 6, 'make-rebill', 'gate.example.test', '/', 'answered', '${type}', x'00');
    `)
    migrate(db)
    expect(db.prepare('SELECT control_refused, word FROM orders').get()).toEqual({
      control_refused: refused,
      word,
    })
  })

  it('keep every index and trigger of the orders when their table is made anew (B11)', () => {
    const db = databaseAt(150)
    db.exec('CREATE TRIGGER of_another_step BEFORE DELETE ON orders BEGIN SELECT 1; END')
    const guards = () =>
      db
        .prepare<[], { name: string; sql: string }>(
          `SELECT name, sql FROM sqlite_schema WHERE tbl_name = 'orders' AND type <> 'table' AND sql IS NOT NULL`,
        )
        .all()
    const before = guards()
    migrate(db, stepsTo(160))
    expect(guards()).toEqual(expect.arrayContaining(before))
    expect(guards()).toHaveLength(before.length + 2)
    expect(() => db.exec(`UPDATE orders SET client_order_id = 'x', revision = revision + 1`)).toThrow(
      'order-identity',
    )
    expect(() => db.exec('DELETE FROM orders')).toThrow('orders-are-kept')
    const found = db.prepare('SELECT rowid FROM order_search WHERE order_search MATCH ?')
    expect(found.all('"100% c"')).toEqual([{ rowid: 1 }])
  })

  it('make the orders of before searchable', () => {
    const db = databaseAt(60)
    migrate(db)
    const found = db.prepare('SELECT rowid FROM order_search WHERE order_search MATCH ?')
    expect(found.all('"100% c"')).toEqual([{ rowid: 1 }])
    db.exec(`UPDATE orders SET description = 'silk', revision = 4`)
    expect(found.all('"100% c"')).toEqual([])
    expect(found.all('"silk"')).toEqual([{ rowid: 1 }])
  })

  it('bring decomposed names of before into the form of a search (A2)', () => {
    const db = databaseAt(130)
    db.exec(
      `UPDATE orders SET cardholder_name = 'Zoe\u0308 Berg', revision = revision + 1 WHERE order_id = 1`,
    )
    migrate(db)
    const found = db.prepare('SELECT rowid FROM order_search_words WHERE order_search_words MATCH ?')
    expect(found.all('"zo\u00EB"')).toEqual([{ rowid: 1 }])
    db.exec(`INSERT INTO order_search_words (order_search_words) VALUES ('integrity-check')`)
  })

  it('leave the version before them when they fail half-way (P20)', () => {
    const db = databaseAt(60)
    const before = contentOf(db)
    const failing = {
      number: supportedVersion + 10,
      apply: (target: Sqlite) => {
        target.exec(`DROP TABLE poll_runs; CREATE TABLE half (id); INSERT INTO half VALUES (1)`)
        throw new Error('power')
      },
    }
    expect(
      refusalOf(() => {
        migrate(db, [...migrations, failing])
      }),
    ).toEqual({
      code: 'storage-failed',
      reason: `migration-${String(supportedVersion + 10)}`,
    })
    expect(schemaVersion(db)).toBe(supportedVersion)
    expect(contentOf(db)).toMatchObject(before)
    db.close()
    expect(openWriter({ file: folder.file }, folder.key).kind).toBe('damaged')
  })

  it('do nothing to a database that has had them', () => {
    const db = databaseAt(supportedVersion)
    const before = db.prepare('SELECT * FROM sqlite_schema').all()
    migrate(db)
    expect(db.prepare('SELECT * FROM sqlite_schema').all()).toEqual(before)
  })
})

describe('an older database', () => {
  const backup = () => `${folder.file}.before-version-${String(supportedVersion)}`

  function olderDatabase(): void {
    const db = databaseAt(60)
    db.exec(`UPDATE order_facts SET facts = x'${pack([['status', 'processing', 5]]).toString('hex')}'`)
    db.exec(`
      INSERT INTO orders (order_id, revision, profile_key, environment, kind, route_kind, route_id, client_order_id,
        created_at_ms, changed_at_ms, family, word, place, amount_rank, follow_state, followed_since_ms, checks)
      VALUES (2, 1, 1, 'simulator', 'adopted', 'endpoint', '4411', 'INV_2', 5, 6, 'open', 'processing', 'in-flight', -1,
        'following', 5, 0)
    `)
    db.pragma('application_id = 1382171755')
    db.close()
  }

  it('is backed up under the same key before it is brought up to date', () => {
    olderDatabase()
    const opening = openWriter({ file: folder.file }, folder.key)
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    folder.closing(opening)
    expect(opening.reader.findOrder('prof-1', 'INV_2')?.summary.description).toBeNull()
    expect(statSync(backup()).mode & 0o777).toBe(0o600)
    const copy = folder.closing(connect({ file: backup() }, folder.key, 'read'))
    expect(schemaVersion(copy)).toBe(60)
    expect(copy.prepare('SELECT client_order_id FROM orders').pluck().all()).toEqual(['INV_1001', 'INV_2'])
  })

  it('is not touched when the backup cannot be made (P22)', () => {
    olderDatabase()
    mkdirSync(backup())
    expect(refusalOf(() => openWriter({ file: folder.file }, folder.key))?.code).toBe('storage-failed')
    expect(existsSync(`${backup()}.new`)).toBe(false)
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'read'))
    expect(schemaVersion(db)).toBe(60)
  })
})
