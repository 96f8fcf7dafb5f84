import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderRecord } from '../../../../src-main/ports/storage'
import { noLaterTransactions, type LaterTransactions } from '../../../../src-shared/domain/later-transactions'
import { connect } from '../../../../src-main/db/file/connection'
import { callback, cardOf, entry, exchange, ofSale, refusalOf, TestDatabase, TestFolder } from '../builders'
import { usableProfile } from '../../../support/storage'
import { everyCallback } from '../../../../src-shared/domain/callback'
import { homeDays } from '../../../support/builders'

let folder: TestFolder
let database: TestDatabase

beforeEach(() => {
  folder = new TestFolder()
  database = new TestDatabase(folder.create())
})
afterEach(() => {
  folder.remove()
})

/** Changes a row without its triggers, which our code cannot do. */
function tamper(trigger: string, sql: string): void {
  const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
  db.exec(`DROP TRIGGER IF EXISTS ${trigger}; ${sql}`)
}

const spoilDraft = (orderId: string) => {
  tamper('charges_keep_what_was_confirmed', 'DROP TRIGGER charges_version_rises')
  tamper(
    'charges_keep_their_identity',
    `UPDATE charges SET draft = '{"kind":"sale"}' WHERE order_id = ${orderId}`,
  )
}

const unreadable = { code: 'internal', reason: 'unreadable-row' }
const allOrders = {
  profileId: null,
  families: [],
  filters: [],
  search: '',
  sortBy: 'created',
  direction: 'desc',
} as const

describe('a column of JSON text', () => {
  it.each([
    ['charges', 'draft', 'charges_keep_what_was_confirmed'],
    ['charges', 'sent_parameters', 'charges_keep_what_was_sent'],
    ['order_facts', 'facts', 'order_facts_come_with_their_order'],
    ['exchange_contents', 'request', 'exchange_contents_are_not_changed'],
    ['exchange_contents', 'answer', 'exchange_contents_are_not_changed'],
    ['callbacks', 'reading', 'callbacks_stay_as_received'],
    ['profiles', 'routes', 'profiles_keep_their_gateway'],
    ['profiles', 'sale_rules', 'profiles_keep_their_gateway'],
    ['orders', 'disputes', 'orders_keep_true_refunds'],
  ])('takes no other text: %s.%s', (table, column, trigger) => {
    const order = database.chargeIn('final')
    database.change(order, {}, { facts: [{ name: 'x', value: 'y' }], exchange: exchange() })
    database.open.writer.keepCallback(callback())
    const counter = { charges: 'state_version', orders: 'revision' }[table]
    const version = counter === undefined ? '' : `, ${counter} = ${counter} + 1`
    expect(() => {
      tamper(trigger, `UPDATE ${table} SET ${column} = 'no JSON'${version}`)
    }).toThrow('CHECK')
  })

  it('can be read by any tool, by the names of its values', () => {
    const order = database.recorded(ofSale)
    database.change(order, {}, { facts: [{ name: 'status', value: 'approved' }], exchange: exchange() })
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'read'))
    expect(
      db
        .prepare(
          `SELECT draft ->> '$.email' AS email, facts ->> '$[0].value' AS fact, answer ->> '$[1].value' AS status
           FROM charges JOIN order_facts USING (order_id) JOIN exchange_contents USING (order_id)`,
        )
        .get(),
    ).toEqual({ email: 'ann@shop.example', fact: 'approved', status: 'processing' })
  })
})

describe('an order with a form that cannot be read', () => {
  it('is reported when it is opened, and hides no other order', () => {
    const [bad, good] = [database.chargeIn('outcome-unknown'), database.chargeIn('outcome-unknown')]
    spoilDraft(bad.summary.orderId)
    const { reader } = database.open
    expect(refusalOf(() => reader.getOrder(bad.summary.orderId))).toEqual(unreadable)
    expect(refusalOf(() => reader.getOrderView(bad.summary.orderId))).toEqual(unreadable)
    expect(reader.getOrder(good.summary.orderId)).toEqual(good)
    expect(reader.listOrders({ ...allOrders, families: [], filters: [] }, null, 10).rows).toHaveLength(2)
    expect(reader.listFollowed()).toEqual([good])
  })

  it('refuses a new charge of its card, which must not be decided without it', () => {
    const bad = database.chargeIn('outcome-unknown')
    spoilDraft(bad.summary.orderId)
    expect(refusalOf(() => database.open.reader.listRelatedCharges(cardOf(database.cardId), 0))).toEqual(
      unreadable,
    )
  })

  it('does not keep the start from finding the outcome of the others', () => {
    const [bad, good] = [database.chargeIn('sending'), database.chargeIn('sending')]
    spoilDraft(bad.summary.orderId)
    expect(database.open.writer.sweepSending(5).map(({ summary }) => summary.orderId)).toEqual([
      good.summary.orderId,
    ])
    expect(
      database.open.reader.listOrders({ ...allOrders, families: [], filters: [] }, null, 10).rows,
    ).toMatchObject([{ chargeState: 'outcome-unknown' }, { chargeState: 'sending' }])
  })
})

