import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fields, utf8Length } from '../../../src-shared/domain/fields'

/** The accepted value, or the message key of its problem. */
function taken(name: keyof typeof fields, value: string): string {
  const parsed = fields[name].safeParse(value)
  return parsed.success ? `= ${parsed.data}` : (parsed.error.issues[0]?.message ?? '')
}

describe('a text', () => {
  it.each(['comment', 'purpose', 'note', 'reason', 'name', 'orderDescription', 'merchantData'] as const)(
    'of a %s has no character that turns its direction (E5)',
    (name) => {
      for (const mark of ['\u202a', '\u202d', '\u202e', '\u2066', '\u2067', '\u2069'])
        expect(taken(name, `paid ${mark}00.01 RUE`)).toBe('direction-character')
      expect(taken(name, 'שולם 10.00')).toBe('= שולם 10.00')
    },
  )
})

describe('ids', () => {
  it('of the gateway are visible ASCII up to their length', () => {
    for (const [name, max] of [
      ['gatewayOrderId', 128],
      ['login', 20],
      ['cardRefId', 20],
      ['serialNumber', 64],
    ] as const) {
      expect(taken(name, ` ${'a'.repeat(max)} `)).toBe(`= ${'a'.repeat(max)}`)
      expect(taken(name, 'a'.repeat(max + 1))).toBe('too-long')
      expect(taken(name, '  ')).toBe('required')
      for (const bad of ['a b', 'a\0b', 'ä', '😀', 'a\nb']) expect(taken(name, bad)).toBe('not-an-id')
    }
  })

  it('of other systems may be in any script, on one line, without hidden characters', () => {
    expect(taken('clientOrderId', ' 0012345 ')).toBe('= 0012345')
    expect(taken('clientOrderId', 'Заказ 1')).toBe('= Заказ 1')
    expect(taken('clientOrderId', '😀'.repeat(128))).toBe(`= ${'😀'.repeat(128)}`)
    expect(taken('clientOrderId', 'a'.repeat(129))).toBe('too-long')
    expect(taken('clientOrderId', 'a\0b')).toBe('control-character')
    expect(taken('clientOrderId', 'a\u202eb')).toBe('invisible-character')
    expect(taken('clientOrderId', 'a\nb')).toBe('one-line')
    expect(taken('clientOrderId', '')).toBe('required')
  })

  it('of endpoints and groups are digits', () => {
    expect(taken('routeId', ' 4411 ')).toBe('= 4411')
    expect(taken('routeId', ' ')).toBe('required')
    for (const bad of ['44a', '-1', '4.4', '1/2', '../1', '٣', '1'.repeat(21)])
      expect(taken('routeId', bad)).toBe('not-a-route-id')
  })

  it('keep every digit', () => {
    expect(taken('gatewayOrderId', '254401001128200040')).toBe('= 254401001128200040')
    expect(taken('gatewayOrderId', '1152735103331642317')).toBe('= 1152735103331642317')
  })
})

describe('texts', () => {
  it('are counted in bytes when the interface gives a limit in bytes', () => {
    const fits = '😀'.repeat(16_384)
    expect(taken('orderDescription', fits)).toBe(`= ${fits}`)
    expect(taken('orderDescription', `${fits}a`)).toBe('too-long')
    expect(taken('merchantData', 'ä'.repeat(32_769))).toBe('too-long')
    expect(taken('comment', '😀'.repeat(50))).toBe(`= ${'😀'.repeat(50)}`)
    expect(taken('comment', '😀'.repeat(51))).toBe('too-long')
    expect(taken('purpose', 'a'.repeat(129))).toBe('too-long')
  })

  it('have no lone surrogates and no control characters', () => {
    for (const name of ['orderDescription', 'comment', 'purpose', 'merchantData', 'note', 'name'] as const) {
      expect(taken(name, 'a\ud800')).toBe('unreadable-character')
      expect(taken(name, '\udc00a')).toBe('unreadable-character')
      for (const code of [0, 7, 8, 0x1b, 0x7f, 0x9b])
        expect(taken(name, `a${String.fromCharCode(code)}b`)).toBe('control-character')
    }
  })

  it('have several lines only in fields that allow them', () => {
    expect(taken('orderDescription', 'a\r\nb\tc')).toBe('= a\r\nb\tc')
    for (const end of ['\n', '\r', '\t', '\u2028']) expect(taken('comment', `a${end}b`)).toBe('one-line')
  })

  it('are required or optional, after trimming', () => {
    expect(taken('orderDescription', ' \n ')).toBe('required')
    expect(taken('comment', '   ')).toBe('= ')
    expect(taken('searchText', ' 100% ')).toBe('= 100%')
    expect(taken('searchText', 'x'.repeat(201))).toBe('too-long')
  })
})

