import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { HttpResult } from '../../../src-main/gateway/http-transport'
import { maskAnswer, maskParameters, maskUnreadable } from '../../../src-main/gateway/mask'
import { parseAnswer } from '../../../src-main/gateway/wire-format'
import { SecretFingerprints } from '../../../src-main/platform/secret-fingerprints'
import {
  acceptedBody,
  answerBody,
  answered,
  clientOf,
  credentials,
  FakeTransport,
  never,
  rebillRequest,
  sent,
  statusRequest,
} from '../../support/gateway-calls'

const key = credentials.controlKey
const control = '8eca1a45fa338fcbb6703f7026fc0f1dc1eb7190'
const secrets = new SecretFingerprints([key, control])
const none = new SecretFingerprints()

function maskedFields(fields: Record<string, string>): Record<string, string> {
  const answer = parseAnswer(Buffer.from(answerBody(fields)), true)
  if (!answer.ok) throw new Error(answer.error)
  const masked = maskAnswer(answer.value, secrets)
  return Object.fromEntries(masked.fields.map(({ name, value }) => [name, value]))
}

function fingerprintOf(value: string): string {
  return `<${value.length} characters, sha256 ${createHash('sha256').update(value).digest('hex')}>`
}

describe('an answer with a long value', () => {
  it('keeps its beginning without a card number that stands across the cut, and says its length (E1)', () => {
    const long = `${'x'.repeat(65_530)} 4111 1111 1111 1111 ${key} ${'y'.repeat(300_000)}`
    const masked = maskedFields({ type: 'error', note: long }).note ?? ''
    expect(masked.length).toBeLessThan(65_600)
    expect(masked.endsWith(`… <cut, ${long.length} characters>`)).toBe(true)
    expect(masked).not.toMatch(/4111 1|7E1F/)
  })
})

it('characters that turn the direction of an answer are shown as their code (E5)', () => {
  expect(maskedFields({ name: 'Anna \u202eegrahcer\u202c', city: '\u2067x' })).toEqual({
    name: 'Anna <U+202E>egrahcer<U+202C>',
    city: '<U+2067>x',
  })
})

describe('a stored request', () => {
  it('S14 keeps named parameters only; control, security code and strangers are marks', () => {
    const parameters = {
      login: 'NordShop',
      cvv2: '737',
      control,
      order_desc: 'x',
      credit_card_number: '4',
      other: 'y',
    }
    const list = Object.entries(parameters).map(([name, value]) => ({ name, value }))
    const masked = maskParameters(list, new SecretFingerprints([key]))
    expect(Object.fromEntries(masked.map(({ name, value }) => [name, value]))).toEqual({
      login: 'NordShop',
      cvv2: '••••••••',
      control: '••••••••',
      order_desc: 'x',
      credit_card_number: '••••••••',
      other: '••••••••',
    })
  })
})

describe('a card number in a stored request', () => {
  it.each([
    ['4111111111111111', '411111••••1111'],
    ['378282246310005', '378282••••0005'],
    ['411111••••1111', '411111••••1111'],
    ['4111 1111 1111 1111', '••••••••'],
    ['4111111111111112', '••••••••'],
    ['411111••••1111 4111111111111111', '••••••••'],
    ['', '••••••••'],
  ])('%j is stored as %j', (value, kept) => {
    const name = 'credit_card_number'
    expect(maskParameters([{ name, value }])).toEqual([{ name, value: kept }])
  })

  it('is a mark under its other parameter name, which is never sent', () => {
    const name = 'cardNumber'
    expect(maskParameters([{ name, value: '4111111111111111' }])).toEqual([{ name, value: '••••••••' }])
  })
})

