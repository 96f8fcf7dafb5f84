import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  control,
  deliveriesOf,
  HandClock,
  login,
  post,
  readAnswer,
  send,
  signedCardRef,
  signedSale,
  start,
  stopAll,
} from '../support'
import type { Simulator, SimulatorOptions } from '../../../../src-main/simulator/server/server'
import type { Form, RawAnswer } from '../support'
import { rsaKey } from '../../../support/rsa-key'

afterEach(stopAll)

const keys = rsaKey()
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
const path = '/api/v4/create-card-ref/4411'
const order: Form = { client_orderid: 'NS-2041', orderid: '6684106' }

interface Signing {
  header?: Form
  body?: Form
  /** The signed body, when it differs from the sent one. */
  signedBody?: Form
  signedUrl?: string
  method?: string
  privateKey?: string
  path?: string
  /** Changes the signature before it is written into the header. */
  spoil?: (signature: string) => string
}

// Signs as RFC 5849 says, with code of its own: not the simulator's and not the app's.
const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

let nonceCount = 0
function headerOf(simulator: Simulator, clock: HandClock, signing: Signing): string {
  const oauth: Form = {
    oauth_consumer_key: login,
    oauth_nonce: `nonce-${(nonceCount += 1)}`,
    oauth_signature_method: 'RSA-SHA256',
    oauth_timestamp: String(Math.floor(clock.nowMs() / 1_000)),
    oauth_version: '1.0',
    ...signing.header,
  }
  const parameters = Object.entries({ ...(signing.signedBody ?? signing.body ?? order), ...oauth })
    .map(([name, value]) => `${percent(name)}=${percent(value)}`)
    .sort()
    .join('&')
  const url = signing.signedUrl ?? simulator.announcement.baseUrl + (signing.path ?? path)
  const text = [signing.method ?? 'POST', url, parameters].map(percent).join('&')
  const signature = sign('RSA-SHA256', Buffer.from(text), signing.privateKey ?? keys.privateKey)
  const spoil = signing.spoil ?? ((whole: string) => whole)
  const all = { ...oauth, oauth_signature: spoil(signature.toString('base64')) }
  return `OAuth ${Object.entries(all)
    .map(([name, value]) => `${name}="${percent(value)}"`)
    .join(', ')}`
}

function ask(simulator: Simulator, authorization: string, { body = order, path: to = path }: Signing = {}) {
  return send(simulator.announcement.baseUrl + to, {
    body: new URLSearchParams(body).toString(),
    headers: authorization === '' ? {} : { authorization },
  })
}

async function setUp(options: SimulatorOptions = {}) {
  const clock = new HandClock()
  const warnings: string[] = []
  const simulator = await start({
    clock,
    publicKey: keys.publicKey,
    warn: (message) => warnings.push(message),
    ...options,
  })
  const signed = (signing: Signing = {}) => ask(simulator, headerOf(simulator, clock, signing), signing)
  return { clock, simulator, warnings, signed }
}

function expectDenied(answer: RawAnswer): void {
  expect(answer.httpStatus).toBe(403)
  expect(answer.headers['content-type']).toBe('text/html;charset=utf-8')
  expect(answer.body).toContain('Access is denied')
  expect(answer.body).not.toContain('type=')
}

