import { describe, expect, it } from 'vitest'
import { noRebillExtras, chargeDraft } from '../../../src-shared/domain/charge-draft'
import {
  containsCardNumber,
  isCardNumberSplitOver,
  maskCardNumbers,
} from '../../../src-shared/domain/card-number-guard'
import { commands } from '../../../src-shared/ipc/contract'
import { fields } from '../../../src-shared/domain/fields'
import { cardNumberShapes, randomCardNumber, seeded } from '../../support/card-numbers'

const shapes = Object.entries(cardNumberShapes)
const seed = 20260301

describe('the card number guard', () => {
  for (const [name, shape] of shapes) {
    it(`finds a number written ${name}, for every kind of card`, () => {
      const random = seeded(seed)
      const missed = Array.from({ length: 300 }, () => shape(randomCardNumber(random), random)).filter(
        (text) => !containsCardNumber(text),
      )
      expect(missed).toEqual([])
    })
  }

  it('S15 refuses 10,000 numbers, in all forms, in every field that a person fills', () => {
    const random = seeded(seed)
    const missed: string[] = []
    // Only the card number of a sale may be a card number. It is never stored.
    const { cardNumber: _cardNumber, ...kept } = fields
    for (let i = 0; i < 10_000; i++) {
      const [shapeName, shape] = shapes[i % shapes.length] ?? ['plain', String]
      const text = shape(randomCardNumber(random), random)
      for (const [field, schema] of Object.entries(kept))
        if (schema.safeParse(text).success) missed.push(`${field}: ${shapeName}: ${text}`)
    }
    expect(missed).toEqual([])
  })

  it('S15 refuses a card number in every text of a charge', () => {
    const random = seeded(seed)
    const texts = shapes.map(([, shape]) => shape(randomCardNumber(random), random))
    const names = [
      'amount',
      'currency',
      'description',
      'ipAddress',
      'reference',
      'enumerateAmounts',
      'purpose',
    ]
    const more = [
      'merchantData',
      'redirectUrl',
      'redirectSuccessUrl',
      'redirectFailUrl',
      'serverCallbackUrl',
      'routeId',
    ]
    const missed = [...names, ...more].flatMap((name) =>
      texts
        .filter((text) => chargeDraft.safeParse({ ...draft, [name]: text }).success)
        .map((text) => `${name}: ${text}`),
    )
    expect(chargeDraft.safeParse(draft).success).toBe(true)
    expect(missed).toEqual([])
  })

  it.each([
    '4111x1111x1111x1111',
    '4111#1111#1111#1111',
    '4111%1111%1111%1111',
    '4111&1111&1111&1111',
    '4111<br>1111<br>1111<br>1111',
    'pay 3782oo822463oo10005 now',
    '4111_x_1111_x_1111_x_1111',
  ])('finds %j, which has the groups of a card number (E5)', (text) => {
    expect(containsCardNumber(text)).toBe(true)
    expect(containsCardNumber(maskCardNumbers(text))).toBe(false)
    expect(maskCardNumbers(text)).toMatch(/(?:411111••••1111|378282••••0005)/)
  })

  it.each([
    [['4111 1111', '1111 1111']],
    [['41111111', '11111111']],
    [['Card 4111-1111-', '1111-1111 exp 12/27']],
    [['4111', '1111', '1111', '1111']],
    [['4111 1111', '', 'R-1', '1111 1111']],
    [[`${'x'.repeat(60_000)} 4111 1111`, `1111 1111 ${'x'.repeat(60_000)}`]],
  ])('finds a number that is split over the texts %j (E5)', (texts) => {
    expect(isCardNumberSplitOver(texts)).toBe(true)
    expect(texts.some(containsCardNumber)).toBe(false)
  })

  it.each([
    [['Ann', 'C-1']],
    [['Monthly fee 2026', '4411']],
    [['4111 1111', 'and more', '1111 111']],
    [['4111 1111 x', '1111 1111']],
    [['INV-2041', '2026-11-28']],
    [[]],
  ])('finds none in the texts %j', (texts) => {
    expect(isCardNumberSplitOver(texts)).toBe(false)
  })

  it('refuses a number that is split over two fields of a charge (E5)', () => {
    const split = { ...draft, reference: '4111 1111', purpose: '1111 1111' }
    expect(chargeDraft.safeParse(split).error?.issues).toMatchObject([{ message: 'card-number' }])
    const add = commands['cards.add'].input
    const card = { cardRefId: '880017', routeId: '4411', nickname: '41111111', customerReference: '11111111' }
    expect(add.safeParse(card).error?.issues).toMatchObject([
      { message: 'card-number', path: ['customerReference'] },
    ])
  })

  it.each([
    ['4111111111111112', 'a wrong check digit'],
    ['1234567890123452', 'a range that nobody issues'],
    ['411111111111', 'too few digits'],
    ['41111111111111111111111', 'too many digits'],
    ['41111111x11111111', 'a letter inside'],
    ['EUR 49.00, 39.00, 29.00, 19.00', 'a list of amounts'],
    ['4111 EUR 1111 EUR 1111 EUR 1111', 'a list of sums'],
    ['4111x1111y1111x1111', 'letters that differ'],
    ['[4111, 22, 3, 4444, 5]', 'a list of numbers'],
    ['(+49) 411 111 11-11', 'a phone number'],
    ['Tel. +49 (0) 30 / 1234-5678, Fax -99', 'two phone numbers'],
    ['DE89 3704 0044 0532 0130 00', 'a bank account'],
    ['order=4111&item=1111&lot=1111&box=1111', 'a form'],
    ['2026-03-01 12:34:56.789 - 2026-03-01 12:35:57.001', 'times'],
    ['12.03.2026, 14.03.2026', 'dates'],
    ['411111••••1111', 'a masked number'],
    ['6138bbcc82bf1363547419b0afdd4a5fa2aaa9c0e5974247503624213b6bdff3', 'a hash'],
    ['41111111-1111-1111-8123-123456789012', 'an id in UUID layout'],
    ['', 'nothing'],
  ])('accepts %j: %s', (text) => {
    expect(containsCardNumber(text)).toBe(false)
  })

  const digits = (random: (below: number) => number, count: number) =>
    Array.from({ length: count }, () => String(random(10))).join('')
  /** Numbers that staff copy from the gateway and from banks, with the fields that they are entered in. */
  const knownIds: Readonly<Record<string, (random: (below: number) => number) => string>> = {
    'order ids that are counted': (random) => String(1 + random(9)) + digits(random, 4 + random(8)),
    'order ids made of a time': (random) =>
      String((BigInt(1_262_304_000_000 + random(4_000_000_000) * 40) << 20n) + BigInt(random(1_048_576))),
    'retrieval reference numbers': (random) => digits(random, 12),
    'acquirer reference numbers': (random) => `${[2, 7][random(2)]}${digits(random, 22)}`,
    'times in ms': (random) => String(1_600_000_000_000 + random(4_000_000_000) * 90),
    'times as digits': (random) =>
      new Date(random(2_000_000_000) * 1000).toISOString().replace(/\D/g, '').slice(0, 14),
    'times as people write them': (random) =>
      new Date(random(2_000_000_000) * 1000 + random(1000)).toISOString().replace(/[TZ]/g, ' ').trim(),
    'serial numbers': (random) =>
      `00000000-0000-0000-0000-${random(2 ** 32)
        .toString(16)
        .padStart(12, '0')}`,
    'receipt ids of digits': (random) => [8, 4, 4, 4, 12].map((count) => digits(random, count)).join('-'),
    'receipt ids': (random) =>
      [8, 4, 4, 4, 12]
        .map((n) => Array.from({ length: n }, () => random(16).toString(16)).join(''))
        .join('-'),
  }
  const fieldsForIds = [
    'gatewayOrderId',
    'clientOrderId',
    'serialNumber',
    'comment',
    'note',
    'searchText',
  ] as const

  for (const [what, make] of Object.entries(knownIds)) {
    it(`S15 refuses at most one in a thousand ${what}`, () => {
      const random = seeded(seed)
      const ids = Array.from({ length: 10_000 }, () => make(random))
      for (const field of fieldsForIds) {
        const stopped = ids.filter((id) => {
          const parsed = fields[field].safeParse(id)
          return !parsed.success && parsed.error.issues[0]?.message === 'card-number'
        })
        expect([field, stopped.length / ids.length <= 0.001, stopped.slice(0, 3)]).toEqual([
          field,
          true,
          stopped.slice(0, 3),
        ])
      }
    })
  }

  it('reads the digits of every script', () => {
    const number = '4111111111111111'
    const zeros: number[] = []
    for (let code = 0x80; code < 0x20000; code++) {
      const isDigit = /^\p{Nd}$/u.test(String.fromCodePoint(code))
      if (isDigit && (zeros.length === 0 || code >= (zeros.at(-1) ?? 0) + 10)) zeros.push(code)
    }
    const inScript = (zero: number) =>
      [...number].map((digit) => String.fromCodePoint(zero + Number(digit))).join('')
    expect(zeros.length).toBeGreaterThan(50)
    expect(zeros.filter((zero) => !containsCardNumber(inScript(zero)))).toEqual([])
  })
})

