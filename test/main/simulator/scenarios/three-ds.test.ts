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

interface TestRig {
  clock: HandClock
  simulator: Simulator
  orderId: string
}

async function sell(minor: string, changes: Form = {}, options = {}): Promise<TestRig> {
  const clock = new HandClock()
  const simulator = await start({ clock, ...options })
  const form = signedSale(minor, { redirect_url: 'https://shop.example.test/back', ...changes })
  const { 'paynet-order-id': orderId = '' } = await post(simulator, '/api/v2/sale/4411', form)
  return { clock, simulator, orderId }
}

const secured = (amount: string, changes: Form = {}, options = {}) =>
  sell(`${amount}00`, { amount, ...changes }, options)

async function waiting(rig: TestRig, tdsStatus: string): Promise<Form> {
  for (let round = 0; round < 10; round += 1) {
    const status = await statusOf(rig.simulator, 'S-1')
    if (status['tds-status'] === tdsStatus) return status
    rig.clock.advance(500)
  }
  throw new Error(`The order never waited for ${tdsStatus}`)
}

function upload(rig: TestRig, name: string, fields: Form, path = '4411'): Promise<Form> {
  const form = signedUpload('S-1', rig.orderId, fields)
  return post(rig.simulator, `/api/3ds/v1/upload-${name}-result/${path}`, form)
}

async function uploadMethod(rig: TestRig, changes: Form = {}): Promise<Form> {
  const { 'tds-method-url-frame-3ds-server-trans-id': id = '' } = await waiting(rig, 'MethodUrlFrame')
  const fields = { threeDSServerTransID: id, threeDSCompInd: 'Y', notificationURL: returnUrl, ...changes }
  return upload(rig, 'method-url', fields)
}

/** Answers the challenge as a cardholder does; returns the form that the issuer sends back through the browser. */
async function answerChallenge(rig: TestRig, typed: Form): Promise<{ action: string; hidden: Form }> {
  const { 'tds-creq-form-acs-url': url = '', 'tds-creq-form-creq': creq = '' } = await waiting(
    rig,
    'CReqForm',
  )
  const asked = formOf(await visit(url, { creq, threeDSSessionData: 'a+b/c=' }))
  return formOf(await visit(url, { ...asked.hidden, ...typed }))
}

