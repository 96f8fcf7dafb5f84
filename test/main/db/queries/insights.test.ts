import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderColumns } from '../../../../src-main/ports/storage'
import { timeBounds } from '../../../../src-shared/domain/insights'
import { everyOrder, type OrderFilter } from '../../../../src-shared/domain/order-query'
import { noLaterTransactions } from '../../../../src-shared/domain/later-transactions'
import { memoryDatabase, newOrder, profile, TestDatabase } from '../builders'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const midnightMs = Date.parse('2026-06-01T00:00:00Z')

let database: TestDatabase
beforeEach(() => {
  database = new TestDatabase(memoryDatabase())
})

const days = [0, 1, 2].map((at) => ({
  fromMs: midnightMs + at * dayMs,
  untilMs: midnightMs + (at + 1) * dayMs,
}))

function insights(set: { withAdopted?: boolean; profileId?: string; offsetMs?: number } = {}) {
  const { withAdopted = true, profileId = 'prof-1', offsetMs = 0 } = set
  const offsets = [{ fromMs: midnightMs, untilMs: midnightMs + 3 * dayMs, offsetMs }]
  return database.open.reader.insights({ profileId, withAdopted, days, offsets })
}

/** A charge that ended, or not. */
function charge(
  hours: number,
  set: Partial<OrderColumns>,
  more: { currency?: string; amountMinor?: number; seconds?: number; lastFour?: string } = {},
) {
  const { currency = 'EUR', amountMinor = 4900, seconds = 2, lastFour = String(hours * 7 + 1000) } = more
  const createdAtMs = midnightMs + hours * hourMs
  const order = database.chargeIn(
    'accepted',
    { currency, amountMinor, createdAtMs },
    { bin: '411111', lastFour },
  )
  return database.change(order, set, { atMs: createdAtMs + seconds * 1000 })
}

