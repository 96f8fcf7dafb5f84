import { beforeEach, describe, expect, it } from 'vitest'
import { ownReturnUrl } from '../../../../src-shared/domain/sale-rules'
import { AppError } from '../../../../src-shared/errors/app-error'
import { aCardNumber, aDraft, aProfile, aSaleDraft, inputOf } from '../../../support/builders'
import {
  readyEnvironment,
  issuerSteps,
  settled,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes'
import { everythingIn } from '../../../support/fakes/everything'

const cvv2 = '987'
// Another card with the same first six and last four digits.
const otherNumber = '4111110000001111'
let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const theCharge = () => {
  const [charge] = env.storage.charges()
  if (charge === undefined) throw new Error('there is no charge')
  return charge
}
const refusal = (reason: string) =>
  expect.objectContaining({ details: expect.objectContaining({ reason }) as unknown }) as unknown
const fieldError = (field: string, reason: string) =>
  expect.objectContaining({
    code: 'validation-failed',
    details: expect.objectContaining({ fields: { [field]: reason } }) as unknown,
  }) as unknown
const switchSales = (acceptsCards: boolean) => {
  const profile = aProfile()
  return app.profiles.save({ ...inputOf(profile), saleRules: { ...profile.saleRules, acceptsCards } }, '')
}

describe('preparing a sale', () => {
  it('answers with what would be sent, of the number its ends only, and sends nothing', async () => {
    const preview = await app.charges.prepare(aSaleDraft())
    expect(preview).toMatchObject({
      kind: 'sale',
      path: '/api/v2/sale/4411',
      controlSource: 'clients',
      cardholderName: aSaleDraft().printedName,
      description: aSaleDraft().description,
      clientOrderId: expect.stringMatching(/^SHO-/) as unknown,
    })
    expect(preview.guards.map(({ code, level }) => `${level} ${code}`)).toEqual([
      'ok card-valid',
      'ok no-open-charge',
      'ok no-recent-charge',
      'note cardholder-remote',
    ])
    expect(preview.card).toEqual({ cardId: null, bin: '411111', lastFour: '1111' })
    expect(preview.parameters).toContainEqual({ name: 'credit_card_number', value: '411111••••1111' })
    expect(env.gateway.deliveries).toEqual([])
    expect(theCharge()).toMatchObject({ kind: 'sale', state: 'draft', cardId: null, cardRefId: null })
  })

  it('names its own return address, which follows from the log alone', async () => {
    const preview = await app.charges.prepare(aSaleDraft())
    expect(preview.parameters).toContainEqual({
      name: 'redirect_url',
      value: `${ownReturnUrl}/${preview.clientOrderId}`,
    })
    await app.confirm(preview, { cardNumber: aCardNumber })
    expect(env.gateway.salesSeen[0]?.redirectUrl).toBe(`${ownReturnUrl}/${preview.clientOrderId}`)
  })

  it('uses the return address of the profile where there is one', async () => {
    const profile = aProfile()
    const returnUrl = 'https://shop.example/back/'
    await app.profiles.save({ ...inputOf(profile), saleRules: { ...profile.saleRules, returnUrl } }, '')
    const preview = await app.charges.prepare(aSaleDraft())
    expect(preview.parameters).toContainEqual({
      name: 'redirect_url',
      value: `https://shop.example/back/${preview.clientOrderId}`,
    })
  })

  it('is refused where the profile allows no typed cards, even if it did before', async () => {
    const preview = await app.charges.prepare(aSaleDraft())
    env.gateway.plan({ kind: 'not-sent' })
    const unsent = await app.sell({ amount: '26.00' })
    await switchSales(false)
    const off = refusal('sale-switched-off')
    await expect(app.charges.prepare(aSaleDraft())).rejects.toEqual(off)
    await expect(app.confirm(preview, { cardNumber: aCardNumber })).rejects.toEqual(off)
    await expect(app.charges.sendAgain(unsent.summary.chargeId ?? '')).rejects.toEqual(off)
    expect(env.gateway.deliveries).toEqual([])
    expect((await app.charge({ amount: '27.00' })).summary.chargeState).toBe('accepted')
  })

  it.each([
    ['a currency that the endpoint does not serve', { currency: 'USD' }, 'currency'],
    ['an entry point of another profile', { routeId: '9999' }, 'routeId'],
    ['an amount that is none', { amount: '1,5' }, 'amount'],
  ])('refuses %s', async (_, draft, field) => {
    await expect(app.charges.prepare(aSaleDraft(draft))).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { [field]: expect.any(String) as unknown } },
    })
    expect(env.storage.charges().length).toBe(0)
  })

  it('warns of a card that has expired', async () => {
    const preview = await app.charges.prepare(aSaleDraft({ expireMonth: 5, expireYear: 2026 }))
    const unread = { chargeId: preview.chargeId, previewHash: preview.previewHash, acknowledged: [] }
    expect(preview.guards).toContainEqual(expect.objectContaining({ code: 'card-expired', level: 'warn' }))
    await expect(app.charges.confirm({ ...unread, cvv2, cardNumber: aCardNumber })).rejects.toEqual(
      refusal('warning-not-acknowledged'),
    )
    expect(env.gateway.deliveries).toEqual([])
  })
})

