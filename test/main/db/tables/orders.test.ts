import { beforeEach, describe, expect, it } from 'vitest'
import { aDraft, recordOf } from '../../../support/builders'
import type { OrderChange, OrderRecord } from '../../../../src-main/ports/storage'
import { checkedView } from '../../../../src-shared/domain/order'
import { noLaterTransactions } from '../../../../src-shared/domain/later-transactions'
import {
  TestDatabase,
  memoryDatabase,
  card,
  cardOf,
  entry,
  exchange,
  newOrder,
  profile,
  refusalOf,
  startMs,
} from '../builders'
import { everyExchange } from '../../../../src-shared/domain/exchange'

let open: ReturnType<typeof memoryDatabase>
let database: TestDatabase

beforeEach(() => {
  open = memoryDatabase()
  database = new TestDatabase(open)
})

const adopt = (set: Parameters<typeof newOrder>[0] = {}) =>
  recordOf(database.open.writer.adoptOrder(newOrder(set), [entry('adopted')]))
const timelineOf = (orderId: string) => database.open.reader.getOrderView(orderId)?.timeline ?? []

describe('adopting an order', () => {
  it('stores every part and shows it as processing until the gateway reports more', () => {
    const order = adopt({
      gatewayOrderId: '6684100',
      description: 'Hat',
      reference: 'R-1',
      cardholderName: 'Iva',
    })
    expect(order).toEqual({
      summary: {
        orderId: '1',
        revision: 1,
        profileId: 'prof-1',
        environment: 'simulator',
        kind: 'adopted',
        createdAtMs: startMs,
        changedAtMs: startMs,
        family: 'open',
        word: 'processing',
        chargeId: null,
        chargeState: null,
        status: null,
        orderStage: null,
        amountMinor: null,
        currency: null,
        clientOrderId: 'INV-2041',
        gatewayOrderId: '6684100',
        cardId: null,
        bin: null,
        lastFour: null,
        cardholderName: 'Iva',
        description: 'Hat',
        reference: 'R-1',
        errorCode: null,
        errorMessage: null,
        isControlRefused: false,
        transactionType: null,
        followState: 'following',
        answeredAtMs: null,
        nextCheckAtMs: startMs,
        watchUntilMs: null,
        lastCheckFailure: null,
        alert: null,
        awaitedStep: null,
        chargedMinor: null,
        later: noLaterTransactions,
        imported: null,
      },
      route: { kind: 'endpoint', id: '4411' },
      charge: null,
      followedSinceMs: startMs,
      followedForMs: 0,
      confirmedAtMs: null,
      checks: 0,
      steps: [],
      facts: [],
      openCase: null,
    })
    expect(database.open.reader.getOrder('1')).toEqual(order)
    expect(database.open.reader.findOrder('prof-1', 'INV-2041')).toEqual(order)
  })

  it('is refused for an id that is in the log of this profile, and only this profile', () => {
    adopt()
    expect(refusalOf(() => adopt())).toEqual({ code: 'not-allowed-now', reason: 'already-in-log' })
    database.open.writer.saveProfile(profile({ profileId: 'prof-2' }))
    expect(adopt({ profileId: 'prof-2' }).summary.orderId).toBe('2')
  })

  it('is refused for a profile or a card that is not there', () => {
    expect(refusalOf(() => adopt({ profileId: 'none' }))).toEqual({ code: 'not-found', reason: 'profile' })
    expect(refusalOf(() => adopt({ cardId: '77' }))).toEqual({ code: 'not-found', reason: 'card' })
  })

  it('keeps ids exactly as given, beyond what a number holds and with leading zeros', () => {
    const ids = ['1152735103331642317', '254401001128200040', '0012345', '9007199254740993']
    for (const id of ids) {
      const order = adopt({ clientOrderId: id, gatewayOrderId: id })
      expect(order.summary).toMatchObject({ clientOrderId: id, gatewayOrderId: id })
      expect(database.open.reader.findOrder('prof-1', id)?.summary.gatewayOrderId).toBe(id)
    }
    const stored = database.open.writer.upsertCard(
      card({ cardRefId: '9007199254740993', unqCardRefId: '0007' }),
    ).view
    expect(stored).toMatchObject({ cardRefId: '9007199254740993', unqCardRefId: '0007' })
  })

  it('answers null for ids that no order can have', () => {
    adopt()
    for (const id of ['', '0', '01', '1.0', '1e0', ' 1', '0x1', '-1', '2', '9'.repeat(30), "1' OR '1'='1"]) {
      expect(database.open.reader.getOrder(id)).toBeNull()
      expect(database.open.reader.getOrderView(id)).toBeNull()
      expect(database.open.reader.listOrderExchanges(id)).toEqual([])
      expect(database.open.reader.getExchange(id)).toBeNull()
      expect(database.open.reader.listRelatedCharges(cardOf(id), 0)).toEqual([])
    }
  })
})

