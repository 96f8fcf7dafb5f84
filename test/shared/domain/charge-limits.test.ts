import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  consentFor,
  isAsStrictAs,
  isLooser,
  safetyLevel,
  strictestOf,
  type CurrencyLimits,
  type ReleaseRules,
} from '../../../src-shared/domain/charge-limits'

const row = (parts: Partial<CurrencyLimits> = {}): CurrencyLimits => ({
  ...{ currency: 'EUR', perChargeMinor: null, perCardDayMinor: null },
  ...{ perOperatorDayMinor: null, askAboveMinor: null, ...parts },
})
/** How much is asked before a charge of an amount. A read-only profile charges nothing. */
const askedFor = ({ safetyLevel: level, limits }: ReleaseRules, currency: string, amountMinor: number) =>
  level === 'read-only'
    ? 3
    : ['click', 'typed', 'second-person'].indexOf(consentFor(level, limits, currency, amountMinor))
const names = ['perChargeMinor', 'perCardDayMinor', 'perOperatorDayMinor'] as const

const minor = fc.option(fc.integer({ min: 1, max: 20 }))
const anyRow = (currency: string) =>
  fc.record({
    ...{ currency: fc.constant(currency), perChargeMinor: minor, perCardDayMinor: minor },
    ...{ perOperatorDayMinor: minor, askAboveMinor: minor },
  })
const anyRules: fc.Arbitrary<ReleaseRules> = fc.record({
  safetyLevel: fc.constantFrom(...safetyLevel.options),
  limits: fc
    .tuple(fc.option(anyRow('EUR')), fc.option(anyRow('USD')))
    .map((rows) => rows.filter((each) => each !== null)),
})

describe('the stricter one of two rules', () => {
  it.each<[string, ReleaseRules, ReleaseRules, ReleaseRules]>([
    [
      'takes the stricter level and the smaller limits',
      { safetyLevel: 'confirm', limits: [row({ perChargeMinor: 100 })] },
      { safetyLevel: 'read-only', limits: [row({ perChargeMinor: 200, perCardDayMinor: 300 })] },
      { safetyLevel: 'read-only', limits: [row({ perChargeMinor: 100, perCardDayMinor: 300 })] },
    ],
    [
      'asks above the smaller amount of two levels that ask',
      { safetyLevel: 'second-person', limits: [row({ askAboveMinor: 5000 })] },
      { safetyLevel: 'typed', limits: [row({ askAboveMinor: 1000 })] },
      { safetyLevel: 'second-person', limits: [row({ askAboveMinor: 1000 })] },
    ],
    [
      'takes no amount from a level that does not ask',
      { safetyLevel: 'confirm', limits: [row({ askAboveMinor: 10 })] },
      { safetyLevel: 'typed', limits: [row({ askAboveMinor: 1000 })] },
      { safetyLevel: 'typed', limits: [row({ askAboveMinor: 1000 })] },
    ],
    [
      'asks at every charge in a currency that the level names no amount for',
      { safetyLevel: 'typed', limits: [row({ currency: 'USD', askAboveMinor: 999 })] },
      { safetyLevel: 'typed', limits: [] },
      { safetyLevel: 'typed', limits: [row({ currency: 'USD' })] },
    ],
  ])('%s', (_, own, least, expected) => {
    expect(strictestOf(own, least)).toEqual(expected)
    expect([isAsStrictAs(own, least), isAsStrictAs(expected, least)]).toEqual([false, true])
  })

  it('allows no more than each of them, for any currency and amount', () => {
    fc.assert(
      fc.property(
        ...[anyRules, anyRules, fc.constantFrom('EUR', 'USD', 'SEK'), fc.integer({ min: 1, max: 25 })],
        (own, least, currency, amountMinor) => {
          const strictest = strictestOf(own, least)
          for (const rules of [own, least]) {
            const { safetyLevel: level, limits } = rules
            expect(isLooser(strictest.safetyLevel, level)).toBe(false)
            expect(askedFor(strictest, currency, amountMinor)).toBeGreaterThanOrEqual(
              askedFor(rules, currency, amountMinor),
            )
            for (const name of names) {
              const limit = limits.find((each) => each.currency === currency)?.[name] ?? Infinity
              const effective =
                strictest.limits.find((each) => each.currency === currency)?.[name] ?? Infinity
              expect(effective).toBeLessThanOrEqual(limit)
            }
          }
          expect(isAsStrictAs(strictest, least)).toBe(true)
        },
      ),
    )
  })
})
