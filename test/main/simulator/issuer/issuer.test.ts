import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import {
  formOf,
  HandClock,
  key,
  messageIn,
  post,
  send,
  signedSale,
  signedUpload,
  start,
  statusOf,
  stopAll,
  until,
  visit,
} from '../support'
import type { Simulator } from '../../../../src-main/simulator/server/server'
import type { Form, RawAnswer } from '../support'

afterEach(stopAll)

const back = 'https://return.example.test/3ds?a=1&b="2"'

interface TestRig {
  clock: HandClock
  simulator: Simulator
  orderId: string
  status: Form
}

/** An order that waits for its first step. */
async function order(amount: string, changes: Form = {}): Promise<TestRig> {
  const clock = new HandClock()
  const simulator = await start({ clock })
  const form = signedSale(`${amount}00`, { amount, redirect_url: back, ...changes })
  const { 'paynet-order-id': orderId = '' } = await post(simulator, '/api/v2/sale/4411', form)
  clock.advance(2_000)
  return { clock, simulator, orderId, status: await statusOf(simulator, 'S-1') }
}

/** An order that waits for its challenge. */
async function challenge(method: Form = { notificationURL: back }, changes: Form = {}): Promise<TestRig> {
  const rig = await order('9302', changes)
  const id = rig.status['tds-method-url-frame-3ds-server-trans-id'] ?? ''
  const fields = { threeDSServerTransID: id, threeDSCompInd: 'Y', ...method }
  const form = signedUpload('S-1', rig.orderId, fields)
  await post(rig.simulator, '/api/3ds/v1/upload-method-url-result/4411', form)
  rig.clock.advance(2_000)
  return { ...rig, status: await statusOf(rig.simulator, 'S-1') }
}

const creqOf = ({ status }: TestRig): Form => ({ creq: status['tds-creq-form-creq'] ?? '' })

const toChallenge = (rig: TestRig, form: Form): Promise<RawAnswer> =>
  visit(rig.status['tds-creq-form-acs-url'] ?? '', form)

function toMethod({ status }: TestRig, returnUrl: string, serverTransId?: string): Promise<RawAnswer> {
  const message = {
    threeDSServerTransID: serverTransId ?? status['tds-method-url-frame-3ds-server-trans-id'],
    threeDSMethodNotificationURL: returnUrl,
  }
  const threeDSMethodData = Buffer.from(JSON.stringify(message)).toString('base64url')
  return visit(status['tds-method-url-frame-3ds-method-url'] ?? '', { threeDSMethodData })
}

describe("the issuer's method page", () => {
  it('posts the transaction id to the notification address', async () => {
    const rig = await order('9301')
    const answer = await toMethod(rig, back)
    const { action, hidden } = formOf(answer)
    expect(answer.body).toContain('document.forms[0].submit()')
    expect(action).toBe(back)
    expect(messageIn(hidden.threeDSMethodData)).toEqual({
      threeDSServerTransID: rig.status['tds-method-url-frame-3ds-server-trans-id'],
    })
  })

  it.each(['9304', '9306'])('does not answer for %s', async (amount) => {
    const answer = await toMethod(await order(amount), back)
    expect(answer.httpStatus).toBe(200)
    expect(answer.body).not.toContain('<form')
    expect(answer.body).not.toContain('<script')
  })

  it('answers after fifteen seconds for 9305', async () => {
    const rig = await order('9305')
    let isThere = false
    const answer = toMethod(rig, back).finally(() => (isThere = true))
    await until(() => rig.clock.sleeperCount === 1)
    rig.clock.advance(14_900)
    expect((await statusOf(rig.simulator, 'S-1')).status).toBe('processing')
    expect(isThere).toBe(false)
    rig.clock.advance(200)
    expect(formOf(await answer).action).toBe(back)
  })

  it.each([
    ['a payment it does not know', back, '00000000-0000-4000-8000-000000000000', 404],
    ['a return address that is a script', 'javascript:alert(1)', undefined, 400],
    ['a return address that is none', 'nowhere', undefined, 400],
  ])('refuses %s', async (_name, returnUrl, id, httpStatus) => {
    const answer = await toMethod(await order('9301'), returnUrl, id)
    expect(answer.httpStatus).toBe(httpStatus)
    expect(answer.body).not.toContain('<form')
  })

  it.each(['', '%%%', 'bm90IGpzb24', 'bnVsbA', 'W10'])(
    'refuses data that is not a message: "%s"',
    async (data) => {
      const { status } = await order('9301')
      const url = status['tds-method-url-frame-3ds-method-url'] ?? ''
      expect((await visit(url, { threeDSMethodData: data })).httpStatus).toBe(404)
    },
  )
})