describe('a second order of the gateway under one client order id (B11)', () => {
  const attempt = (gatewayOrderId: string | null) => adopt({ gatewayOrderId })
  const refused = (step: () => unknown) => refusalOf(step)?.reason

  it('is kept beside the first once both are known by their own ids', () => {
    const { reader } = database.open
    const own = database.recorded({ clientOrderId: 'INV-2041' })
    expect(refused(() => attempt('6684199'))).toBe('first-attempt-unknown')
    database.change(own, { gatewayOrderId: '6684100' })
    expect(refused(() => attempt('6684100'))).toBe('already-in-log')
    expect(refused(() => attempt(null))).toBe('already-in-log')
    const other = attempt('6684199')
    expect(refused(() => attempt('6684199'))).toBe('already-in-log')
    expect(other.summary.orderId).not.toBe(own.summary.orderId)
    const find = (gatewayOrderId?: string) =>
      reader.findOrder('prof-1', 'INV-2041', gatewayOrderId)?.summary.orderId
    expect(find('6684199')).toBe(other.summary.orderId)
    for (const id of ['6684100', '1', undefined]) expect(find(id), id).toBe(own.summary.orderId)
  })

  it('never makes room for a charge of our own', () => {
    attempt('6684100')
    expect(refused(() => database.recorded({ clientOrderId: 'INV-2041' }))).toBe('already-in-log')
  })
})