describe('an order with a list of disputes that cannot be read', () => {
  const damaged = '["chargeback","seized"]'
  const approved = { status: 'approved', followState: 'stopped', nextCheckAtMs: null } as const
  const disputed = { ...noLaterTransactions, disputes: ['chargeback'] } satisfies LaterTransactions
  const storedText = () => {
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'read'))
    return db.prepare('SELECT disputes FROM orders').pluck().get()
  }
  let order: OrderRecord

  beforeEach(() => {
    order = database.change(database.recorded(), { ...approved, later: disputed })
    tamper('orders_keep_true_refunds', `UPDATE orders SET disputes = '${damaged}', revision = revision + 1`)
    order = database.open.reader.getOrder(order.summary.orderId) ?? order
  })

  it('is shown as one that may have disputes: by itself, in the list and on Home', () => {
    const { reader } = database.open
    const { orderId } = order.summary
    expect(reader.getOrder(orderId)?.summary.later.disputes).toBeNull()
    expect(reader.getOrderView(orderId)?.summary.later.disputes).toBeNull()
    expect(
      reader
        .listOrders({ ...allOrders, families: [], filters: [] }, null, 10)
        .rows.map(({ later }) => later.disputes),
    ).toEqual([null])
    database.change(order, { alert: 'protocol' })
    const { attention } = reader.home('prof-1', homeDays, { year: 2026, month: 6 })
    expect(attention.map(({ later }) => later.disputes)).toEqual([null])
  })

  it('keeps the stored list when something else of the order changes', () => {
    const unread = { ...disputed, disputes: null, refundState: 'partial', refundedMinor: 5 } as const
    order = database.change(order, { lastCheckFailure: 'ECONNRESET' })
    expect(storedText()).toBe(damaged)
    order = database.change(order, { later: unread })
    expect(order.summary.later).toEqual(unread)
    expect(storedText()).toBe(damaged)
  })
})

describe('a profile that cannot be read', () => {
  it.each([
    ['routes', '[]'],
    ['routes', '[{"kind":"endpoint","id":"4411"}]'],
    ['routes', '{}'],
    ['sale_rules', '{"acceptsCards":true}'],
    ['sale_rules', '[]'],
  ] as const)('with %s = %s says what cannot be read, and hides no other', (column, text) => {
    const { reader, writer } = database.open
    const profile = usableProfile(database.open)
    writer.saveProfile({ ...profile, profileId: 'prof-2', name: 'Second' })
    tamper('none', `UPDATE profiles SET ${column} = '${text}' WHERE profile_id = 'prof-1'`)
    expect(reader.listProfiles()).toEqual([
      { ...profile, ...(column === 'routes' ? { routes: null } : { saleRules: null }) },
      { ...profile, profileId: 'prof-2', name: 'Second' },
    ])
    writer.saveProfile(profile)
    expect(reader.listProfiles()).toContainEqual(profile)
  })
})

describe('other rows that cannot be read', () => {
  it('facts: are not written over by the next answer', () => {
    const order = database.change(database.recorded(), {}, { facts: [{ name: 'x', value: 'y' }] })
    tamper('order_facts_come_with_their_order', `UPDATE order_facts SET facts = '[7]'`)
    const next = () =>
      database.change({ ...order }, {}, { facts: [{ name: 'z', value: '1' }], entries: [entry('note')] })
    expect(refusalOf(next)).toEqual(unreadable)
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'read'))
    expect(db.prepare('SELECT facts FROM order_facts').pluck().all()).toEqual(['[7]'])
  })

  it('an exchange: stays in its place and is marked unreadable', () => {
    const order = database.change(database.recorded(), {}, { exchange: exchange() })
    database.change(order, {}, { exchange: exchange({ httpStatus: 502 }) })
    tamper(
      'exchange_contents_are_not_changed',
      `UPDATE exchange_contents SET answer = '{}' WHERE content_id = 1`,
    )
    expect(database.open.reader.listOrderExchanges('1')).toMatchObject([
      { httpStatus: 200, failure: 'unreadable-row', request: [], answer: [] },
      { httpStatus: 502, failure: null, request: { length: 3 }, answer: { length: 2 } },
    ])
  })

  it('a callback: stays in the list and is marked unreadable', () => {
    database.open.writer.keepCallback(callback())
    database.open.writer.keepCallback(callback({ sameKey: 'other' }))
    tamper('callbacks_stay_as_received', `UPDATE callbacks SET reading = '[]' WHERE callback_id = 1`)
    expect(database.open.reader.listCallbacks(everyCallback, null, 10).rows).toMatchObject([
      { status: 'approved', problems: [] },
      { status: null, fields: [], problems: ['unreadable-row'] },
    ])
  })
})
