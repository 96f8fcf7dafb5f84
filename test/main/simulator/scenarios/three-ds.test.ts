import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import {
  control,
  deliveriesOf,
  formOf,
  HandClock,
  messageIn,
  post,
  readAnswer,
  send,
  signedRebill,
  signedSale,
  signedUpload,
  start,
  statusOf,
  stopAll,
  visit,
} from '../support'
import type { Simulator } from '../../../../src-main/simulator/server/server'
import type { Form } from '../support'

afterEach(stopAll)

const returnUrl = 'https://return.example.test/3ds/S-1?step=challenge&a=1'

interface Desk {
  clock: HandClock
  simulator: Simulator
  orderId: string
}

async function sell(minor: string, changes: Form = {}, options = {}): Promise<Desk> {
  const clock = new HandClock()
  const simulator = await start({ clock, ...options })
  const form = signedSale(minor, { redirect_url: 'https://shop.example.test/back', ...changes })
  const { 'paynet-order-id': orderId = '' } = await post(simulator, '/api/v2/sale/4411', form)
  return { clock, simulator, orderId }
}

const secured = (amount: string, changes: Form = {}, options = {}) =>
  sell(`${amount}00`, { amount, ...changes }, options)

async function waiting(desk: Desk, tdsStatus: string): Promise<Form> {
  for (let round = 0; round < 10; round += 1) {
    const status = await statusOf(desk.simulator, 'S-1')
    if (status['tds-status'] === tdsStatus) return status
    desk.clock.advance(500)
  }
  throw new Error(`The order never waited for ${tdsStatus}`)
}

function upload(desk: Desk, name: string, fields: Form, path = '4411'): Promise<Form> {
  const form = signedUpload('S-1', desk.orderId, fields)
  return post(desk.simulator, `/api/3ds/v1/upload-${name}-result/${path}`, form)
}

async function uploadMethod(desk: Desk, changes: Form = {}): Promise<Form> {
  const { 'tds-method-url-frame-3ds-server-trans-id': id = '' } = await waiting(desk, 'MethodUrlFrame')
  const fields = { threeDSServerTransID: id, threeDSCompInd: 'Y', notificationURL: returnUrl, ...changes }
  return upload(desk, 'method-url', fields)
}

/** Answers the challenge as a cardholder does; gives what the issuer sends back through the browser. */
async function answerChallenge(desk: Desk, typed: Form): Promise<{ action: string; hidden: Form }> {
  const { 'tds-creq-form-acs-url': url = '', 'tds-creq-form-creq': creq = '' } = await waiting(
    desk,
    'CReqForm',
  )
  const asked = formOf(await visit(url, { creq, threeDSSessionData: 'a+b/c=' }))
  return formOf(await visit(url, { ...asked.hidden, ...typed }))
}

async function answerPareq(desk: Desk, typed: Form): Promise<Form> {
  const status = await waiting(desk, 'PaReqForm')
  const url = status['tds-pareq-form-acs-url'] ?? ''
  const carried = {
    PaReq: status['tds-pareq-form-pareq'] ?? '',
    MD: status['tds-pareq-form-md'] ?? '',
    TermUrl: returnUrl,
  }
  const asked = formOf(await visit(url, carried))
  expect(asked.hidden).toEqual(carried)
  const { action, hidden } = formOf(await visit(url, { ...asked.hidden, ...typed }))
  expect(action).toBe(returnUrl)
  return hidden
}

async function endOf({ clock, simulator }: Desk): Promise<Form> {
  clock.advance(7_000)
  return statusOf(simulator, 'S-1')
}

const confirmed = { code: '1234', action: 'confirm' }
const authenticated = {
  status: 'approved',
  'order-stage': 'sale_approved',
  'verified-3d-status': 'AUTHENTICATED',
  eci: '05',
}
const declined = {
  status: 'declined',
  'order-stage': 'sale_declined',
  'error-code': '150',
  'verified-3d-status': 'NOT_AUTHENTICATED',
}
const refused = { type: 'validation-error', 'error-code': '10' }

