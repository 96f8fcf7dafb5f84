import { z } from 'zod'
import { fields } from './fields'

/** How a profile releases a charge. `typed` and `second-person` apply to amounts above `askAboveMinor`. */
export const safetyLevel = z.enum(['read-only', 'confirm', 'typed', 'second-person'])
export type SafetyLevel = z.infer<typeof safetyLevel>

/** The safety levels, the strictest first. */
const strictness: readonly SafetyLevel[] = ['read-only', 'second-person', 'typed', 'confirm']

/** True when a level asks for less than another one. */
export function isLooser(level: SafetyLevel, than: SafetyLevel): boolean {
  return strictness.indexOf(level) > strictness.indexOf(than)
}

const minor = z.number().int().positive().max(999_999_999_999_999).nullable()

/** The limits of a profile for one currency, in minor units; null = no limit. An amount equal to a limit is allowed. */
export const currencyLimits = z.strictObject({
  currency: fields.currency,
  perChargeMinor: minor,
  perCardDayMinor: minor,
  perOperatorDayMinor: minor,
  /** Above this amount the safety level asks for more than a click; null = it asks for every charge. */
  askAboveMinor: minor,
})
export type CurrencyLimits = z.infer<typeof currencyLimits>

const limitNames = [
  'currency',
  'perChargeMinor',
  'perCardDayMinor',
  'perOperatorDayMinor',
  'askAboveMinor',
] as const satisfies readonly (keyof CurrencyLimits)[]

const storedMinor = z.number().int().nullable()
/** The same as the window gets it. */
export const currencyLimitsView = z.object({
  currency: z.string(),
  perChargeMinor: storedMinor,
  perCardDayMinor: storedMinor,
  perOperatorDayMinor: storedMinor,
  askAboveMinor: storedMinor,
})

/** One row for each currency. Another currency has no limits. */
export const chargeLimits = z
  .array(currencyLimits)
  .max(20)
  .refine((rows) => new Set(rows.map(({ currency }) => currency)).size === rows.length, 'given-twice')

/** What releases a charge: the click, with the typed amount, or with the PIN of a second person. */
export const consent = z.enum(['click', 'typed', 'second-person'])
export type Consent = z.infer<typeof consent>

/** What is needed to release a charge: the safety level, and the limits of each currency. */
export interface ReleaseRules {
  readonly safetyLevel: SafetyLevel
  readonly limits: readonly CurrencyLimits[]
}

/**
 * The stricter one of two rules in each part: of the levels, and of the limits of each currency. With two levels that ask
 * above an amount, the stricter level asks above the smaller amount.
 */
export function strictestOf(own: ReleaseRules, least: ReleaseRules): ReleaseRules {
  const safetyLevel = isLooser(own.safetyLevel, least.safetyLevel) ? least.safetyLevel : own.safetyLevel
  const currencies = new Set([...own.limits, ...least.limits].map(({ currency }) => currency))
  return {
    safetyLevel,
    limits: [...currencies].map((currency) => {
      const rows = [own, least].map(({ limits }) => limits.find((row) => row.currency === currency))
      const smallest = (name: 'perChargeMinor' | 'perCardDayMinor' | 'perOperatorDayMinor') =>
        leastOf(rows.map((row) => row?.[name] ?? null))
      const asked = [own, least]
        .filter((rules) => asks(rules.safetyLevel))
        .map((rules) => askAbove(rules, currency))
      return {
        currency,
        perChargeMinor: smallest('perChargeMinor'),
        perCardDayMinor: smallest('perCardDayMinor'),
        perOperatorDayMinor: smallest('perOperatorDayMinor'),
        askAboveMinor: asks(safetyLevel) ? leastOf(asked) || null : (rows[0]?.askAboveMinor ?? null),
      }
    }),
  }
}

/** True when a rule gives up nothing of another one. */
export function isAsStrictAs(own: ReleaseRules, least: ReleaseRules): boolean {
  const strictest = strictestOf(own, least)
  return strictest.safetyLevel === own.safetyLevel && isSameLimits(strictest.limits, own.limits)
}

function isSameLimits(some: readonly CurrencyLimits[], others: readonly CurrencyLimits[]): boolean {
  return (
    some.length === others.length &&
    some.every((row, index) => {
      const other = others[index]
      return limitNames.every((name) => row[name] === other?.[name])
    })
  )
}

function leastOf(values: readonly (number | null)[]): number | null {
  const given = values.filter((value) => value !== null)
  return given.length === 0 ? null : Math.min(...given)
}

/** True for a level that asks above an amount. */
function asks(level: SafetyLevel): level is 'typed' | 'second-person' {
  return level === 'typed' || level === 'second-person'
}

/** The amount above which the level asks; 0 = it asks for every charge. */
function askAbove({ limits }: Pick<ReleaseRules, 'limits'>, currency: string): number {
  return limits.find((row) => row.currency === currency)?.askAboveMinor ?? 0
}

/** What a profile asks for before a charge of this amount is released. */
export function consentFor(
  level: SafetyLevel,
  limits: readonly CurrencyLimits[],
  currency: string,
  mostMinor: number,
): Consent {
  return asks(level) && mostMinor > askAbove({ limits }, currency) ? level : 'click'
}
