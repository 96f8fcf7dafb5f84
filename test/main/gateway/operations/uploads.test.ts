import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../../src-main/gateway/control'
import type { UploadRequest } from '../../../../src-main/ports/gateway-client'
import {
  acceptedBody,
  answerBody,
  answered,
  browser,
  clientOf,
  credentials,
  FakeTransport,
  sent,
} from '../../../support/gateway-calls'

const ids = {
  route: { kind: 'endpoint', id: '4411' },
  clientOrderId: 'INV-2041',
  gatewayOrderId: '6684100',
} as const
const method: UploadRequest = {
  ...ids,
  kind: 'method',
  serverTransId: 'b6c0c9d4-2f3e-4a51-8d7c-0a1b2c3d4e5f',
  completion: 'N',
  notificationUrl: 'https://return.example.test/3ds/INV-2041/challenge',
  browser,
  ipAddress: '203.0.113.7',
}
const cres = 'eyJtZXNzYWdlVHlwZSI6IkNSZXMiLCJ0cmFuc1N0YXR1cyI6IlkiLCJuIjoifn4_Pm9rIn0'
const paRes = 'eJx+Vd/ab+9kQm1zZz0/8w=='
const md = 'MD-5f31c0aa77'

async function upload(request: UploadRequest, transport = new FakeTransport(answered(acceptedBody))) {
  const exchanged = await sent(clientOf(transport).prepareUpload(credentials, request))
  return { ...exchanged, transport }
}

