import { beforeEach, describe, expect, it } from 'vitest'
import { recordOf } from '../../../support/builders'
import { card, newOrder, profile, startMs, TestDatabase, memoryDatabase } from '../builders'

let database: TestDatabase

beforeEach(() => {
  database = new TestDatabase(memoryDatabase())
})

const may2026 = { year: 2026, month: 5 }
const hourMs = 3_600_000
const days = { todayMs: startMs, yesterdayMs: startMs - 24 * hourMs, yesterdayNowMs: startMs - 14 * hourMs }
const home = (profileId = 'prof-1') => database.open.reader.home(profileId, days, may2026)

describe('Home', () => {
  it('shows unknown money of every profile, also before the gateway has an answer', () => {
    const doubtful = (['rejected-unverified', 'outcome-unknown', 'needs-review'] as const).map(
      (state) => database.chargeIn(state).summary,
    )
    const settled = (['cancelled', 'rejected', 'resolved-absent', 'not-sent'] as const).map((state) =>
      database.chargeIn(state),
    )
    const alerted = database.change(database.open.writer.adoptOrder(newOrder({ clientOrderId: 'odd' }), []), {
      status: 'approved',
      alert: 'changed-after-final',
    }).summary
    const given = database.change(database.open.writer.adoptOrder(newOrder({ clientOrderId: 'old' }), []), {
      followState: 'needs-review',
      nextCheckAtMs: null,
    }).summary
    const ids = (rows: readonly { orderId: string }[]) => rows.map((row) => row.orderId).sort()
    expect(ids(home().attention)).toEqual(ids([...doubtful, alerted, given]))
    expect(ids(home('prof-2').attention)).toEqual(ids(home().attention))
    expect(database.open.reader.counts(null).attention).toBe(5)
    expect(settled).toHaveLength(4)
  })

  it('shows every doubtful order, oldest first, however many there are (A10)', () => {
    const ids = Array.from({ length: 230 }, (_, index) => {
      const order = database.open.writer.adoptOrder(
        newOrder({ clientOrderId: `INV-${index}`, createdAtMs: startMs + index }),
        [],
      )
      return database.change(order, { followState: 'needs-review', nextCheckAtMs: null }).summary.orderId
    })
    expect(home().attention.map(({ orderId }) => orderId)).toEqual(ids)
  })

  it('shows orders in flight of every profile, without doubtful ones', () => {
    database.open.writer.saveProfile(profile({ profileId: 'prof-2' }))
    const elsewhere = recordOf(database.open.writer.adoptOrder(newOrder({ profileId: 'prof-2' }), []))
    const recorded = database.recorded()
    const sending = database.chargeIn('sending')
    const accepted = database.chargeIn('accepted')
    database.chargeIn('outcome-unknown')
    database.change(database.chargeIn('final'), { status: 'approved' })
    const rows = [accepted, sending, recorded, elsewhere].map((order) => order.summary)
    expect(home().inFlight).toEqual(rows)
    expect(home('prof-2').inFlight).toEqual(rows)
  })

  it('shows an order whose gateway reports "unknown" as an unknown outcome, as long as it is followed', () => {
    const unknown = database.change(database.chargeIn('accepted'), {
      status: 'unknown',
      nextCheckAtMs: startMs,
    })
    database.change(database.chargeIn('final'), { status: 'unknown', nextCheckAtMs: null })
    expect(home().attention).toEqual([unknown.summary])
    expect(home().inFlight).toEqual([])
  })

  it('counts what its lists show, and the open orders of the active profile', () => {
    const { reader, writer } = database.open
    writer.saveProfile(profile({ profileId: 'prof-2' }))
    writer.adoptOrder(newOrder({ profileId: 'prof-2' }), [])
    database.recorded()
    database.chargeIn('outcome-unknown')
    database.change(database.chargeIn('accepted'), { awaitedStep: 'challenge' })
    database.change(database.chargeIn('final'), { status: 'approved', nextCheckAtMs: startMs })
    const listed = { inFlight: home().inFlight.length, attention: home().attention.length }
    expect(listed).toEqual({ inFlight: 3, attention: 2 })
    expect(reader.counts('prof-1')).toEqual({ ...listed, refundCases: 0, open: 2 })
    expect(reader.counts('prof-2')).toEqual({ ...listed, refundCases: 0, open: 1 })
    expect(reader.counts(null)).toEqual({ ...listed, refundCases: 0, open: 0 })
    const query = {
      profileId: 'prof-1',
      search: '',
      families: [],
      filters: [],
      sortBy: 'created',
      direction: 'desc',
    } as const
    expect(reader.listOrders({ ...query, families: [], filters: [] }, null, 1).counts.open).toBe(2)
  })

  it('sums today and yesterday by currency, counting only charges of this app, and shows the declined ones', () => {
    const charge = (amountMinor: number, currency: string, status: string, createdAtMs = startMs) =>
      database.change(
        database.move(
          database.move(
            database.move(database.recorded({ amountMinor, currency, createdAtMs }), 'sending'),
            'accepted',
          ),
          'final',
        ),
        { status },
      )
    charge(1000, 'EUR', 'approved')
    charge(2345, 'EUR', 'approved')
    charge(500, 'EUR', 'declined')
    charge(10_000, 'JPY', 'approved')
    charge(700, 'USD', 'filtered')
    charge(9999, 'EUR', 'approved', startMs - 1)
    database.change(database.open.writer.adoptOrder(newOrder({ amountMinor: 5, currency: 'EUR' }), []), {
      status: 'approved',
    })
    charge(40, 'EUR', 'approved', startMs - 20 * hourMs)
    charge(7, 'EUR', 'approved', startMs - 25 * hourMs)
    expect(home().days).toEqual({
      today: [
        { currency: 'EUR', approvedMinor: 3345, approvedCount: 2, declinedCount: 1 },
        { currency: 'JPY', approvedMinor: 10_000, approvedCount: 1, declinedCount: 0 },
      ],
      yesterdayUntilNow: [{ currency: 'EUR', approvedMinor: 40, approvedCount: 1, declinedCount: 0 }],
      yesterday: [{ currency: 'EUR', approvedMinor: 10_039, approvedCount: 2, declinedCount: 0 }],
    })
    expect(home().declines.map(({ status, amountMinor }) => [status, amountMinor])).toEqual([
      ['filtered', 700],
      ['declined', 500],
    ])
    expect(home('prof-2').declines).toEqual([])
  })

  it('shows cards that are good to the end of this month or the next', () => {
    const months: [string, number, number][] = [
      ['april', 4, 2026],
      ['may', 5, 2026],
      ['june', 6, 2026],
      ['july', 7, 2026],
    ]
    for (const [cardRefId, expireMonth, expireYear] of months)
      database.open.writer.upsertCard(card({ cardRefId, expireMonth, expireYear }))
    expect(home().expiring.map((view) => view.cardRefId)).toEqual(['may', 'june'])
    database.open.writer.upsertCard(card({ cardRefId: 'january', expireMonth: 1, expireYear: 2027 }))
    const december = database.open.reader.home('prof-1', days, { year: 2026, month: 12 })
    expect(december.expiring.map((view) => view.cardRefId)).toEqual(['january'])
  })
})
