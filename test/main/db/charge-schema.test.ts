import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../../src-main/db/connection'
import { chargeState, type ChargeState } from '../../../src-shared/domain/charge'
import { draft, refusalOf, TestDesk, TestFolder } from './builders'

let folder: TestFolder
let desk: TestDesk

beforeEach(() => {
  folder = new TestFolder()
  desk = new TestDesk(folder.create())
})
afterEach(() => {
  folder.remove()
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
    ['another form', 'not-sent', `draft = x'00'`, 'charge-is-fixed'],
    ['another order', 'sending', 'order_id = order_id + 1', 'charge-identity'],
    ['another profile', 'sending', 'profile_key = profile_key + 1', 'charge-identity'],
    ['another charge id', 'final', `charge_id = 'x'`, 'charge-identity'],
  ]

  it.each(forbidden)('refuses %s', (_name, state, sql, reason) => {
    const order = desk.chargeIn(state)
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
    expect(() => db.exec(`UPDATE charges SET ${sql}, state_version = state_version + 1`)).toThrow(reason)
    expect(desk.open.reader.getOrder(order.summary.orderId)).toEqual(order)
  })

  it('refuses a change that does not count', () => {
    desk.chargeIn('recorded')
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
    expect(() => db.exec(`UPDATE charges SET preview_hash = 'x'`)).toThrow('charge-state')
  })

  it('refuses a charge that does not start as a draft', () => {
    desk.chargeIn('sending')
    const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
    const copy = (state: string, transmissions: number) =>
      db.exec(`
        INSERT INTO charges SELECT 'copy', profile_key, NULL, '${state}', 1, ${String(transmissions)}, kind, client_order_id,
          card_id, card_ref_id, amount_minor, currency, preview_hash, draft, NULL, created_at_ms FROM charges
      `)
    expect(() => copy('recorded', 0)).toThrow('charge-must-start-as-draft')
    expect(() => copy('draft', 1)).toThrow('charge-must-start-as-draft')
    expect(() => copy('draft', 0)).not.toThrow()
  })

  it.each(chargeState.options.filter((state) => state !== 'draft'))(
    'never lets a charge that is %s be deleted',
    (state) => {
      const order = desk.chargeIn(state)
      expect(
        refusalOf(() => {
          desk.open.writer.discardDraft(order.charge?.chargeId ?? '')
        }),
      ).toEqual({
        code: 'not-allowed-now',
        reason: 'charge-is-kept',
      })
      const db = folder.closing(connect({ file: folder.file }, folder.key, 'write'))
      expect(() => db.exec('DELETE FROM charges')).toThrow('charge-is-kept')
      expect(() => db.exec('REPLACE INTO charges SELECT * FROM charges')).toThrow()
      expect(() => db.exec('DELETE FROM orders')).toThrow('orders-are-kept')
    },
  )

  it('refuses to store a charge without an amount', () => {
    for (const amountMinor of [0, -1])
      expect(
        refusalOf(() => desk.open.writer.saveDraft(draft({ cardId: desk.cardId, amountMinor }))),
      ).toEqual({
        code: 'internal',
        reason: 'constraint',
      })
  })
})
