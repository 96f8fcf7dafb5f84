import { beforeEach, describe, expect, it } from 'vitest'
import type { CardInfoOutcome, CardRefOutcome } from '../../../src-main/ports/gateway-client'
import { aProfile } from '../../support/builders'
import { aReadyWorld, settled, startDesk, type Desk, type World, wrongControl } from '../../support/fakes'

let world: World
let desk: Desk

beforeEach(async () => {
  world = await aReadyWorld()
  desk = await startDesk(world)
})

const labels = { nickname: 'Second', customerReference: 'C-9' }

describe('cards', () => {
  it('are those of the active profile', async () => {
    world.tables.profiles.set('profile-2', aProfile({ profileId: 'profile-2' }))
    world.tables.activeProfileId = 'profile-2'
    desk.kill()
    desk = await startDesk(world)
    expect(await desk.cards.list()).toEqual([])
    await desk.profiles.select('profile-1')
    expect((await desk.cards.list()).map((card) => card.cardRefId)).toEqual(['880017'])
  })

  it('are added by their token, and once more without losing their labels', async () => {
    const card = await desk.cards.add({ cardRefId: '880099', routeId: '7722', ...labels })
    expect(card).toMatchObject({ cardRefId: '880099', ...labels })
    const again = await desk.cards.add({
      cardRefId: '880099',
      routeId: '7722',
      nickname: '',
      customerReference: '',
    })
    expect(again).toMatchObject({ cardId: card.cardId, ...labels })
    expect(desk.publisher.of('cards.changed')).toHaveLength(2)
  })

  it('need an entry point of their profile', async () => {
    await expect(desk.cards.add({ cardRefId: '1', routeId: '9999', ...labels })).rejects.toMatchObject({
      code: 'validation-failed',
    })
  })

  it('can lose a label when a person clears it', async () => {
    const card = await desk.cards.update('1', { nickname: '', customerReference: 'C-2' })
    expect(card).toMatchObject({ nickname: '', customerReference: 'C-2', lastFour: '1111' })
    await expect(desk.cards.update('77', labels)).rejects.toMatchObject({ code: 'not-found' })
    await expect(desk.cards.get('77')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('looking up a card', () => {
  it('keeps what the gateway knows and shows the exchange', async () => {
    const card = await desk.cards.refreshInfo('1')
    expect(card).toMatchObject({
      printedName: 'ANN LEE',
      expireMonth: 12,
      expireYear: 2031,
      infoAtMs: world.clock.nowMs(),
    })
    expect(desk.publisher.of('cards.changed')).toEqual([card])
    expect(desk.publisher.of('exchanges.recorded').map((e) => e.operation)).toEqual(['get-card-info'])
  })

  const failures: readonly (readonly [string, CardInfoOutcome, string])[] = [
    [
      'refused',
      { kind: 'refused', code: '7', message: 'Card not found', isWrongControl: false },
      'gateway-rejected',
    ],
    ['of a wrong key', wrongControl, 'gateway-auth-failed'],
    ['never sent', { kind: 'no-answer', failure: 'ECONNREFUSED', wasSent: false }, 'gateway-unreachable'],
    ['unanswered', { kind: 'no-answer', failure: 'timeout', wasSent: true }, 'gateway-outcome-unknown'],
  ]

  it.each(failures)(
    'that is %s leaves the card as it was and keeps the exchange',
    async (_, outcome, code) => {
      const before = await desk.cards.get('1')
      world.gateway.cardInfo = outcome
      await expect(desk.cards.refreshInfo('1')).rejects.toMatchObject({ code })
      expect(await desk.cards.get('1')).toEqual(before)
      expect(world.tables.exchanges.size).toBe(1)
    },
  )

  it('gives the serial number and the gateway words to the person', async () => {
    world.gateway.cardInfo = { kind: 'refused', code: '7', message: 'Card not found', isWrongControl: false }
    await expect(desk.cards.refreshInfo('1')).rejects.toMatchObject({
      details: {
        gatewayCode: '7',
        gatewayMessage: 'Card not found',
        serialNumber: '00000000-0000-0000-0000-0000005a11ce',
      },
    })
  })
})

describe('registering a card from an order', () => {
  async function finalOrder(): Promise<string> {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(5000)
    return orderId
  }

  it('keeps the token with its card and tells it in the timeline', async () => {
    const orderId = await finalOrder()
    world.tables.settings = { ...world.tables.settings, operatorName: 'Iva' }
    const card = await desk.cards.register(orderId, labels)
    expect(card).toMatchObject({
      cardRefId: '990001',
      unqCardRefId: 'unq-1',
      bin: '411111',
      lastFour: '1111',
      sourceClientOrderId: (await desk.orders.get(orderId)).summary.clientOrderId,
      ...labels,
    })
    await settled()
    const entry = (await desk.orders.get(orderId)).timeline.at(-1)
    expect(entry).toMatchObject({ kind: 'card-registered', actor: 'Iva', text: '990001' })
    expect(entry?.exchangeId).not.toBeNull()
  })

  it('waits until the order is final', async () => {
    const { orderId } = (await desk.charge()).summary
    await expect(desk.cards.register(orderId, labels)).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'order-not-final' },
    })
    expect(world.tables.cards.size).toBe(1)
  })

  const failures: readonly (readonly [string, CardRefOutcome, string])[] = [
    [
      'refused',
      { kind: 'refused', code: '8', message: 'Order is not final', isWrongControl: false },
      'gateway-rejected',
    ],
    ['of a wrong key', wrongControl, 'gateway-auth-failed'],
    ['unanswered', { kind: 'no-answer', failure: 'timeout', wasSent: true }, 'gateway-outcome-unknown'],
    ['never sent', { kind: 'no-answer', failure: 'ENOTFOUND', wasSent: false }, 'gateway-unreachable'],
  ]

  it.each(failures)(
    'that is %s makes no card and keeps the exchange with the order',
    async (_, outcome, code) => {
      const orderId = await finalOrder()
      world.gateway.cardRef = outcome
      await expect(desk.cards.register(orderId, labels)).rejects.toMatchObject({ code })
      expect(world.tables.cards.size).toBe(1)
      expect((await desk.orders.exchanges(orderId)).map((e) => e.operation)).toContain('create-card-ref')
    },
  )
})
