import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { majorUnits, minorUnits } from '../../../../src-main/simulator/orders/money'

describe('minor units', () => {
  it.each([
    ['0.94', 'USD', '94'],
    ['10.15', 'EUR', '1015'],
    ['1.1', 'EUR', '110'],
    ['10', 'EUR', '1000'],
    ['0.29', 'EUR', '29'],
    ['1.15', 'EUR', '115'],
    ['8.20', 'EUR', '820'],
    ['17.08', 'EUR', '1708'],
    ['19.99', 'EUR', '1999'],
    ['1238.86', 'EUR', '123886'],
    ['10000', 'JPY', '10000'],
    ['1.234', 'KWD', '1234'],
    ['1.2', 'KWD', '1200'],
    ['500', 'KRW', '500'],
    ['0007.5', 'EUR', '750'],
    ['9999999999', 'EUR', '999999999900'],
  ])('%s %s are %s', (amount, currency, expected) => {
    expect(minorUnits(amount, currency)).toBe(expected)
  })

  it.each([
    ['1234.50', 'JPY'],
    ['10.155', 'EUR'],
    ['1.2345', 'KWD'],
    ['10,15', 'EUR'],
    ['1e3', 'EUR'],
    ['.5', 'EUR'],
    ['5.', 'EUR'],
    ['-1', 'EUR'],
    ['', 'EUR'],
    ['0x10', 'EUR'],
    ['٣', 'EUR'],
  ])('do not exist for "%s" %s', (amount, currency) => {
    expect(minorUnits(amount, currency)).toBeUndefined()
  })

  it('are the same after a conversion to major units and back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 14n }),
        fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF'),
        (minor, currency) => {
          expect(minorUnits(majorUnits(String(minor), currency), currency)).toBe(String(minor))
        },
      ),
    )
  })
})

describe('major units', () => {
  it.each([
    ['1', 'EUR', '0.01'],
    ['1015', 'EUR', '10.15'],
    ['500', 'JPY', '500'],
    ['12750', 'KWD', '12.750'],
  ])('of %s %s read %s', (minor, currency, expected) => {
    expect(majorUnits(minor, currency)).toBe(expected)
  })
})
