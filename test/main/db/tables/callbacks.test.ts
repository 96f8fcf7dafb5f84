import { beforeEach, describe, expect, it } from 'vitest'
import type { NewCallback, StorageReader, StorageWriter } from '../../../../src-main/ports/storage'
import { aProfile, noonMs, recordOf } from '../../../support/builders'
import { openStorage, recordSale } from '../../../support/storage'
import { callback, newOrder, refusalOf, TestDatabase, memoryDatabase } from '../builders'

let open: ReturnType<typeof memoryDatabase>
let database: TestDatabase

beforeEach(() => {
  open = memoryDatabase()
  database = new TestDatabase(open)
})

describe('a kept callback', () => {
  const fixed = [
    ['id', 'callback_id = 9', 'callback-is-fixed'],
    ['profile', 'profile_key = NULL', 'callback-is-fixed'],
    ['source', `source = 'received'`, 'callback-is-fixed'],
    ['key', `same_key = 'other'`, 'callback-is-fixed'],
    ['moment', 'received_at_ms = 1', 'callback-is-fixed'],
    ['text', `reading = '{}'`, 'callback-is-fixed'],
    ['count that jumps', 'times_seen = times_seen + 2', 'callback-is-fixed'],
    ['count that falls', 'times_seen = times_seen - 1', 'callback-is-fixed'],
    ['order', 'order_id = 2', 'attached'],
    ['order, as it was none', 'order_id = NULL', 'attached'],
  ] as const

  it.each(fixed)('gets no other %s, in the schema itself', (_name, sql, reason) => {
    const { writer } = database.open
    const { summary } = writer.adoptOrder(newOrder(), [])
    writer.adoptOrder(newOrder({ clientOrderId: 'other' }), [])
    for (const times of [1, 2])
      expect(writer.keepCallback(callback({ orderId: summary.orderId })).timesSeen).toBe(times)
    const db = open.db
    expect(() => db.exec(`UPDATE callbacks SET ${sql}`)).toThrow(reason)
  })

  it('is refused for a profile or an order that is not there, and leaves nothing behind', () => {
    const { writer, reader } = database.open
    const keep = (set: Parameters<typeof callback>[0]) => refusalOf(() => writer.keepCallback(callback(set)))
    expect(keep({ profileId: 'none' })).toEqual({ code: 'not-found', reason: 'profile' })
    expect(keep({ orderId: '7' })).toEqual({ code: 'not-found', reason: 'order' })
    expect(reader.listCallbacks(null, 5)).toEqual({
      rows: [],
      nextCursor: null,
      total: 0,
      isTotalExact: true,
    })
  })

  it('is not found by ids that none can have; a cursor of another list is refused', () => {
    const { writer, reader } = database.open
    writer.keepCallback(callback())
    for (const id of ['', '0', '01', '1e0', ' 1', "1' OR '1'='1", '9'.repeat(30)])
      expect(refusalOf(() => writer.attachCallback(id, '1'))?.code, id).toBe('not-found')
    const foreign = Buffer.from(JSON.stringify(['exchanges', 0, 1])).toString('base64url')
    expect(refusalOf(() => reader.listCallbacks(foreign, 5))?.code).toBe('validation-failed')
  })
})

