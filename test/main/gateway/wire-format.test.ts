import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeForm, parseAnswer, wireLimits, type WireAnswer } from '../../../src-main/gateway/wire-format'

const bytes = (text: string) => Buffer.from(text, 'utf8')
const parse = (body: string | Uint8Array, isLengthProven = true) =>
  parseAnswer(typeof body === 'string' ? bytes(body) : body, isLengthProven)

function fieldsOf(body: string): [string, string][] {
  const answer = parse(body)
  if (!answer.ok) throw new Error(answer.error)
  return answer.value.fields.map(({ name, value }) => [name, value])
}

function failureOf(body: string | Uint8Array, isLengthProven = true): string | null {
  const answer = parse(body, isLengthProven)
  return answer.ok ? null : answer.error
}

function read(body: Uint8Array): WireAnswer {
  const answer = parseAnswer(body, true)
  if (!answer.ok) throw new Error(answer.error)
  return answer.value
}

function unreadableIn(body: string): string[] {
  return read(bytes(body))
    .fields.filter((field) => field.isUnreadable)
    .map(({ name }) => name)
}

const c01 =
  'type=status-response\n&serial-number=00000000-0000-0000-0000-0000005a11ce\n&merchant-order-id=INV-2041\n' +
  '&paynet-order-id=6684100\n&status=approved\n&amount=10.15\n&currency=USD\n'

describe('an answer of the gateway', () => {
  it('is read the same with and without its line feeds', () => {
    const expected = [
      ['type', 'status-response'],
      ['serial-number', '00000000-0000-0000-0000-0000005a11ce'],
      ['merchant-order-id', 'INV-2041'],
      ['paynet-order-id', '6684100'],
      ['status', 'approved'],
      ['amount', '10.15'],
      ['currency', 'USD'],
    ]
    expect(fieldsOf(c01)).toEqual(expected)
    expect(fieldsOf(c01.replaceAll('\n', ''))).toEqual(expected)
    expect(fieldsOf(c01.replaceAll('\n', '\r\n'))).toEqual(expected)
    expect(fieldsOf(c01.replaceAll('\n', '%0A'))).toEqual(expected)
  })

  it('loses exactly one line feed at the end of each value', () => {
    expect(fieldsOf('html=a\nb\n\n&x=+a+\n&y=\tb \r\n')).toEqual([
      ['html', 'a\nb\n'],
      ['x', ' a '],
      ['y', '\tb '],
    ])
  })

  it('keeps long ids and leading zeros as they are', () => {
    expect(fieldsOf('paynet-order-id=1152735103331642317\n&merchant-order-id=0012345\n')).toEqual([
      ['paynet-order-id', '1152735103331642317'],
      ['merchant-order-id', '0012345'],
    ])
  })

  it('is decoded once, as a form in UTF-8', () => {
    expect(
      fieldsOf('name=%C5%BDofie+Dvo%C5%99%C3%A1kov%C3%A1&html=%253Ca%253E&a%2Bb=1%3D2=3&raw=Žofie'),
    ).toEqual([
      ['name', 'Žofie Dvořáková'],
      ['html', '%3Ca%3E'],
      ['a+b', '1=2=3'],
      ['raw', 'Žofie'],
    ])
  })

  it('keeps empty values, names without a value and unknown fields, in order', () => {
    expect(fieldsOf('&card-hash-id=\n&&flag&zeta=1&alpha=2&\n')).toEqual([
      ['card-hash-id', ''],
      ['flag', ''],
      ['zeta', '1'],
      ['alpha', '2'],
    ])
  })

  it('ignores a byte order mark at the beginning', () => {
    expect(fieldsOf('\ufefftype=async-response\n')).toEqual([['type', 'async-response']])
  })

  it('accepts names that JavaScript objects already have', () => {
    const answer = parse('__proto__=1&constructor=2&toString=3&hasOwnProperty=4')
    expect(answer.ok && answer.value.get('__proto__')).toBe('1')
    expect(answer.ok && answer.value.get('valueOf')).toBeNull()
    expect(({} as Record<string, unknown>)['1']).toBeUndefined()
  })

  it('keeps both values of a repeated field that is not decisive, and reads the first', () => {
    const answer = parse('descriptor=a&descriptor=b')
    expect(answer).toMatchObject({
      ok: true,
      value: {
        fields: [
          { name: 'descriptor', value: 'a' },
          { name: 'descriptor', value: 'b' },
        ],
      },
    })
    expect(answer.ok && answer.value.get('descriptor')).toBe('a')
  })
})

