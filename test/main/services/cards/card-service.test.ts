import { beforeEach, describe, expect, it } from 'vitest'
import type { CardInfoOutcome, CardRefOutcome } from '../../../../src-main/ports/gateway-client'
import { aProfile, inputOf } from '../../../support/builders'
import {
  readyEnvironment,
  answerOf,
  settled,
  startApp,
  type TestApp,
  type TestEnvironment,
  wrongControl,
} from '../../../support/fakes'
import { rsaKey } from '../../../support/rsa-key'
import { everyExchange } from '../../../../src-shared/domain/exchange'

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const noAnswer = (parts: { readonly wasSent?: boolean; readonly isAccessDenied?: boolean }) =>
  ({ kind: 'no-answer', failure: 'timeout', wasSent: true, isAccessDenied: false, ...parts }) as const

const labels = { nickname: 'Second', customerReference: 'C-9' }

describe('cards', () => {
  it('are those of the active profile', async () => {
    env.storage.writer.saveProfile(aProfile({ profileId: 'profile-2' }))
    env.storage.writer.setActiveProfile('profile-2')
    app.kill()
    app = await startApp(env)
    expect(await app.cards.list()).toEqual([])
    await app.profiles.select('profile-1')
    expect((await app.cards.list()).map((card) => card.cardRefId)).toEqual(['880017'])
  })

  it('are added by their token, and once more without losing their labels', async () => {
    const card = await app.cards.add({ cardRefId: '880099', routeId: '7722', ...labels })
    expect(card).toMatchObject({ cardRefId: '880099', ...labels })
    const again = await app.cards.add({
      cardRefId: '880099',
      routeId: '7722',
      nickname: '',
      customerReference: '',
    })
    expect(again).toMatchObject({ cardId: card.cardId, ...labels })
    expect(app.publisher.of('cards.changed')).toHaveLength(2)
  })

  it('need an entry point of their profile', async () => {
    await expect(app.cards.add({ cardRefId: '1', routeId: '9999', ...labels })).rejects.toMatchObject({
      code: 'validation-failed',
    })
  })

  it('can lose a label when a person clears it', async () => {
    const card = await app.cards.update('1', { nickname: '', customerReference: 'C-2' })
    expect(card).toMatchObject({ nickname: '', customerReference: 'C-2', lastFour: '1111' })
    await expect(app.cards.update('77', labels)).rejects.toMatchObject({ code: 'not-found' })
    await expect(app.cards.get('77')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('looking up a card', () => {
  it('keeps what the gateway knows and shows the exchange', async () => {
    const card = await app.cards.refreshInfo('1')
    expect(card).toMatchObject({
      printedName: 'ANN LEE',
      expireMonth: 12,
      expireYear: 2031,
      infoAtMs: env.clock.nowMs(),
    })
    expect(app.publisher.of('cards.changed')).toEqual([card])
    expect(app.publisher.of('exchanges.recorded').map((e) => e.operation)).toEqual(['get-card-info'])
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
      const before = await app.cards.get('1')
      env.gateway.cardInfo = outcome
      await expect(app.cards.refreshInfo('1')).rejects.toMatchObject({ code })
      expect(await app.cards.get('1')).toEqual(before)
      expect(env.storage.reader.listExchanges(everyExchange, null, 10).total).toBe(1)
    },
  )

  it('gives the serial number and the gateway words to the person', async () => {
    env.gateway.cardInfo = { kind: 'refused', code: '7', message: 'Card not found', isWrongControl: false }
    await expect(app.cards.refreshInfo('1')).rejects.toMatchObject({
      details: {
        gatewayCode: '7',
        gatewayMessage: 'Card not found',
        serialNumber: '00000000-0000-0000-0000-0000005a11ce',
      },
    })
  })
})

async function finalOrder(fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const { orderId, clientOrderId } = (await app.charge()).summary
  env.gateway.setStatus(clientOrderId, 'approved')
  const booked = env.gateway.book.get(clientOrderId)
  if (booked === undefined) throw new Error('the gateway has the order')
  const answer = answerOf(booked)
  const more = Object.entries(fields).map(([name, value]) => ({ name, value }))
  env.gateway.script(clientOrderId, {
    kind: 'answered',
    answer: { ...answer, fields: [...answer.fields, ...more] },
  })
  await env.clock.advance(5000)
  return orderId
}

describe('registering a card from an order', () => {
  it('keeps the token with its card and tells it in the timeline', async () => {
    const orderId = await finalOrder()
    env.storage.writer.saveSettings({
      theme: 'system',
      density: 'comfortable',
      detailPx: null,
      timeZone: 'system',
      operatorName: 'Iva',
    })
    const card = await app.cards.register(orderId, 'v2', labels)
    expect(card).toMatchObject({
      cardRefId: '990001',
      unqCardRefId: 'unq-1',
      bin: '411111',
      lastFour: '1111',
      sourceClientOrderId: (await app.orders.get(orderId)).summary.clientOrderId,
      ...labels,
    })
    await settled()
    const entry = (await app.orders.get(orderId)).timeline.at(-1)
    expect(entry).toMatchObject({ kind: 'card-registered', actor: 'Iva', text: '990001' })
    expect(entry?.exchangeId).not.toBeNull()
  })

  it('waits until the order is final', async () => {
    const { orderId } = (await app.charge()).summary
    await expect(app.cards.register(orderId, 'v2', labels)).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'order-not-final' },
    })
    expect(env.storage.reader.listCards('profile-1').length).toBe(1)
  })

  const failures: readonly (readonly [string, CardRefOutcome, string])[] = [
    [
      'refused',
      { kind: 'refused', code: '8', message: 'Order is not final', isWrongControl: false },
      'gateway-rejected',
    ],
    ['of a wrong key', wrongControl, 'gateway-auth-failed'],
    ['unanswered', noAnswer({}), 'gateway-outcome-unknown'],
    ['never sent', noAnswer({ wasSent: false }), 'gateway-unreachable'],
    // Only v4 answers 403 to a signature. For v2 a 403 may come from a proxy and proves nothing.
    ['turned away on the way', noAnswer({ isAccessDenied: true }), 'gateway-outcome-unknown'],
  ]

  it.each(failures)(
    'that is %s makes no card and keeps the exchange with the order',
    async (_, outcome, code) => {
      const orderId = await finalOrder()
      env.gateway.cardRef = outcome
      await expect(app.cards.register(orderId, 'v2', labels)).rejects.toMatchObject({ code })
      expect(env.storage.reader.listCards('profile-1').length).toBe(1)
      expect((await app.orders.exchanges(orderId)).map((e) => e.operation)).toContain('create-card-ref')
    },
  )
})

describe('registering a card with v4', () => {
  beforeEach(async () => {
    await app.signingKeys.import('profile-1', rsaKey().privateKey)
  })

  it('signs with the key of the profile and keeps the other token kinds', async () => {
    const orderId = await finalOrder()
    const card = await app.cards.register(orderId, 'v4', labels)
    expect(card).toMatchObject({
      cardRefId: '990001',
      unqCardRefId: null,
      recurringPaymentId: 'rp-1',
      dstCardRefId: 'dst-1',
      ...labels,
    })
    expect(env.gateway.signingKeysSeen).toEqual([rsaKey().privateKey])
    expect((await app.orders.get(orderId)).timeline.at(-1)).toMatchObject({
      kind: 'card-registered',
      text: '990001',
    })
    expect((await app.orders.exchanges(orderId)).map((e) => e.operation)).toContain('create-card-ref-v4')
  })

  it.each([
    ['v2', 'v4'],
    ['v4', 'v2'],
  ] as const)('keeps every token kind together: %s, then %s', async (first, second) => {
    const orderId = await finalOrder()
    const before = await app.cards.register(orderId, first, labels)
    const card = await app.cards.register(orderId, second, { nickname: '', customerReference: '' })
    expect(card).toMatchObject({
      cardId: before.cardId,
      unqCardRefId: 'unq-1',
      recurringPaymentId: 'rp-1',
      dstCardRefId: 'dst-1',
      ...labels,
    })
    expect(await app.cards.list()).toHaveLength(2)
  })

  it.each(['v2', 'v4'] as const)('keeps the hash of the card that the order told (%s)', async (api) => {
    const told = await finalOrder({ 'card-hash-id': 'hash-7' })
    expect(await app.cards.register(told, api, labels)).toMatchObject({ cardHashId: 'hash-7' })
    const empty = await finalOrder({ 'card-hash-id': '' })
    expect(await app.cards.register(empty, api, labels)).toMatchObject({ cardHashId: 'hash-7' })
  })

  it('takes an empty hash for none, since it would make strangers one card', async () => {
    const orderId = await finalOrder({ 'card-hash-id': '' })
    expect(await app.cards.register(orderId, 'v4', labels)).toMatchObject({ cardHashId: null })
  })

  it.each([
    ['no clock is known', null, 'v4-access-denied'],
    ['the clocks agree', 900, 'v4-access-denied'],
    ['the clocks are a minute apart', 60_000, 'v4-access-denied'],
    ['our clock is slow', 60_001, 'v4-clock-skew'],
    ['our clock is fast', -400_000, 'v4-clock-skew'],
  ])('says why access was denied: %s', async (_, clockSkewMs, reason) => {
    const orderId = await finalOrder()
    env.gateway.cardRefV4 = noAnswer({ isAccessDenied: true })
    env.gateway.clockSkewMs = clockSkewMs
    const refused: unknown = await app.cards.register(orderId, 'v4', labels).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'gateway-auth-failed', details: { reason, httpStatus: 403 } })
    const { details } = refused as { details: Record<string, unknown> }
    expect(details['clockSkewMs']).toBe(clockSkewMs ?? undefined)
    expect(JSON.stringify(details)).not.toContain('KEY')
    expect(env.storage.reader.listCards('profile-1').length).toBe(1)
    expect((await app.orders.exchanges(orderId)).map((e) => e.operation)).toContain('create-card-ref-v4')
  })

  it('sends nothing without a key', async () => {
    const orderId = await finalOrder()
    await app.signingKeys.remove('profile-1')
    await expect(app.cards.register(orderId, 'v4', labels)).rejects.toMatchObject({
      code: 'secret-missing',
      details: { reason: 'no-signing-key', profileName: 'Shop EU' },
    })
    expect(env.gateway.signingKeysSeen).toEqual([])
    expect(await app.cards.register(orderId, 'v2', labels)).toMatchObject({ cardRefId: '990001' })
  })

  it('sends nothing with a key of another login (S13)', async () => {
    const orderId = await finalOrder()
    await app.profiles.save({ ...inputOf(aProfile()), login: 'SouthShop' }, 'key-one')
    await expect(app.cards.register(orderId, 'v4', labels)).rejects.toMatchObject({
      code: 'secret-missing',
      details: { reason: 'bound-elsewhere' },
    })
    expect(env.gateway.signingKeysSeen).toEqual([])
  })

  it('sends nothing while the keychain is locked', async () => {
    const orderId = await finalOrder()
    env.vault.keychain = { kind: 'locked' }
    await expect(app.cards.register(orderId, 'v4', labels)).rejects.toMatchObject({
      code: 'secret-store-locked',
    })
    expect(env.gateway.signingKeysSeen).toEqual([])
  })
})
