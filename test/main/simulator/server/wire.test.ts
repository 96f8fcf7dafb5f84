import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePairs, encodeAnswer, parametersIn } from '../../../../src-main/simulator/server/wire'

const text = fc.string({ unit: 'grapheme', maxLength: 40 })
const fields = fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 12 })

describe('the answer writer', () => {
  it('writes a line feed after every value, also after the last one', () => {
    expect(
      encodeAnswer([
        ['type', 'async-response'],
        ['serial-number', 'a1'],
        ['email', ''],
      ]),
    ).toBe('type=async-response\n&serial-number=a1\n&email=\n')
  })

  it('encodes spaces, punctuation and letters outside ASCII as the gateway does', () => {
    expect(encodeAnswer([['name', "Žofie O'Hara (2) ~ a@b.c: 5*3 & 100%"]])).toBe(
      'name=%C5%BDofie+O%27Hara+%282%29+%7E+a%40b.c%3A+5*3+%26+100%25\n',
    )
  })

  it('can be read by another form decoder, with any values', () => {
    fc.assert(
      fc.property(fields, (sent) => {
        const read = [...new URLSearchParams(encodeAnswer(sent))]
        expect(read).toEqual(sent.map(([name, value]) => [name, `${value}\n`]))
      }),
    )
  })
})

const decodeForm = (body: string) => parametersIn(decodePairs(body) ?? [])

describe('the request reader', () => {
  it('reads the output of another form encoder, and ignores white space around values', () => {
    fc.assert(
      fc.property(fields, fc.constantFrom('', ' ', '\r\n', '\t '), (sent, space) => {
        const padded = sent.map(([name, value]): [string, string] => [name, space + value + space])
        const read = decodeForm(new URLSearchParams(padded).toString())
        for (const [name, value] of sent.filter(([name]) => name.trim() === name && name !== ''))
          expect(read.get(name)).toBe(value.trim())
      }),
    )
  })

  it('reads back what the answer writer wrote', () => {
    fc.assert(
      fc.property(fields, (sent) => {
        const trimmed = sent.filter(([name]) => name === name.trim() && name !== '')
        expect([...decodeForm(encodeAnswer(trimmed))]).toEqual(
          trimmed.map(([name, value]) => [name, value.trim()]),
        )
      }),
    )
  })

  it('uses the first of two values, and reads a name without a value as empty', () => {
    expect([...decodeForm('a=1&a=2&b&c=&&=x')]).toEqual([
      ['a', '1'],
      ['b', ''],
      ['c', ''],
      ['', 'x'],
    ])
  })

  it.each(['a=%', 'a=%4', 'a=%ZZ', 'a=%C3', 'a=%FF%FE', 'a=%C0%AF', '%=1'])(
    'refuses the broken form %s',
    (body) => {
      expect(decodePairs(body)).toBeUndefined()
    },
  )

  it('accepts names that JavaScript objects already have', () => {
    expect(decodeForm('__proto__=1&constructor=2').get('constructor')).toBe('2')
  })

  it('keeps every pair as sent, for a signature that covers the body (F2)', () => {
    expect(decodePairs('a=+x+&a=2&b&=%20')).toEqual([
      ['a', ' x '],
      ['a', '2'],
      ['b', ''],
      ['', ' '],
    ])
  })
})
