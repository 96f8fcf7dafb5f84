import { beforeEach, describe, expect, it } from 'vitest'
import { exchangeSummarySelect } from '../../../../src-main/db/tables/exchanges'
import { entry, exchange, newOrder, startMs, TestDatabase, memoryDatabase } from '../builders'
import { everyExchange, type ExchangeQuery } from '../../../../src-shared/domain/exchange'

let open: ReturnType<typeof memoryDatabase>
let database: TestDatabase

beforeEach(() => {
  open = memoryDatabase()
  database = new TestDatabase(open)
})

const adopt = (clientOrderId: string) => database.open.writer.adoptOrder(newOrder({ clientOrderId }), [])

describe('a page of the API log', () => {
  it('is read by its ids, not sorted out of the whole log', () => {
    const db = open.db
    const plan = db
      .prepare<[], { readonly detail: string }>(
        `EXPLAIN QUERY PLAN ${exchangeSummarySelect} WHERE TRUE AND exchange_id < 9 ORDER BY exchange_id DESC LIMIT 5`,
      )
      .all()
      .map(({ detail }) => detail)
    expect(plan[0]).toMatch(/^SEARCH exchanges USING INTEGER PRIMARY KEY/)
    expect(plan.filter((detail) => /TEMP B-TREE|^SCAN/.test(detail))).toEqual([])
  })
})

describe('the API log', () => {
  beforeEach(() => {
    database.change(
      adopt('INV_1'),
      {},
      { entries: [entry('note')], exchange: exchange({ clientOrderId: 'INV_1', serialNumber: 'SN-100%' }) },
    )
    database.open.writer.recordExchange(
      exchange({ clientOrderId: 'INV-1', operation: 'make-rebill', failure: 'ECONNREFUSED' }),
      null,
    )
    database.open.writer.recordExchange(exchange({ clientOrderId: null, operation: 'get-card-info' }), null)
  })

  it('lists newest first, page by page', () => {
    const { reader } = database.open
    const first = reader.listExchanges(everyExchange, null, 2)
    expect(first.rows.map((row) => row.operation)).toEqual(['get-card-info', 'make-rebill'])
    const second = reader.listExchanges(everyExchange, first.nextCursor, 2)
    expect(second).toMatchObject({
      rows: [{ operation: 'status', orderId: '1' }],
      nextCursor: null,
      total: 3,
    })
    expect(first.rows[0]).not.toHaveProperty('request')
  })

  it('is searched literally by ids, operation, address and failure', () => {
    const found = (search: string) =>
      database.open.reader
        .listExchanges({ ...everyExchange, search }, null, 10)
        .rows.map((row) => row.exchangeId)
    expect(found('INV_1')).toEqual(['1'])
    expect(found('sn-100%')).toEqual(['1'])
    expect(found('%')).toEqual(['1'])
    expect(found('connref')).toEqual(['2'])
    expect(found('card-info')).toEqual(['3'])
    expect(found('/api/v2/')).toEqual(['3', '2', '1'])
    expect(found('nothing like it')).toEqual([])
  })

  it('is searched without the invisible characters and look-alike hyphens of a copied text (A12)', () => {
    const found = (search: string) =>
      database.open.reader
        .listExchanges({ ...everyExchange, search }, null, 10)
        .rows.map((row) => row.exchangeId)
    expect(found('\u202aINV\u20111\u202c')).toEqual(['2'])
  })
})