async function answerPareq(rig: TestRig, typed: Form): Promise<Form> {
  const status = await waiting(rig, 'PaReqForm')
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

async function endOf({ clock, simulator }: TestRig): Promise<Form> {
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
  it('waits for the method page and sends every field that the interface lists for it', async () => {
    const rig = await secured('9301')
    const status = await waiting(rig, 'MethodUrlFrame')
    expect(status).toMatchObject({
      status: 'processing',
      'order-stage': 'sale_3d_validating',
      'tds-method-url-frame-3ds-server-trans-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'tds-method-url-frame-3ds-method-url': `${rig.simulator.announcement.baseUrl}/issuer/method`,
    })
    expect(Object.keys(status).filter((name) => /^(html|redirect-to|tds-)/.test(name))).toHaveLength(5)
    expect(status).not.toHaveProperty('verified-3d-status')
  })

  it('waits for the challenge with a CReq that has both transaction ids', async () => {
    const rig = await secured('9302')
    const { 'tds-method-url-frame-3ds-server-trans-id': id } = await waiting(rig, 'MethodUrlFrame')
    await uploadMethod(rig)
    const status = await waiting(rig, 'CReqForm')
    expect(messageIn(status['tds-creq-form-creq'])).toMatchObject({
      messageType: 'CReq',
      threeDSServerTransID: id,
      acsTransID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(status['order-stage']).toBe('sale_3d_validating')
    expect(Object.keys(status).filter((name) => /^(html|redirect-to|tds-)/.test(name))).toHaveLength(5)
  })

  it('waits for the PaReq with values that contain `+`, `/` and `=`', async () => {
    const status = await waiting(await secured('9303'), 'PaReqForm')
    for (const mark of ['+', '/', '=']) expect(status['tds-pareq-form-pareq']).toContain(mark)
    expect(status['tds-pareq-form-md']).toMatch(/^[\w+/]{32}$/)
    expect(Object.keys(status).filter((name) => /^(html|redirect-to|tds-)/.test(name))).toHaveLength(6)
  })

  it('ends each of these values with a line feed, also the page', async () => {
    const rig = await secured('9301')
    await waiting(rig, 'MethodUrlFrame')
    const { body } = await send(`${rig.simulator.announcement.baseUrl}/api/v2/status/4411`, {
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
  ])('is selected by amount %s with code "%s"', async (amount, cvv2, tdsStatus) => {
    const minor = amount === '10.15' ? '1015' : `${amount.replace(/^0|\.00$/g, '')}00`
    await waiting(await sell(minor, { amount, cvv2 }), tdsStatus)
  })

  it('is a challenge for code 321', async () => {
    const rig = await sell('1015', { cvv2: '321' })
    await uploadMethod(rig)
    await waiting(rig, 'CReqForm')
  })

  it.each(['9301', '9303'])('does not affect a rebill of %s', async (amount) => {
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

  it('can be set for the next sale; a rebill before that sale does not use it', async () => {
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
    const rig = await secured('9301')
    expect(await uploadMethod(rig, { threeDSCompInd })).toMatchObject({
      type: 'async-response',
      'merchant-order-id': 'S-1',
      'paynet-order-id': rig.orderId,
    })
    expect(await statusOf(rig.simulator, 'S-1')).not.toHaveProperty('tds-status')
    expect(await endOf(rig)).toMatchObject(authenticated)
  })

  it('approve a challenge that the cardholder passes', async () => {
    const rig = await secured('9302')
    await uploadMethod(rig)
    const { action, hidden } = await answerChallenge(rig, confirmed)
    expect(action).toBe(returnUrl)
    expect(hidden.threeDSSessionData).toBe('a+b/c=')
    expect(messageIn(hidden.cres)).toMatchObject({ messageType: 'CRes', transStatus: 'Y' })
    expect((await upload(rig, 'cres', { cres: hidden.cres ?? '' })).type).toBe('async-response')
    expect(await endOf(rig)).toMatchObject(authenticated)
  })

  it('take the other spelling of cres', async () => {
    const rig = await secured('9302')
    await uploadMethod(rig)
    const { hidden } = await answerChallenge(rig, confirmed)
    await upload(rig, 'cres', { cRes: hidden.cres ?? '' })
    expect(await endOf(rig)).toMatchObject(authenticated)
  })

  it('approve version 1.0.2, whose answer contains `+`, `/` and `=`', async () => {
    const rig = await secured('9303')
    const { PaRes = '', MD = '' } = await answerPareq(rig, confirmed)
    for (const mark of ['+', '/', '=']) expect(PaRes).toContain(mark)
    await upload(rig, 'pares', { paRes: PaRes, md: MD })
    expect(await endOf(rig)).toMatchObject(authenticated)
  })

  it('report eci 02 for a Mastercard', async () => {
    const rig = await secured('9301', { credit_card_number: '5454545454545454' })
    await uploadMethod(rig)
    expect((await endOf(rig)).eci).toBe('02')
  })

  it.each(['4411', 'group/7722', '7722'])('take uploads at %s', async (path) => {
    const rig = await secured('9303')
    const { PaRes = '', MD = '' } = await answerPareq(rig, confirmed)
    expect((await upload(rig, 'pares', { paRes: PaRes, md: MD }, path)).type).toBe('async-response')
    expect(await endOf(rig)).toMatchObject(authenticated)
  })

  it.each(['9304', '9305'])('approve %s, whose method page does not answer in time', async (amount) => {
    const rig = await secured(amount)
    await uploadMethod(rig, { threeDSCompInd: 'N' })
    expect(await endOf(rig)).toMatchObject(authenticated)
  })

  it('continue to the challenge when the method page does not answer', async () => {
    const rig = await secured('9306')
    await uploadMethod(rig, { threeDSCompInd: 'N' })
    await waiting(rig, 'CReqForm')
  })
})

describe('an authentication that fails', () => {
  it('declines what the cardholder refused', async () => {
    const rig = await secured('9302')
    await uploadMethod(rig)
    const { hidden } = await answerChallenge(rig, { action: 'refuse', code: '' })
    expect(messageIn(hidden.cres).transStatus).toBe('N')
    await upload(rig, 'cres', { cres: hidden.cres ?? '' })
    const status = await endOf(rig)
    expect(status).toMatchObject(declined)
    expect(status).not.toHaveProperty('eci')
    expect(status).not.toHaveProperty('approval-code')
  })

  it('declines 1.0.2 that the cardholder refused', async () => {
    const rig = await secured('9303')
    const { PaRes = '', MD = '' } = await answerPareq(rig, { action: 'refuse', code: '' })
    await upload(rig, 'pares', { paRes: PaRes, md: MD })
    expect(await endOf(rig)).toMatchObject(declined)
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
    const rig = await secured('9303')
    const { PaRes = '', MD = '' } = await answerPareq(rig, confirmed)
    expect(spoil(PaRes)).not.toBe(PaRes)
    await upload(rig, 'pares', { paRes: spoil(PaRes), md: MD })
    expect(await endOf(rig)).toMatchObject(declined)
  })

  it('declines a cres that says Y where the issuer said N', async () => {
    const rig = await secured('9302')
    await uploadMethod(rig)
    const { hidden } = await answerChallenge(rig, { action: 'refuse', code: '' })
    const lie = Buffer.from(JSON.stringify({ ...messageIn(hidden.cres), transStatus: 'Y' }))
    await upload(rig, 'cres', { cres: lie.toString('base64url') })
    expect(await endOf(rig)).toMatchObject(declined)
  })

  it('declines a cres of an order whose issuer was never asked', async () => {
    const rig = await secured('9302')
    await uploadMethod(rig)
    await waiting(rig, 'CReqForm')
    await upload(rig, 'cres', { cres: 'eyJ0cmFuc1N0YXR1cyI6IlkifQ' })
    expect(await endOf(rig)).toMatchObject(declined)
  })

  it('ends as an error when a step is not done within 15 minutes', async () => {
    const rig = await secured('9302')
    await waiting(rig, 'MethodUrlFrame')
    rig.clock.advance(14 * 60_000)
    expect((await statusOf(rig.simulator, 'S-1')).status).toBe('processing')
    rig.clock.advance(2 * 60_000)
    const status = await statusOf(rig.simulator, 'S-1')
    expect(status).toMatchObject({ status: 'error', 'error-code': '920', 'order-stage': 'sale_error' })
    expect(status).not.toHaveProperty('tds-status')
    expect(await upload(rig, 'cres', { cres: 'x' })).toMatchObject(refused)
  })

  it('leaves at least one minute for a step at any speed', async () => {
    const rig = await secured('9301', {}, { speed: 1_000 })
    rig.clock.advance(59_000)
    expect((await statusOf(rig.simulator, 'S-1'))['tds-status']).toBe('MethodUrlFrame')
    rig.clock.advance(2_000)
    expect((await statusOf(rig.simulator, 'S-1')).status).toBe('error')
  })
})

describe('an upload', () => {
  it('is accepted once: a repeated upload gets the same answer and changes nothing', async () => {
    const rig = await secured('9302')
    const first = await uploadMethod(rig)
    await waiting(rig, 'CReqForm')
    const id = { threeDSServerTransID: 'whatever', threeDSCompInd: 'N' }
    const again = await upload(rig, 'method-url', id)
    expect({ ...again, 'serial-number': '' }).toEqual({ ...first, 'serial-number': '' })
    const { hidden } = await answerChallenge(rig, confirmed)
    await upload(rig, 'cres', { cres: hidden.cres ?? '' })
    await upload(rig, 'cres', { cres: 'something else' })
    expect(await endOf(rig)).toMatchObject(authenticated)
    const uploads = (await deliveriesOf(rig.simulator)).filter(({ path }) => path.includes('/upload-'))
    expect(uploads.map(({ result }) => result)).toEqual(['accepted', 'repeated', 'accepted', 'repeated'])
  })

  it('is listed without its value', async () => {
    const rig = await secured('9302')
    await uploadMethod(rig)
    const { hidden } = await answerChallenge(rig, confirmed)
    const cres = hidden.cres ?? ''
    await upload(rig, 'cres', { cres })
    const uploads = (await deliveriesOf(rig.simulator)).filter(({ path }) => path.includes('/upload-'))
    const sha256 = createHash('sha256').update(cres).digest('hex')
    expect(uploads).toMatchObject([
      { command: 'upload-method-url-result', clientOrderId: 'S-1', uploaded: { completion: 'Y' } },
      { command: 'upload-cres-result', gatewayOrderId: rig.orderId, uploaded: { sha256 } },
    ])
    expect(JSON.stringify(uploads)).not.toContain(cres)
  })

  it('is refused before its step, in another flow, for another order, and with a foreign id', async () => {
    const rig = await secured('9302')
    expect(await upload(rig, 'method-url', { threeDSServerTransID: 'x', threeDSCompInd: 'Y' })).toMatchObject(
      refused,
    )
    await waiting(rig, 'MethodUrlFrame')
    const early = [
      upload(rig, 'cres', { cres: 'x' }),
      upload(rig, 'pares', { paRes: 'x', md: 'x' }),
      uploadMethod(rig, { threeDSServerTransID: '00000000-0000-4000-8000-000000000000' }),
    ]
    for (const answer of await Promise.all(early)) expect(answer).toMatchObject(refused)
    const path = '/api/3ds/v1/upload-cres-result/4411'
    for (const form of [
      signedUpload('S-2', rig.orderId, { cres: 'x' }),
      signedUpload('S-1', '1', { cres: 'x' }),
    ]) {
      expect(await post(rig.simulator, path, form)).toMatchObject({ 'error-message': 'Order not found' })
    }
    const plain = signedUpload('NS-2041', '6684106', { cres: 'x' })
    expect(await post(rig.simulator, path, plain)).toMatchObject(refused)
    expect((await statusOf(rig.simulator, 'S-1'))['tds-status']).toBe('MethodUrlFrame')
  })

  it('is refused with a wrong MD, and accepted later with the right one', async () => {
    const rig = await secured('9303')
    const { PaRes = '', MD = '' } = await answerPareq(rig, confirmed)
    expect(await upload(rig, 'pares', { paRes: PaRes, md: `${MD}=` })).toMatchObject(refused)
    await upload(rig, 'pares', { paRes: PaRes, md: MD })
    expect(await endOf(rig)).toMatchObject(authenticated)
  })

  it('can lose its answer after it was accepted, or before', async () => {
    const rig = await secured('9301')
    await waiting(rig, 'MethodUrlFrame')
    await control(rig.simulator, { next: ['request-lost', 'answer-lost'], path: 'upload-method-url-result' })
    await expect(uploadMethod(rig)).rejects.toThrow()
    expect((await statusOf(rig.simulator, 'S-1'))['tds-status']).toBe('MethodUrlFrame')
    await expect(uploadMethod(rig)).rejects.toThrow()
    expect(await endOf(rig)).toMatchObject(authenticated)
    const results = (await deliveriesOf(rig.simulator)).filter(({ path }) => path.includes('/upload-'))
    expect(results.map(({ result }) => result)).toEqual(['not-booked', 'accepted'])
  })
})
