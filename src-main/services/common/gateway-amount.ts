import { currencyExponent } from '../../../src-shared/domain/money'

/**
 * Minor units of a decimal text from the gateway; null when it is not an amount of the currency. Trailing zeros do
 * not matter: `10.5`, `10.50` and `10.500` are equal. Digits beyond the currency’s exponent must be zero.
 */
export function minorUnitsOf(text: string, currency: string): number | null {
  const exponent = currencyExponent(currency)
  const match = /^([0-9]+)(?:\.([0-9]*))?$/.exec(text.trim())
  if (exponent === null || match === null) return null
  const fraction = (match[2] ?? '').padEnd(exponent, '0')
  if (/[1-9]/.test(fraction.slice(exponent))) return null
  const digits = `${match[1] ?? ''}${fraction.slice(0, exponent)}`.replace(/^0+(?=[0-9])/, '')
  return digits.length > 15 ? null : Number(digits)
}
