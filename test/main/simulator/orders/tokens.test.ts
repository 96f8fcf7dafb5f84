import { afterEach, describe, expect, it } from 'vitest'
import {
  HandClock,
  martaToken,
  post,
  signedCardInfo,
  signedCardRef,
  signedRebill,
  signedSale,
  start,
  statusOf,
  stopAll,
} from '../support'
import type { Simulator } from '../../../../src-main/simulator/server/server'
import type { Form } from '../support'

afterEach(stopAll)

async function setUp(options = {}): Promise<{ clock: HandClock; simulator: Simulator }> {
  const clock = new HandClock()
  return { clock, simulator: await start({ clock, ...options }) }
}

const rebill = (simulator: Simulator, form: Form, command = 'make-rebill') =>
  post(simulator, `/api/v2/${command}/group/7722`, form)

describe('a card token', () => {
  const register = (simulator: Simulator, clientOrderId: string, gatewayOrderId: string) =>
    post(simulator, '/api/v2/create-card-ref/4411', signedCardRef(clientOrderId, gatewayOrderId))

  it('is made when the order is final, and can be used any number of times', async () => {
    const { clock, simulator } = await setUp()
    const { 'paynet-order-id': id = '' } = await post(simulator, '/api/v2/sale/4411', signedSale('1015'))
    expect(await register(simulator, 'S-1', id)).toMatchObject({
      type: 'validation-error',
      'error-message': 'Order is not in a final status',
      'error-code': '8',
    })
    clock.advance(7_000)
    const token = await register(simulator, 'S-1', id)
    expect(token).toMatchObject({
      type: 'create-card-ref-response',
      status: 'approved',
      'card-ref-id': expect.stringMatching(/^\d+$/),
      'unq-card-ref-id': expect.stringMatching(/^\d+$/),
      'end-point-id': '4411',
    })
    for (const number of [1, 2, 3]) {
      const form = signedRebill('1015', {
        client_orderid: `R-${number}`,
        cardrefid: token['card-ref-id'] ?? '',
      })
      expect((await rebill(simulator, form)).type).toBe('async-response')
    }
    expect(await register(simulator, 'S-1', id)).toMatchObject({ 'card-ref-id': token['card-ref-id'] })
  })

  it.each([
    ['declined', '116', true],
    ['declined', '209', true],
    ['unknown', '217', false],
  ])('of an order that is %s (security code %s): made is %s', async (status, cvv2, isMade) => {
    const { clock, simulator } = await setUp()
    const { 'paynet-order-id': id = '' } = await post(
      simulator,
      '/api/v2/sale/4411',
      signedSale('1015', { cvv2 }),
    )
    clock.advance(7_000)
    expect((await statusOf(simulator, 'S-1')).status).toBe(status)
    expect((await register(simulator, 'S-1', id)).type === 'create-card-ref-response').toBe(isMade)
  })

  it('has the same unq-card-ref-id for the same card number, and another one for another card', async () => {
    const { clock, simulator } = await setUp()
    const made: Form[] = []
    for (const [index, card] of ['4444555566661111', '4444555566661111', '4111111111111111'].entries()) {
      const client_orderid = `S-${index}`
      const form = signedSale('1015', { client_orderid, credit_card_number: card })
      const { 'paynet-order-id': id = '' } = await post(simulator, '/api/v2/sale/4411', form)
      clock.advance(7_000)
      made.push(await register(simulator, client_orderid, id))
    }
    expect(new Set(made.map((token) => token['card-ref-id'])).size).toBe(3)
    expect(made[1]?.['unq-card-ref-id']).toBe(made[0]?.['unq-card-ref-id'])
    expect(made[2]?.['unq-card-ref-id']).not.toBe(made[0]?.['unq-card-ref-id'])
  })

  it('gives the card info of its card', async () => {
    const { simulator } = await setUp()
    expect(await post(simulator, '/api/v2/get-card-info/4411', signedCardInfo(martaToken))).toEqual({
      type: 'get-card-info-response',
      'serial-number': expect.any(String),
      'card-printed-name': 'Marta Lindqvist',
      'expire-year': '2028',
      'expire-month': '5',
      bin: '444455',
      'last-four-digits': '1111',
    })
  })
})