describe('a text of invisible characters', () => {
  const blanks = ['', ' \u00a0 ', '\u200b', '\u2060\u00ad', '\u3164', '\u2800\u115f', '\ufe0f', '\u202e']

  it('is refused as a name, note or reason (B7)', () => {
    for (const name of ['name', 'note', 'reason', 'orderDescription'] as const)
      for (const blank of blanks) expect(taken(name, blank)).toBe('required')
  })

  it('is refused as an optional name, too (B7)', () => {
    for (const blank of blanks.slice(2)) expect(taken('optionalName', blank)).toBe('unreadable-character')
    expect(taken('optionalName', ' ')).toBe('= ')
  })
})

describe('an IP address', () => {
  it.each([
    '203.0.113.7',
    '::1',
    '2001:db8::1',
    '::ffff:203.0.113.7',
    '2001:0db8:0000:0000:0000:0000:0000:0001',
  ])('can be %j', (value) => {
    expect(taken('ipAddress', ` ${value} `)).toBe(`= ${value}`)
  })

  it.each([
    'localhost',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.07',
    '1.2.3.4/24',
    'fe80::1%eth0',
    '::g',
    '1.2.3.4 5',
    '٣.1.1.1',
  ])('cannot be %j', (value) => {
    expect(taken('ipAddress', value)).toBe('not-an-ip-address')
  })

  it('is required and has at most 45 characters', () => {
    expect(taken('ipAddress', '')).toBe('required')
    expect(taken('ipAddress', '1'.repeat(46))).toBe('too-long')
  })
})

describe('a URL', () => {
  it.each([
    'https://shop.example',
    'http://shop.example:8080/back?a=b&c=%20#x',
    'https://xn--shp-rna.example/',
    'https://[2001:db8::1]:8443/x',
    'HTTPS://SHOP.EXAMPLE/',
  ])('can be %j', (value) => {
    expect(taken('url', ` ${value} `)).toBe(`= ${value}`)
  })

  it.each([
    ['javascript:alert(1)', 'not-a-url'],
    ['ftp://shop.example/', 'not-a-url'],
    ['//shop.example/', 'not-a-url'],
    ['shop.example', 'not-a-url'],
    ['https:///x', 'not-a-url'],
    ['https://', 'not-a-url'],
    ['https://shop example/', 'not-a-url'],
    ['https://shöp.example/', 'not-a-url'],
    ['https://shop.example/ü', 'not-a-url'],
    ['https://shop.example/a b', 'not-a-url'],
    ['https://shop.example\\@evil.example/', 'url-with-login'],
    ['https://shop.example:port/', 'not-a-url'],
    ['https://-shop.example/', 'not-a-url'],
    ['https://user@shop.example/', 'url-with-login'],
    ['https://user:pass@shop.example/', 'url-with-login'],
    [`https://shop.example/${'x'.repeat(1004)}`, 'too-long'],
    ['https://shop.example/4111111111111111', 'card-number'],
  ])('cannot be %j: %s', (value, problem) => {
    expect(taken('url', value)).toBe(problem)
  })

  it('has at most 1024 characters and is optional', () => {
    const longest = `https://shop.example/${'x'.repeat(1003)}`
    expect(taken('url', longest)).toBe(`= ${longest}`)
    expect(taken('url', '')).toBe('= ')
  })
})

describe('the other fields', () => {
  it('accept a security code of three or four digits, or none', () => {
    for (const good of ['', '737', '0123']) expect(taken('cvv2', good)).toBe(`= ${good}`)
    for (const bad of ['12', '12345', '7 37', '٣٣٣', '73a'])
      expect(taken('cvv2', bad)).toBe('not-a-security-code')
  })

  it('accept the currency codes of ISO 4217 in upper case', () => {
    expect(taken('currency', ' EUR ')).toBe('= EUR')
    for (const bad of ['eur', 'EURO', 'XXX', '']) expect(taken('currency', bad)).toBe('unknown-currency')
  })

  it('accept a control key in the formats of other programs', () => {
    expect(taken('controlKey', ' 7E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3\n')).toBe(
      '= 7E1F0C52-3B9A-4D6E-9A41-5C2D8B60F1A3',
    )
    expect(taken('controlKey', 'two words')).toBe('not-an-id')
    expect(taken('controlKey', 'x'.repeat(129))).toBe('too-long')
  })
})

describe('the refusal of a value', () => {
  it('never repeats the value', () => {
    const secret = 'S3CRET-ü\u0007-4111 1111 1111 1111-'.repeat(40)
    for (const schema of Object.values(fields)) {
      const parsed = schema.safeParse(secret)
      expect(JSON.stringify(parsed)).not.toMatch(/S3CRET|4111/)
      expect(parsed.success).toBe(false)
    }
  })
})

/** An encoder replaces lone surrogates. */
describe('the length in UTF-8', () => {
  it('is the length of the encoded text', () => {
    const encoder = new TextEncoder()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(text.isWellFormed())
        expect(utf8Length(text)).toBe(encoder.encode(text).length)
      }),
    )
  })
})
