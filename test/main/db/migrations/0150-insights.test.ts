import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Sqlite } from '../../../../src-main/db/file/connection'
import { addInsights } from '../../../../src-main/db/migrations/0150-insights'
import { createWriter, openWriter } from '../../../../src-main/db/storage'
import { factNames } from '../../../../src-main/gateway/fact-names'
import type { OrderColumns, OrderRecord } from '../../../../src-main/ports/storage'
import { noLaterTransactions } from '../../../../src-shared/domain/later-transactions'
import { entry, memoryDatabase, startMs, TestDatabase, TestFolder } from '../builders'

const keys = [
  ...['profile_key', 'step_ms', 'start_ms', 'currency', 'outcome', 'is_adopted', 'is_retry', 'is_retried'],
  ...['bank_code', 'card_country', 'seconds_band', 'later', 'is_chargeback'],
]
const sums = ['approved_minor', 'full_minor', 'partial_minor', 'cancelled_minor', 'chargeback_minor']

/** Takes the step back. */
const beforeInsights = `
  DROP TRIGGER insight_sums_before_insert; DROP TRIGGER insight_sums_after_insert;
  DROP TRIGGER insight_sums_before_update; DROP TRIGGER insight_sums_after_update;
  DROP TABLE insight_sums; DROP VIEW order_insights; DROP INDEX orders_by_try;
  ALTER TABLE orders DROP COLUMN bank_code;
  ALTER TABLE orders DROP COLUMN card_country;
  ALTER TABLE orders DROP COLUMN final_at_ms;
`

const stored = (db: Sqlite) => db.prepare('SELECT * FROM insight_sums').all()
/** The same sums, read from every order. */
const scanned = (db: Sqlite) =>
  db
    .prepare(
      `SELECT ${keys.join(', ')}, count(*) AS orders, ${sums.map((sum) => `sum(${sum}) AS ${sum}`).join(', ')}
       FROM (
         SELECT *, created_at_ms - created_at_ms % step_ms AS start_ms FROM order_insights
         CROSS JOIN (SELECT 900000 AS step_ms UNION ALL SELECT 86400000)
       )
       GROUP BY ${keys.join(', ')} ORDER BY ${keys.join(', ')}`,
    )
    .all()

/** A payment that happens: where it stands in time, of which card and amount, and how it ends. */
const step = fc.record({
  kind: fc.constantFrom('charge', 'charge', 'adopt', 'end', 'end', 'end', 'refund', 'dispute', 'doubt'),
  hours: fc.constantFrom(0, 1, 24, 25),
  isSameMoment: fc.boolean(),
  lastFour: fc.constantFrom('1111', '1111', '4242', null),
  amountMinor: fc.constantFrom(4900, 4900, 1015),
  status: fc.constantFrom('approved', 'declined', 'declined', 'error', 'filtered', 'processing', 'unknown'),
  message: fc.constantFrom(null, 'Declined [51]', 'Issuer unavailable', 'What'),
  country: fc.constantFrom('NOR', 'JPN', undefined),
  seconds: fc.constantFrom(0, 2, 40, 90_000),
  /** How many orders ago the changed one was made. */
  target: fc.constantFrom(0, 0, 0, 1, 1, 2, 7),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

class History {
  readonly database
  readonly #orders: OrderRecord[] = []
  #atMs = startMs

  constructor(open: ReturnType<typeof memoryDatabase>) {
    this.database = new TestDatabase(open)
  }

  take(one: Step): void {
    const { lastFour, amountMinor } = one
    if (!one.isSameMoment) this.#atMs += one.hours * 3_600_000 - 1_800_000
    const digits = { bin: lastFour === null ? null : '411111', lastFour }
    if (one.kind === 'charge')
      this.#orders.push(
        this.database.chargeIn('accepted', { amountMinor, createdAtMs: this.#atMs }, { ...digits }),
      )
    else if (one.kind === 'adopt') this.#adopt()
    else this.#change(one, digits)
  }

  #adopt(): void {
    const { writer } = this.database.open
    const ids = { clientOrderId: `A-${String(this.#orders.length)}`, gatewayOrderId: null }
    const order = writer.adoptOrder(
      {
        ...{ profileId: 'prof-1', environment: 'simulator', kind: 'adopted', ...ids },
        ...{ route: { kind: 'endpoint', id: '4411' }, amountMinor: null, currency: null, cardId: null },
        ...{ bin: null, lastFour: null, cardholderName: null, description: null, reference: null },
        ...{ createdAtMs: this.#atMs, followState: 'following', nextCheckAtMs: null },
      },
      [],
    )
    this.#orders.push(order)
  }

  #change(one: Step, digits: { bin: string | null; lastFour: string | null }): void {
    const place = this.#orders.length - 1 - one.target
    const order = this.#orders[place]
    if (order === undefined) return
    const set = this.#setOf(one, order, digits)
    if (set === null) return
    this.#orders[place] = this.database.change(order, set, {
      atMs: order.summary.createdAtMs + one.seconds * 1000,
      entries: set.status === undefined ? [] : [entry('final', { atMs: this.#atMs + 10 ** 12 })],
    })
  }

  #setOf(
    one: Step,
    { summary }: OrderRecord,
    { bin, lastFour }: { bin: string | null; lastFour: string | null },
  ): Partial<OrderColumns> | null {
    const isFinal = ['approved', 'declined', 'error', 'filtered'].includes(summary.status ?? '')
    if (one.kind === 'end')
      return isFinal
        ? null
        : {
            status: one.status,
            errorMessage: one.message,
            ...(one.country === undefined ? {} : { cardCountry: one.country }),
            bin: summary.bin ?? bin,
            lastFour: summary.lastFour ?? lastFour,
            amountMinor: summary.amountMinor ?? one.amountMinor,
            currency: summary.currency ?? 'EUR',
          }
    if (one.kind === 'doubt') return isFinal ? null : { alert: 'mismatch' }
    if (summary.status !== 'approved' || summary.amountMinor === null) return null
    if (one.kind === 'dispute')
      return { later: { ...summary.later, disputes: [...(summary.later.disputes ?? []), 'chargeback'] } }
    const refundedMinor = Math.min(summary.amountMinor, summary.later.refundedMinor + 1000)
    const refundState = refundedMinor === summary.amountMinor ? 'full' : 'partial'
    return { later: { ...noLaterTransactions, ...summary.later, refundState, refundedMinor } }
  }
}

describe('the sums of Insights', () => {
  it('equal a scan of all orders after any sequence of writes', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
        const open = memoryDatabase()
        const history = new History(open)
        for (const one of steps) history.take(one)
        expect(stored(open.db)).toEqual(scanned(open.db))
      }),
      { seed: 150, numRuns: 200 },
    )
  })

  it('tell retries from new payments', () => {
    const open = memoryDatabase()
    const history = new History(open)
    const base = { hours: 1, isSameMoment: false, lastFour: '4242', amountMinor: 4900, seconds: 2 } as const
    const bare = { message: null, country: undefined, target: 0 } as const
    // Declined, declined again, approved; then the same purchase once more.
    const statuses = ['declined', 'declined', 'approved', 'approved'] as const
    for (const status of statuses) {
      history.take({ ...base, ...bare, kind: 'charge', status })
      history.take({ ...base, ...bare, kind: 'end', status, isSameMoment: true })
    }
    const flags = open.db
      .prepare('SELECT outcome, is_retry, is_retried FROM order_insights ORDER BY order_id')
      .all()
    expect(flags).toEqual([
      { outcome: 'declined', is_retry: 0, is_retried: 1 },
      { outcome: 'declined', is_retry: 1, is_retried: 1 },
      { outcome: 'approved', is_retry: 1, is_retried: 0 },
      { outcome: 'approved', is_retry: 0, is_retried: 0 },
    ])
  })

  it('count a charge that was never processed neither as a try nor as a retry', () => {
    const open = memoryDatabase()
    const database = new TestDatabase(open)
    const digits = { bin: '411111', lastFour: '1111' }
    const declined = database.chargeIn('accepted', {}, digits)
    database.change(declined, { status: 'declined' })
    database.chargeIn('cancelled', { createdAtMs: startMs + 1000 }, digits)
    const outcomes = open.db
      .prepare('SELECT outcome, is_retry, is_retried FROM order_insights ORDER BY order_id')
      .all()
    expect(outcomes).toEqual([
      { outcome: 'declined', is_retry: 0, is_retried: 0 },
      { outcome: 'unprocessed', is_retry: 0, is_retried: 0 },
    ])
  })

  it('have no row without an order', () => {
    const open = memoryDatabase()
    const database = new TestDatabase(open)
    database.change(database.chargeIn('accepted'), { status: 'approved' })
    expect(open.db.prepare('SELECT step_ms, outcome, orders FROM insight_sums').all()).toEqual([
      { step_ms: 900_000, outcome: 'approved', orders: 1 },
      { step_ms: 86_400_000, outcome: 'approved', orders: 1 },
    ])
  })
})

