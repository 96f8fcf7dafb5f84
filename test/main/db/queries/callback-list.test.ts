import { beforeEach, describe, expect, it } from 'vitest'
import { everyCallback, type CallbackQuery } from '../../../../src-shared/domain/callback'
import { callback, memoryDatabase, newOrder, TestDatabase } from '../builders'

let open: ReturnType<typeof memoryDatabase>
let database: TestDatabase

beforeEach(() => {
  open = memoryDatabase()
  database = new TestDatabase(open)
})

function find(set: Partial<CallbackQuery>): string[] {
  return open.reader
    .listCallbacks({ ...everyCallback, ...set }, null, 100)
    .rows.map(({ clientOrderId }) => clientOrderId ?? '')
}

function keep(clientOrderId: string, set: Parameters<typeof callback>[0] = {}) {
  return open.writer.keepCallback(callback({ clientOrderId, sameKey: clientOrderId, ...set }))
}

describe('the list of callbacks', () => {
  it('is filtered by the signature', () => {
    keep('SHOP-1', { control: 'wrong' })
    keep('SHOP-2', { control: 'missing' })
    expect(find({ control: 'wrong' })).toEqual(['SHOP-1'])
    expect(find({ control: 'right' })).toEqual([])
    expect(find({})).toEqual(['SHOP-2', 'SHOP-1'])
  })

  it('is filtered by whether a callback has an order', () => {
    const { summary } = open.writer.adoptOrder(newOrder(), [])
    keep('SHOP-1', { orderId: summary.orderId })
    keep('SHOP-2')
    expect([find({ order: 'with' }), find({ order: 'without' })]).toEqual([['SHOP-1'], ['SHOP-2']])
    open.writer.attachCallback('2', summary.orderId)
    expect(find({ order: 'without' })).toEqual([])
  })

  it('is filtered by the gateway status as it is now, not as it was when the callback came', () => {
    const { summary } = open.writer.adoptOrder(newOrder(), [])
    const fields = [{ name: 'status', fact: 'status' as const, value: 'approved' }]
    keep('INV-2041', { orderId: summary.orderId, fields })
    keep('SHOP-2', { fields })
    const found = () => (['same', 'differs', 'not-compared'] as const).map((match) => find({ match }))
    expect(found()).toEqual([['INV-2041'], [], ['SHOP-2']])
    database.change(open.reader.getOrder(summary.orderId) ?? expect.fail(), { status: 'declined' })
    expect(found()).toEqual([[], ['INV-2041'], ['SHOP-2']])
    open.writer.attachCallback('2', summary.orderId)
    expect(found()).toEqual([[], ['SHOP-2', 'INV-2041'], []])
  })

  it.each([
    ['shop-1', ['SHOP-1', 'SHOP-12']],
    ['SHOP-12', ['SHOP-12']],
    ['6684100', ['SHOP-2']],
    ['chargeback', ['SHOP-2']],
    ['18.00', ['SHOP-2']],
    ['12', ['SHOP-12']],
    ['%', []],
    ['SHOP-1\u001f', []],
    ['" OR "', []],
  ])('finds "%s" literally in ids, event and amount', (search, wanted) => {
    keep('SHOP-12', { gatewayOrderId: '7' })
    keep('SHOP-2', { type: 'chargeback', amount: '18.00' })
    keep('SHOP-1', { gatewayOrderId: '8' })
    expect(find({ search })).toEqual(wanted)
  })

  it('is paged under a filter without losing a row', () => {
    for (let number = 0; number < 7; number++)
      keep(`SHOP-${String(number)}`, { control: number % 2 === 0 ? 'wrong' : 'right' })
    const query = { ...everyCallback, control: 'wrong' as const }
    const first = open.reader.listCallbacks(query, null, 3)
    const second = open.reader.listCallbacks(query, first.nextCursor, 3)
    const ids = [...first.rows, ...second.rows].map(({ clientOrderId }) => clientOrderId)
    expect(ids).toEqual(['SHOP-6', 'SHOP-4', 'SHOP-2', 'SHOP-0'])
    expect([first.total, second.total, second.nextCursor]).toEqual([4, 4, null])
  })

  it('stops counting at a thousand', () => {
    for (let number = 0; number < 1000; number++) keep(`SHOP-${String(number)}`)
    const counted = () => {
      const { total, isTotalExact } = open.reader.listCallbacks(everyCallback, null, 1)
      return { total, isTotalExact }
    }
    expect(counted()).toEqual({ total: 1000, isTotalExact: true })
    keep('SHOP-1000')
    expect(counted()).toEqual({ total: 1000, isTotalExact: false })
  })

  it('reads no callback that a filter leaves out', () => {
    const plan = open.db
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT callback_id FROM callbacks INDEXED BY callbacks_by_filter
         WHERE callback_id < 9 AND control = 'wrong' AND gateway_match = 'same' AND order_id IS NULL
         ORDER BY callback_id DESC LIMIT 9`,
      )
      .all()
      .map(({ detail }) => detail)
    expect(plan).toEqual([expect.stringContaining('USING COVERING INDEX callbacks_by_filter')])
  })
})