describe('changing an order', () => {
  it('sets the named columns, keeps the others and raises the revision', () => {
    const before = adopt({ amountMinor: 1015, currency: 'USD', description: 'Hat' })
    const after = database.change(before, {
      status: 'approved',
      orderStage: 'sale_approved',
      gatewayOrderId: '6684100',
      bin: '41111122',
      lastFour: '1111',
      followState: 'stopped',
      nextCheckAtMs: null,
      answeredAtMs: startMs + 900,
      checks: 3,
    })
    expect(after.summary).toEqual({
      ...before.summary,
      revision: 2,
      changedAtMs: startMs + 1000,
      family: 'approved',
      word: 'approved',
      status: 'approved',
      orderStage: 'sale_approved',
      gatewayOrderId: '6684100',
      bin: '411111',
      lastFour: '1111',
      followState: 'stopped',
      nextCheckAtMs: null,
      answeredAtMs: startMs + 900,
    })
    expect(after.checks).toBe(3)
    expect(database.change(after, { orderStage: null }).summary.orderStage).toBeNull()
  })

  it('answers with the view that a reader gives, and with the exchange that was stored', () => {
    const { writer, reader } = database.open
    const { summary } = adopt()
    const written = (revision: number, rest: object) =>
      writer.changeOrder({
        ...{ orderId: summary.orderId, expectedRevision: revision, atMs: startMs, set: {} },
        ...{ entries: [entry('status-unchanged')] },
        ...rest,
      })
    const changes = [{}, { exchange: exchange() }, { exchange: exchange({ serialNumber: 'sn-2' }) }]
    for (const [index, rest] of changes.entries()) {
      const { view, exchange: stored } = written(index + 1, rest)
      expect(view).toEqual(reader.getOrderView(summary.orderId))
      expect(stored).toEqual(reader.listExchanges(everyExchange, null, 1).rows[0] ?? null)
    }
    expect(written(changes.length + 1, {}).exchange).toBeNull()
  })

  describe('by a check', () => {
    const check = (order: OrderRecord, atMs: number, parts: Partial<OrderChange> = {}) =>
      database.open.writer.recordCheck({
        ...{ orderId: order.summary.orderId, expectedRevision: order.summary.revision, atMs },
        entries: [entry('status-unchanged', { atMs })],
        exchange: exchange({ serialNumber: `sn-${String(atMs)}` }),
        ...parts,
        set: {
          ...{ checks: order.checks + 1, answeredAtMs: atMs, nextCheckAtMs: atMs + 4000 },
          ...parts.set,
        },
      })
    const viewNow = () => {
      const view = database.open.reader.getOrderView('1')
      if (view === null) throw new Error('the order is gone')
      return view
    }

    it('that found nothing new answers with all that it changed, as often as it comes', () => {
      let order: OrderRecord = check(adopt(), startMs + 10)
      for (const atMs of [20, 30, 40].map((ms) => startMs + ms)) {
        const before = viewNow()
        const checked = check(order, atMs)
        if (!('check' in checked)) throw new Error('news where there is none')
        expect(checkedView(before, checked.check)).toEqual(viewNow())
        expect(checked.check.run).toMatchObject({ lastAtMs: atMs, serialNumber: `sn-${String(atMs)}` })
        order = checked
      }
      expect(order).toMatchObject({ checks: 4, summary: { nextCheckAtMs: startMs + 4040 } })
    })

    it.each<[string, Partial<OrderChange>]>([
      ['a line in the timeline', { entries: [entry('status-changed')] }],
      ['another failure', { entries: [entry('check-failed', { text: 'timeout' })] }],
      ['a column', { set: { lastCheckFailure: 'timeout' } }],
      ['the end of following', { set: { followState: 'needs-review', nextCheckAtMs: null } }],
      ['a fact', { facts: [{ name: 'processor-rrn', value: '515' }] }],
    ])('that brought %s answers with the whole view', (_, parts) => {
      const first = check(adopt(), startMs + 10)
      expect(first).toHaveProperty('view')
      const second = check(first, startMs + 20)
      expect(second).toHaveProperty('check')
      expect(check(second, startMs + 30, parts)).toMatchObject({ view: viewNow() })
    })

    it('after a note begins a new entry with all its data', () => {
      const checked = check(check(adopt(), startMs + 10), startMs + 20)
      const noted = database.change(checked, {}, { entries: [entry('note', { text: 'hello' })] })
      expect(check(noted, startMs + 30)).toMatchObject({ view: viewNow() })
    })
  })

  it('is refused whole for another revision or an order that is not there', () => {
    const order = adopt()
    database.change(order, { status: 'processing' })
    const stale = () =>
      database.change(order, { status: 'declined' }, { entries: [entry('final')], exchange: exchange() })
    expect(refusalOf(stale)).toEqual({ code: 'not-allowed-now', reason: 'revision' })
    expect(database.open.reader.getOrder('1')?.summary.status).toBe('processing')
    expect(database.open.reader.listOrderExchanges('1')).toEqual([])
    expect(timelineOf('1')).toHaveLength(1)
    const nowhere = { ...order, summary: { ...order.summary, orderId: '99' } }
    expect(refusalOf(() => database.change(nowhere, {}))).toEqual({ code: 'not-found', reason: 'order' })
  })

  it('stores columns, charge, facts, entries and exchange together or not at all', () => {
    const order = database.chargeIn('sending')
    const change = {
      facts: [{ name: 'paynet-order-id', value: '6684100' }],
      entries: [entry('accepted')],
      exchange: exchange(),
      charge: { from: 'sending', expectedVersion: 3, to: 'cancelled' },
    } as const
    expect(refusalOf(() => database.change(order, { gatewayOrderId: '6684100' }, change))).toEqual({
      code: 'not-allowed-now',
      reason: 'forbidden-transition',
    })
    expect(database.open.reader.getOrder(order.summary.orderId)).toEqual(order)
    expect(database.open.reader.listExchanges(everyExchange, null, 10).total).toBe(0)
    const done = database.change(
      order,
      { gatewayOrderId: '6684100' },
      { ...change, charge: { ...change.charge, to: 'accepted' } },
    )
    expect(done).toMatchObject({
      summary: { gatewayOrderId: '6684100', chargeState: 'accepted' },
      charge: { state: 'accepted' },
      facts: [{ name: 'paynet-order-id', value: '6684100', atMs: startMs + 1000 }],
    })
    const [stored] = database.open.reader.listOrderExchanges(order.summary.orderId)
    expect(stored).toMatchObject({ orderId: order.summary.orderId, ...exchange() })
    expect(timelineOf(order.summary.orderId).at(-1)).toMatchObject({
      kind: 'accepted',
      exchangeId: stored?.exchangeId,
      serialNumber: exchange().serialNumber,
    })
  })

  it('refuses a change of a charge that the order has none of', () => {
    const change = { charge: { from: 'sending', expectedVersion: 1, to: 'accepted' } } as const
    expect(refusalOf(() => database.change(adopt(), {}, change))).toEqual({
      code: 'not-found',
      reason: 'charge',
    })
  })

  it('shows the state of our charge until the gateway has a status', () => {
    const shown = (['not-sent', 'outcome-unknown', 'rejected', 'resolved-absent', 'accepted'] as const).map(
      (state) => {
        const { family, word } = database.chargeIn(state).summary
        return [state, family, word]
      },
    )
    expect(shown).toEqual([
      ['not-sent', 'error', 'not sent'],
      ['outcome-unknown', 'unknown', 'outcome unknown'],
      ['rejected', 'error', 'refused'],
      ['resolved-absent', 'error', 'settled: not charged'],
      ['accepted', 'open', 'processing'],
    ])
  })

  it('keeps what an order is, whatever tries to change it', () => {
    adopt()
    database.open.writer.saveProfile(profile({ profileId: 'prof-2' }))
    const db = open.db
    for (const set of [
      `client_order_id = 'other'`,
      'profile_key = 2',
      `environment = 'production'`,
      `kind = 'rebill-sale'`,
      'created_at_ms = 1',
      'order_id = 7',
    ])
      expect(() => db.exec(`UPDATE orders SET ${set}, revision = revision + 1`)).toThrow('order-identity')
    expect(() => db.exec(`UPDATE orders SET status = 'approved'`)).toThrow('revision')
  })
})