describe('an answer that cannot be read', () => {
  const decisive =
    'type status paynet-order-id merchant-order-id serial-number amount currency error-code order-stage card-ref-id ' +
    'recurring-payment-id dst-card-ref-id tds-status tds-creq-form-creq tds-creq-form-acs-url tds-pareq-form-md ' +
    'tds-method-url-frame-3ds-method-url'
  for (const name of decisive.split(' ')) {
    it(`has ${name} twice, also with the same value or with an encoded name`, () => {
      const escaped = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
      expect(failureOf(`${c01}&${name}=a&${name}=b`)).toBe(`duplicate-field:${name}`)
      expect(failureOf(`${name}=a\n&x=1&${name}=a\n`)).toBe(`duplicate-field:${name}`)
      expect(failureOf(`${name}=a&${escaped}=b`)).toBe(`duplicate-field:${name}`)
    })
  }

  it.each([
    ['', 'empty-body'],
    ['\n \t', 'empty-body'],
    ['\ufeff', 'empty-body'],
    ['<html>', 'html-page'],
    ['\r\n  <!DOCTYPE html>', 'html-page'],
    ['\ufeff<html>', 'html-page'],
    ['<?xml version="1.0"?>', 'xml'],
    ['{"type":"status-response"}', 'json'],
    ['[1]', 'json'],
  ])('is %j: %s', (body, failure) => {
    expect(failureOf(body)).toBe(failure)
  })

  it('has more than 400 fields or more than 1 MiB', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=1`).join('&')
    expect(failureOf(many(wireLimits.fields))).toBeNull()
    expect(failureOf(many(wireLimits.fields + 1))).toBe('too-many-fields')
    expect(failureOf(many(10_000))).toBe('too-many-fields')
    expect(failureOf(`x=${'a'.repeat(900_000)}`)).toBeNull()
    expect(failureOf(`x=${'a'.repeat(wireLimits.bodyBytes)}`)).toBe('too-large')
    expect(unreadableIn(`status=${'a'.repeat(70_000)}`)).toEqual(['status'])
  })

  it('may have been cut inside its last decisive value', () => {
    const cuts = Array.from({ length: c01.length }, (_, end) => c01.slice(0, end))
    const whole = new Map(fieldsOf(c01))
    const wrong = cuts.flatMap((cut) => {
      const answer = parse(cut, false)
      const read = answer.ok ? answer.value.fields : []
      return read.filter(({ name, value }) => whole.has(name) && whole.get(name) !== value)
    })
    expect(wrong).toEqual([])
    expect(failureOf('type=a\n&paynet-order-id=12', false)).toBe('truncated')
    expect(failureOf('type=a\n&paynet-order-id=12\n', false)).toBeNull()
    expect(failureOf('type=a\n&paynet-order-id=12\r\n', false)).toBeNull()
    expect(failureOf('type=a\n&paynet-order-id=12%0A', false)).toBeNull()
    expect(failureOf('type=a\n&paynet-order-id=12', true)).toBeNull()
    expect(failureOf('type=a\n&descriptor=sho', false)).toBe('truncated')
    expect(failureOf('type=a&descriptor=sho', false)).toBeNull()
    expect(failureOf('type=a&descr', false)).toBe('truncated')
    expect(failureOf('type=a\n&', false)).toBe('truncated')
    expect(failureOf('type=a\n&tds-creq-form-creq=eyJ0', false)).toBe('truncated')
  })
})

describe('a value that cannot be read (B10)', () => {
  it.each([
    ['bytes of another charset', 'name=%C8%E2%E0%ED', 'name', '%C8%E2%E0%ED'],
    ['the same bytes without escapes', Buffer.from('name=\xc8\xe2', 'latin1'), 'name', '%C8%E2'],
    ['an overlong form', 'x=%C0%AF', 'x', '%C0%AF'],
    ['half a pair', 'x=%ED%A0%80', 'x', '%ED%A0%80'],
    ['a character that was cut', 'x=50%25+of+%C5', 'x', '50%25 of %C5'],
    ['a NUL', 'x=a%00b', 'x', 'a%00b'],
    ['a raw NUL', 'x=a\0b', 'x', 'a%00b'],
  ])('is marked with its bytes and does not affect the other fields: %s', (_, body, name, shown) => {
    const answer = read(
      Buffer.concat([
        bytes('type=a\n&'),
        typeof body === 'string' ? bytes(body) : body,
        bytes('\n&status=approved\n'),
      ]),
    )
    expect(answer.fields).toEqual([
      { name: 'type', value: 'a' },
      { name, value: shown, isUnreadable: true },
      { name: 'status', value: 'approved' },
    ])
    expect(answer.get(name)).toBeNull()
    expect(answer.isUnreadable(name)).toBe(true)
    expect(answer.isUnreadable('status')).toBe(false)
    expect(answer.isUnreadable('absent')).toBe(false)
  })

  it('may be a name', () => {
    expect(read(bytes('ty\0pe=a&stat%FFus=b')).fields).toEqual([
      { name: 'ty%00pe', value: 'a', isUnreadable: true },
      { name: 'stat%FFus', value: 'b', isUnreadable: true },
    ])
  })

  it.each([
    'status=%C3%A4pproved',
    'status=approved%0A%0A',
    'status=appr%1Boved',
    'status=approved%E2%80%8B',
    'status=approved%',
    'status=appr%oved',
    'paynet-order-id=%EF%BC%91',
    'paynet-order-id=66841%0',
    'amount=10%15',
    'initial-amount=%E2%82%AC10',
    'tds-creq-form-creq=ey%J0',
  ])('is never guessed when it is decisive: %s', (body) => {
    expect(unreadableIn(body)).toEqual([body.split('=')[0]])
  })

  it('is not a value with a stray percent sign, because many systems do not encode it', () => {
    expect(fieldsOf('error-message=Limit+100% reached\n&x=%&y=%4&z=100%ZZ&%g1=%2541%')).toEqual([
      ['error-message', 'Limit 100% reached'],
      ['x', '%'],
      ['y', '%4'],
      ['z', '100%ZZ'],
      ['%g1', '%41%'],
    ])
    expect(fieldsOf('merchant-order-id=SALE-50%')).toEqual([['merchant-order-id', 'SALE-50%']])
  })
})

describe('the charset of the header (B10)', () => {
  const nameIn = (contentType: string | null, body: string) => {
    const answer = parseAnswer(Buffer.from(body, 'latin1'), true, contentType)
    return answer.ok ? answer.value.get('name') : answer.error
  }

  it.each([
    ['text/html;charset=windows-1251', 'name=%C8%E2%E0%ED', 'Иван'],
    ['text/html; Charset="CP1251"', 'name=\xc8\xe2\xe0\xed', 'Иван'],
    ['text/html;charset=koi8-r', 'name=%E9%D7%C1%CE', 'Иван'],
    ['text/html;charset=iso-8859-1', 'name=Dvo%F8', 'Dvoø'],
    ['text/html;charset=utf-8', 'name=%C3%A9', 'é'],
    ['text/html', 'name=%C3%A9', 'é'],
    [null, 'name=%C3%A9', 'é'],
    ['text/html;charset=x-own-charset', 'name=%C3%A9', 'é'],
    ['text/html;charset=utf-16le', 'name=%C3%A9', 'é'],
    ['text/html;charset=iso-2022-jp', 'name=%C3%A9', 'é'],
    ['text/html;charset=utf-8', 'name=%C8%E2%E0%ED', null],
    ['text/html;charset=x-own-charset', 'name=%C8%E2%E0%ED', null],
  ])('%s reads %s as %s', (contentType, body, name) => {
    expect(nameIn(contentType, body)).toBe(name)
  })

  it('is looked for in linear time', () => {
    expect(nameIn(`text/html;${' '.repeat(100_000)}charset=windows-1251`, 'name=%C3%A9')).toBe('é')
  })
})

/** Without a carriage return at the end, which would be removed with the line feed. */
const unicode = fc
  .string({ unit: 'binary' })
  .filter((text) => text.isWellFormed() && !text.includes('\0') && !text.endsWith('\r'))
const fieldName = fc.stringMatching(/^[a-z][a-z-]{0,20}$/)
const plainName = fieldName.filter((name) => parse(`${name}=%C3%A9`).ok)

describe('any body', () => {
  it('is read back as it was written, without the line feeds', () => {
    fc.assert(
      fc.property(fc.uniqueArray(plainName, { maxLength: 30 }), fc.array(unicode), (names, values) => {
        fc.pre(names.length > 0)
        const written = names.map((name, i) => ({ name, value: values[i] ?? '' }))
        const body = written.map((field) => encodeForm([{ ...field, value: `${field.value}\n` }])).join('&')
        expect(parse(body)).toMatchObject({ ok: true, value: { fields: written } })
        const raw = written.map((field) => `${encodeForm([field])}\n`).join('&')
        expect(parse(raw)).toMatchObject({ ok: true, value: { fields: written } })
      }),
      { numRuns: 500 },
    )
  })

  it('never makes the reader throw or return an error that contains a value', () => {
    const knownWord = /^(?:[a-z0-9-]+|(?:duplicate|unreadable)-field:[a-z0-9-]+)$/
    const check = (body: Uint8Array, isLengthProven: boolean) => {
      const answer = parseAnswer(body, isLengthProven)
      expect(answer.ok || knownWord.test(answer.error)).toBe(true)
    }
    const wild = fc.array(
      fc.constantFrom(
        '&',
        '=',
        '%',
        '+',
        '\n',
        '\r',
        '%0',
        '%41',
        'type',
        'status',
        'a',
        'é',
        '\0',
        '<',
        '{',
      ),
      {
        maxLength: 60,
      },
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), check), { numRuns: 5000 })
    fc.assert(
      fc.property(wild, fc.boolean(), (parts, proven) => check(bytes(parts.join('')), proven)),
      { numRuns: 5000 },
    )
  })

  it('is never read as approved when a declined answer was damaged', () => {
    const declined = bytes(c01.replace('approved', 'declined'))
    const flip = fc.record({ at: fc.nat(declined.length - 1), bit: fc.nat(7) })
    const flips = fc.array(flip, { maxLength: 4 })
    fc.assert(
      fc.property(flips, fc.nat(declined.length), fc.boolean(), (damage, end, proven) => {
        const body = new Uint8Array(declined)
        for (const { at, bit } of damage) body[at] = (body[at] ?? 0) ^ (1 << bit)
        const answer = parseAnswer(body.slice(0, end), proven)
        expect(answer.ok && answer.value.get('status')).not.toBe('approved')
      }),
      { numRuns: 5000 },
    )
  })

  it('has no status when it contains two, at any position', () => {
    const others = c01.split('&')
    const place = fc.nat(others.length)
    fc.assert(
      fc.property(place, fc.constantFrom('approved', 'declined', ''), (at, second) => {
        const body = others.toSpliced(at, 0, `status=${second}\n`).join('&')
        expect(failureOf(body)).toBe('duplicate-field:status')
      }),
    )
  })
})

describe('a request body', () => {
  it('encodes every character with a meaning in a form', () => {
    expect(encodeForm([{ name: 'paRes', value: 'eJx+Vd/ab+9kQm1zZz0/8w==' }])).toBe(
      'paRes=eJx%2BVd%2Fab%2B9kQm1zZz0%2F8w%3D%3D',
    )
    expect(
      encodeForm([
        { name: 'order_desc', value: 'a&b=c +"é\n' },
        { name: 'x', value: '' },
      ]),
    ).toBe('order_desc=a%26b%3Dc+%2B%22%C3%A9%0A&x=')
  })
})
