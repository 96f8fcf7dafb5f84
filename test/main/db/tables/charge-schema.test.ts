import { beforeEach, describe, expect, it } from 'vitest'
import { chargeState, type ChargeState } from '../../../../src-shared/domain/charge'
import type { OrderRecord } from '../../../../src-main/ports/storage'
import {
  draft,
  entry,
  exchange,
  newOrder,
  refusalOf,
  startMs,
  TestDatabase,
  memoryDatabase,
} from '../builders'

let open: ReturnType<typeof memoryDatabase>
let database: TestDatabase

beforeEach(() => {
  open = memoryDatabase()
  database = new TestDatabase(open)
})

describe('the schema', () => {
  const forbidden: readonly [
    name: string,
    state: Exclude<ChargeState, 'draft'>,
    sql: string,
    reason: string,
  ][] = [
    ['a second transmission', 'accepted', 'transmissions = 2', 'forbidden-transmission'],
    [
      'taking a transmission back without proof',
      'outcome-unknown',
      'transmissions = 0',
      'forbidden-transmission',
    ],
    ['a transmission without sending', 'recorded', 'transmissions = 1', 'forbidden-transmission'],
    ['sending without counting it', 'recorded', `state = 'sending'`, 'forbidden-transmission'],
    ['another amount', 'recorded', 'amount_minor = 1', 'charge-is-fixed'],
    ['another currency', 'recorded', `currency = 'USD'`, 'charge-is-fixed'],
    ['another card token', 'sending', `card_ref_id = '1'`, 'charge-is-fixed'],
    ['another card', 'sending', 'card_id = card_id + 1', 'charge-is-fixed'],
    ['another kind', 'final', `kind = 'rebill-auth'`, 'charge-is-fixed'],
    ['another client order id', 'not-sent', `client_order_id = 'x'`, 'charge-is-fixed'],
    ['another form', 'not-sent', `draft = '{}'`, 'charge-is-fixed'],
    ['another order', 'sending', 'order_id = order_id + 1', 'charge-identity'],
    ['another profile', 'sending', 'profile_key = profile_key + 1', 'charge-identity'],
    ['another charge id', 'final', `charge_id = 'x'`, 'charge-identity'],
  ]

  it.each(forbidden)('refuses %s', (_name, state, sql, reason) => {
    const order = database.chargeIn(state)
    const db = open.db
    expect(() => db.exec(`UPDATE charges SET ${sql}, state_version = state_version + 1`)).toThrow(reason)
    expect(database.open.reader.getOrder(order.summary.orderId)).toEqual(order)
  })

  it('refuses a change that does not count', () => {
    database.chargeIn('recorded')
    const db = open.db
    expect(() => db.exec(`UPDATE charges SET state = state`)).toThrow('charge-state')
  })

  it('refuses a charge that does not start as a draft', () => {
    database.chargeIn('sending')
    const db = open.db
    const copy = (state: string, transmissions: number) =>
      db.exec(`
        INSERT INTO charges (
          charge_id, profile_key, order_id, state, state_version, transmissions, kind, client_order_id, card_id,
          card_ref_id, amount_minor, currency, preview_hash, draft, sent_parameters, created_at_ms
        ) SELECT 'copy', profile_key, NULL, '${state}', 1, ${String(transmissions)}, kind, client_order_id,
          card_id, card_ref_id, amount_minor, currency, preview_hash, draft, NULL, created_at_ms FROM charges
      `)
    expect(() => copy('recorded', 0)).toThrow('charge-must-start-as-draft')
    expect(() => copy('draft', 1)).toThrow('charge-must-start-as-draft')
    expect(() => copy('draft', 0)).not.toThrow()
  })

  it.each(chargeState.options.filter((state) => state !== 'draft'))(
    'never lets a charge that is %s be deleted',
    (state) => {
      const order = database.chargeIn(state)
      expect(
        refusalOf(() => {
          database.open.writer.discardDraft(order.charge?.chargeId ?? '')
        }),
      ).toEqual({
        code: 'not-allowed-now',
        reason: 'charge-is-kept',
      })
      const db = open.db
      expect(() => db.exec('DELETE FROM charges')).toThrow('charge-is-kept')
      expect(() => db.exec('REPLACE INTO charges SELECT * FROM charges')).toThrow()
      expect(() => db.exec('DELETE FROM orders')).toThrow('orders-are-kept')
    },
  )

  it('refuses to store a charge without an amount', () => {
    for (const amountMinor of [0, -1])
      expect(
        refusalOf(() => database.open.writer.saveDraft(draft({ cardId: database.cardId, amountMinor }))),
      ).toEqual({
        code: 'internal',
        reason: 'constraint',
      })
  })
})