describe("the issuer's challenge", () => {
  it('shows bank, merchant, amount and card, and asks for the code with a label', async () => {
    const rig = await challenge()
    const { body } = await toChallenge(rig, creqOf(rig))
    for (const text of ['FJORDBANKEN AB', 'NordShop Online', '9302.00 EUR', 'ending in 1111']) {
      expect(body).toContain(text)
    }
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('<label for="code">')
    expect(body).toMatch(/<input id="code" name="code"[^>]* aria-describedby="hint"/)
    expect([...body.matchAll(/<button name="action" value="(\w+)">/g)].map(([, value]) => value)).toEqual([
      'confirm',
      'refuse',
    ])
    expect(body).not.toContain('<script')
    expect(body).not.toContain('4444555566661111')
  })

  it('accepts a CReq with base64 padding', async () => {
    const rig = await challenge()
    const { creq = '' } = creqOf(rig)
    expect((await toChallenge(rig, { creq: `${creq}==` })).httpStatus).toBe(200)
  })

  it('says that a code is wrong, and answers N after the third wrong code', async () => {
    const rig = await challenge()
    const wrong = { ...creqOf(rig), code: '0000', action: 'confirm' }
    const first = await toChallenge(rig, wrong)
    expect(first.body).toContain('role="alert">That code is wrong. 2 tries are left.')
    expect(first.body).toContain('aria-invalid="true"')
    expect((await toChallenge(rig, { ...wrong, code: '' })).body).toContain('1 try is left.')
    const { hidden } = formOf(await toChallenge(rig, wrong))
    expect(messageIn(hidden.cres).transStatus).toBe('N')
    const late = formOf(await toChallenge(rig, { ...creqOf(rig), code: '1234', action: 'confirm' }))
    expect(late.hidden.cres).toBe(hidden.cres)
  })

  it('does not count a request without a code', async () => {
    const rig = await challenge()
    for (let count = 0; count < 5; count += 1) await toChallenge(rig, creqOf(rig))
    const { hidden } = formOf(await toChallenge(rig, { ...creqOf(rig), code: ' 12 34 ', action: 'confirm' }))
    expect(messageIn(hidden.cres).transStatus).toBe('Y')
  })

  it('gives the same answer again until it is uploaded', async () => {
    const rig = await challenge()
    const { hidden } = formOf(await toChallenge(rig, { ...creqOf(rig), code: '1234', action: 'confirm' }))
    expect(formOf(await toChallenge(rig, creqOf(rig))).hidden).toEqual(hidden)
    const form = signedUpload('S-1', rig.orderId, { cres: hidden.cres ?? '' })
    await post(rig.simulator, '/api/3ds/v1/upload-cres-result/4411', form)
    expect((await toChallenge(rig, creqOf(rig))).httpStatus).toBe(400)
  })

  it('returns to redirect_url when the method upload named no address, and refuses without both', async () => {
    const rig = await challenge({})
    const passed = { ...creqOf(rig), code: '1234', action: 'confirm' }
    expect(formOf(await toChallenge(rig, passed)).action).toBe(back)
    const without = await challenge({}, { redirect_url: '' })
    expect((await toChallenge(without, creqOf(without))).httpStatus).toBe(400)
  })

  it('refuses a CReq that was altered', async () => {
    const rig = await challenge()
    const { creq = '' } = creqOf(rig)
    for (const altered of ['', creq.slice(1), `${creq}x`, creq.toLowerCase()]) {
      expect((await toChallenge(rig, { creq: altered })).httpStatus).toBe(404)
    }
  })

  it('escapes everything that a request sends', async () => {
    const rig = await challenge()
    const hostile = '"><script>alert(1)</script><input name="code" value=\'x\''
    const shown = await toChallenge(rig, { ...creqOf(rig), threeDSSessionData: hostile, code: hostile })
    expect(shown.body).not.toContain('<script')
    expect(formOf(shown).hidden.threeDSSessionData).toBe(hostile)
    const left = await toChallenge(rig, { ...creqOf(rig), threeDSSessionData: hostile, action: 'refuse' })
    expect(left.body.match(/<script/g)).toHaveLength(1)
    expect(formOf(left).hidden.threeDSSessionData).toBe(hostile)
  })
})