describe('a sale that needs 3-D Secure', () => {
  it('waits for the method page and says everything that the interface lists for it', async () => {
    const desk = await secured('9301')
    const status = await waiting(desk, 'MethodUrlFrame')
    expect(status).toMatchObject({
      status: 'processing',
      'order-stage': 'sale_3d_validating',
      'tds-method-url-frame-3ds-server-trans-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'tds-method-url-frame-3ds-method-url': `${desk.simulator.announcement.baseUrl}/issuer/method`,
    })
    expect(Object.keys(status).filter((name) => /^(html|redirect-to|tds-)/.test(name))).toHaveLength(5)
    expect(status).not.toHaveProperty('verified-3d-status')
  })

  it('waits for the challenge with a CReq that names both ends', async () => {
    const desk = await secured('9302')
    const { 'tds-method-url-frame-3ds-server-trans-id': id } = await waiting(desk, 'MethodUrlFrame')
    await uploadMethod(desk)
    const status = await waiting(desk, 'CReqForm')
    expect(messageIn(status['tds-creq-form-creq'])).toMatchObject({
      messageType: 'CReq',
      threeDSServerTransID: id,
      acsTransID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(status['order-stage']).toBe('sale_3d_validating')
    expect(Object.keys(status).filter((name) => /^(html|redirect-to|tds-)/.test(name))).toHaveLength(5)
  })

  it('waits for the PaReq with values that hold every mark a careless form loses', async () => {
    const status = await waiting(await secured('9303'), 'PaReqForm')
    for (const mark of ['+', '/', '=']) expect(status['tds-pareq-form-pareq']).toContain(mark)
    expect(status['tds-pareq-form-md']).toMatch(/^[\w+/]{32}$/)
    expect(Object.keys(status).filter((name) => /^(html|redirect-to|tds-)/.test(name))).toHaveLength(6)
  })

  it('ends each of these values in a line feed, the page too', async () => {
    const desk = await secured('9301')
    await waiting(desk, 'MethodUrlFrame')
    const { body } = await send(`${desk.simulator.announcement.baseUrl}/api/v2/status/4411`, {
      body: new URLSearchParams({
        login: 'NordShop',
        client_orderid: 'S-1',
        control: createHash('sha1').update('NordShopS-17E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3').digest('hex'),
      }).toString(),
    })
    const pairs = body.split('&')
    expect(pairs.every((pair) => pair.endsWith('\n'))).toBe(true)
    expect(readAnswer(body).html).toContain('<form method="post"')
  })

  it.each([
    ['9301', '123', 'MethodUrlFrame'],
    ['9301', '737', 'MethodUrlFrame'],
    ['9303', '321', 'PaReqForm'],
    ['09303.00', '', 'PaReqForm'],
    ['10.15', '321', 'MethodUrlFrame'],
  ])('is chosen by amount %s with code "%s"', async (amount, cvv2, tdsStatus) => {
    const minor = amount === '10.15' ? '1015' : `${amount.replace(/^0|\.00$/g, '')}00`
    await waiting(await sell(minor, { amount, cvv2 }), tdsStatus)
  })

  it('is a challenge for code 321', async () => {
    const desk = await sell('1015', { cvv2: '321' })
    await uploadMethod(desk)
    await waiting(desk, 'CReqForm')
  })

  it.each(['9301', '9303'])('is no matter for a rebill of %s', async (amount) => {
    const clock = new HandClock()
    const simulator = await start({ clock })
    await post(simulator, '/api/v2/make-rebill/4411', signedRebill(`${amount}00`, { amount }))
    clock.advance(7_000)
    expect((await statusOf(simulator, 'T-1')).status).toBe('approved')
  })

  it('can be sent to a group', async () => {
    const clock = new HandClock()
    const simulator = await start({ clock })
    const form = signedSale('930100', { amount: '9301' }, '7722')
    const { 'paynet-order-id': orderId = '' } = await post(simulator, '/api/v2/sale/group/7722', form)
    await waiting({ clock, simulator, orderId }, 'MethodUrlFrame')
  })

  it('can be switched on for the next sale, and a rebill in between does not use it up', async () => {
    const clock = new HandClock()
    const simulator = await start({ clock })
    await control(simulator, { next: 'three-ds-1' })
    await post(simulator, '/api/v2/make-rebill/4411', signedRebill('1015'))
    const { 'paynet-order-id': orderId = '' } = await post(simulator, '/api/v2/sale/4411', signedSale('1015'))
    await waiting({ clock, simulator, orderId }, 'PaReqForm')
    await expect(control(simulator, { next: 'three-ds-1', path: 'status' })).rejects.toThrow(/only a sale/)
  })
})

describe('the three flows', () => {
  it.each(['Y', 'N', 'U'])('approve a frictionless sale after completion %s', async (threeDSCompInd) => {
    const desk = await secured('9301')
    expect(await uploadMethod(desk, { threeDSCompInd })).toMatchObject({
      type: 'async-response',
      'merchant-order-id': 'S-1',
      'paynet-order-id': desk.orderId,
    })
    expect(await statusOf(desk.simulator, 'S-1')).not.toHaveProperty('tds-status')
    expect(await endOf(desk)).toMatchObject(authenticated)
  })

  it('approve a challenge that the cardholder passes', async () => {
    const desk = await secured('9302')
    await uploadMethod(desk)
    const { action, hidden } = await answerChallenge(desk, confirmed)
    expect(action).toBe(returnUrl)
    expect(hidden.threeDSSessionData).toBe('a+b/c=')
    expect(messageIn(hidden.cres)).toMatchObject({ messageType: 'CRes', transStatus: 'Y' })
    expect((await upload(desk, 'cres', { cres: hidden.cres ?? '' })).type).toBe('async-response')
    expect(await endOf(desk)).toMatchObject(authenticated)
  })

  it('take the other spelling of cres', async () => {
    const desk = await secured('9302')
    await uploadMethod(desk)
    const { hidden } = await answerChallenge(desk, confirmed)
    await upload(desk, 'cres', { cRes: hidden.cres ?? '' })
    expect(await endOf(desk)).toMatchObject(authenticated)
  })

  it('approve version 1.0.2, whose answer holds every mark a careless form loses', async () => {
    const desk = await secured('9303')
    const { PaRes = '', MD = '' } = await answerPareq(desk, confirmed)
    for (const mark of ['+', '/', '=']) expect(PaRes).toContain(mark)
    await upload(desk, 'pares', { paRes: PaRes, md: MD })
    expect(await endOf(desk)).toMatchObject(authenticated)
  })

  it('say eci 02 for a Mastercard', async () => {
    const desk = await secured('9301', { credit_card_number: '5454545454545454' })
    await uploadMethod(desk)
    expect((await endOf(desk)).eci).toBe('02')
  })

  it.each(['4411', 'group/7722', '7722'])('take uploads at %s', async (path) => {
    const desk = await secured('9303')
    const { PaRes = '', MD = '' } = await answerPareq(desk, confirmed)
    expect((await upload(desk, 'pares', { paRes: PaRes, md: MD }, path)).type).toBe('async-response')
    expect(await endOf(desk)).toMatchObject(authenticated)
  })

  it.each(['9304', '9305'])('approve %s, whose method page is not there in time', async (amount) => {
    const desk = await secured(amount)
    await uploadMethod(desk, { threeDSCompInd: 'N' })
    expect(await endOf(desk)).toMatchObject(authenticated)
  })

  it('go on to the challenge after a silent method page', async () => {
    const desk = await secured('9306')
    await uploadMethod(desk, { threeDSCompInd: 'N' })
    await waiting(desk, 'CReqForm')
  })
})

describe('an authentication that fails', () => {
  it('declines what the cardholder refused', async () => {
    const desk = await secured('9302')
    await uploadMethod(desk)
    const { hidden } = await answerChallenge(desk, { action: 'refuse', code: '' })
    expect(messageIn(hidden.cres).transStatus).toBe('N')
    await upload(desk, 'cres', { cres: hidden.cres ?? '' })
    const status = await endOf(desk)
    expect(status).toMatchObject(declined)
    expect(status).not.toHaveProperty('eci')
    expect(status).not.toHaveProperty('approval-code')
  })

  it('declines 1.0.2 that the cardholder refused', async () => {
    const desk = await secured('9303')
    const { PaRes = '', MD = '' } = await answerPareq(desk, { action: 'refuse', code: '' })
    await upload(desk, 'pares', { paRes: PaRes, md: MD })
    expect(await endOf(desk)).toMatchObject(declined)
  })

  const spoilt: [string, (value: string) => string][] = [
    ['cut off', (value) => value.slice(0, -1)],
    ['with its case changed', (value) => value.toUpperCase()],
    ['with plus signs lost', (value) => value.replace(/\+/g, ' ')],
    ['with its last mark lost', (value) => value.replace(/=+$/, '')],
    ['encoded twice', (value) => encodeURIComponent(value)],
    ['made up', () => Buffer.from('{"messageType":"CRes","transStatus":"Y"}').toString('base64url')],
  ]

  it.each(spoilt)('declines a paRes %s', async (_name, spoil) => {
    const desk = await secured('9303')
    const { PaRes = '', MD = '' } = await answerPareq(desk, confirmed)
    expect(spoil(PaRes)).not.toBe(PaRes)
    await upload(desk, 'pares', { paRes: spoil(PaRes), md: MD })
    expect(await endOf(desk)).toMatchObject(declined)
  })

  it('declines a cres that says Y where the issuer said N', async () => {
    const desk = await secured('9302')
    await uploadMethod(desk)
    const { hidden } = await answerChallenge(desk, { action: 'refuse', code: '' })
    const lie = Buffer.from(JSON.stringify({ ...messageIn(hidden.cres), transStatus: 'Y' }))
    await upload(desk, 'cres', { cres: lie.toString('base64url') })
    expect(await endOf(desk)).toMatchObject(declined)
  })

  it('declines a cres of an order whose issuer was never asked', async () => {
    const desk = await secured('9302')
    await uploadMethod(desk)
    await waiting(desk, 'CReqForm')
    await upload(desk, 'cres', { cres: 'eyJ0cmFuc1N0YXR1cyI6IlkifQ' })
    expect(await endOf(desk)).toMatchObject(declined)
  })

  it('ends as an error when nobody comes within a quarter of an hour, however late one asks', async () => {
    const desk = await secured('9302')
    await waiting(desk, 'MethodUrlFrame')
    desk.clock.advance(14 * 60_000)
    expect((await statusOf(desk.simulator, 'S-1')).status).toBe('processing')
    desk.clock.advance(2 * 60_000)
    const status = await statusOf(desk.simulator, 'S-1')
    expect(status).toMatchObject({ status: 'error', 'error-code': '920', 'order-stage': 'sale_error' })
    expect(status).not.toHaveProperty('tds-status')
    expect(await upload(desk, 'cres', { cres: 'x' })).toMatchObject(refused)
  })

  it('leaves people a minute even when the simulator is quick', async () => {
    const desk = await secured('9301', {}, { speed: 1_000 })
    desk.clock.advance(59_000)
    expect((await statusOf(desk.simulator, 'S-1'))['tds-status']).toBe('MethodUrlFrame')
    desk.clock.advance(2_000)
    expect((await statusOf(desk.simulator, 'S-1')).status).toBe('error')
  })
})

describe('an upload', () => {
  it('is taken once: the same answer comes again and nothing else happens', async () => {
    const desk = await secured('9302')
    const first = await uploadMethod(desk)
    await waiting(desk, 'CReqForm')
    const id = { threeDSServerTransID: 'whatever', threeDSCompInd: 'N' }
    const again = await upload(desk, 'method-url', id)
    expect({ ...again, 'serial-number': '' }).toEqual({ ...first, 'serial-number': '' })
    const { hidden } = await answerChallenge(desk, confirmed)
    await upload(desk, 'cres', { cres: hidden.cres ?? '' })
    await upload(desk, 'cres', { cres: 'something else' })
    expect(await endOf(desk)).toMatchObject(authenticated)
    const uploads = (await deliveriesOf(desk.simulator)).filter(({ path }) => path.includes('/upload-'))
    expect(uploads.map(({ result }) => result)).toEqual(['accepted', 'repeated', 'accepted', 'repeated'])
  })

  it('is counted without its value', async () => {
    const desk = await secured('9302')
    await uploadMethod(desk)
    const { hidden } = await answerChallenge(desk, confirmed)
    const cres = hidden.cres ?? ''
    await upload(desk, 'cres', { cres })
    const uploads = (await deliveriesOf(desk.simulator)).filter(({ path }) => path.includes('/upload-'))
    const sha256 = createHash('sha256').update(cres).digest('hex')
    expect(uploads).toMatchObject([
      { command: 'upload-method-url-result', clientOrderId: 'S-1', uploaded: { completion: 'Y' } },
      { command: 'upload-cres-result', gatewayOrderId: desk.orderId, uploaded: { sha256 } },
    ])
    expect(JSON.stringify(uploads)).not.toContain(cres)
  })

  it('is refused out of turn, of another flow, of another order, and with a foreign id', async () => {
    const desk = await secured('9302')
    expect(
      await upload(desk, 'method-url', { threeDSServerTransID: 'x', threeDSCompInd: 'Y' }),
    ).toMatchObject(refused)
    await waiting(desk, 'MethodUrlFrame')
    const early = [
      upload(desk, 'cres', { cres: 'x' }),
      upload(desk, 'pares', { paRes: 'x', md: 'x' }),
      uploadMethod(desk, { threeDSServerTransID: '00000000-0000-4000-8000-000000000000' }),
    ]
    for (const answer of await Promise.all(early)) expect(answer).toMatchObject(refused)
    const path = '/api/3ds/v1/upload-cres-result/4411'
    for (const form of [
      signedUpload('S-2', desk.orderId, { cres: 'x' }),
      signedUpload('S-1', '1', { cres: 'x' }),
    ]) {
      expect(await post(desk.simulator, path, form)).toMatchObject({ 'error-message': 'Order not found' })
    }
    const plain = signedUpload('NS-2041', '6684106', { cres: 'x' })
    expect(await post(desk.simulator, path, plain)).toMatchObject(refused)
    expect((await statusOf(desk.simulator, 'S-1'))['tds-status']).toBe('MethodUrlFrame')
  })

  it('is refused when its MD is another, and can come again with the right one', async () => {
    const desk = await secured('9303')
    const { PaRes = '', MD = '' } = await answerPareq(desk, confirmed)
    expect(await upload(desk, 'pares', { paRes: PaRes, md: `${MD}=` })).toMatchObject(refused)
    await upload(desk, 'pares', { paRes: PaRes, md: MD })
    expect(await endOf(desk)).toMatchObject(authenticated)
  })

  it('can lose its answer after it was taken, and can be lost before', async () => {
    const desk = await secured('9301')
    await waiting(desk, 'MethodUrlFrame')
    await control(desk.simulator, { next: ['request-lost', 'answer-lost'], path: 'upload-method-url-result' })
    await expect(uploadMethod(desk)).rejects.toThrow()
    expect((await statusOf(desk.simulator, 'S-1'))['tds-status']).toBe('MethodUrlFrame')
    await expect(uploadMethod(desk)).rejects.toThrow()
    expect(await endOf(desk)).toMatchObject(authenticated)
    const results = (await deliveriesOf(desk.simulator)).filter(({ path }) => path.includes('/upload-'))
    expect(results.map(({ result }) => result)).toEqual(['not-booked', 'accepted'])
  })
})
