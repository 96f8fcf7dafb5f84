import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  currencyCodes,
  currencyExponent,
  formatAmount,
  formatMoney,
  parseAmount,
  toDecimal,
  toSignedMinor,
} from '../../../src-shared/domain/money'

const minorOf = (text: string, currency: string) => {
  const parsed = parseAmount(text, currency)
  return parsed.ok ? parsed.value.amountMinor : parsed.error
}

describe('an amount that a person types', () => {
  it.each([
    ['8.20', 820],
    ['17.08', 1708],
    ['19.99', 1999],
    ['1238.86', 123_886],
    ['0.29', 29],
    ['1.15', 115],
    ['2.30', 230],
    ['4.35', 435],
    ['37.80', 3780],
    ['64.10', 6410],
    ['0.57', 57],
    ['1.1', 110],
    ['10', 1000],
    ['0.01', 1],
    ['9999999.99', 999_999_999],
    [' 5 ', 500],
  ])('%j is %i cents', (text, amountMinor) => {
    expect(parseAmount(text, 'EUR')).toEqual({ ok: true, value: { amountMinor, currency: 'EUR' } })
  })

  it.each([
    ['JPY', '10000', 10_000],
    ['KRW', '1', 1],
    ['KWD', '1.234', 1234],
    ['BHD', '0.5', 500],
    ['CLF', '1.2345', 12_345],
    ['XCG', '1.25', 125],
  ])('in %s %j is %i', (currency, text, amountMinor) => {
    expect(minorOf(text, currency)).toBe(amountMinor)
  })

  it.each([
    ['10,15', 'not-a-decimal'],
    ['1.005', 'too-many-decimals'],
    ['1e3', 'not-a-decimal'],
    ['0x10', 'not-a-decimal'],
    ['5.', 'not-a-decimal'],
    ['.5', 'not-a-decimal'],
    ['-1', 'not-a-decimal'],
    ['+1', 'not-a-decimal'],
    ['0', 'not-positive'],
    ['0.00', 'not-positive'],
    ['NaN', 'not-a-decimal'],
    ['Infinity', 'not-a-decimal'],
    ['٣', 'not-a-decimal'],
    ['５', 'not-a-decimal'],
    ['1 000', 'not-a-decimal'],
    ["1'000", 'not-a-decimal'],
    ['1.0.0', 'not-a-decimal'],
    ['007', 'not-a-decimal'],
    ['5 EUR', 'not-a-decimal'],
    ['5\u200b', 'not-a-decimal'],
    ['', 'empty'],
    ['   ', 'empty'],
    ['12345678901', 'too-long'],
    ['10000000.00', 'too-long'],
    ['9'.repeat(400), 'too-long'],
    [String(0.1 + 0.2), 'too-many-decimals'],
  ])('%j is refused: %s', (text, problem) => {
    expect(minorOf(text, 'EUR')).toBe(problem)
  })

  it('is refused with decimals that its currency does not have', () => {
    expect(minorOf('1234.50', 'JPY')).toBe('too-many-decimals')
    expect(minorOf('1.2345', 'KWD')).toBe('too-many-decimals')
  })

  it.each(['eur', 'EU', 'EURO', '', 'XXX', 'XTS', 'XAU', 'ABC', '__proto__'])(
    'is refused in the currency %j',
    (currency) => {
      expect(minorOf('1', currency)).toBe('unknown-currency')
      expect(currencyExponent(currency)).toBeNull()
    },
  )
})

describe('money', () => {
  it('is the same in minor units and in decimals, for every cent up to ten thousand', () => {
    const wrong: string[] = []
    for (let whole = 0; whole < 10_000; whole++)
      for (let cents = 0; cents < 100; cents++) {
        const text = `${whole}.${cents < 10 ? '0' : ''}${cents}`
        const amountMinor = whole * 100 + cents
        if (toDecimal({ amountMinor, currency: 'EUR' }) !== text) wrong.push(text)
        if (amountMinor > 0 && minorOf(text, 'EUR') !== amountMinor) wrong.push(text)
      }
    expect(wrong).toEqual([])
  })

  it('is the same after a conversion to the wire and back, in every currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencyCodes()),
        fc.integer({ min: 1, max: 9_999_999 }),
        (currency, amountMinor) => {
          const money = { amountMinor, currency }
          const decimal = toDecimal(money)
          fc.pre(decimal.length <= 10)
          expect(parseAmount(decimal, currency)).toEqual({ ok: true, value: money })
          // The wire amount and the signed amount have the same digits: nothing is rounded or scaled twice.
          expect(decimal.replace('.', '').replace(/^0+/, '')).toBe(toSignedMinor(money))
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('refuses every text that is not a plain decimal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/^\s*(?:0|[1-9]\d*)(?:\.\d+)?\s*$/.test(text))
        expect(parseAmount(text, 'EUR').ok).toBe(false)
      }),
      { numRuns: 5000 },
    )
  })

  it('has the decimals of ISO 4217, which differ from those of Intl', () => {
    const expected = {
      JPY: 0,
      KRW: 0,
      VND: 0,
      XAF: 0,
      XOF: 0,
      ISK: 0,
      HUF: 2,
      IDR: 2,
      COP: 2,
      EUR: 2,
      IQD: 3,
      TND: 3,
    }
    const found = Object.fromEntries(Object.keys(expected).map((code) => [code, currencyExponent(code)]))
    expect(found).toEqual(expected)
    expect(currencyCodes()).toEqual([...currencyCodes()].sort())
    expect(currencyCodes().length).toBeGreaterThan(150)
  })

  it('is shown with thousands separators and the decimals of its currency', () => {
    expect(formatMoney({ amountMinor: 123_886, currency: 'EUR' })).toBe('1,238.86 EUR')
    expect(formatMoney({ amountMinor: 10_000, currency: 'JPY' })).toBe('10,000 JPY')
    expect(formatMoney({ amountMinor: 1234, currency: 'KWD' })).toBe('1.234 KWD')
    expect(formatAmount({ amountMinor: 5, currency: 'EUR' })).toBe('0.05')
    expect(formatAmount({ amountMinor: 100_000_000_000, currency: 'EUR' })).toBe('1,000,000,000.00')
    expect(formatAmount({ amountMinor: -123_456, currency: 'EUR' })).toBe('-1,234.56')
    expect(formatAmount({ amountMinor: 0, currency: 'EUR' })).toBe('0.00')
  })
})