describe('facts', () => {
  it('keep the latest value of each field in the order of first sight', () => {
    const order = adopt()
    const first = database.change(
      order,
      {},
      {
        facts: [
          { name: 'status', value: 'processing' },
          { name: '__proto__', value: 'x' },
        ],
      },
    )
    const second = database.change(
      first,
      {},
      {
        atMs: startMs + 2000,
        facts: [
          { name: 'bank-name', value: 'Žižkov "Bank"\n' },
          { name: 'status', value: 'approved' },
        ],
      },
    )
    expect(second.facts).toEqual([
      { name: 'status', fact: 'status', value: 'approved', atMs: startMs + 2000 },
      { name: '__proto__', value: 'x', atMs: startMs + 1000 },
      { name: 'bank-name', fact: 'bankName', value: 'Žižkov "Bank"\n', atMs: startMs + 2000 },
    ])
    expect(database.open.reader.getOrderView('1')?.facts).toEqual(second.facts)
  })
})

describe('exchanges', () => {
  it('are stored without an order too, and read back as they were', () => {
    const unreadable = exchange({
      operation: 'get-card-info',
      outcome: 'no-readable-answer',
      httpStatus: 502,
      answerType: null,
      serialNumber: null,
      clientOrderId: null,
      failure: 'html-page',
      answer: [],
      unreadableBody: '<html>Žádná odpověď</html>',
    })
    const view = database.open.writer.recordExchange(unreadable, null)
    expect(view).toEqual({ ...unreadable, exchangeId: '1', orderId: null })
    expect(database.open.reader.getExchange('1')).toEqual(view)
    adopt()
    expect(database.open.writer.recordExchange(exchange(), '1').orderId).toBe('1')
  })

  it('keep the mark of a value that is bytes, not text (B10)', () => {
    const { writer, reader } = database.open
    const answer = [
      { name: 'status', value: 'approved' },
      { name: 'name', value: '%C8%E2', isUnreadable: true as const },
    ]
    expect(writer.recordExchange(exchange({ answer }), null).answer).toEqual(answer)
    expect(reader.getExchange('1')?.answer).toEqual(answer)
  })

  it('are refused for an order or a profile that is not there', () => {
    const { writer } = database.open
    expect(refusalOf(() => writer.recordExchange(exchange(), '5'))).toEqual({
      code: 'not-found',
      reason: 'order',
    })
    expect(refusalOf(() => writer.recordExchange(exchange({ profileId: 'none' }), null))).toEqual({
      code: 'not-found',
      reason: 'profile',
    })
  })
})

describe('the amounts tried in turn', () => {
  it('are shown with the order they belong to', () => {
    const order = database.recorded({ draft: aDraft({ enumerateAmounts: '49.00, 39.00' }) })
    expect(database.open.reader.getOrderView(order.summary.orderId)?.enumeratedAmounts).toEqual([
      '49.00',
      '39.00',
    ])
  })
})
