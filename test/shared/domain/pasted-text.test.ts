import { describe, expect, it } from 'vitest'
import { fields } from '../../../src-shared/domain/fields'
import { filledLines, hiddenProblem, isFoundIn } from '../../../src-shared/domain/pasted-text'

const invisible = [
  0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2061,
  0x2062, 0x2063, 0x2064, 0x2065, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff,
]
const hyphens = [0x2010, 0x2011, 0x2012, 0x2013, 0x2212]

const problemOf = (name: 'clientOrderId' | 'gatewayOrderId' | 'cardRefId' | 'serialNumber', text: string) =>
  fields[name].safeParse(text).error?.issues[0]?.message

describe('a copied text', () => {
  it.each(['clientOrderId', 'gatewayOrderId', 'cardRefId', 'serialNumber'] as const)(
    'is told what is hidden in it when it is entered as %s (A12)',
    (name) => {
      for (const code of invisible)
        expect(problemOf(name, `IN${String.fromCodePoint(code)}V-1`)).toBe('invisible-character')
      for (const code of hyphens)
        expect(problemOf(name, `INV${String.fromCodePoint(code)}1`)).toBe('look-alike-hyphen')
      expect(problemOf(name, 'INV-1')).toBeUndefined()
    },
  )

  it('is refused with the hidden character named when it is entered as an endpoint (A12)', () => {
    expect(fields.routeId.safeParse('44\u200b11').error?.issues[0]?.message).toBe('invisible-character')
    expect(fields.routeId.safeParse('4411a').error?.issues[0]?.message).toBe('not-a-route-id')
  })

  it('has no problem for letters of any script', () => {
    expect(hiddenProblem('Заказ-№1 田中 é')).toBeNull()
  })

  it.each([
    ['without invisible characters', 'Mar\u200bta', 'Marta Lindqvist'],
    ['with the hyphen of the keyboard', 'INV\u20111', 'inv-1'],
    ['in whatever case', 'žofie', 'ŽOFIE'],
    ['composed or not', 'Zo\u00eb', 'Zoe\u0308'],
    ['not composed or composed', 'Zoe\u0308', 'Zo\u00eb'],
  ])('is found %s (A12, A2)', (_how, wanted, text) => {
    expect(isFoundIn(wanted, [null, 'another', text])).toBe(true)
    expect(isFoundIn(wanted, [null, 'another'])).toBe(false)
  })

  it.each([
    ['zo\u00EB', 'Zoe\u0308 Lindqvist'],
    ['ZOE\u0308', 'Zo\u00EB Lindqvist'],
    // Combining marks in another order than in the composed letter, as some keyboards write them.
    ['ph\u1EC7', 'Ph\u00EA\u0323'],
    ['Ph\u00EA\u0323', 'Ph\u1EC7'],
  ])('finds %j in %j, composed or decomposed (A2)', (wanted, text) => {
    expect(isFoundIn(wanted, [null, text])).toBe(true)
    expect(isFoundIn('zoe', [text])).toBe(false)
  })

  it('matches every text when nothing is typed, and never a missing text', () => {
    expect(isFoundIn(' ', ['anything'])).toBe(true)
    expect(isFoundIn('x', [null])).toBe(false)
  })

  it('has one value for each non-empty line (A12)', () => {
    expect(filledLines('\r\n INV-2041 \r\n\nINV-2050\n')).toEqual(['INV-2041', 'INV-2050'])
    expect(filledLines('INV-2041\n')).toEqual(['INV-2041'])
  })
})