describe('the step to the sums', () => {
  let folder: TestFolder
  beforeEach(() => {
    folder = new TestFolder()
  })
  afterEach(() => {
    folder.remove()
  })

  it('fills them from the orders, their messages, facts and timelines', () => {
    const database = new TestDatabase(
      folder.closing(createWriter({ file: folder.file, factNames }, folder.key)),
    )
    const ended = database.chargeIn('accepted', {}, { bin: '411111', lastFour: '1111' })
    database.change(
      ended,
      { status: 'declined', errorMessage: 'Declined [51]', cardCountry: 'NOR' },
      {
        facts: [{ name: 'card-country-alpha-three-code', value: 'NOR' }],
        entries: [entry('final', { atMs: startMs + 1000 })],
      },
    )
    const again = database.chargeIn(
      'accepted',
      { createdAtMs: startMs + 60_000 },
      { bin: '411111', lastFour: '1111' },
    )
    const paid = database.change(
      again,
      { status: 'approved' },
      {
        atMs: startMs + 63_000,
        entries: [entry('final', { atMs: startMs + 63_000 })],
      },
    )
    database.change(paid, { later: { ...noLaterTransactions, refundState: 'partial', refundedMinor: 900 } })
    database.chargeIn('outcome-unknown', { createdAtMs: startMs + 10 ** 9 })
    const { db } = withDatabase()
    const before = stored(db)
    expect(before).toHaveLength(6)
    db.close()
    database.open.close()

    folder.tamper(beforeInsights)
    const opened = connect({ file: folder.file }, folder.key, 'write')
    addInsights(opened)
    opened.close()
    const after = withDatabase().db
    expect(stored(after)).toEqual(before)
    expect(scanned(after)).toEqual(before)
  })

  it('fills them from a history that an earlier app left', () => {
    folder.createHistoryOf110()
    const opening = openWriter({ file: folder.file }, folder.key)
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    folder.closing(opening)
    const { db } = withDatabase()
    const sum = db.prepare<[], number>('SELECT sum(orders) FROM insight_sums WHERE step_ms = 900000').pluck()
    expect(sum.get()).toBe(db.prepare('SELECT count(*) FROM orders').pluck().get())
    expect(stored(db)).toEqual(scanned(db))
  })

  function withDatabase() {
    return { db: folder.closing(connect({ file: folder.file }, folder.key, 'read')) }
  }
})
