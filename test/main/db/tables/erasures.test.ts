import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Sqlite } from '../../../../src-main/db/file/connection'
import { everyOrder } from '../../../../src-shared/domain/order-query'
import { anActor, aSaleDraft } from '../../../support/builders'
import { callback, entry, exchange, ofSale, refusalOf, startMs, TestDatabase, TestFolder } from '../builders'

let folder: TestFolder
let database: TestDatabase
beforeEach(() => {
  folder = new TestFolder()
  database = new TestDatabase(folder.create())
})
afterEach(() => {
  folder.remove()
})

const secrets = ['Zoe Bergström', 'zoe.berg@example.test', '+49 170 5550199', 'Nordring 17', 'invoice of Zoe']
const act = { atMs: startMs + 5000, actor: anActor('Iva'), keptMonths: null }

/** A final sale with personal data in every table that can hold it. */
function soldTo(): string {
  const { writer } = database.open
  const draft = aSaleDraft({
    amount: '49.00',
    printedName: 'Zoe Bergström',
    email: 'zoe.berg@example.test',
    phone: '+49 170 5550199',
    address1: 'Nordring 17',
    description: 'invoice of Zoe',
  })
  const order = database.chargeIn(
    'final',
    { ...ofSale, draft },
    { cardholderName: 'Zoe Bergström', description: 'invoice of Zoe', reference: 'ref of Zoe Bergström' },
  )
  const { orderId } = order.summary
  const told = database.change(
    order,
    { status: 'approved', cardholderName: 'Zoe Bergström', errorMessage: 'Hello Zoe Bergström' },
    {
      facts: [
        { name: 'status', value: 'approved' },
        { name: 'amount', value: '49.00' },
        { name: 'card-hash-id', value: 'hash-1' },
        { name: 'cardholder-name', value: 'Zoe Bergström' },
        { name: 'email', value: 'zoe.berg@example.test' },
        { name: 'a-new-field', value: 'Nordring 17' },
        { name: 'descriptor', value: 'NORD*zoe.berg@example.test' },
      ],
      entries: [
        entry('final', {
          changes: [
            { name: 'status', before: null, after: 'approved' },
            { name: 'cardholder-name', before: null, after: 'Zoe Bergström' },
          ],
        }),
        entry('note', { actor: anActor('Iva'), text: 'Zoe Bergström called' }),
      ],
      exchange: exchange({
        request: [
          { name: 'client_orderid', value: 'INV-2041' },
          { name: 'email', value: 'zoe.berg@example.test' },
        ],
        answer: [
          { name: 'status', value: 'approved' },
          { name: 'cardholder-name', value: 'Zoe Bergström' },
        ],
        unreadableBody: 'Zoe Bergström',
      }),
      label: { kind: 'add', label: 'Zoe Bergström' },
    },
  )
  writer.keepCallback(
    callback({
      orderId,
      fields: [
        { name: 'status', value: 'approved' },
        { name: 'card-holder-name', value: 'Zoe Bergström' },
      ],
    }),
  )
  return told.summary.orderId
}

function eraseAll(): void {
  while (!database.open.writer.eraseNext(startMs + 6000, 5).isDone);
  database.open.writer.finishErasures(startMs + 6000)
}

/** Every value of every table, those of the search indexes included. */
function everything(db: Sqlite): string {
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
    )
    .pluck()
    .all()
  return tables
    .flatMap((table) => db.prepare(`SELECT * FROM "${table}"`).raw().all() as unknown[][])
    .flat()
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)))
    .join('\n')
}

const found = (search: string) =>
  database.open.reader.listOrders({ ...everyOrder, search }, null, 10).rows.length