describe('the schema keeps the history of an order', () => {
  const day = 86_400_000
  const bump = 'revision = revision + 1'

  /** A charge that was sent, found and approved, with a run of checks that is still open. */
  function approved(): OrderRecord {
    const accepted = database.change(database.chargeIn('accepted'), {
      ...{ gatewayOrderId: '6684100', bin: '411111', lastFour: '1111' },
    })
    const { charge } = accepted
    if (charge === null) throw new Error('no charge')
    const final = database.change(
      accepted,
      { status: 'approved', answeredAtMs: startMs, alert: 'changed-after-final' },
      {
        charge: { from: 'accepted', expectedVersion: charge.stateVersion, to: 'final' },
        facts: [{ name: 'status', value: 'approved' }],
        entries: [entry('final')],
        exchange: exchange(),
      },
    )
    return database.change(final, {}, { entries: [entry('status-unchanged', { atMs: startMs + 9 })] })
  }

  const row = (seq: number, atMs: number, kind = 'note', actor = `'Iva'`) =>
    `INSERT INTO timeline (order_id, seq, at_ms, kind, actor, exchange_id, changes, text) VALUES (1, ${String(seq)}, ${String(atMs)}, '${kind}', ${actor}, NULL, NULL, 'x')`
  const run = (seq: number, atMs: number) =>
    `INSERT INTO poll_runs VALUES (1, ${String(seq)}, 'check-failed', ${String(atMs)}, ${String(atMs)}, 1, NULL, NULL, 'x')`

  it.each([
    ['another amount', `UPDATE orders SET amount_minor = 1, ${bump}`, 'order-money'],
    ['no amount', `UPDATE orders SET amount_minor = NULL, ${bump}`, 'order-money'],
    ['another currency', `UPDATE orders SET currency = 'USD', ${bump}`, 'order-money'],
    ['another order of the gateway', `UPDATE orders SET gateway_order_id = '1', ${bump}`, 'order-identity'],
    ['no order of the gateway', `UPDATE orders SET gateway_order_id = NULL, ${bump}`, 'order-identity'],
    ['other first digits', `UPDATE orders SET bin = '555555', ${bump}`, 'order-identity'],
    ['no last digits', `UPDATE orders SET last_four = NULL, ${bump}`, 'order-identity'],
    ['another card', `UPDATE orders SET card_id = NULL, ${bump}`, 'order-identity'],
    ['another entry point', `UPDATE orders SET route_id = '9', ${bump}`, 'order-identity'],
    ['approved that becomes declined', `UPDATE orders SET status = 'declined', ${bump}`, 'order-outcome'],
    ['approved that is taken back', `UPDATE orders SET status = NULL, ${bump}`, 'order-outcome'],
    ['a contradiction that is cleared', `UPDATE orders SET alert = NULL, ${bump}`, 'order-outcome'],
    ['a contradiction that is renamed', `UPDATE orders SET alert = 'protocol', ${bump}`, 'order-outcome'],
    [
      'other parameters after sending',
      `UPDATE charges SET sent_parameters = '[]', state_version = state_version + 1`,
      'charge-is-fixed',
    ],
    [
      'another preview after sending',
      `UPDATE charges SET preview_hash = 'x', state_version = state_version + 1`,
      'charge-is-fixed',
    ],
    ['a row that is dated back', row(4, startMs - day), 'timeline-order'],
    ['a row between others', row(1, startMs), 'timeline-order'],
    ['a row that leaves a gap', row(9, startMs + day), 'timeline-order'],
    ['a verdict of nobody', row(4, startMs + day, 'resolved', 'NULL'), 'nobody-resolved'],
    ['a verdict of a blank name', row(4, startMs + day, 'resolved', `' '`), 'nobody-resolved'],
    ['a run of checks that is dated back', run(4, startMs - day), 'timeline-order'],
    ['a run of checks that leaves a gap', run(9, startMs + day), 'timeline-order'],
    ['a run of checks with another reason', `UPDATE poll_runs SET text = 'x', count = 2`, 'append-only'],
    ['a run of checks that began later', `UPDATE poll_runs SET at_ms = 0, count = 2`, 'append-only'],
    ['a run of fewer checks', `UPDATE poll_runs SET count = 1`, 'append-only'],
    [
      'a run of checks that ended earlier',
      `UPDATE poll_runs SET last_at_ms = ${String(startMs - day)}, count = 2`,
      'append-only',
    ],
    ['a run of checks that is deleted', 'DELETE FROM poll_runs', 'append-only'],
    ['other facts', `UPDATE order_facts SET facts = '[]'`, 'facts-without-change'],
    ['facts that name a later change', `UPDATE order_facts SET facts = '[]', revision = 99`, 'facts-without'],
    ['facts that are deleted', 'DELETE FROM order_facts', 'append-only'],
    ['facts that are replaced', `REPLACE INTO order_facts VALUES (1, '[]', 99)`, 'append-only'],
    ['another address', `UPDATE profiles SET base_url = 'https://x.example'`, 'profile-has-orders'],
    ['another environment', `UPDATE profiles SET environment = 'production'`, 'profile-has-orders'],
  ])('and refuses %s (B8)', (_name, sql, reason) => {
    const order = approved()
    const view = database.open.reader.getOrderView(order.summary.orderId)
    expect(() => open.db.exec(sql)).toThrow(reason)
    expect(database.open.reader.getOrderView(order.summary.orderId)).toEqual(view)
  })

  it.each([
    ['a later row', row(4, startMs + day)],
    ['a later run of checks', run(4, startMs + day)],
    ['a verdict with a name', row(4, startMs + day, 'resolved')],
    ['a run that goes on', `UPDATE poll_runs SET count = count + 1, last_at_ms = ${String(startMs + day)}`],
    [
      'a row by a clock that was set back, with its order',
      `UPDATE orders SET changed_at_ms = ${String(startMs - day)}, ${bump}; ${row(4, startMs - day)}`,
    ],
    [
      'facts of a later transaction, with their order',
      `UPDATE orders SET ${bump}; UPDATE order_facts SET facts = '[]', revision = (SELECT revision FROM orders)`,
    ],
    ['another name of the profile', `UPDATE profiles SET name = 'x', login = 'y'`],
  ])('and takes %s (B8)', (_name, sql) => {
    approved()
    expect(() => open.db.exec(sql)).not.toThrow()
  })

  it('and takes what an adopted order and a charge learn from their first answers (B8)', () => {
    const adopted = database.open.writer.adoptOrder(newOrder(), [entry('adopted')])
    const known = { amountMinor: 4900, currency: 'EUR', gatewayOrderId: '1', bin: '411111', lastFour: '1111' }
    expect(database.change(adopted, known).summary).toMatchObject(known)
    const sent = database.chargeIn('outcome-unknown')
    const digits = { gatewayOrderId: '2', bin: '411111', lastFour: '1111' }
    expect(database.change(sent, { ...digits, alert: 'mismatch' }).summary).toMatchObject(digits)
    const flagged = database.open.reader.getOrder(sent.summary.orderId)
    if (flagged === null) throw new Error('no order')
    expect(database.change(flagged, { alert: null, status: 'processing' }).summary.alert).toBeNull()
  })

  it('and accepts other parameters when a person confirms an unsent charge again (B8)', () => {
    const notSent = database.chargeIn('not-sent')
    const again = { previewHash: 'second', sentParameters: [{ name: 'amount', value: '49.00' }] }
    const version = notSent.charge?.stateVersion ?? 0
    const recorded = database.change(
      notSent,
      {},
      {
        charge: { from: 'not-sent', expectedVersion: version, to: 'recorded', ...again },
      },
    )
    expect(recorded.charge?.previewHash).toBe('second')
    const sending = database.change(
      recorded,
      {},
      {
        charge: {
          ...{ from: 'recorded', expectedVersion: version + 1, to: 'sending', transmissions: 1 },
          ...{ ...again, previewHash: 'third' },
        },
      },
    )
    expect(sending.charge?.previewHash).toBe('third')
  })

  it('and refuses other parameters of a recorded charge without a new confirmation (B8)', () => {
    database.chargeIn('recorded')
    const sql = `UPDATE charges SET sent_parameters = '[]', state_version = state_version + 1`
    expect(() => open.db.exec(sql)).toThrow('charge-is-fixed')
  })

  it('and lets the address of a profile be mended while no gateway knows an order of it (B8)', () => {
    database.chargeIn('not-sent')
    database.open.writer.adoptOrder(newOrder(), [entry('adopted')])
    expect(() => open.db.exec(`UPDATE profiles SET base_url = 'https://x.example'`)).not.toThrow()
  })
})

describe('a charge without a card token', () => {
  const insert = (kind: string, card: string) => () =>
    open.db.exec(`
        INSERT INTO charges (charge_id, profile_key, state, state_version, transmissions, kind, client_order_id, card_id,
          card_ref_id, amount_minor, currency, draft, created_at_ms)
        VALUES ('new', 1, 'draft', 1, 0, '${kind}', 'x', ${card}, 1, 'EUR', '{}', 5)
      `)

  it.each([`1, '880017'`, '1, NULL', `NULL, '880017'`])('is a sale: none with the card %s', (card) => {
    expect(insert('sale', card)).toThrow('CHECK')
  })

  it.each(['NULL, NULL', '1, NULL', `NULL, '880017'`])('is not a rebill: none with the card %s', (card) => {
    expect(insert('rebill-auth', card)).toThrow('CHECK')
  })

  it('is stored as a sale', () => {
    expect(insert('sale', 'NULL, NULL')).not.toThrow()
  })
})