describe("the issuer's page of 1.0.2", () => {
  const toPareq = (rig: TestRig, changes: Form) =>
    visit(rig.status['tds-pareq-form-acs-url'] ?? '', {
      PaReq: rig.status['tds-pareq-form-pareq'] ?? '',
      MD: 'any <md> & "value"',
      TermUrl: back,
      ...changes,
    })

  it('returns MD unchanged and posts to TermUrl', async () => {
    const rig = await order('9303')
    const { action, hidden } = formOf(await toPareq(rig, { code: '1234', action: 'confirm' }))
    expect(action).toBe(back)
    expect(Object.keys(hidden)).toEqual(['PaRes', 'MD'])
    expect(hidden.MD).toBe('any <md> & "value"')
  })

  it.each([
    [{ PaReq: 'x' }, 404],
    [{ TermUrl: '' }, 400],
    [{ TermUrl: 'data:text/html,x' }, 400],
  ])('refuses %j', async (changes, httpStatus) => {
    expect((await toPareq(await order('9303'), changes)).httpStatus).toBe(httpStatus)
  })
})

describe("the gateway's own way to the issuer", () => {
  it('is a page in the status answer that posts what the issuer needs', async () => {
    const method = await order('9301')
    const first = formOf({ httpStatus: 200, headers: {}, body: method.status.html ?? '' })
    expect(first.action).toBe(method.status['tds-method-url-frame-3ds-method-url'])
    const returns = expect.stringMatching(
      new RegExp(`^${method.simulator.announcement.baseUrl}/issuer/return/`),
    )
    expect(messageIn(first.hidden.threeDSMethodData).threeDSMethodNotificationURL).toEqual(returns)
    const pareq = await order('9303')
    const third = formOf({ httpStatus: 200, headers: {}, body: pareq.status.html ?? '' })
    expect(third.hidden).toMatchObject({
      MD: pareq.status['tds-pareq-form-md'],
      TermUrl: expect.stringContaining('/issuer/return/'),
    })
    const rig = await challenge()
    const second = formOf({ httpStatus: 200, headers: {}, body: rig.status.html ?? '' })
    expect(second).toEqual({ action: rig.status['tds-creq-form-acs-url'], hidden: creqOf(rig) })
  })

  it('is also an address that leads to the awaited step', async () => {
    const rig = await challenge()
    const url = rig.status['redirect-to'] ?? ''
    expect(formOf(await send(url, { method: 'GET' })).hidden).toEqual(creqOf(rig))
    expect((await send(`${url}0`, { method: 'GET' })).httpStatus).toBe(404)
  })
})

