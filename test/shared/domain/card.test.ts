import { describe, expect, it } from 'vitest'
import { cardBrand, cardExpiry } from '../../../src-shared/domain/card'

describe('the expiry of a card', () => {
  const today = { year: 2026, month: 3 }
  it.each([
    [2026, 4, 'valid'],
    [2026, 3, 'this-month'],
    [2026, 2, 'expired'],
    [2025, 12, 'expired'],
    [2027, 1, 'valid'],
    [null, 3, 'unknown'],
    [2026, null, 'unknown'],
  ])('%j-%j is in March 2026: %s', (expireYear, expireMonth, expected) => {
    expect(cardExpiry({ expireYear, expireMonth }, today)).toBe(expected)
  })
})

describe('the network of a card', () => {
  it.each([
    ['411111', 'Visa'],
    ['510000', 'Mastercard'],
    ['559999', 'Mastercard'],
    ['222100', 'Mastercard'],
    ['272099', 'Mastercard'],
    ['272100', ''],
    ['340000', 'Amex'],
    ['370000', 'Amex'],
    ['220000', 'Mir'],
    ['620000', 'UnionPay'],
    ['352800', 'JCB'],
    ['601100', 'Discover'],
    ['650000', 'Discover'],
    ['500000', 'Maestro'],
    ['676900', 'Maestro'],
    ['123456', ''],
    [null, ''],
  ])('of %j is %j', (bin, brand) => {
    expect(cardBrand(bin)).toBe(brand)
  })
})