describe('a stored answer', () => {
  it('hides card numbers at any position, under any name and in any notation', () => {
    expect(
      maskedFields({
        'error-message': 'Card 4111 1111 1111 1111 refused',
        'cardholder-name': '4111-1111-1111-1111',
        'own-field': '{"pan":"4111111111111111"}',
        descriptor: 'x%204111%201111%201111%201111',
        'credit-card-number': '4111111111111111',
        'card-number': '4111111111111112',
        'source-pan': '411111******1111',
        'name-4111111111111111': 'x',
        'processor-tx-id': '4111111111111111',
      }),
    ).toEqual({
      'error-message': 'Card 411111••••1111 refused',
      'cardholder-name': '411111••••1111',
      'own-field': '{"pan":"411111••••1111"}',
      descriptor: 'x 411111••••1111',
      'credit-card-number': '411111••••1111',
      'card-number': '411111••••1112',
      'source-pan': '411111******1111',
      'name-411111••••1111': 'x',
      'processor-tx-id': '411111••••1111',
    })
  })

  it('keeps ids of digits that are compared or sent again, also those that look like card numbers', () => {
    const ids = {
      'paynet-order-id': '4111111111111111',
      'merchant-order-id': '5555555555554444',
      'serial-number': '4012888888881881',
      'card-ref-id': '4222222222222',
    }
    expect(maskedFields(ids)).toEqual(ids)
    expect(maskedFields({ 'serial-number': 'card 4111111111111111' })).toEqual({
      'serial-number': 'card 411111••••1111',
    })
  })

  it('cuts the BIN to six and the last digits to four (S17)', () => {
    expect(maskedFields({ bin: '41111111', 'dest-bin': '55555555', 'last-four-digits': '11111111' })).toEqual(
      {
        bin: '411111',
        'dest-bin': '555555',
        'last-four-digits': '1111',
      },
    )
  })

  it('keeps pages and challenge values as length and hash (S8)', () => {
    const page = '<html><form action="https://acs.example"><input value="secret"></form></html>'
    const names = ['html', 'tds-creq-form-creq', 'tds-pareq-form-pareq', 'tds-pareq-form-md', 'cres', 'paRes']
    expect(maskedFields(Object.fromEntries(names.map((name) => [name, page])))).toEqual(
      Object.fromEntries(names.map((name) => [name, fingerprintOf(page)])),
    )
    expect(maskedFields({ html: '', 'order-stage': 'sale_3d_validating', cmd: 'x' })).toEqual({
      html: '',
      'order-stage': 'sale_3d_validating',
      cmd: 'x',
    })
  })

  it('keeps only the host of an address that continues a payment', () => {
    const address = 'https://acs.example:8443/pay/s3cret?t=s3cret'
    const names = ['redirect-to', 'tds-creq-form-acs-url', 'tds-method-url-frame-3ds-method-url']
    expect(maskedFields(Object.fromEntries(names.map((name) => [name, address])))).toEqual(
      Object.fromEntries(names.map((name) => [name, `https://acs.example:8443 ${fingerprintOf(address)}`])),
    )
    for (const strange of ['no address', 'data:text/html,s3cret', 'https://'])
      expect(maskedFields({ 'redirect-to': strange })).toEqual({ 'redirect-to': fingerprintOf(strange) })
  })

  it('hides the key, the control and security codes, also in ids and in other notations', () => {
    const base64 = Buffer.from(key).toString('base64')
    const hex = Buffer.from(key).toString('hex')
    expect(
      maskedFields({
        'serial-number': `x${key}`,
        'error-message': `expected ${control} for ${key}, ${base64}, ${hex}`,
        control: 'anything',
        'merchant-control': 'anything',
        cvv2: '737',
        'card-security-code': '737',
        'own-field': 'sent cvv2=737&amount=7.37',
        descriptor: 'CVV: "737"',
      }),
    ).toEqual({
      'serial-number': 'x••••••••',
      'error-message': 'expected •••••••• for ••••••••, ••••••••, ••••••••',
      control: '••••••••',
      'merchant-control': '••••••••',
      cvv2: '••••••••',
      'card-security-code': '••••••••',
      'own-field': 'sent cvv2=••••••••&amount=7.37',
      descriptor: 'CVV: "••••••••"',
    })
  })

  it('cuts a value that is longer than 64 kB', () => {
    const value = maskedFields({ 'error-message': 'e'.repeat(900_000) })['error-message'] ?? ''
    expect(value).toBe(`${'e'.repeat(65_536)}… <cut, 900000 characters>`)
  })
})

describe('an unreadable answer', () => {
  const masked = (text: string) => maskUnreadable(Buffer.from(text), secrets)

  it('is stored as text, at most four thousand characters', () => {
    expect(masked('<h1>502</h1>')).toBe('<h1>502</h1>')
    expect(masked('a'.repeat(1_000_000))).toHaveLength(4096)
    expect(maskUnreadable(Buffer.from([0x61, 0xff]), none)).toBe('a\ufffd')
  })

  it('hides values of our request that an error page repeats', () => {
    const page = `<pre>control=${control}&cvv2=737&pan=4111+1111+1111+1111 key ${key} ${'0a'.repeat(20)}</pre>`
    expect(masked(page)).toBe(
      '<pre>control=••••••••&cvv2=••••••••&pan=411111••••1111 key •••••••• ••••••••</pre>',
    )
  })

  it('hides fields by their name even when the form is broken', () => {
    const body =
      'type=a%ZZ\n&html=%3Chtml%3E\n&cvv2=737&bin=41111111&card-number=4111111111111112&control=x&y=1'
    expect(masked(body)).toBe(
      `type=a%ZZ\n&html=${fingerprintOf('%3Chtml%3E\n')}&cvv2=••••••••&bin=411111&card-number=411111••••1112` +
        '&control=••••••••&y=1',
    )
  })

  it('hides a card number that is split by the cut', () => {
    const text = `<${'x'.repeat(4085)}4111111111111111`
    expect(masked(text)).not.toMatch(/4{1}1{6}/)
  })
})

