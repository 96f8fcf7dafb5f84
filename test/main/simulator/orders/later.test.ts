import { afterEach, describe, expect, it } from 'vitest'
import {
  HandClock,
  control,
  post,
  signedRebill,
  signedStatus,
  start,
  statusOf,
  stopAll,
  welcomeOf,
} from '../support'
import type { Simulator } from '../../../../src-main/simulator/server/server'
import type { Form } from '../support'

afterEach(stopAll)

async function paid(options = {}): Promise<{ clock: HandClock; simulator: Simulator; serialNumber: string }> {
  const clock = new HandClock()
  const simulator = await start({ clock, ...options })
  const rebill = signedRebill('10000', { amount: '100' })
  const { 'serial-number': serialNumber = '' } = await post(
    simulator,
    '/api/v2/make-rebill/group/7722',
    rebill,
  )
  clock.advance(7_000)
  return { clock, simulator, serialNumber }
}

const later = (simulator: Simulator, said: object) =>
  control(simulator, { later: { clientOrderId: 'T-1', ...said } })

const shown = ({ 'transaction-type': type, status, 'order-stage': stage, amount, ...rest }: Form) => [
  ...[type, status, stage, amount, rest['total-reversal-amount'] ?? null],
]

describe('a later transaction on an approved order', () => {
  it('is reported by status from then on (B9, F6)', async () => {
    const { simulator } = await paid()
    const seen = []
    for (const said of [
      { type: 'reversal', status: 'processing' },
      { type: 'reversal', status: 'approved', total: '30.00' },
      { type: 'reversal', status: 'approved', total: '45.00', amount: '55.00' },
      { type: 'reversal', status: 'declined', code: '116', message: 'no balance' },
      { type: 'chargeback', status: 'approved', total: null },
    ]) {
      await later(simulator, said)
      seen.push(shown(await statusOf(simulator, 'T-1')))
    }
    expect(seen).toEqual([
      ['reversal', 'processing', 'reversal_processing', '100.00', null],
      ['reversal', 'approved', 'reversal_approved', '100.00', '30.00'],
      ['reversal', 'approved', 'reversal_approved', '55.00', '45.00'],
      ['reversal', 'declined', 'reversal_declined', '55.00', '45.00'],
      ['chargeback', 'approved', 'chargeback_approved', '55.00', null],
    ])
  })

  it('reports the reason of a refusal and changes neither the initial amount nor the ids', async () => {
    const { simulator } = await paid()
    await later(simulator, { type: 'reversal', status: 'declined', code: '116', message: 'no balance' })
    expect(await statusOf(simulator, 'T-1')).toMatchObject({
      ...{ 'error-code': '116', 'error-message': 'no balance', 'initial-amount': '100.00' },
      ...{ 'merchant-order-id': 'T-1', currency: 'EUR' },
    })
  })

  it('is not reported to a status by the serial number of the payment', async () => {
    const { simulator, serialNumber } = await paid()
    await later(simulator, { type: 'reversal', status: 'processing' })
    const asked = signedStatus('T-1', '', { 'by-request-sn': serialNumber })
    expect(shown(await post(simulator, '/api/v2/status/4411', asked))).toEqual([
      ...['sale', 'approved', 'sale_approved', '100.00', null],
    ])
  })

  it('is refused for an order that is not approved or does not exist, and with an invalid amount', async () => {
    const { simulator } = await paid()
    await post(simulator, '/api/v2/make-rebill/group/7722', signedRebill('1015', { client_orderid: 'T-2' }))
    const said = { type: 'reversal', status: 'processing' }
    await expect(later(simulator, { ...said, clientOrderId: 'T-2' })).rejects.toThrow('not approved')
    await expect(later(simulator, { ...said, clientOrderId: 'T-3' })).rejects.toThrow('no order')
    await expect(later(simulator, { ...said, total: '3,00' })).rejects.toThrow('no amount of EUR')
    await expect(later(simulator, { ...said, type: 'sale' })).rejects.toThrow()
    expect(shown(await statusOf(simulator, 'T-1'))[0]).toBe('sale')
  })
})

describe('the past orders of the built-in merchant', () => {
  it('include each kind of refund, a chargeback and a cancelled preauth (F6)', async () => {
    const clock = new HandClock()
    const simulator = await start({ clock })
    const told = async () => {
      const { orders } = await welcomeOf(simulator)
      const answers = await Promise.all(orders.map(({ clientOrderId }) => statusOf(simulator, clientOrderId)))
      return answers
        .filter(({ 'transaction-type': type }) => type !== 'sale' && type !== 'preauth')
        .map((answer) => [...shown(answer).slice(0, 2), answer['total-reversal-amount'] ?? null])
    }
    expect(await told()).toEqual([
      ['reversal', 'approved', '30.00'],
      ['reversal', 'approved', '249.50'],
      ['reversal', 'declined', null],
      ['reversal', 'processing', null],
      ['chargeback', 'approved', null],
      ['cancel', 'approved', null],
    ])
    expect((await statusOf(simulator, 'NS-2055'))['gate-partial-reversal']).toBe('disabled')
    clock.advance(31 * 60_000)
    expect((await told())[3]).toEqual(['reversal', 'approved', '2400'])
  })
})

describe('enumerated amounts of which the second is approved', () => {
  async function rebilled(option: object): Promise<Form> {
    const clock = new HandClock()
    const simulator = await start({ clock })
    await control(simulator, option)
    const form = signedRebill('5000', { amount: '50', enumerate_amounts: '9002, 20.00,10' })
    await post(simulator, '/api/v2/make-rebill/group/7722', form)
    expect(await statusOf(simulator, 'T-1')).toMatchObject({ status: 'processing', amount: '50.00' })
    clock.advance(20_000)
    return statusOf(simulator, 'T-1')
  }

  it.each([
    ['the first amount unless told otherwise', {}, '50.00'],
    ['the first amount', { enumeratedAmount: 'first' }, '50.00'],
    ['the amount that went through', { enumeratedAmount: 'approved' }, '20.00'],
  ])('are reported with %s (F7)', async (_, option, amount) => {
    expect(await rebilled(option)).toMatchObject({ status: 'approved', amount, 'initial-amount': '50.00' })
  })
})