describe('a callback that comes again or finds its order', () => {
  let writer: StorageWriter
  let reader: StorageReader

  beforeEach(async () => {
    const storage = await openStorage()
    writer = storage.writer
    reader = storage.reader
  })

  const pasted: NewCallback = {
    ...{ profileId: 'profile-1', source: 'pasted', atMs: noonMs, sameKey: 'approved sale 7 SHO-1' },
    ...{ fields: [{ name: 'status', fact: 'status', value: 'approved' }], status: 'approved', type: 'sale' },
    ...{ gatewayOrderId: '7', clientOrderId: 'SHO-1', amount: '25.00', currency: 'EUR' },
    ...{ control: 'right', orderId: null, problems: ['no-type'] },
    comparison: [
      { name: 'status', fact: 'status', callback: 'approved', polled: null, verdict: 'not-polled' },
    ],
  }

  it('that repeats is counted and keeps its first reading', async () => {
    const { sameKey: _sameKey, atMs: _atMs, ...reading } = pasted
    const first = { ...reading, callbackId: '1', receivedAtMs: noonMs, timesSeen: 1, lastSeenAtMs: noonMs }
    expect(await writer.keepCallback(pasted)).toEqual(first)
    const again = { ...pasted, source: 'received', control: 'wrong', atMs: noonMs + 9 } as const
    expect(await writer.keepCallback(again)).toEqual({ ...first, timesSeen: 2, lastSeenAtMs: noonMs + 9 })
    await writer.saveProfile(aProfile({ profileId: 'profile-2' }))
    for (const profileId of [null, 'profile-2', null]) await writer.keepCallback({ ...pasted, profileId })
    expect((await reader.listCallbacks(null, 10)).rows.map((row) => [row.profileId, row.timesSeen])).toEqual([
      ['profile-2', 1],
      [null, 2],
      ['profile-1', 2],
    ])
  })

  it('is attached to one order, never another, and does not change the order', async () => {
    const [one, two] = [recordOf(await recordSale(writer, 1)), recordOf(await recordSale(writer, 2))]
    const { callbackId } = await writer.keepCallback(pasted)
    const ids = [one.summary.orderId, two.summary.orderId] as const
    expect(await writer.attachCallback(callbackId, ids[0])).toMatchObject({ orderId: ids[0] })
    expect(await writer.attachCallback(callbackId, ids[0])).toMatchObject({ orderId: ids[0] })
    await expect(writer.attachCallback(callbackId, ids[1])).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'attached' },
    })
    await expect(writer.attachCallback('77', ids[0])).rejects.toMatchObject({ code: 'not-found' })
    await expect(writer.attachCallback(callbackId, '77')).rejects.toMatchObject({ code: 'not-found' })
    await expect(writer.keepCallback({ ...pasted, orderId: '77' })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await writer.keepCallback({ ...pasted, orderId: ids[1] })).toMatchObject({ orderId: ids[0] })
    await writer.keepCallback({ ...pasted, sameKey: 'declined', orderId: ids[0] })
    const beside = async (orderId: string) =>
      (await reader.getOrderView(orderId))?.callbacks.map((row) => row.callbackId)
    expect([await beside(ids[0]), await beside(ids[1])]).toEqual([['2', '1'], []])
    expect([await reader.getOrder(ids[0]), await reader.getOrder(ids[1])]).toEqual([one, two])
  })

  it('is compared with the current order, not with the order at the time it was stored', async () => {
    const { summary } = await recordSale(writer, 1)
    const { orderId, clientOrderId } = summary
    const fields = [{ name: 'client_orderid', fact: 'clientOrderId' as const, value: clientOrderId }]
    const outdated = [
      { name: 'client-orderid', callback: clientOrderId, polled: 'other', verdict: 'differs' as const },
    ]
    await writer.keepCallback({ ...pasted, orderId, fields, comparison: outdated })
    expect((await reader.getOrderView(orderId))?.callbacks[0]?.comparison).toEqual([
      {
        ...{ name: 'client-orderid', fact: 'clientOrderId' },
        ...{ callback: clientOrderId, polled: clientOrderId, verdict: 'same' },
      },
    ])
  })

  it('finds its order when it comes again after the order', async () => {
    await writer.keepCallback(pasted)
    const { summary } = await recordSale(writer, 1)
    expect(await writer.keepCallback({ ...pasted, orderId: summary.orderId })).toMatchObject({
      orderId: summary.orderId,
      timesSeen: 2,
    })
  })

  it('is listed page by page, newest first', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await writer.keepCallback({ ...pasted, sameKey: name })
    const seen: string[][] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<StorageReader['listCallbacks']>> = await reader.listCallbacks(cursor, 2)
      expect(page.total).toBe(5)
      seen.push(page.rows.map(({ callbackId }) => callbackId))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual([['5', '4'], ['3', '2'], ['1']])
  })
})