describe('Insights', () => {
  it('keeps currencies apart, the most frequent one first', () => {
    charge(1, { status: 'approved' }, { currency: 'JPY', amountMinor: 600 })
    charge(2, { status: 'approved' })
    charge(3, { status: 'approved' }, { amountMinor: 1015 })
    const { currencies } = insights()
    expect(currencies.map(({ currency, approvedMinor }) => [currency, approvedMinor])).toEqual([
      ['EUR', 5915],
      ['JPY', 600],
    ])
  })

  it('counts what is open or unknown apart from the rates', () => {
    charge(1, { status: 'approved' })
    charge(2, { status: 'declined', errorMessage: 'Declined [51]' })
    charge(3, { status: 'processing' })
    charge(4, { status: 'what-is-this' })
    database.chargeIn('outcome-unknown', { createdAtMs: midnightMs + 5 * hourMs })
    database.chargeIn('cancelled', { createdAtMs: midnightMs + 6 * hourMs })
    const [eur] = insights().currencies
    expect(eur?.outcomes).toEqual({
      ...{ approved: 1, declined: 1, filtered: 0, error: 0, unprocessed: 1, open: 1, unknown: 2 },
    })
    expect(eur?.firstTry).toEqual({ approved: 1, counted: 2 })
    expect(eur?.lastTry).toEqual({ approved: 1, counted: 2 })
  })

  it('tells first tries from payments that were approved in the end', () => {
    charge(1, { status: 'declined' }, { lastFour: '4242' })
    charge(2, { status: 'approved' }, { lastFour: '4242' })
    charge(3, { status: 'declined' }, { lastFour: '1111' })
    charge(4, { status: 'approved' }, { lastFour: '0005' })
    const [eur] = insights().currencies
    expect(eur?.firstTry).toEqual({ approved: 1, counted: 3 })
    expect(eur?.lastTry).toEqual({ approved: 2, counted: 3 })
  })

  it('groups what was not approved by reason, and all that ended by country', () => {
    charge(1, { status: 'declined', errorMessage: 'Not enough money [51]', cardCountry: 'NOR' })
    charge(2, { status: 'declined', errorMessage: 'Insufficient funds', cardCountry: 'NOR' })
    charge(3, { status: 'filtered', errorMessage: 'Rule 7' })
    charge(4, { status: 'approved', cardCountry: 'NOR' })
    const [eur] = insights().currencies
    expect(eur?.reasons).toEqual([
      { family: 'declined', bankCode: '51', count: 2 },
      { family: 'filtered', bankCode: '', count: 1 },
    ])
    expect(eur?.countries).toEqual([
      { country: 'NOR', approved: 1, failed: 2 },
      { country: '', approved: 0, failed: 1 },
    ])
  })

  it('counts refunds by the money that went back, and chargebacks with the whole amount', () => {
    const later = (set: Partial<typeof noLaterTransactions>) => ({
      later: { ...noLaterTransactions, ...set },
    })
    for (const [at, set] of [
      later({ refundState: 'full', refundedMinor: 4900 }),
      later({ refundState: 'in-progress', refundedMinor: 900 }),
      later({ refundState: 'full', refundedMinor: 4900, refundKind: 'cancellation' }),
      later({ disputes: ['retrieval', 'chargeback'] }),
      later({ disputes: ['fraud'] }),
    ].entries())
      database.change(charge(at, { status: 'approved' }), set)
    expect(insights().currencies[0]?.later).toEqual({
      full: { count: 1, minor: 4900 },
      partial: { count: 1, minor: 900 },
      cancelled: { count: 1, minor: 4900 },
      chargeback: { count: 1, minor: 4900 },
    })
  })

  it('puts orders on their days and hours in local time', () => {
    charge(23, { status: 'approved' })
    charge(24, { status: 'declined' })
    charge(40, { status: 'approved' })
    const [eur] = insights().currencies
    expect(eur?.days).toEqual([
      { approved: 1, failed: 0, approvedMinor: 4900 },
      { approved: 1, failed: 1, approvedMinor: 4900 },
      { approved: 0, failed: 0, approvedMinor: 0 },
    ])
    const busy = (hours: readonly { approved: number; failed: number }[] = []) =>
      hours.flatMap(({ approved, failed }, hour) => (approved + failed > 0 ? [hour] : []))
    expect(busy(eur?.hours)).toEqual([0, 16, 23])
    expect(busy(insights({ offsetMs: 5.5 * hourMs }).currencies[0]?.hours)).toEqual([4, 5, 21])
  })

  it('has the same sums over whole days and over their quarters of an hour', () => {
    for (const hours of [0, 1, 5.25, 5.5, 30, 53.25, 53.5, 77.25, 77.5]) charge(hours, { status: 'approved' })
    const shiftMs = 5.5 * hourMs
    const local = days.map(({ fromMs, untilMs }) => ({
      fromMs: fromMs + shiftMs,
      untilMs: untilMs + shiftMs,
    }))
    const [first, last] = [local[0]?.fromMs ?? 0, local.at(-1)?.untilMs ?? 0]
    const [eur] = database.open.reader.insights({
      ...{ profileId: 'prof-1', withAdopted: true, days: local },
      offsets: [{ fromMs: first, untilMs: last, offsetMs: -shiftMs }],
    }).currencies
    expect(eur?.outcomes.approved).toBe(5)
    expect(eur?.days.map(({ approved }) => approved)).toEqual([1, 2, 2])
  })

  it('knows the time to the first final status of charges of this app', () => {
    charge(1, { status: 'approved' }, { seconds: 2 })
    const slow = charge(2, { status: 'approved' }, { seconds: 100 })
    // A later change does not move it.
    database.change(slow, { orderStage: 'done' }, { atMs: midnightMs + dayMs })
    charge(3, { status: 'declined' }, { seconds: 200_000 })
    charge(4, { status: 'approved', confirmedAtMs: midnightMs }, { seconds: 1 })
    expect(insights().currencies[0]?.times).toEqual([
      { upToSeconds: 2, count: 1 },
      { upToSeconds: 120, count: 1 },
      { upToSeconds: null, count: 1 },
    ])
  })

  it('counts orders that were added by ID on demand, and in no time', () => {
    const adopt = (id: string, set: Partial<OrderColumns>) =>
      database.change(
        database.open.writer.adoptOrder(newOrder({ clientOrderId: id, createdAtMs: midnightMs }), []),
        set,
        { atMs: midnightMs + 1000 },
      )
    adopt('a', { status: 'approved', amountMinor: 700, currency: 'EUR' })
    adopt('b', {})
    expect(insights({ withAdopted: false })).toEqual({ adopted: 2, withoutCurrency: 0, currencies: [] })
    const counted = insights()
    expect(counted.withoutCurrency).toBe(1)
    expect(counted.currencies[0]).toMatchObject({ approvedMinor: 700, times: [] })
  })

  it('knows no order of another profile or of another time', () => {
    database.open.writer.saveProfile(profile({ profileId: 'prof-2' }))
    charge(-1, { status: 'approved' })
    charge(72, { status: 'approved' })
    expect(insights().currencies).toEqual([])
    charge(1, { status: 'approved' })
    expect(insights({ profileId: 'prof-2' }).currencies).toEqual([])
    expect(insights().currencies).toHaveLength(1)
  })
})

