import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../../../src-main/db/file/connection'
import { callback, newOrder, refusalOf, TestDesk, TestFolder } from '../builders'

let folder: TestFolder
let desk: TestDesk

beforeEach(() => {
  folder = new TestFolder()
  desk = new TestDesk(folder.create())
})
afterEach(() => {
  folder.remove()
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
    const { writer } = desk.open
    const { summary } = writer.adoptOrder(newOrder(), [])
    writer.adoptOrder(newOrder({ clientOrderId: 'other' }), [])
    for (const times of [1, 2])
      expect(writer.keepCallback(callback({ orderId: summary.orderId })).timesSeen).toBe(times)
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
    expect(() => db.exec(`UPDATE callbacks SET ${sql}`)).toThrow(reason)
  })

  it('is refused for a profile or an order that is not there, and leaves nothing behind', () => {
    const { writer, reader } = desk.open
    const keep = (set: Parameters<typeof callback>[0]) => refusalOf(() => writer.keepCallback(callback(set)))
    expect(keep({ profileId: 'none' })).toEqual({ code: 'not-found', reason: 'profile' })
    expect(keep({ orderId: '7' })).toEqual({ code: 'not-found', reason: 'order' })
    expect(reader.listCallbacks(null, 5)).toEqual({ rows: [], nextCursor: null, total: 0 })
  })

  it('is not found by ids that none can have; a cursor of another list is refused', () => {
    const { writer, reader } = desk.open
    writer.keepCallback(callback())
    for (const id of ['', '0', '01', '1e0', ' 1', "1' OR '1'='1", '9'.repeat(30)])
      expect(refusalOf(() => writer.attachCallback(id, '1'))?.code, id).toBe('not-found')
    const foreign = Buffer.from(JSON.stringify(['exchanges', 0, 1])).toString('base64url')
    expect(refusalOf(() => reader.listCallbacks(foreign, 5))?.code).toBe('validation-failed')
  })
})