describe('the bytes of an unreadable value (B10)', () => {
  const shown = (name: string, value: string) => {
    const answer = parseAnswer(Buffer.from(`${name}=${value}`, 'latin1'), true)
    if (!answer.ok) throw new Error(answer.error)
    return maskAnswer(answer.value, secrets).fields[0]
  }
  const broken = (text: string) => text.split('').join('%FF')
  const escaped = (text: string) => `%${Buffer.from(text).toString('hex').match(/../g)?.join('%') ?? ''}`

  it('stay when they contain nothing secret', () => {
    expect(shown('name', '%C8%E2%E0%ED')).toEqual({ name: 'name', value: '%C8%E2%E0%ED', isUnreadable: true })
    expect(shown('phone', '%C8+%2B49+30+123456')?.value).toBe('%C8 +49 30 123456')
  })

  it.each([
    ['a card number', 'own', '%C84111111111111111'],
    ['one in escapes', 'own', `%C8${escaped('4111111111111111')}`],
    ['one with a broken byte between its digits', 'own', broken('4111111111111111')],
    ['one of twelve digits', 'own', broken('411111111111')],
    ['one with a NUL between its digits', 'own', '4111111111111111'.split('').join('%00')],
    ['one in wide digits', 'own', `%FF${encodeURIComponent('４１１１１１１１１１１１１１１１')}`],
    ['a named card number', 'card-number', '4111%FF'],
    ['a security code', 'own', 'cvv2=%FF737'],
    ['a named security code', 'cvv2', '7%FF37'],
    ['the control key', 'own', `%FF${key}`],
    ['the control key, broken up', 'own', broken(key)],
    ['a control value', 'own', broken('0a'.repeat(20))],
    ['a control', 'control', '%FFanything'],
    ['a page', 'html', '%FF%3Chtml%3E'],
    ['a challenge', 'tds-creq-form-creq', '%FFeyJ0'],
    ['an address of a step', 'redirect-to', 'https%3A%2F%2Facs.example%2F%FF'],
  ])('are hidden when they may contain %s', (_, name, value) => {
    expect(shown(name, value)).toEqual({ name, value: '••••••••', isUnreadable: true })
  })

  it('are also hidden in an unreadable body', () => {
    const body = `type=a&type=b&own=%C8${escaped('4111111111111111')}&x=%C8&y=100%ZZ`
    expect(maskUnreadable(Buffer.from(body), none)).toBe('type=a&type=b&own=••••••••&x=%C8&y=100%ZZ')
  })
})

/** The complete result of a call, as one text. */
function everything(value: unknown): string {
  return JSON.stringify(value)
}

describe('the result of a call', () => {
  const endings: readonly (readonly [string, HttpResult])[] = [
    ['accepted', answered(acceptedBody)],
    ['timed out', { kind: 'broken', failure: 'timeout', head: null }],
    ['not sent', { kind: 'not-sent', failure: 'ENOTFOUND' }],
    ['answered with an echo of the request', answered(`error=${key}&cvv2=737&control=${control}\n`, 500)],
    ['answered with a broken echo', answered(`x=%ZZ&cvv2=737\n&control=${control}\n&key=${key}`)],
    [
      'answered with a readable echo',
      answered(answerBody({ type: 'error', cvv2: '737', control, 'error-message': `cvv2: 737 ${key}` })),
    ],
  ]
  for (const [what, result] of endings) {
    it(`contains no key, control or security code when the rebill is ${what} (S14)`, async () => {
      const transport = new FakeTransport(result)
      const given = await sent(clientOf(transport).prepareRebill(credentials, rebillRequest(), '737'))
      expect(transport.calls[0]?.body).toContain('cvv2=737')
      expect(transport.calls[0]?.body).toContain(control)
      const text = everything(given)
      expect(text).toContain('"name":"cvv2","value":"••••••••"')
      expect(text).not.toContain(key)
      expect(text).not.toContain(control)
      expect(text).not.toMatch(/(?<![0-9])737(?![0-9])/)
    })
  }

  it('contains no card number of the gateway, in the outcome or the exchange (S17)', async () => {
    const pan = '4111111111111111'
    const names = [
      'error-message',
      'cardholder-name',
      'order-stage',
      'transaction-type',
      'bin',
      'last-four-digits',
      'x',
    ]
    const fields = Object.fromEntries(names.map((name) => [name, pan]))
    const body = answerBody({ type: 'status-response', 'merchant-order-id': 'INV-2041', ...fields })
    const given = await clientOf(new FakeTransport(answered(body))).status(
      credentials,
      statusRequest(),
      never,
    )
    expect(everything(given)).toContain('411111••••1111')
    expect(everything(given)).not.toContain(pan)
  })

  it('a refused value is not repeated in the error', async () => {
    const refused = rebillRequest({ orderDescription: 'card 4111111111111111', cardRefId: 'bad id' })
    const prepare = () => clientOf(new FakeTransport()).prepareRebill(credentials, refused, '73x')
    try {
      prepare()
      expect.unreachable()
    } catch (error) {
      expect(everything([error, String(error), (error as Error).stack])).not.toMatch(
        /4111111111111111|bad id|73x/,
      )
    }
  })
})