describe('confirming a sale', () => {
  it('sends the card that was typed, once, with what was reviewed', async () => {
    const view = await app.sell({}, { cvv2 })
    expect(view.summary).toMatchObject({
      kind: 'sale',
      chargeState: 'accepted',
      amountMinor: 2500,
      gatewayOrderId: '6684100',
      cardId: null,
      bin: '411111',
      lastFour: '1111',
      cardholderName: 'ANN LEE',
      reference: 'INV-2047',
    })
    expect(view.timeline.map((entry) => entry.kind)).toEqual(['drafted', 'confirmed', 'sent', 'accepted'])
    expect(env.gateway.cardsSeen).toEqual([{ number: aCardNumber, cvv2 }])
    expect(env.gateway.salesSeen).toMatchObject([
      { amountMinor: 2500, currency: 'EUR', expireMonth: 12, expireYear: 2031, email: 'ann@shop.example' },
    ])
  })

  it.each([
    ['no number', '', 'required'],
    ['a card with other first digits', '5555555555554444', 'differs-from-review'],
    ['a card with another end', '4111110000000000', 'differs-from-review'],
  ])('refuses %s and leaves the sale to be confirmed', async (_, cardNumber, reason) => {
    const preview = await app.charges.prepare(aSaleDraft())
    await expect(app.confirm(preview, { cardNumber })).rejects.toEqual(fieldError('cardNumber', reason))
    expect([theCharge().state, env.gateway.deliveries, env.storage.orders().length]).toEqual(['draft', [], 0])
    expect((await app.confirm(preview, { cardNumber: aCardNumber })).summary.chargeState).toBe('accepted')
  })

  it('takes no number for a stored card', async () => {
    const preview = await app.charges.prepare(aDraft())
    await expect(app.confirm(preview, { cardNumber: aCardNumber })).rejects.toEqual(
      fieldError('cardNumber', 'not-for-a-stored-card'),
    )
    expect(env.gateway.deliveries).toEqual([])
  })

  it('sends once for any number of clicks, even with another card in a later one', async () => {
    const preview = await app.charges.prepare(aSaleDraft())
    const clicks = Array.from({ length: 50 }, (_, click) =>
      app.confirm(preview, { cardNumber: click === 0 ? aCardNumber : otherNumber }),
    )
    const states = (await Promise.all(clicks)).map((view) => view.summary.chargeState)
    expect(new Set(states)).toEqual(new Set(['accepted']))
    expect(env.gateway.deliveries).toHaveLength(1)
    expect(env.gateway.cardsSeen).toEqual([{ number: aCardNumber, cvv2: '' }])
  })

  it('looks a lost sale up by its client order id alone and never sends it again', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: true })
    const view = await app.sell({}, { cvv2 })
    const { clientOrderId, chargeId } = view.summary
    expect(view.summary).toMatchObject({ chargeState: 'outcome-unknown', gatewayOrderId: null })
    await expect(app.charges.sendAgain(chargeId ?? '')).rejects.toEqual(refusal('already-sent'))
    await env.clock.advance(6000)
    expect(env.gateway.statusRequests[0]).toMatchObject({ clientOrderId, gatewayOrderId: null })
    expect((await app.orders.get(view.summary.orderId)).summary).toMatchObject({
      chargeState: 'accepted',
      gatewayOrderId: '6684100',
    })
    expect(env.gateway.deliveries).toEqual([clientOrderId])
  })

  it('needs the card once more when it was not sent', async () => {
    env.gateway.plan({ kind: 'not-sent' })
    const { chargeId, chargeState } = (await app.sell({}, { cvv2 })).summary
    expect(chargeState).toBe('not-sent')
    const preview = await app.charges.sendAgain(chargeId ?? '')
    await expect(app.confirm(preview)).rejects.toEqual(fieldError('cardNumber', 'required'))
    expect((await app.confirm(preview, { cardNumber: aCardNumber })).summary.chargeState).toBe('accepted')
    expect(env.gateway.cardsSeen).toEqual([{ number: aCardNumber, cvv2: '' }])
  })

  it('stops the polling of its profile when the key was refused twice', async () => {
    env.gateway.controlKey = 'key-two'
    expect((await app.sell()).summary).toMatchObject({ chargeState: 'rejected-unverified', errorCode: '2' })
    expect((await app.appState.get()).profiles).toMatchObject([{ pollingStop: null }])
    await app.sell({ amount: '3.00' })
    expect((await app.appState.get()).profiles).toMatchObject([{ pollingStop: { reason: 'wrong-control' } }])
  })
})

