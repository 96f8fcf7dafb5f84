import { describe, expect, it } from 'vitest'
import { minorUnitsOf } from '../../../../src-main/services/common/gateway-amount'

describe('an amount from the gateway', () => {
  it.each([
    ['10.5', 'EUR', 1050],
    ['10.50', 'EUR', 1050],
    ['10.5000', 'EUR', 1050],
    ['0010.50', 'EUR', 1050],
    ['19.99', 'USD', 1999],
    ['0.29', 'EUR', 29],
    ['10000', 'JPY', 10_000],
    ['10000.00', 'JPY', 10_000],
    ['1.234', 'KWD', 1234],
    ['1.2', 'KWD', 1200],
    ['0', 'EUR', 0],
    ['5.', 'EUR', 500],
  ])('%s %s is %d minor units', (text, currency, minor) => {
    expect(minorUnitsOf(text, currency)).toBe(minor)
  })

  it.each([
    ['10.501', 'EUR'],
    ['1.5', 'JPY'],
    ['10,50', 'EUR'],
    ['-1.00', 'EUR'],
    ['1e3', 'EUR'],
    ['', 'EUR'],
    ['.5', 'EUR'],
    ['١٠', 'EUR'],
    ['10.50', 'ABC'],
    ['99999999999999999', 'EUR'],
  ])('%s %s is none', (text, currency) => {
    expect(minorUnitsOf(text, currency)).toBeNull()
  })
})