const draft = {
  kind: 'rebill-sale',
  cardId: 'card-1',
  routeId: '4411',
  amount: '10.15',
  currency: 'USD',
  description: 'x',
  ipAddress: '203.0.113.7',
  reference: '',
  ...noRebillExtras,
}

describe('masking', () => {
  it('keeps the first six and last four digits and the other text', () => {
    expect(maskCardNumbers('pay 4111-1111-1111-1111, not 5555555555554444!')).toBe(
      'pay 411111••••1111, not 555555••••4444!',
    )
    expect(maskCardNumbers('a 4111 1111 1111 1111 12/27 737')).toBe('a 411111••••1111 12/27 737')
    expect(maskCardNumbers('no number, order 1152735103331642317')).toBe(
      'no number, order 1152735103331642317',
    )
  })

  it('masks numbers in every form', () => {
    const random = seeded(seed)
    for (let i = 0; i < 3000; i++) {
      const [name, shape] = shapes[i % shapes.length] ?? ['plain', String]
      const number = randomCardNumber(random)
      const masked = maskCardNumbers(shape(number, random))
      expect([name, masked, containsCardNumber(masked)]).toEqual([name, masked, false])
      expect(masked).toContain(`${number.slice(0, 6)}••••${number.slice(-4)}`)
    }
  })

  it('works for texts of the maximum length of an answer', () => {
    const long = `${'4'.repeat(500_000)} ${'4 '.repeat(100_000)}%34%`
    const masked = maskCardNumbers(`4111111111111111; ${long}`)
    expect(masked.startsWith('411111••••1111; ')).toBe(true)
  })
})
