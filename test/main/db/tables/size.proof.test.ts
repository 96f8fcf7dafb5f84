import { anActor } from '../../../support/builders'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { factNames } from '../../../../src-main/gateway/fact-names'
import { chainSealOf } from '../../../../src-main/db/file/chain-seal'
import { connect } from '../../../../src-main/db/file/connection'
import { SqliteReader } from '../../../../src-main/db/sqlite-reader'
import { SqliteWriter } from '../../../../src-main/db/sqlite-writer'
import type { NewExchange, OrderRecord } from '../../../../src-main/ports/storage'
import { entry, exchange, startMs, TestDatabase, TestFolder } from '../builders'
import { everyExchange } from '../../../../src-shared/domain/exchange'

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

/** Repeatable digits and letters that compress as badly as real ids. */
function randomText(seed: number, length: number, alphabet: string): string {
  let state = (seed * 2_654_435_761) >>> 0
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return alphabet[(state >>> 8) % alphabet.length] ?? ''
  }).join('')
}

const digits = '0123456789'
const hex = '0123456789abcdef'
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const names = ['IVA TESTOVA', 'PETR NOVAK', 'ANNA SVOBODOVA', 'JAN DVORAK', 'EVA CERNA']
const goods = [
  'Monthly subscription May',
  'Hat club, second box',
  'Renewal of the annual plan',
  'Coffee 1 kg',
]

/** The fields of a status answer for an approved rebill. */
function answerOf(
  seed: number,
  clientOrderId: string,
  gatewayOrderId: string,
): { name: string; value: string }[] {
  const holder = names[seed % names.length] ?? ''
  return Object.entries({
    type: 'status-response',
    'serial-number': `00000000-0000-0000-0000-0000${randomText(seed, 8, hex)}`,
    'merchant-order-id': clientOrderId,
    'paynet-order-id': gatewayOrderId,
    status: 'approved',
    amount: '49.00',
    currency: 'EUR',
    'original-gate-descriptor': 'nordshop.example 4411',
    'transaction-type': 'rebill',
    'receipt-id': randomText(seed + 1, 32, hex),
    name: holder,
    'cardholder-name': holder,
    'card-exp-month': '11',
    'card-exp-year': '2029',
    email: `customer${randomText(seed + 2, 4, digits)}@example.test`,
    'order-stage': 'sale_approved',
    'last-four-digits': randomText(seed + 3, 4, digits),
    bin: '411111',
    'card-type': 'VISA',
    phone: `+420${randomText(seed + 4, 9, digits)}`,
    'bank-name': 'EXAMPLE BANK',
    'paynet-processing-date': '2026-05-04 12:34:56 CEST',
    'processor-rrn': randomText(seed + 5, 12, digits),
    'processor-tx-id': `PNTEST-${randomText(seed + 6, 6, digits)}`,
    'approval-code': randomText(seed + 7, 6, digits),
    'gate-partial-reversal': 'enabled',
    'gate-partial-capture': 'enabled',
  }).map(([name, value]) => ({ name, value }))
}

/** A complete charge: five entries, two exchanges, all facts. */
function fullOrder(database: TestDatabase, seed: number): void {
  const clientOrderId = `NSHP-${randomText(seed, 26, base32)}`
  const gatewayOrderId = randomText(seed + 9, 8, digits)
  const answer = answerOf(seed, clientOrderId, gatewayOrderId)
  const sent = Object.entries({
    client_orderid: clientOrderId,
    orderid: gatewayOrderId,
    login: 'NordShop',
    cardrefid: '880017',
    amount: '49.00',
    currency: 'EUR',
    ipaddress: '192.0.2.10',
    order_desc: goods[seed % goods.length] ?? '',
    control: '••••••••',
  }).map(([name, value]) => ({ name, value }))
  const fact = (name: string) => answer.find((field) => field.name === name)?.value ?? null
  const description = goods[seed % goods.length] ?? ''
  const recorded = database.recorded(
    { chargeId: randomText(seed + 8, 32, hex), clientOrderId, createdAtMs: startMs + seed * 1000 },
    { description, reference: `R-${String(seed)}`, bin: '411111', lastFour: fact('last-four-digits') },
    [
      entry('drafted', { actor: anActor('Iva Testova') }),
      entry('confirmed', { actor: anActor('Iva Testova') }),
    ],
  )
  const sending = database.change(
    recorded,
    {},
    {
      charge: { from: 'recorded', expectedVersion: 2, to: 'sending', transmissions: 1, sentParameters: sent },
      entries: [entry('sent')],
    },
  )
  const accepted = database.change(
    sending,
    { gatewayOrderId, followState: 'following', nextCheckAtMs: startMs },
    {
      charge: { from: 'sending', expectedVersion: 3, to: 'accepted' },
      entries: [entry('accepted')],
      exchange: exchange({
        operation: 'make-rebill',
        path: '/paynet/api/v2/make-rebill/4411',
        clientOrderId,
        serialNumber: `00000000-0000-0000-0000-0000${randomText(seed + 10, 8, hex)}`,
        answerType: 'async-response',
        request: sent,
        answer: answer.slice(0, 4),
      }),
    },
  )
  database.change(
    accepted,
    {
      status: 'approved',
      orderStage: 'sale_approved',
      transactionType: 'rebill',
      cardholderName: fact('cardholder-name'),
      lastFour: fact('last-four-digits'),
      followState: 'stopped',
      nextCheckAtMs: null,
      answeredAtMs: startMs,
    },
    {
      charge: { from: 'accepted', expectedVersion: 4, to: 'final' },
      facts: answer,
      entries: [
        entry('final', {
          changes: [
            { name: 'status', before: null, after: 'approved' },
            { name: 'order-stage', before: null, after: 'sale_approved' },
          ],
        }),
      ],
      exchange: exchange({
        clientOrderId,
        serialNumber: fact('serial-number'),
        request: sent.slice(0, 3),
        answer,
      }),
    },
  )
}

