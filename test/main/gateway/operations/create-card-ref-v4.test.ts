import { verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { HttpResult } from '../../../../src-main/gateway/http-transport'
import { baseString } from '../../../../src-main/gateway/oauth-signature'
import type { SigningCredentials } from '../../../../src-main/ports/gateway-client'
import { FakeClock } from '../../../support/fakes/fake-clock'
import {
  answerBody,
  answered,
  clientOf,
  credentials,
  FakeTransport,
  never,
} from '../../../support/gateway-calls'
import { rsaKey } from '../../../support/rsa-key'

const { privateKey, publicKey } = rsaKey()
const { controlKey: _, ...target } = credentials
const signing: SigningCredentials = { ...target, privateKey }
const request = {
  route: { kind: 'group', id: '7722' },
  clientOrderId: "Заказ 1+(2)*'!",
  gatewayOrderId: '6684100',
} as const
const registered = answered(
  answerBody({
    type: 'create-card-ref-response',
    status: 'approved',
    'card-ref-id': '880017',
    'recurring-payment-id': '1152735103331642317',
    'dst-card-ref-id': '4111111111111111',
    'serial-number': '00000000-0000-0000-0000-0000000000a1',
  }),
)
const page = '<html><body><h1>403</h1>Access is denied</body></html>'
const nowMs = Date.UTC(2026, 10, 28, 12, 0, 0, 700)

async function register(result: HttpResult = registered, from = signing) {
  const transport = new FakeTransport(result)
  const clock = new FakeClock(nowMs)
  const given = await clientOf(transport, clock).createCardRefV4(from, request, never)
  const [call] = transport.calls
  if (call === undefined) throw new Error('nothing was sent')
  return { ...given, transport, call, oauth: oauthIn(call.authorization ?? '') }
}

/** Reads the header as a gateway does. */
function oauthIn(header: string): Record<string, string> {
  const parts = [...header.matchAll(/([a-z_]+)="([^"]*)"/g)]
  return Object.fromEntries(parts.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]))
}

function denied(status: number, date: string | null, body = page): HttpResult {
  return { ...answered(body), head: { status, date, retryAfter: null, contentType: null } } as HttpResult
}

describe('a card registration v4', () => {
  it('sends both ids and nothing else, and gives every kind of token', async () => {
    const { outcome, transport, call } = await register()
    expect(call.url.href).toBe('https://gate.example.test/paynet/api/v4/create-card-ref/group/7722')
    expect(Object.entries(transport.parameters)).toEqual([
      ['client_orderid', request.clientOrderId],
      ['orderid', '6684100'],
    ])
    expect(outcome).toEqual({
      kind: 'registered',
      cardRefId: '880017',
      unqCardRefId: null,
      recurringPaymentId: '1152735103331642317',
      dstCardRefId: '4111111111111111',
    })
  })

  it('is signed over address, body and header with the merchant’s key', async () => {
    const { call, oauth } = await register()
    const { oauth_signature: signature = '', ...others } = oauth
    expect(others).toEqual({
      oauth_consumer_key: 'NordShop',
      oauth_nonce: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      oauth_signature_method: 'RSA-SHA256',
      oauth_timestamp: '1795867200',
      oauth_version: '1.0',
    })
    const covered = [...new URLSearchParams(call.body), ...Object.entries(others)]
    const text = baseString(
      'POST',
      call.url,
      covered.map(([name, value]) => ({ name, value })),
    )
    const bytes = Buffer.from(signature, 'base64')
    expect(verify('RSA-SHA256', Buffer.from(text), publicKey, bytes)).toBe(true)
  })

  it('never uses a nonce twice', async () => {
    const nonces = new Set<string | undefined>()
    for (let times = 0; times < 20; times++) nonces.add((await register()).oauth['oauth_nonce'])
    expect(nonces.size).toBe(20)
  })

  it('trims the login that it names in the header', async () => {
    const { oauth } = await register(registered, { ...signing, login: ' NordShop ' })
    expect(oauth['oauth_consumer_key']).toBe('NordShop')
  })

  it.each([
    ['login', 'required', { login: ' ' }, {}],
    ['login', 'too-long', { login: 'N'.repeat(21) }, {}],
    ['login', 'not-an-id', { login: 'Nord\ud800' }, {}],
    ['gatewayOrderId', 'required', {}, { gatewayOrderId: '' }],
    ['clientOrderId', 'unreadable-character', {}, { clientOrderId: '\ud800' }],
  ])('is refused before anything is sent for its %s (%s)', async (field, problem, merchant, ids) => {
    const transport = new FakeTransport()
    const call = clientOf(transport).createCardRefV4(
      { ...signing, ...merchant },
      { ...request, ...ids },
      never,
    )
    await expect(call).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { [field]: problem } },
    })
    expect(transport.calls).toEqual([])
  })

  it('is not sent with a key that cannot sign', async () => {
    const transport = new FakeTransport()
    const call = clientOf(transport).createCardRefV4({ ...signing, privateKey: 'x' }, request, never)
    await expect(call).rejects.toMatchObject({ code: 'secret-missing', details: { reason: 'damaged' } })
    expect(transport.calls).toEqual([])
  })
})

