import { z } from 'zod'
import { fields } from './fields'

/** How a profile releases a charge. `typed` and `second-person` apply to amounts above `askAboveMinor`. */
export const safetyLevel = z.enum(['read-only', 'confirm', 'typed', 'second-person'])
export type SafetyLevel = z.infer<typeof safetyLevel>

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

/** What a profile asks for before a charge of this amount is released. */
export function consentFor(
  level: SafetyLevel,
  limits: readonly CurrencyLimits[],
  currency: string,
  mostMinor: number,
): Consent {
  if (level !== 'typed' && level !== 'second-person') return 'click'
  const aboveMinor = limits.find((row) => row.currency === currency)?.askAboveMinor ?? 0
  return mostMinor > aboveMinor ? level : 'click'
}