describe('the orders behind a number of Insights', () => {
  const listed = (...filters: OrderFilter[]) =>
    database.open.reader
      .listOrders({ ...everyOrder, filters }, null, 50)
      .rows.map(({ createdAtMs }) => (createdAtMs - midnightMs) / hourMs)

  it('are as many as each hour of the day has, also where clocks change', () => {
    for (const hours of [1, 1.5, 7, 25, 31, 55]) charge(hours, { status: 'approved' })
    const { hours } = insights({ offsetMs: 2 * hourMs }).currencies[0] ?? { hours: [] }
    expect(hours.map(({ approved }) => approved)).toEqual(
      Array.from({ length: 24 }, (_, hour) => listed({ by: 'hour', hour, timeZone: 'Europe/Berlin' }).length),
    )
    expect(listed({ by: 'hour', hour: 3, timeZone: 'Europe/Berlin' })).toEqual([25, 1.5, 1])
    // In winter the clocks of Berlin are one hour ahead of UTC.
    const winterHours = (Date.parse('2026-12-01T02:30:00Z') - midnightMs) / hourMs
    charge(winterHours, { status: 'approved' })
    expect(listed({ by: 'hour', hour: 3, timeZone: 'Europe/Berlin' })).toEqual([winterHours, 25, 1.5, 1])
    expect(listed({ by: 'hour', hour: 8, timeZone: 'Asia/Kathmandu' })).toEqual([winterHours])
  })

  it('are as many as each band of the time to final has, the longest one included', () => {
    const seconds = [0.5, 1, 3, 3.001, 5, 29, 90_000]
    for (const [at, each] of seconds.entries()) charge(at + 1, { status: 'approved' }, { seconds: each })
    charge(20, { status: 'processing' })
    const { times } = insights().currencies[0] ?? { times: [] }
    expect(times).toEqual([
      { upToSeconds: 1, count: 2 },
      { upToSeconds: 3, count: 1 },
      { upToSeconds: 5, count: 2 },
      { upToSeconds: 30, count: 1 },
      { upToSeconds: null, count: 1 },
    ])
    for (const upToSeconds of [...timeBounds, null])
      expect(listed({ by: 'took', upToSeconds }).length).toBe(
        times.find((each) => each.upToSeconds === upToSeconds)?.count ?? 0,
      )
    expect(listed({ by: 'took', upToSeconds: 5 })).toEqual([5, 4])
  })
})