describe('create-card-ref v4', () => {
  it.each(['4411', 'group/7722'])('gives the tokens of v4 at %s', async (entry) => {
    const { signed } = await setUp()
    const answer = await signed({ path: `/api/v4/create-card-ref/${entry}` })
    expect(answer.httpStatus).toBe(200)
    const tokens = readAnswer(answer.body)
    expect(tokens).toEqual({
      type: 'create-card-ref-response',
      'serial-number': expect.stringMatching(/^0{8}-/),
      status: 'approved',
      'card-ref-id': expect.stringMatching(/^\d+$/),
      'recurring-payment-id': expect.stringMatching(/^\d+$/),
      'dst-card-ref-id': expect.stringMatching(/^\d+$/),
      'end-point-id': '4411',
    })
    expect(new Set(Object.values(tokens).filter((value) => /^\d{5,}$/.test(value))).size).toBe(3)
  })

  it('gives the same card-ref-id as v2, in either order', async () => {
    const { simulator, signed } = await setUp()
    const second = await post(simulator, '/api/v2/create-card-ref/4411', signedCardRef('NS-2041', '6684106'))
    expect(readAnswer((await signed()).body)['card-ref-id']).toBe(second['card-ref-id'])
    expect(second).not.toHaveProperty('recurring-payment-id')
  })

  it('verifies the values as sent, with the spaces that are trimmed later (F2)', async () => {
    const { signed } = await setUp()
    const spaced: Form = { client_orderid: ' NS-2041 ', orderid: '\t6684106' }
    expect(readAnswer((await signed({ body: spaced })).body).status).toBe('approved')
    expectDenied(await signed({ body: spaced, signedBody: order }))
  })

  it('verifies a parameter with an alternative name under the name that was signed (F2)', async () => {
    const { signed } = await setUp()
    expect(readAnswer((await signed({ body: { ...order, cRes: 'x' } })).body).status).toBe('approved')
  })

  it('checks the public address that a client behind a proxy signed (F1)', async () => {
    const { clock, simulator } = await setUp({ publicUrl: 'https://gateway.example.test' })
    expect(simulator.announcement.baseUrl).toBe('https://gateway.example.test/paynet')
    const local = `http://127.0.0.1:${simulator.port}/paynet${path}`
    const ask = (signedUrl: string, host: string) =>
      send(local, {
        body: new URLSearchParams(order).toString(),
        headers: { host, authorization: headerOf(simulator, clock, { signedUrl }) },
      })
    const publicUrl = `https://gateway.example.test/paynet${path}`
    for (const host of ['gateway.example.test', 'GATEWAY.example.test:443'])
      expect(readAnswer((await ask(publicUrl, host)).body).status).toBe('approved')
    expectDenied(await ask(local, 'gateway.example.test'))
    expectDenied(await ask(publicUrl, `127.0.0.1:${simulator.port}`))
    expect(readAnswer((await ask(local, `127.0.0.1:${simulator.port}`)).body).status).toBe('approved')
    expect((await ask(publicUrl, 'gateway.example.test:8443')).httpStatus).toBe(421)
  })

  it('accepts a login in the body when it is the right one', async () => {
    const { signed } = await setUp()
    expect(readAnswer((await signed({ body: { ...order, login } })).body).status).toBe('approved')
    expect(readAnswer((await signed({ body: { ...order, login: 'Other' } })).body).type).toBe(
      'validation-error',
    )
  })

  it('refuses orders and entry points as v2 does, once the signature is right', async () => {
    const { simulator, signed } = await setUp()
    const message = async (signing: Signing) => readAnswer((await signed(signing)).body)['error-message']
    expect(await message({ body: { ...order, orderid: '1' } })).toBe('Order not found')
    expect(await message({ body: { client_orderid: 'NS-2041' } })).toBe('Parameter orderid is required')
    expect(await message({ path: '/api/v4/create-card-ref/9999' })).toBe('End point with id 9999 not found')
    const { 'paynet-order-id': orderid = '' } = await post(simulator, '/api/v2/sale/4411', signedSale('1015'))
    expect(await message({ body: { client_orderid: 'S-1', orderid } })).toBe('Order is not in a final status')
  })

  it('accepts every character that encodings treat differently', async () => {
    const { simulator, signed } = await setUp()
    const client_orderid = "A b+c*d~e!f'(g)&=%é/?"
    const sale = signedSale('1015', { client_orderid, cvv2: '123' })
    const { 'paynet-order-id': orderid = '' } = await post(simulator, '/api/v2/sale/4411', sale)
    const answer = readAnswer((await signed({ body: { client_orderid, orderid } })).body)
    expect(answer['error-message']).toBe('Order is not in a final status')
  })

  it('may be called by the name localhost', async () => {
    const { clock, simulator } = await setUp()
    const local = (simulator.announcement.baseUrl + path).replace('127.0.0.1', 'localhost')
    const authorization = headerOf(simulator, clock, { signedUrl: local })
    const { host } = new URL(local)
    const answer = await send(simulator.announcement.baseUrl + path, {
      body: new URLSearchParams(order).toString(),
      headers: { authorization, host },
    })
    expect(answer.httpStatus).toBe(200)
  })

  it('may have a realm and extra spaces in its header', async () => {
    const { clock, simulator } = await setUp()
    const header = headerOf(simulator, clock, {}).replace('OAuth ', 'OAuth realm="x",').replace(/, /g, ' ,  ')
    expect((await ask(simulator, header)).httpStatus).toBe(200)
  })
})

