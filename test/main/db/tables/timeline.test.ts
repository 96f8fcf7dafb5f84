import { beforeEach, describe, expect, it } from 'vitest'
import { entry, exchange, newOrder, startMs, TestDatabase, memoryDatabase } from '../builders'
import { anActor, recordOf } from '../../../support/builders'

let open: ReturnType<typeof memoryDatabase>
let database: TestDatabase

beforeEach(() => {
  open = memoryDatabase()
  database = new TestDatabase(open)
})

const adopt = (set: Parameters<typeof newOrder>[0] = {}) =>
  recordOf(database.open.writer.adoptOrder(newOrder(set), [entry('adopted')]))
const timelineOf = (orderId: string) => database.open.reader.getOrderView(orderId)?.timeline ?? []

describe('the timeline', () => {
  it('keeps the order of entries when the clock jumps or stops', () => {
    const order = adopt()
    database.change(
      order,
      {},
      {
        atMs: startMs - 3_600_000,
        entries: [
          entry('status-changed', {
            atMs: startMs - 3_600_000,
            changes: [{ name: 'status', before: null, after: 'processing' }],
          }),
          entry('note', { actor: anActor('Iva'), text: 'called the bank' }),
          entry('note', { actor: anActor('Iva'), text: 'called again' }),
        ],
      },
    )
    expect(timelineOf('1').map(({ seq, kind, text }) => [seq, kind, text])).toEqual([
      [1, 'adopted', null],
      [2, 'status-changed', null],
      [3, 'note', 'called the bank'],
      [4, 'note', 'called again'],
    ])
    expect(timelineOf('1')[1]).toEqual({
      seq: 2,
      atMs: startMs - 3_600_000,
      kind: 'status-changed',
      actor: null,
      place: null,
      exchangeId: null,
      serialNumber: null,
      changes: [{ name: 'status', fact: 'status', before: null, after: 'processing' }],
      text: null,
      repeat: null,
    })
  })

  it('folds checks without news into one entry until something else happens', () => {
    let order = adopt()
    const check = (
      kind: 'status-unchanged' | 'check-failed' | 'note',
      at: number,
      text: string | null = null,
    ) => {
      const serialNumber = `sn-${String(at)}`
      order = database.change(
        order,
        {},
        {
          entries: [entry(kind, { atMs: startMs + at, text })],
          exchange: exchange({ serialNumber }),
        },
      )
    }
    for (const at of [10, 20, 30]) check('status-unchanged', at)
    for (const at of [40, 50]) check('check-failed', at, 'ECONNREFUSED')
    check('check-failed', 60, 'timeout')
    check('status-unchanged', 70)
    check('note', 80, 'called')
    check('status-unchanged', 90)
    expect(
      timelineOf('1').map(({ seq, kind, atMs, text, repeat, serialNumber }) => ({
        seq,
        kind,
        at: atMs - startMs,
        text,
        count: repeat?.count ?? 1,
        last: (repeat?.lastAtMs ?? atMs) - startMs,
        serialNumber,
      })),
    ).toEqual([
      { seq: 1, kind: 'adopted', at: 0, text: null, count: 1, last: 0, serialNumber: null },
      { seq: 2, kind: 'status-unchanged', at: 10, text: null, count: 3, last: 30, serialNumber: 'sn-30' },
      {
        seq: 3,
        kind: 'check-failed',
        at: 40,
        text: 'ECONNREFUSED',
        count: 2,
        last: 50,
        serialNumber: 'sn-50',
      },
      { seq: 4, kind: 'check-failed', at: 60, text: 'timeout', count: 1, last: 60, serialNumber: 'sn-60' },
      { seq: 5, kind: 'status-unchanged', at: 70, text: null, count: 1, last: 70, serialNumber: 'sn-70' },
      { seq: 6, kind: 'note', at: 80, text: 'called', count: 1, last: 80, serialNumber: 'sn-80' },
      { seq: 7, kind: 'status-unchanged', at: 90, text: null, count: 1, last: 90, serialNumber: 'sn-90' },
    ])
    const exchanges = database.open.reader.listOrderExchanges('1')
    expect(exchanges).toHaveLength(9)
    expect(database.open.reader.listOrderExchanges('1', exchanges[6]?.exchangeId)).toEqual(exchanges.slice(7))
  })

  it('does not fold the checks of a person into those of the app', () => {
    const order = adopt()
    database.change(
      order,
      {},
      {
        entries: [
          entry('status-unchanged'),
          entry('status-unchanged', { actor: anActor('Iva') }),
          entry('status-unchanged'),
        ],
      },
    )
    expect(timelineOf('1').map(({ actor }) => actor)).toEqual([null, null, 'Iva', null])
  })

  it.each(['timeline', 'exchanges'])('and exchanges cannot be rewritten: %s', (table) => {
    database.change(adopt(), {}, { entries: [entry('note', { text: 'as it was' })], exchange: exchange() })
    const db = open.db
    expect(() => db.exec(`UPDATE ${table} SET at_ms = 0`)).toThrow('append-only')
    expect(() => db.exec(`DELETE FROM ${table}`)).toThrow('append-only')
    expect(() => db.exec(`REPLACE INTO ${table} SELECT * FROM ${table}`)).toThrow(
      /^(?:append-only|timeline-order)$/,
    )
  })
})