describe('S35: the erasure of a person', () => {
  it('removes every personal value and keeps amount, status, ids and card', () => {
    const orderId = soldTo()
    const { writer, reader } = database.open
    for (const secret of ['Bergström', 'zoe.berg', 'called']) expect(found(secret)).toBe(1)
    writer.planPersonErasure({ of: 'order', id: orderId }, 1, act)
    eraseAll()

    const view = reader.getOrderView(orderId)
    expect(view?.summary).toMatchObject({
      ...{ amountMinor: 4900, currency: 'EUR', status: 'approved', cardholderName: null, description: null },
      ...{ chargeState: 'final', reference: null, errorMessage: null },
    })
    expect(view?.facts.map(({ name }) => name)).toEqual(['status', 'amount', 'card-hash-id'])
    expect(view?.timeline.at(-1)).toMatchObject({ kind: 'erased', actor: 'Iva', atMs: startMs + 6000 })
    for (const secret of ['Bergström', 'zoe.berg', 'called', 'Nordring']) expect(found(secret)).toBe(0)
    expect(reader.listErasures()).toMatchObject([
      { rule: 'person', actor: 'Iva', orders: 1, cards: 0, skipped: 0, doneAtMs: startMs + 6000 },
    ])
    expect(reader.quickCheck()).toBeNull()
  })

  it('leaves none of the text in any table, search index or page of the file', () => {
    const orderId = soldTo()
    const { writer } = database.open
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
    for (const secret of secrets) expect(everything(db)).toContain(secret)
    writer.planPersonErasure({ of: 'order', id: orderId }, 1, act)
    eraseAll()
    const text = everything(db)
    for (const secret of [...secrets, 'Bergström', 'zoe.berg', 'Nordring']) expect(text).not.toContain(secret)

    // The pages themselves: free space and freed pages included.
    database.open.close()
    db.pragma('journal_mode = DELETE')
    db.pragma(`rekey = ''`)
    db.close()
    const bytes = folder.bytes()
    expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3')
    for (const secret of secrets) expect(bytes.includes(Buffer.from(secret))).toBe(false)
  })

  it('stores nothing personal of a later response', () => {
    const orderId = soldTo()
    const { writer, reader } = database.open
    writer.planPersonErasure({ of: 'order', id: orderId }, 1, act)
    eraseAll()
    const order = reader.getOrder(orderId)
    if (order === null) throw new Error('no order')
    database.change(
      order,
      { cardholderName: 'Zoe Bergström' },
      {
        atMs: startMs + 9000,
        facts: [
          { name: 'email', value: 'zoe.berg@example.test' },
          { name: 'bank-name', value: 'Nord' },
        ],
        exchange: exchange({ answer: [{ name: 'email', value: 'zoe.berg@example.test' }] }),
      },
    )
    writer.recordExchange(exchange({ answer: [{ name: 'phone', value: '+49 170 5550199' }] }), orderId)
    writer.keepCallback(
      callback({ orderId, sameKey: 'b', fields: [{ name: 'email', value: 'zoe.berg@example.test' }] }),
    )
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'read'))
    for (const secret of secrets) expect(everything(db)).not.toContain(secret)
    expect(reader.getOrderView(orderId)?.facts.map(({ name }) => name)).toContain('bank-name')
  })

  it('erases an order of a file with its cells, also when the gateway was never asked about it', () => {
    const { writer, reader } = database.open
    const { route } = database.chargeIn('final')
    const importId = writer.startImport({
      ...{ profileId: 'prof-1', fileName: 'orders.csv', atMs: startMs, actor: anActor('Iva') },
      ...{ columns: ['clientOrderId', 'cardholderName', 'email', 'amount'], total: 1, isNewestFirst: false },
    })
    writer.importOrders(importId, { profileId: 'prof-1', environment: 'simulator', route }, [
      {
        ...{ line: 2, index: 0, clientOrderId: 'FILE-7', gatewayOrderId: null, createdAtMs: startMs },
        cells: {
          clientOrderId: 'FILE-7',
          cardholderName: 'Zoe Bergström',
          email: 'zoe.berg@example.test',
          amount: '49.00',
        },
      },
    ])
    const [row] = reader.listOrders({ ...everyOrder, search: 'FILE-7' }, null, 1).rows
    const orderId = row?.orderId ?? ''
    writer.planPersonErasure({ of: 'order', id: orderId }, 1, act)
    eraseAll()
    const view = reader.getOrderView(orderId)
    expect(view?.imported?.cells.map(({ title }) => title)).toEqual(['Client order ID', 'Amount'])
    expect(view?.summary).toMatchObject({ word: 'imported', imported: { amount: '49.00' } })
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'read'))
    for (const secret of secrets) expect(everything(db)).not.toContain(secret)
  })

  it('is refused while an order is not final, and when the page shows other orders', () => {
    const orderId = soldTo()
    const { writer, reader } = database.open
    expect(refusalOf(() => writer.planPersonErasure({ of: 'order', id: orderId }, 2, act))).toEqual({
      code: 'not-allowed-now',
      reason: 'person-changed',
    })
    const open = database.chargeIn('outcome-unknown')
    const person = { of: 'order', id: open.summary.orderId } as const
    expect(reader.erasureScope(person)).toMatchObject({
      ...{ orders: 1, cards: 1, openOrders: 1, openOrder: open.summary.clientOrderId },
    })
    expect(refusalOf(() => writer.planPersonErasure(person, 1, act))?.reason).toBe('order-in-flight')
    expect(reader.listErasures()).toEqual([])
  })

  it('goes on after a restart, because its orders are planned first', () => {
    const orderId = soldTo()
    database.open.writer.planPersonErasure({ of: 'order', id: orderId }, 1, act)
    database.open.close()
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'read'))
    expect(everything(db)).toContain('planned')
  })
})