interface MeasuredDatabase {
  readonly database: TestDatabase
  /** Bytes of the file without free space. */
  readonly bytes: () => number
}

function measuredDatabase(): MeasuredDatabase {
  folder.create()
  const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
  // This test does not measure durability.
  db.pragma('synchronous = OFF')
  const seal = chainSealOf(folder.key, 'test')
  const database = new TestDatabase({
    kind: 'opened',
    writer: new SqliteWriter(db, seal, factNames),
    reader: new SqliteReader(db, seal, factNames),
    close: () => undefined,
  })
  const bytes = () => {
    db.exec('VACUUM')
    return (db.pragma('page_count', { simple: true }) as number) * 4096
  }
  return { database, bytes }
}

describe('what an order takes on disk', () => {
  // 7.9 kB without the chain. Its five entries take 0.9 kB: 32 bytes for each link, 510 bytes of facts, of which 320 are the
  // ids and amounts of the draft and of the order, the rest the columns and the index by order.
  it('is at most 8.9 kB with its charge, five entries and their links in the audit chain, all facts, two exchanges and the search index', async ({
    annotate,
  }) => {
    const { database, bytes } = measuredDatabase()
    const before = bytes()
    const orders = 300
    for (let seed = 1; seed <= orders; seed++) fullOrder(database, seed)
    expect(database.open.reader.getOrderView('300')).toMatchObject({
      summary: { word: 'approved' },
      facts: { length: 27 },
    })
    const perOrder = (bytes() - before) / orders
    await annotate(`${String(Math.round(perOrder))} bytes an order`)
    expect(perOrder).toBeGreaterThan(1000)
    expect(perOrder).toBeLessThanOrEqual(8900)
  })

  it('does not grow with checks that bring nothing new', () => {
    const database = new TestDatabase(folder.create())
    let order = database.recorded()
    for (let check = 0; check < 50; check++)
      order = database.change(order, {}, { entries: [entry('status-unchanged')] })
    expect(database.open.reader.getOrderView('1')?.timeline).toHaveLength(2)
  })
})