describe('the guards between sales and rebills', () => {
  it('hold back a twin while one is unsettled: sale after sale', async () => {
    const twin = await app.charges.prepare(aSaleDraft())
    env.gateway.plan({ kind: 'lost', isBooked: false })
    await app.sell()
    await expect(app.confirm(twin, { cardNumber: aCardNumber })).rejects.toEqual(refusal('preview-changed'))
    const preview = await app.charges.prepare(aSaleDraft())
    expect(preview.guards).toContainEqual(
      expect.objectContaining({ code: 'charge-unresolved', level: 'block' }),
    )
    await expect(app.confirm(preview, { cardNumber: aCardNumber })).rejects.toEqual(
      refusal('blocked-by-charge-unresolved'),
    )
  })

  it('see a sale when a stored card with the same digits is charged, and the other way round', async () => {
    const { clientOrderId } = (await app.sell()).summary
    const rebill = await app.charges.prepare(aDraft())
    expect(rebill.guards).toContainEqual(
      expect.objectContaining({ code: 'same-charge-recently', level: 'warn', clientOrderId }),
    )
    const later = (await app.charge({ amount: '31.00' })).summary.clientOrderId
    const sale = await app.charges.prepare(aSaleDraft({ amount: '31.00' }))
    expect(sale.guards).toContainEqual(
      expect.objectContaining({ code: 'same-charge-recently', level: 'warn', clientOrderId: later }),
    )
  })

  it('leave a card with other digits alone', async () => {
    await app.sell()
    const preview = await app.charges.prepare(aSaleDraft({ bin: '555555', lastFour: '4444' }))
    expect(preview.guards.map((guard) => guard.code)).toContain('no-recent-charge')
  })
})

describe('a cardholder who is present', () => {
  const present = { presence: 'present' } as const

  it('is shown the steps of a sale that was accepted', async () => {
    const { orderId } = (await app.sell(present)).summary
    expect(app.presentSales).toEqual([orderId])
    expect((await app.charges.prepare(aSaleDraft(present))).guards.map((guard) => guard.code)).not.toContain(
      'cardholder-remote',
    )
  })

  it('goes through every step after the one confirmation, each answer uploaded once', async () => {
    env.gateway.saleSteps = [issuerSteps.method, issuerSteps.challenge]
    const { orderId } = (await app.sell(present)).summary
    await env.clock.advance(60_000)
    expect(env.browser.visits.map((visit) => visit.kind)).toEqual(['method', 'challenge'])
    expect(env.gateway.uploads.map((upload) => upload.kind)).toEqual(['method', 'challenge'])
    expect((await app.orders.get(orderId)).summary).toMatchObject({
      status: 'approved',
      chargeState: 'final',
    })
  })

  it('is not shown any of a sale by telephone, of a rebill, or of a sale that was not accepted', async () => {
    await app.sell({ presence: 'remote' })
    await app.charge({ amount: '26.00' })
    env.gateway.plan({ kind: 'refused', code: '1' }, { kind: 'not-sent' }, { kind: 'lost', isBooked: true })
    await app.sell({ ...present, amount: '27.00' })
    await app.sell({ ...present, amount: '28.00' })
    await app.sell({ ...present, amount: '29.00' })
    await env.clock.advance(60_000)
    expect(app.presentSales).toEqual([])
  })

  it('waits until the acceptance is on disk', async () => {
    let failures = 0
    env.storageFaults.beforeWrite = ({ method }) => {
      if (method !== 'changeOrder' || theCharge().state !== 'sending' || failures === 2) return
      failures += 1
      throw new AppError('storage-failed', { reason: 'database' })
    }
    const { orderId } = (await app.sell(present)).summary
    expect(app.presentSales).toEqual([])
    await env.clock.advance(60_000)
    expect(app.presentSales).toEqual([orderId])
  })
})

describe('number and security code (S16)', () => {
  it.each([
    ['accepted', { kind: 'accepted' }],
    ['lost', { kind: 'lost', isBooked: true }],
    ['refused', { kind: 'refused', code: '1' }],
    ['not sent', { kind: 'not-sent' }],
    ['broken off', { kind: 'throws', isBooked: true }],
  ] as const)('are nowhere once a sale was %s', async (_, transmission) => {
    env.gateway.plan(transmission)
    const seen: string[] = []
    env.storageFaults.beforeWrite = () => void seen.push(env.storage.text())
    const view = await app.sell({}, { cvv2 })
    await env.clock.advance(60_000)
    await settled()
    const everything = [
      ...seen,
      env.storage.text(),
      everythingIn(app.publisher.published),
      everythingIn(view),
      everythingIn(env.problems),
    ].join('\n')
    expect(everything).toContain('ANN LEE')
    expect(everything).not.toContain(aCardNumber)
    // The code has three digits, which an id or an amount may contain. As a separate value it is nowhere.
    expect(everything).not.toMatch(/"987"/)
  })

  it('are in no refusal', async () => {
    const preview = await app.charges.prepare(aSaleDraft({ bin: '555555' }))
    const refused: unknown = await app
      .confirm(preview, { cardNumber: aCardNumber, cvv2 })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(AppError)
    const { message, stack, details } = refused as AppError
    expect(everythingIn([message, stack, details])).not.toMatch(/4111111111111111|987/)
  })
})