describe('the rules of the schema', () => {
  const attempts = [
    `UPDATE timeline SET text = NULL`,
    `UPDATE exchange_contents SET answer = '[]'`,
    `UPDATE charges SET draft = '{}', state_version = state_version + 1`,
    `UPDATE callbacks SET reading = '{}'`,
    `INSERT INTO order_erasures VALUES (1, 1, 'erasing')`,
  ]
  it.each(attempts)('refuse %s outside of an erasure', (sql) => {
    soldTo()
    database.open.close()
    expect(() => folder.tamper(sql)).toThrow()
  })

  const inside = [
    [`UPDATE timeline SET text = 'other'`, 'only-erased'],
    [`UPDATE timeline SET kind = 'note'`, 'only-erased'],
    [`UPDATE timeline SET changes = '[{"name":"status","before":null,"after":"declined"}]'`, 'only-erased'],
    [`UPDATE exchange_contents SET answer = '[{"name":"status","value":"declined"}]'`, 'only-erased'],
    [`UPDATE exchange_contents SET http_status = 500`, 'only-erased'],
    [`UPDATE charges SET amount_minor = 1, state_version = state_version + 1`, 'only-erased'],
    [
      `UPDATE charges SET draft = json_set(draft, '$.amount', ''), state_version = state_version + 1`,
      'only-',
    ],
    [
      `UPDATE charges SET draft = json_set(draft, '$.email', 'a'), state_version = state_version + 1`,
      'only-',
    ],
    [`UPDATE charges SET state = 'sending', state_version = state_version + 1`, 'only-erased'],
    [`UPDATE callbacks SET reading = json_set(reading, '$.status', 'declined')`, 'only-erased'],
    [`UPDATE orders SET amount_minor = 1, revision = revision + 1`, 'order-money'],
    [`UPDATE orders SET status = 'declined', revision = revision + 1`, 'order-outcome'],
    [`DELETE FROM erasures`, 'erasure-is-fixed'],
    [`DELETE FROM order_erasures`, 'erasure-is-fixed'],
    [`DELETE FROM timeline`, 'append-only'],
    [`DELETE FROM exchange_contents`, 'append-only'],
  ] as const
  it.each(inside)('refuse %s while the order is being erased', (sql, reason) => {
    const orderId = soldTo()
    database.open.writer.planPersonErasure({ of: 'order', id: orderId }, 1, act)
    database.open.close()
    folder.tamper(`UPDATE order_erasures SET state = 'erasing'`)
    expect(() => folder.tamper(sql)).toThrow(reason)
  })
})

describe('the retention rule', () => {
  it('finds final orders from before a time, and erases them once', () => {
    const orderId = soldTo()
    const open = database.chargeIn('outcome-unknown')
    const { writer, reader } = database.open
    expect(reader.countExpired(startMs)).toBe(0)
    expect(reader.countExpired(startMs + 1)).toBe(1)
    expect(reader.listExpired(startMs + 1, 10)).toEqual([orderId])
    writer.planRetentionErasure([orderId, open.summary.orderId], { ...act, keptMonths: 12 })
    eraseAll()
    expect(reader.countExpired(startMs + 1)).toBe(0)
    expect(reader.listErasures()).toMatchObject([
      { rule: 'retention', keptMonths: 12, orders: 1, skipped: 1 },
    ])
    expect(reader.getOrderView(orderId)?.timeline.at(-1)).toMatchObject({ kind: 'erased', actor: null })
  })
})