describe('a card registration v4 that is denied', () => {
  it.each([
    [401, true],
    [403, true],
    [404, false],
    [500, false],
  ])('reports HTTP %i as denied: %s', async (status, isAccessDenied) => {
    const { outcome, exchange } = await register(denied(status, null))
    expect(outcome).toEqual({ kind: 'no-answer', failure: `http-${status}`, wasSent: true, isAccessDenied })
    expect(exchange).toMatchObject({
      operation: 'create-card-ref-v4',
      path: '/api/v4/create-card-ref/group/7722',
      httpStatus: status,
      unreadableBody: page,
    })
  })

  it.each([
    ['Sat, 28 Nov 2026 12:10:00 GMT', 599_300],
    ['Sat, 28 Nov 2026 11:50:00 GMT', -600_700],
    ['no date', null],
    [null, null],
  ])('reports the difference of the clocks for %s', async (date, skewMs) => {
    expect((await register(denied(403, date))).clockSkewMs).toBe(skewMs)
  })

  const endings: readonly (readonly [string, (echo: string) => HttpResult])[] = [
    ['registered', () => registered],
    ['denied by a page', () => denied(403, null)],
    ['denied by a page that repeats the header', (echo) => denied(403, null, `<pre>${echo}</pre>`)],
    ['denied by a text that repeats the header', (echo) => denied(401, null, `bad&header=${echo}`)],
    [
      'refused with the header in its message',
      (echo) => answered(answerBody({ type: 'error', 'error-message': echo })),
    ],
    ['timed out', () => ({ kind: 'broken', failure: 'timeout', head: null })],
    ['not sent', () => ({ kind: 'not-sent', failure: 'ENOTFOUND' })],
  ]
  for (const [how, ending] of endings)
    it(`stores no signature and no key when ${how} (S14)`, async () => {
      const transport = new FakeTransport()
      let signature = ''
      const post = transport.post.bind(transport)
      transport.post = async (call) => {
        signature = oauthIn(call.authorization ?? '')['oauth_signature'] ?? ''
        transport.result = ending(`${call.authorization} raw ${signature}`)
        return post(call)
      }
      const given = await clientOf(transport).createCardRefV4(signing, request, never)
      const text = JSON.stringify(given)
      expect(signature).toMatch(/^[A-Za-z0-9+/]{300,}=*$/)
      for (const form of [signature, encodeURIComponent(signature), privateKey, 'PRIVATE KEY'])
        expect(text).not.toContain(form)
      expect(text).not.toContain('Authorization')
      expect(given.exchange.request.map(({ name }) => name)).toEqual(['client_orderid', 'orderid'])
    })
})
