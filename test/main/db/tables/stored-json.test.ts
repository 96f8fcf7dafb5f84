import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../../../src-main/db/file/connection'
import { callback, cardOf, entry, exchange, ofSale, refusalOf, TestDatabase, TestFolder } from '../builders'

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
const allOrders = { profileId: null, families: [], search: '', sortBy: 'created', direction: 'desc' } as const

describe('a column of JSON text', () => {
  it.each([
    ['charges', 'draft', 'charges_keep_what_was_confirmed'],
    ['charges', 'sent_parameters', 'charges_keep_what_was_sent'],
    ['order_facts', 'facts', 'order_facts_come_with_their_order'],
    ['exchange_contents', 'request', 'exchange_contents_are_not_changed'],
    ['exchange_contents', 'answer', 'exchange_contents_are_not_changed'],
    ['callbacks', 'reading', 'callbacks_stay_as_received'],
    ['profiles', 'routes', 'profiles_keep_their_gateway'],
  ])('takes no other text: %s.%s', (table, column, trigger) => {
    const order = database.chargeIn('final')
    database.change(order, {}, { facts: [{ name: 'x', value: 'y' }], exchange: exchange() })
    database.open.writer.keepCallback(callback())
    const version = table === 'charges' ? ', state_version = state_version + 1' : ''
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
    expect(reader.listOrders({ ...allOrders, families: [] }, null, 10).rows).toHaveLength(2)
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
    expect(database.open.reader.listOrders({ ...allOrders, families: [] }, null, 10).rows).toMatchObject([
      { chargeState: 'outcome-unknown' },
      { chargeState: 'sending' },
    ])
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
    expect(database.open.reader.listCallbacks(null, 10).rows).toMatchObject([
      { status: 'approved', problems: [] },
      { status: null, fields: [], problems: ['unreadable-row'] },
    ])
  })
})
