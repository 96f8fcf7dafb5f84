import { createHash } from 'node:crypto'
import { factNames } from '../../../src-main/gateway/fact-names'
import { factOfCallback } from '../../../src-main/ports/fact-names'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import controlVectors from '../../fixtures/gateway/control-vectors.json'
import { callbackReader } from '../../../src-main/gateway/callback-reader'

const key = '7E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3'
const query =
  'status=approved&type=sale&orderid=6684100&merchant_order=INV-2041&client_orderid=INV-2041&amount=10.15' +
  '&error_message=&card-holder-name=IVA+TESTOVA&bin=411111&last-four-digits=1111' +
  '&control=0000000000000000000000000000000000000000'

interface Vector {
  readonly endpoint: string
  readonly inputs: {
    readonly status: string
    readonly orderid: string
    readonly client_orderid: string
    readonly merchant_control: string
  }
  readonly sha1: string
}

const vectors = (controlVectors as readonly { readonly endpoint: string }[]).filter(
  (vector): vector is Vector => vector.endpoint === 'callback',
)

function only(text: string) {
  const { callbacks, unreadableLines } = callbackReader.read(text)
  expect(unreadableLines).toBe(0)
  expect(callbacks).toHaveLength(1)
  const [callback] = callbacks
  if (callback === undefined) throw new Error('nothing read')
  return callback
}

describe('reading what a merchant received', () => {
  it.each([
    ['a query string', query],
    ['a query string with its question mark', `?${query}`],
    ['a whole address', `https://shop.example/paynet/callback?${query}`],
    ['an address that had a query before', `https://shop.example/cb?shop=7&${query}`],
    [
      'a line of a web server',
      `203.0.113.9 - - [28/Nov/2026:02:00:00 +0000] "GET /cb?${query} HTTP/1.1" 200 2`,
    ],
    ['a gateway body with its line feeds', query.replaceAll('&', '\n&')],
    ['the same with carriage returns', `${query.replaceAll('&', '\r\n&')}\r\n`],
  ])('takes %s', (_, text) => {
    expect(callbackReader.meaning(only(text))).toMatchObject({
      status: 'approved',
      type: 'sale',
      gatewayOrderId: '6684100',
      clientOrderId: 'INV-2041',
      amount: '10.15',
      hasControl: true,
    })
  })

  it('reads names with hyphens in the same way as names with underscores', () => {
    const hyphened =
      'status=declined&error-code=5&error-message=No+money&merchant-order-id=A-1&paynet-order-id=9'
    const underscored = 'status=declined&error_code=5&error_message=No+money&merchant_order=A-1&orderid=9'
    expect(callbackReader.meaning(only(hyphened))).toEqual(callbackReader.meaning(only(underscored)))
  })

  it('reads an encoded plus as a plus and a plain plus as a space', () => {
    const { fields } = only('status=approved&orderid=1&phone=%2B49+30')
    expect(fields).toContainEqual({ name: 'phone', fact: 'phone', value: '+49 30' })
  })

  it.each([
    ['a percent sign that means itself', '100%+off', { value: '100% off' }],
    ['bytes of another charset', '%C8%E2', { value: '%C8%E2', isUnreadable: true }],
    ['a NUL', 'a%00b', { value: 'a%00b', isUnreadable: true }],
  ])('keeps its other fields when one value has %s (B10)', (_, value, shown) => {
    const callback = only(`${query}&comment=${value}`)
    expect(callback.fields).toContainEqual({ name: 'comment', ...shown })
    expect(callbackReader.meaning(callback)).toMatchObject({ status: 'approved', gatewayOrderId: '6684100' })
    expect(callbackReader.masked(callback, [])).toContainEqual({ name: 'comment', ...shown })
  })

  it('uses no decisive value that cannot be read, and not the control either (B10)', () => {
    const callback = only('status=%FF&type=sale&orderid=6684100&client_orderid=INV-2041&control=00')
    expect(callbackReader.meaning(callback)).toMatchObject({ status: null, gatewayOrderId: '6684100' })
    const ofTheRest = createHash('sha1').update(`6684100INV-2041${key}`).digest('hex')
    const signed = only(`status=%FF&orderid=6684100&client_orderid=INV-2041&control=${ofTheRest}`)
    expect(callbackReader.isControlRight(signed, key)).toBe(false)
  })

  it('counts lines without a callback, and reads the others', () => {
    const { callbacks, unreadableLines } = callbackReader.read(
      ['hello', query, '', 'status=%ZZ&orderid=1', 'a=b&c=d', query].join('\n'),
    )
    expect(callbacks).toHaveLength(2)
    expect(unreadableLines).toBe(3)
  })

  it('never throws, for any pasted text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(callbackReader.read(text).unreadableLines).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('the control of a callback', () => {
  it('has test vectors', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(6)
  })

  it.each(vectors)('is $sha1', ({ inputs, sha1 }) => {
    const callback = {
      fields: [
        { name: 'status', value: inputs.status },
        { name: 'orderid', value: inputs.orderid },
        { name: 'client_orderid', value: inputs.client_orderid },
        { name: 'control', value: sha1 },
      ].map((field) => ({ ...field, fact: factOfCallback(factNames, field.name) })),
    }
    expect(callbackReader.isControlRight(callback, inputs.merchant_control)).toBe(true)
    expect(callbackReader.isControlRight(callback, `${inputs.merchant_control}x`)).toBe(false)
  })

  it.each(['', 'short', 'g'.repeat(40), '0'.repeat(41), 'ö'.repeat(20)])(
    'is wrong when it reads "%s"',
    (control) => {
      const fields = [
        { name: 'status', value: 'approved' },
        { name: 'orderid', value: '1' },
        { name: 'control', value: control },
      ]
      expect(callbackReader.isControlRight({ fields }, key)).toBe(false)
    },
  )

  it('covers neither type nor amount: a sale that is replayed as a reversal still verifies', () => {
    const sale = only(
      'status=approved&type=sale&amount=10.15&orderid=777&client_orderid=R-1&control=d14147044157bf4c83a8695fcf89854acf4b56c4',
    )
    const replayed = {
      fields: sale.fields.map((field) => (field.name === 'type' ? { ...field, value: 'reversal' } : field)),
    }
    const vectorKey = '00000000-1111-2222-3333-444444444444'
    expect(callbackReader.isControlRight(sale, vectorKey)).toBe(true)
    expect(callbackReader.isControlRight(replayed, vectorKey)).toBe(true)
  })
})

describe('the masked fields of a callback', () => {
  it('hide the control, the key and card numbers', () => {
    const masked = callbackReader.masked(
      only(`${query}&merchantdata=pan+4111111111111111+${key}&card_number=4111111111111111`),
      [key],
    )
    const text = JSON.stringify(masked)
    expect(text).not.toContain('4111111111111111')
    expect(text).not.toContain(key)
    expect(text).not.toContain('0'.repeat(40))
    expect(text).toContain('IVA TESTOVA')
  })
})