describe('a check that brings the answer of the one before', () => {
  const serialOf = (check: number) => `00000000-0000-0000-0000-0000${randomText(check, 8, hex)}`

  function orderOf(database: TestDatabase): OrderRecord {
    const order = database.open.reader.getOrder('1')
    if (order === null) throw new Error('the order is gone')
    return order
  }

  /** Checks an open order repeatedly. Each answer is the same except for its serial number. */
  function checkedDatabase(checks: number): MeasuredDatabase {
    const measured = measuredDatabase()
    check(measured.database, measured.database.recorded(), 1, checks)
    return measured
  }

  function answerTo(check: number): NewExchange {
    return exchange({
      atMs: startMs + check * 4000,
      durationMs: 100 + (check % 900),
      clientOrderId: 'NSHP-1',
      serialNumber: serialOf(check),
      answer: answerOf(1, 'NSHP-1', '6684100').map((field) =>
        field.name === 'serial-number' ? { ...field, value: serialOf(check) } : field,
      ),
    })
  }

  function check(database: TestDatabase, order: OrderRecord, from: number, count: number): OrderRecord {
    return Array.from({ length: count }, (_, index) => from + index).reduce((current, number) => {
      const told = answerTo(number)
      return database.change(
        current,
        { checks: number, answeredAtMs: told.atMs },
        { entries: [entry('status-unchanged', { atMs: told.atMs })], exchange: told },
      )
    }, order)
  }

  it('takes at most 100 bytes (D8)', async ({ annotate }) => {
    const { database, bytes } = checkedDatabase(10)
    const before = bytes()
    check(database, orderOf(database), 11, 2000)
    const perCheck = (bytes() - before) / 2000
    await annotate(`${String(Math.round(perCheck))} bytes a check`)
    expect(perCheck).toBeGreaterThan(30)
    expect(perCheck).toBeLessThanOrEqual(100)
  })

  it('keeps its own time and serial number, in the API log and behind the timeline', () => {
    const { database } = checkedDatabase(5)
    const { reader } = database.open
    const shown = reader.listOrderExchanges('1')
    expect(shown.map(({ atMs, serialNumber, durationMs }) => [atMs, serialNumber, durationMs])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [startMs + number * 4000, serialOf(number), 100 + number]),
    )
    expect(shown.map(({ answer }) => answer.find(({ name }) => name === 'serial-number')?.value)).toEqual(
      [1, 2, 3, 4, 5].map(serialOf),
    )
    const [first, second] = shown
    expect({ ...second, exchangeId: '1', atMs: 0, durationMs: 0, serialNumber: '', answer: [] }).toEqual({
      ...{ ...first, exchangeId: '1', atMs: 0, durationMs: 0, serialNumber: '', answer: [] },
    })
    expect(second?.answer).toHaveLength(first?.answer.length ?? 0)
    const page = reader.listExchanges(everyExchange, null, 3)
    expect(page.rows.map(({ exchangeId }) => exchangeId)).toEqual(['5', '4', '3'])
    expect(page.total).toBe(5)
    expect(
      reader.listExchanges(everyExchange, page.nextCursor, 3).rows.map(({ exchangeId }) => exchangeId),
    ).toEqual(['2', '1'])
    expect(
      reader
        .listExchanges({ ...everyExchange, search: serialOf(4) }, null, 10)
        .rows.map(({ exchangeId }) => exchangeId),
    ).toEqual(['4'])
    expect(reader.getExchange('4')).toEqual(shown[3])
    expect(reader.getOrderView('1')?.timeline.at(-1)).toMatchObject({
      exchangeId: '5',
      serialNumber: serialOf(5),
      repeat: { count: 5 },
    })
  })

  it('is stored in full again as soon as anything in it differs', () => {
    const { database } = checkedDatabase(3)
    const differing: Partial<NewExchange>[] = [
      { httpStatus: 502 },
      { failure: 'timeout' },
      { request: [{ name: 'orderid', value: '7' }] },
      { answer: [{ name: 'status', value: 'approved' }] },
      { unreadableBody: '<html>' },
      { serialNumber: null },
    ]
    for (const set of differing) {
      const told = { ...answerTo(9), ...set }
      database.change(orderOf(database), {}, { entries: [entry('status-unchanged')], exchange: told })
      const stored = database.open.reader.listOrderExchanges('1').at(-1)
      expect(stored).toMatchObject(set)
    }
  })

  it('refers to what is stored already, also after a check that failed in between', () => {
    const { database } = checkedDatabase(3)
    const failed = exchange({ outcome: 'no-readable-answer', failure: 'timeout', answer: [] })
    database.change(
      orderOf(database),
      {},
      { entries: [entry('check-failed', { text: 'timeout' })], exchange: failed },
    )
    check(database, orderOf(database), 4, 3)
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'read'))
    expect(db.prepare('SELECT content_id FROM exchanges ORDER BY exchange_id').pluck().all()).toEqual([
      ...[1, 1, 1],
      2,
      ...[1, 1, 1],
    ])
    expect(
      database.open.reader
        .getOrderView('1')
        ?.timeline.map(({ exchangeId, serialNumber, repeat }) => [exchangeId, serialNumber, repeat?.count]),
    ).toEqual([
      [null, null, undefined],
      ['3', serialOf(3), 3],
      ['4', failed.serialNumber, undefined],
      ['7', serialOf(6), 3],
    ])
  })

  it('never refers to an answer about another order', () => {
    const { database } = checkedDatabase(1)
    const other = database.recorded()
    check(database, other, 2, 1)
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'read'))
    expect(db.prepare('SELECT order_id FROM exchange_contents').pluck().all()).toEqual([1, 2])
  })

  it.each(['exchanges', 'exchange_contents'])('cannot be changed or deleted in %s', (table) => {
    checkedDatabase(3)
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
    expect(() => db.exec(`UPDATE ${table} SET content_id = content_id`)).toThrow('append-only')
    expect(() => db.exec(`DELETE FROM ${table}`)).toThrow('append-only')
  })
})