describe('an upload', () => {
  it('of a method result sends the browser data', async () => {
    const { transport, outcome } = await upload(method)
    expect(transport.calls[0]?.url.pathname).toBe('/paynet/api/3ds/v1/upload-method-url-result/4411')
    expect(transport.parameters).toEqual({
      login: 'NordShop',
      orderid: '6684100',
      'client-order-id': 'INV-2041',
      control: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
      threeDSServerTransID: 'b6c0c9d4-2f3e-4a51-8d7c-0a1b2c3d4e5f',
      threeDSCompInd: 'N',
      notificationURL: 'https://return.example.test/3ds/INV-2041/challenge',
      browserIP: '203.0.113.7',
      browserScreenWidth: '1280',
      browserScreenHeight: '800',
      browserColorDepth: '24',
      browserUserAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130',
      browserAcceptHeader: 'text/html,*/*;q=0.8',
      browserLanguage: 'en-GB',
      browserTZ: '-60',
      browserJavascriptEnabled: 'true',
      browserJavaEnabled: 'false',
    })
    expect(outcome).toEqual({ kind: 'accepted' })
  })

  it('sends a challenge response byte for byte', async () => {
    const { transport } = await upload({ ...ids, kind: 'challenge', cres })
    expect(transport.parameters['cres']).toBe(cres)
    expect(transport.calls[0]?.body).toContain(`cres=${cres}`)
  })

  it('sends an authentication response byte for byte, with encoded plus signs', async () => {
    const { transport } = await upload({ ...ids, kind: 'pareq', paRes, md })
    expect(transport.parameters).toMatchObject({ paRes, md })
    expect(transport.calls[0]?.body).toContain('paRes=eJx%2BVd%2Fab%2B9kQm1zZz0%2F8w%3D%3D')
  })

  it('keeps white space around an issuer’s value', async () => {
    const wrapped = `${paRes}\r\n `
    const { transport } = await upload({ ...ids, kind: 'pareq', paRes: wrapped, md: ` ${md}` })
    expect(transport.parameters).toMatchObject({ paRes: wrapped, md: ` ${md}` })
  })

  it('stores only a mark for the issuer’s values', async () => {
    const challenge = await upload({ ...ids, kind: 'challenge', cres })
    const pares = await upload({ ...ids, kind: 'pareq', paRes, md })
    const kept = JSON.stringify([challenge.exchange, pares.exchange])
    for (const value of [cres, paRes, md, credentials.controlKey]) expect(kept).not.toContain(value)
    expect(challenge.exchange).toMatchObject({ operation: 'upload-cres-result', clientOrderId: 'INV-2041' })
  })

  it.each([
    ['group-segment', '/paynet/api/3ds/v1/upload-cres-result/group/7722'],
    ['id-only', '/paynet/api/3ds/v1/upload-cres-result/7722'],
  ] as const)('to a group with %s is sent to %s', async (uploadRoute, path) => {
    const transport = new FakeTransport(answered(acceptedBody))
    const target = { ...credentials, saleRules: { ...credentials.saleRules, uploadRoute } }
    const request = { ...ids, route: { kind: 'group', id: '7722' }, kind: 'challenge', cres } as const
    await sent(clientOf(transport).prepareUpload(target, request))
    expect(transport.calls[0]?.url.pathname).toBe(path)
  })

  it('signs the values that the profile lists', async () => {
    const transport = new FakeTransport(answered(acceptedBody))
    const saleRules = {
      ...credentials.saleRules,
      uploadControl: ['route id' as const, 'gateway order id' as const],
    }
    await sent(
      clientOf(transport).prepareUpload({ ...credentials, saleRules }, { ...ids, kind: 'challenge', cres }),
    )
    expect(transport.parameters['control']).toBe(controlOf(['4411', '6684100'], credentials.controlKey))
  })

  const refused = { kind: 'refused', code: '2', message: 'INVALID_CONTROL_CODE', isWrongControl: true }
  it.each([
    [
      'is refused',
      answered(
        answerBody({ type: 'validation-error', 'error-code': '2', 'error-message': 'INVALID_CONTROL_CODE' }),
      ),
      refused,
    ],
    [
      'brings another type',
      answered(answerBody({ type: 'status-response' })),
      { kind: 'unknown', failure: 'unexpected-type' },
    ],
    [
      'speaks of another order',
      answered(answerBody({ type: 'async-response', 'merchant-order-id': 'X' })),
      { kind: 'unknown', failure: 'foreign-answer' },
    ],
    [
      'is lost',
      { kind: 'broken', failure: 'ECONNRESET', head: null } as const,
      { kind: 'unknown', failure: 'ECONNRESET' },
    ],
    [
      'never leaves',
      { kind: 'not-sent', failure: 'ECONNREFUSED' } as const,
      { kind: 'not-sent', failure: 'ECONNREFUSED' },
    ],
    ['meets a page', answered('<html></html>', 502), { kind: 'unknown', failure: 'http-502' }],
  ])('that %s says so', async (_, result, outcome) => {
    const call = upload({ ...ids, kind: 'challenge', cres }, new FakeTransport(result))
    expect((await call).outcome).toEqual(outcome)
  })

  it('stores nothing of an issuer’s value that a refusal repeats', async () => {
    const requests: readonly (readonly [UploadRequest, readonly string[]])[] = [
      [{ ...ids, kind: 'challenge', cres }, [cres]],
      [{ ...ids, kind: 'pareq', paRes, md }, [paRes, md]],
    ]
    for (const [request, values] of requests) {
      const echo = `bad ${values.join(' ')} or ${encodeURIComponent(values.join(' '))}`
      for (const answer of [
        answered(answerBody({ type: 'error', 'error-code': '7', 'error-message': echo })),
        answered(`<p>${echo}</p>`, 500),
      ]) {
        const { outcome, exchange } = await upload(request, new FakeTransport(answer))
        for (const form of values.flatMap((value) => [value, encodeURIComponent(value)]))
          expect(JSON.stringify([outcome, exchange])).not.toContain(form)
      }
    }
  })

  const long = 'x'.repeat(10_241)
  it.each<readonly [field: string, problem: string, request: UploadRequest]>([
    ['cres', 'required', { ...ids, kind: 'challenge', cres: '' }],
    ['cres', 'too-long', { ...ids, kind: 'challenge', cres: long.slice(0, 4097) }],
    ['cres', 'unreadable-character', { ...ids, kind: 'challenge', cres: 'a\ud800' }],
    ['paRes', 'required', { ...ids, kind: 'pareq', paRes: '', md }],
    ['paRes', 'too-long', { ...ids, kind: 'pareq', paRes: long, md }],
    ['md', 'required', { ...ids, kind: 'pareq', paRes, md: '' }],
    ['gatewayOrderId', 'required', { ...ids, gatewayOrderId: '', kind: 'challenge', cres }],
    ['clientOrderId', 'required', { ...ids, clientOrderId: ' ', kind: 'challenge', cres }],
    ['serverTransId', 'too-long', { ...method, serverTransId: long.slice(0, 37) }],
    ['completion', 'not-allowed', { ...method, completion: 'X' as 'Y' }],
    ['notificationUrl', 'required', { ...method, notificationUrl: '' }],
    ['ipAddress', 'not-an-ip-address', { ...method, ipAddress: 'localhost' }],
    ['browser', 'too-long', { ...method, browser: { ...browser, language: 'en-GB-oxe' } }],
    ['browser', 'too-long', { ...method, browser: { ...browser, colorDepth: 100 } }],
    ['browser', 'too-long', { ...method, browser: { ...browser, acceptHeader: long.slice(0, 2049) } }],
    ['routeId', 'not-a-route-id', { ...method, route: { kind: 'endpoint', id: '../1' } }],
  ])('is refused before anything is sent for its %s (%s)', (field, problem, request) => {
    const transport = new FakeTransport()
    expect(() => clientOf(transport).prepareUpload(credentials, request)).toThrow(
      expect.objectContaining({ code: 'validation-failed', details: { fields: { [field]: problem } } }),
    )
    expect(transport.calls).toEqual([])
  })

  it.each([
    ['cres', 4096],
    ['paRes', 10_240],
  ] as const)('accepts a %s of exactly %i characters', async (name, length) => {
    const value = 'x'.repeat(length)
    const request: UploadRequest =
      name === 'cres'
        ? { ...ids, kind: 'challenge', cres: value }
        : { ...ids, kind: 'pareq', paRes: value, md }
    expect((await upload(request)).transport.parameters[name]).toBe(value)
  })
})
