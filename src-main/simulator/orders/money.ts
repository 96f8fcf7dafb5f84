// The simulator has its own copy of ISO 4217, so that a mistake in the app's table is found by the tests.
const codesWithoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
const codesWithThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')
const codesWithFourDecimals = 'CLF UYW'.split(' ')

/** Number of decimal digits of a currency. */
export function decimalsOf(currency: string): number {
  if (codesWithoutDecimals.includes(currency)) return 0
  if (codesWithThreeDecimals.includes(currency)) return 3
  if (codesWithFourDecimals.includes(currency)) return 4
  return 2
}

/**
 * Major units with a point ("10.15") to minor units ("1015"). Undefined for text that is not an amount of this
 * currency.
 */
export function minorUnits(amount: string, currency: string): string | undefined {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount)
  if (!match) return undefined
  const decimals = decimalsOf(currency)
  const fraction = match[2] ?? ''
  if (fraction.length > decimals) return undefined
  return BigInt((match[1] ?? '') + fraction.padEnd(decimals, '0')).toString()
}

/** Minor units ("1015") to major units as the gateway reports them ("10.15", "500" for a currency without decimals). */
export function majorUnits(amountMinor: string, currency: string): string {
  const decimals = decimalsOf(currency)
  if (decimals === 0) return amountMinor
  const digits = amountMinor.padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** "9002.00" to "9002": the form of an amount that selects a scenario. */
export function wholeMajorUnits(amount: string): string {
  return amount.replace(/\.0+$/, '').replace(/^0+(?=\d)/, '')
}
