import { afterEach, describe, expect, it } from 'vitest'
import {
  HandClock,
  post,
  signedCardRef,
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

async function setUp(options = {}): Promise<{ clock: HandClock; simulator: Simulator }> {
  const clock = new HandClock()
  return { clock, simulator: await start({ clock, ...options }) }
}

const rebill = (simulator: Simulator, form: Form, command = 'make-rebill') =>
  post(simulator, `/api/v2/${command}/group/7722`, form)

describe('the built-in merchant', () => {
  it('announces cards and past orders that exist at the gateway', async () => {
    const { simulator } = await setUp()
    const { merchant, cards, orders } = await welcomeOf(simulator)
    expect(merchant).toMatchObject({
      login: 'NordShop',
      endpointId: '4411',
      groupId: '7722',
      currency: 'EUR',
      groups: [{ id: '7722', currencies: ['EUR', 'USD', 'GBP', 'JPY', 'KWD'] }],
    })
    expect(cards).toHaveLength(6)
    expect(orders).toHaveLength(19)
    for (const { clientOrderId, gatewayOrderId, cardRefId, unqCardRefId } of cards) {
      const path = '/api/v2/create-card-ref/4411'
      expect(await post(simulator, path, signedCardRef(clientOrderId, gatewayOrderId))).toMatchObject({
        'card-ref-id': cardRefId,
        'unq-card-ref-id': unqCardRefId,
      })
    }
    const statuses = new Set<string | undefined>()
    for (const { clientOrderId, gatewayOrderId, kind } of orders) {
      const answer = await post(simulator, '/api/v2/status/4411', signedStatus(clientOrderId, gatewayOrderId))
      expect(answer).toMatchObject({
        type: 'status-response',
        'order-stage': expect.stringMatching(
          kind === 'sale' ? /^(?:sale|reversal|chargeback)_/ : /^(?:auth|cancel)_/,
        ),
      })
      statuses.add(answer.status)
    }
    expect([...statuses].sort()).toEqual([
      'approved',
      'declined',
      'error',
      'filtered',
      'processing',
      'unknown',
    ])
  })

  it.each([
    ['NS-2042', ['loyalty-program', 'loyalty-balance', 'loyalty-bonus', 'loyalty-message']],
    ['NS-2050', ['seller-commission', 'acquirer-commission']],
    ['NS-2044', ['country', 'city', 'zip_code', 'address1', 'first-name', 'last-name']],
    ['NS-2041', ['destination-card-country-alpha-three-code']],
  ])('has a past order %s with the optional fields %j (F6)', async (clientOrderId, names) => {
    const { simulator } = await setUp()
    const answer = await statusOf(simulator, clientOrderId)
    expect(names.filter((name) => (answer[name] ?? '') === '')).toEqual([])
  })

  it('has one expired card, which is declined, and one that is valid until the end of this month', async () => {
    const { clock, simulator } = await setUp()
    const { cards } = await welcomeOf(simulator)
    const outcome = async (nickname: RegExp) => {
      const cardRefId = cards.find((card) => nickname.test(card.nickname))?.cardRefId ?? ''
      await rebill(simulator, signedRebill('1015', { client_orderid: cardRefId, cardrefid: cardRefId }))
      clock.advance(7_000)
      return statusOf(simulator, cardRefId)
    }
    expect(await outcome(/old card/)).toMatchObject({ status: 'declined', 'error-code': '101' })
    expect(await outcome(/this month/)).toMatchObject({
      status: 'approved',
      'card-exp-month': '3',
      'card-exp-year': '2026',
    })
    clock.advance(Date.UTC(2026, 3, 1) - clock.nowMs())
    const cardRefId = cards.find((card) => /this month/.test(card.nickname))?.cardRefId ?? ''
    await rebill(simulator, signedRebill('1015', { client_orderid: 'APRIL', cardrefid: cardRefId }))
    clock.advance(7_000)
    expect(await statusOf(simulator, 'APRIL')).toMatchObject({ status: 'declined', 'error-code': '101' })
  })
})
