import { beforeEach, describe, expect, it } from 'vitest'
import { exchangeSummarySelect } from '../../../../src-main/db/tables/exchanges'
import { entry, exchange, newOrder, TestDatabase, memoryDatabase } from '../builders'

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
    const first = reader.listExchanges('', null, 2)
    expect(first.rows.map((row) => row.operation)).toEqual(['get-card-info', 'make-rebill'])
    const second = reader.listExchanges('', first.nextCursor, 2)
    expect(second).toMatchObject({
      rows: [{ operation: 'status', orderId: '1' }],
      nextCursor: null,
      total: 3,
    })
    expect(first.rows[0]).not.toHaveProperty('request')
  })

  it('is searched literally by ids, operation, address and failure', () => {
    const found = (search: string) =>
      database.open.reader.listExchanges(search, null, 10).rows.map((row) => row.exchangeId)
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
      database.open.reader.listExchanges(search, null, 10).rows.map((row) => row.exchangeId)
    expect(found('\u202aINV\u20111\u202c')).toEqual(['2'])
  })
})