describe('a filter of the API log', () => {
  const found = (set: Partial<ExchangeQuery>) =>
    open.reader
      .listExchanges({ ...everyExchange, ...set }, null, 10)
      .rows.map(({ exchangeId }) => Number(exchangeId))
  const record = (set: Parameters<typeof exchange>[0]) => open.writer.recordExchange(exchange(set), null)

  it('finds errors: no readable response, a refused request, an HTTP error, and no declined payment', () => {
    record({ answer: [{ name: 'status', value: 'declined' }] })
    record({ outcome: 'no-readable-answer', httpStatus: null, answerType: null, failure: 'timeout' })
    record({ outcome: 'not-sent', httpStatus: null, answerType: null, failure: 'ECONNREFUSED' })
    record({ answerType: 'validation-error' })
    record({ answerType: 'error' })
    record({ httpStatus: 502, answerType: null })
    record({ httpStatus: null, answerType: null })
    expect(found({ errorsOnly: true })).toEqual([6, 5, 4, 3, 2])
    expect(found({ errorsOnly: true, outcome: 'not-sent' })).toEqual([3])
  })

  it('finds by operation, outcome and time together with a text', () => {
    record({ operation: 'sale', atMs: startMs })
    record({ operation: 'sale', atMs: startMs + 1000 })
    record({ operation: 'status', atMs: startMs + 2000 })
    expect(found({ operation: 'sale' })).toEqual([2, 1])
    expect(found({ operation: 'sale', sinceMs: startMs + 500 })).toEqual([2])
    expect(found({ outcome: 'answered', search: 'status', sinceMs: startMs + 500 })).toEqual([3, 2])
    expect(found({ outcome: 'no-readable-answer' })).toEqual([])
  })

  it('looks at the newest requests only, says how far it looked, and goes on from there', () => {
    record({ operation: 'sale', clientOrderId: 'OLD', atMs: startMs })
    const insert = open.db.prepare('INSERT INTO exchanges (content_id, at_ms, duration_ms) VALUES (?, ?, 1)')
    const content = Number(record({}).exchangeId)
    for (let number = 0; number < 39_999; number++) insert.run(content, startMs + number)
    const query = { ...everyExchange, operation: 'sale' as const }
    const first = open.reader.listExchanges(query, null, 10)
    expect(first).toMatchObject({ rows: [], total: 0, isTotalExact: false, searchedToMs: startMs + 19_999 })
    const second = open.reader.listExchanges(query, first.nextCursor, 10)
    expect(second).toMatchObject({ rows: [], searchedToMs: expect.any(Number) as number })
    const third = open.reader.listExchanges(query, second.nextCursor, 10)
    expect(third).toMatchObject({ nextCursor: null, searchedToMs: null })
    expect(third.rows.map(({ clientOrderId }) => clientOrderId)).toEqual(['OLD'])
    expect(open.reader.listExchanges({ ...query, search: 'OLD' }, null, 10).rows).toEqual([])
    expect(open.reader.listExchanges(everyExchange, null, 1)).toMatchObject({
      total: 1000,
      isTotalExact: false,
    })
  })

  it('ends where everything older is a day before the wanted time, because a clock may be set back', () => {
    const dayMs = 86_400_000
    const content = Number(record({ atMs: startMs - 2 * dayMs }).exchangeId)
    const insert = open.db.prepare('INSERT INTO exchanges (content_id, at_ms, duration_ms) VALUES (?, ?, 1)')
    for (let number = 0; number < 20_001; number++) insert.run(content, startMs - 2 * dayMs)
    const page = (sinceMs: number) => open.reader.listExchanges({ ...everyExchange, sinceMs }, null, 10)
    expect(page(startMs)).toMatchObject({ nextCursor: null, searchedToMs: null })
    expect(page(startMs - dayMs)).toMatchObject({ searchedToMs: startMs - 2 * dayMs })
  })

  it('reads the log from its end, without sorting', () => {
    const plan = open.db
      .prepare<[], { readonly detail: string }>(
        `EXPLAIN QUERY PLAN ${exchangeSummarySelect}
         WHERE exchange_id < 9 AND exchange_id >= 1 AND (operation = 'sale') AND (outcome = 'answered')
         ORDER BY exchange_id DESC LIMIT 5`,
      )
      .all()
      .map(({ detail }) => detail)
    expect(plan[0]).toMatch(/^SEARCH exchanges USING INTEGER PRIMARY KEY/)
    expect(plan.filter((detail) => /TEMP B-TREE|^SCAN/.test(detail))).toEqual([])
  })
})