describe('access to v4 is denied', () => {
  const other = rsaKey('second')
  const denials: [string, Signing][] = [
    ['with another key', { privateKey: other.privateKey }],
    ['for another login', { header: { oauth_consumer_key: 'Other' } }],
    ['with another method of signing', { header: { oauth_signature_method: 'HMAC-SHA1' } }],
    ['with another version', { header: { oauth_version: '1.1' } }],
    ['without a nonce', { header: { oauth_nonce: '' } }],
    ['without a time', { header: { oauth_timestamp: '' } }],
    ['with a time that is not a number', { header: { oauth_timestamp: '1e9' } }],
    ['when the body is not the signed one', { signedBody: { ...order, orderid: '6684107' } }],
    ['when a parameter was left unsigned', { body: { ...order, login }, signedBody: order }],
    ['when a signed parameter is missing', { signedBody: { ...order, login } }],
    ['when the address is not the signed one', { signedUrl: 'http://127.0.0.1/paynet/x' }],
    ['when another HTTP method was signed', { method: 'GET' }],
    ['with a signature in hexadecimal', { spoil: (text) => Buffer.from(text, 'base64').toString('hex') }],
    [
      'with a signature whose plus signs became spaces',
      { spoil: (text) => `${text.slice(0, 9)} ${text.slice(10)}` },
    ],
    ['with a signature in base64url', { spoil: (text) => Buffer.from(text, 'base64').toString('base64url') }],
    ['with a space in its signature', { spoil: (text) => `${text.slice(0, 9)} ${text.slice(9)}` }],
    ['with a signature cut off', { spoil: (text) => text.slice(0, -8) }],
    ['with an empty signature', { spoil: () => '' }],
    ['with an HMAC', { spoil: (text) => createHmac('sha256', keys.publicKey).update(text).digest('base64') }],
  ]

  it.each(denials)('%s', async (_name, signing) => {
    const { simulator, signed, warnings } = await setUp()
    expectDenied(await signed(signing))
    expect(warnings.join()).toContain('Access denied to create-card-ref-v4')
    expect((await deliveriesOf(simulator)).at(-1)?.result).toBe('refused')
    expect((await signed()).httpStatus).toBe(200)
  })

  it.each(['', 'OAuth', 'Basic Tm9yZFNob3A6eA==', 'OAuth oauth_nonce=unquoted', 'OAuth a="%ZZ"'])(
    'for the header "%s"',
    async (header) => {
      const { simulator } = await setUp()
      expectDenied(await ask(simulator, header))
    },
  )

  it('for a header with a repeated parameter', async () => {
    const { clock, simulator } = await setUp()
    expectDenied(await ask(simulator, `${headerOf(simulator, clock, {})}, oauth_version="1.0"`))
  })

  it('for a control in place of a signature', async () => {
    const { simulator } = await setUp()
    expectDenied(await ask(simulator, '', { body: signedCardRef('NS-2041', '6684106') }))
  })

  it.each([
    [-301, 403],
    [-300, 200],
    [300, 200],
    [301, 403],
  ])('depending on the clock: %i seconds off gives HTTP %i', async (offSeconds, httpStatus) => {
    const { clock, signed } = await setUp()
    const seconds = String(Math.floor(clock.nowMs() / 1_000) + offSeconds)
    expect((await signed({ header: { oauth_timestamp: seconds } })).httpStatus).toBe(httpStatus)
  })

  it('for a nonce that was used by the same or another request', async () => {
    const { clock, simulator, signed } = await setUp()
    const header = headerOf(simulator, clock, {})
    expect((await ask(simulator, header)).httpStatus).toBe(200)
    expectDenied(await ask(simulator, header))
    for (const nonce of ['once', '__proto__']) {
      expect((await signed({ header: { oauth_nonce: nonce } })).httpStatus).toBe(200)
      clock.advance(1_000)
      expectDenied(await signed({ header: { oauth_nonce: nonce } }))
    }
  })

  it('not for a nonce of a denied request', async () => {
    const { signed } = await setUp()
    const header = { oauth_nonce: 'shared' }
    expectDenied(await signed({ header, privateKey: other.privateKey }))
    expect((await signed({ header })).httpStatus).toBe(200)
  })

  it('while no key is registered', async () => {
    const clock = new HandClock()
    const simulator = await start({ clock })
    expectDenied(await ask(simulator, headerOf(simulator, clock, {})))
  })
})

describe('the public key', () => {
  it('is registered by the control API and replaces the one before', async () => {
    const { clock, simulator, signed } = await setUp()
    const newer = rsaKey('second')
    await control(simulator, { publicKey: newer.publicKey })
    expectDenied(await signed())
    const { privateKey } = newer
    expect((await ask(simulator, headerOf(simulator, clock, { privateKey }))).httpStatus).toBe(200)
  })

  it('and the used nonces are kept after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'simulator-key-'))
    const statePath = join(folder, 'state.json')
    const clock = new HandClock()
    const first = await start({ clock, statePath, publicKey: keys.publicKey })
    const header: Form = { oauth_nonce: 'kept' }
    expect((await ask(first, headerOf(first, clock, { header }))).httpStatus).toBe(200)
    await first.stop()
    const second = await start({ clock, statePath })
    expectDenied(await ask(second, headerOf(second, clock, { header })))
    expect((await ask(second, headerOf(second, clock, {}))).httpStatus).toBe(200)
    await stopAll()
    await rm(folder, { recursive: true })
  })

  it.each([
    ['text', 'no key', /PEM/],
    ['a private key', keys.privateKey, /PEM/],
    ['a damaged key', keys.publicKey.replace(/A/g, '*'), /cannot be read/],
    ['a short key', pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey), /2048 bits/],
    ['a key of another kind', pem(generateKeyPairSync('ed25519').publicKey), /RSA/],
  ])('is not %s, and the old one stays', async (_name, publicKey, reason) => {
    const { simulator, signed } = await setUp()
    await expect(control(simulator, { publicKey })).rejects.toThrow(reason)
    expect((await signed()).httpStatus).toBe(200)
  })
})