describe('a classic client, which shows the page of the status answer and waits for the browser (F4)', () => {
  const form = (body = '') => formOf({ httpStatus: 200, headers: {}, body })
  const posted = ({ action, hidden }: ReturnType<typeof formOf>, typed: Form = {}) =>
    visit(action, { ...hidden, ...typed })
  const rightCode: Form = { code: '1234', action: 'confirm' }

  /** Follows the redirect that the gateway sends after it accepted the issuer's answer. */
  async function leadOn(answer: RawAnswer): Promise<RawAnswer> {
    expect(answer.httpStatus).toBe(303)
    return send(String(answer.headers.location), { method: 'GET' })
  }

  /** Posts the page's form to the issuer, and the issuer's form to the gateway. */
  async function through(page: ReturnType<typeof formOf>, typed: Form): Promise<RawAnswer> {
    return leadOn(await posted(formOf(await posted(page, typed))))
  }

  const signed = (status: string, orderId: string) =>
    createHash('sha1').update(`${status}${orderId}S-1${key}`).digest('hex')

  async function backWith(amount: string, typed: Form, changes: Form): Promise<ReturnType<typeof formOf>> {
    const rig = await order(amount, changes)
    const next = await through(form(rig.status.html), typed)
    expect(next.body).toContain('http-equiv="refresh"')
    rig.clock.advance(10_000)
    return formOf(await send(rig.status['redirect-to'] ?? '', { method: 'GET' }))
  }

  it('gets the browser back with status, ids and control after 3-D Secure 1.0.2', async () => {
    const { action, hidden } = await backWith('9303', rightCode, {})
    expect(action).toBe(back)
    expect(hidden).toMatchObject({ status: 'approved', client_orderid: 'S-1', merchant_order: 'S-1' })
    expect(hidden.control).toBe(signed('approved', hidden.orderid ?? ''))
  })

  it('gets it back through method page and challenge', async () => {
    const rig = await order('9302')
    const waiting = await through(form(rig.status.html), {})
    expect(waiting.body).toContain('http-equiv="refresh"')
    rig.clock.advance(2_000)
    const url = rig.status['redirect-to'] ?? ''
    await through(formOf(await send(url, { method: 'GET' })), rightCode)
    rig.clock.advance(10_000)
    const { action, hidden } = formOf(await send(url, { method: 'GET' }))
    expect([action, hidden.status]).toEqual([back, 'approved'])
  })

  it.each([
    [rightCode, 'approved', 'https://shop.example.test/good'],
    [{ action: 'refuse' }, 'declined', 'https://shop.example.test/bad'],
  ])('%j: gets the browser back at the address for %s', async (typed, status, url) => {
    const { action, hidden } = await backWith('9303', typed, {
      redirect_success_url: 'https://shop.example.test/good',
      redirect_fail_url: 'https://shop.example.test/bad',
    })
    expect([action, hidden.status]).toEqual([url, status])
    expect(hidden.control).toBe(signed(status, hidden.orderid ?? ''))
  })

  it('ends on a page of the gateway when the sale named no address', async () => {
    const rig = await order('9303', { redirect_url: '' })
    await through(form(rig.status.html), rightCode)
    rig.clock.advance(10_000)
    const done = await send(rig.status['redirect-to'] ?? '', { method: 'GET' })
    expect(done.body).toContain('You can close this window.')
  })

  it('cannot post an answer of another payment, or no answer', async () => {
    const rig = await order('9303')
    const { hidden } = form(rig.status.html)
    for (const answer of [{ MD: hidden.MD ?? '' }, { PaRes: 'x', MD: 'another' }]) {
      const page = await leadOn(await visit(hidden.TermUrl ?? '', answer))
      expect(formOf(page).hidden.MD).toBe(hidden.MD)
    }
    await leadOn(
      await visit(hidden.TermUrl ?? '', { PaRes: 'not what the issuer gave', MD: hidden.MD ?? '' }),
    )
    rig.clock.advance(10_000)
    expect((await statusOf(rig.simulator, 'S-1')).status).toBe('declined')
  })

  it('gets the browser back when the step was not done in time', async () => {
    const rig = await order('9303')
    rig.clock.advance(3_600_000)
    const { action, hidden } = formOf(await send(rig.status['redirect-to'] ?? '', { method: 'GET' }))
    expect([action, hidden.status]).toEqual([back, 'error'])
  })
})

describe('every page of the issuer', () => {
  it('runs only its own script, loads nothing, and posts to one address', async () => {
    const rig = await challenge()
    const asked = await toChallenge(rig, creqOf(rig))
    const left = await toChallenge(rig, { ...creqOf(rig), action: 'refuse' })
    const policies = [asked, left].map(({ headers }) => String(headers['content-security-policy']))
    for (const policy of policies) {
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("base-uri 'none'")
    }
    expect(policies[0]).toContain("script-src 'none'")
    expect(policies[0]).toContain("form-action 'self'")
    expect(policies[1]).toContain('form-action https://return.example.test;')
    const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(policies[1] ?? '') ?? []
    expect(left.body).toContain(`<script nonce="${nonce}">`)
    expect(left.headers['cache-control']).toBe('no-store')
    expect(left.headers['referrer-policy']).toBe('no-referrer')
  })

  it('answers only POST, and other pages do not exist', async () => {
    const { simulator } = await order('9301')
    const { baseUrl } = simulator.announcement
    for (const path of ['method', 'challenge', 'pareq']) {
      expect((await send(`${baseUrl}/issuer/${path}`, { method: 'GET' })).httpStatus).toBe(405)
    }
    expect((await send(`${baseUrl}/issuer/other`)).httpStatus).toBe(404)
  })
})
