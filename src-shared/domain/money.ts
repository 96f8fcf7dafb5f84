import { data as iso4217 } from 'currency-codes'
import { fail, ok, type Result } from '../util/result'

/** An amount as an integer in the currency's smallest unit. */
export interface Money {
  readonly amountMinor: number
  /** ISO 4217 alphabetic code, upper case. */
  readonly currency: string
}

/** Why an amount is refused before anything is sent. */
export type AmountProblem =
  'empty' | 'not-a-decimal' | 'too-many-decimals' | 'not-positive' | 'too-long' | 'unknown-currency'

/** The interface allows ten characters for `amount`. */
export const MAX_WIRE_AMOUNT_LENGTH = 10

/**
 * Codes of ISO 4217 that are not money: metals, units of account, test codes and "no currency". They have no minor
 * unit.
 */
const notMoney = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '))

const exponents = new Map([
  ...iso4217
    .filter((entry) => !notMoney.has(entry.code))
    .map((entry): [string, number] => [entry.code, entry.digits]),
  // ISO 4217 amendment 176 (2025), not yet in the package's table.
  ['XCG', 2] as [string, number],
])

/** Number of decimal digits by ISO 4217 (JPY 0, EUR 2, KWD 3), or null for an unknown currency. */
export function currencyExponent(currency: string): number | null {
  return exponents.get(currency) ?? null
}

/** All ISO 4217 codes, sorted. */
export function currencyCodes(): readonly string[] {
  return [...exponents.keys()].sort()
}

/** Converts a typed decimal string to minor units without using a float. Ignores surrounding white space. */
export function parseAmount(text: string, currency: string): Result<Money, AmountProblem> {
  const exponent = currencyExponent(currency)
  if (exponent === null) return fail('unknown-currency')
  const trimmed = text.trim()
  if (trimmed === '') return fail('empty')
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(trimmed)
  if (match === null) return fail('not-a-decimal')
  const whole = match[1] ?? ''
  const fraction = match[2] ?? ''
  if (fraction.length > exponent) return fail('too-many-decimals')
  const digits = whole + fraction.padEnd(exponent, '0')
  if (/^0+$/.test(digits)) return fail('not-positive')
  if (digits.length > 15) return fail('too-long')
  const money = { amountMinor: Number(digits), currency }
  if (toDecimal(money).length > MAX_WIRE_AMOUNT_LENGTH) return fail('too-long')
  return ok(money)
}

/** The amount in major units with all decimals of the currency, as sent on the wire: 4900 EUR -> "49.00". */
export function toDecimal(money: Money): string {
  const exponent = currencyExponent(money.currency) ?? 2
  const negative = money.amountMinor < 0
  const digits = String(Math.abs(money.amountMinor)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const text = exponent === 0 ? whole : `${whole}.${digits.slice(digits.length - exponent)}`
  return negative ? `-${text}` : text
}

/** The amount as the control value signs it, in minor units: 10.15 -> "1015". */
export function toSignedMinor(money: Money): string {
  return String(money.amountMinor)
}

/** The amount for screens, with thousands separators and the currency code: "1,238.86 EUR". */
export function formatMoney(money: Money): string {
  return `${formatAmount(money)} ${money.currency}`
}

/** The amount for screens without the currency code. */
export function formatAmount(money: Money): string {
  return groupThousands(toDecimal(money))
}

/** A decimal text with thousands separators. */
export function groupThousands(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
