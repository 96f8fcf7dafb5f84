/**
 * Limits of amounts are included. No currency has more than four decimals, so "more than 100" is written as "from
 * 100.0001", and "less than 100" as "up to 99.9999".
 */
export type Side = 'above' | 'below'

/** The included limit that stands for more, or less, than an amount; null when there is none. */
export function strictLimit(amount: string, side: Side): string | null {
  return moved(amount, side === 'above' ? 1n : -1n)
}

/** The amount of a limit that was made by `strictLimit`; null for any other limit. */
export function amountOfStrictLimit(limit: string, side: Side): string | null {
  if (!(side === 'above' ? /\.[0-9]{3}1$/ : /\.[0-9]{3}9$/).test(limit)) return null
  return moved(limit, side === 'above' ? -1n : 1n)?.replace(/\.?0+$/, '') ?? null
}

function moved(decimal: string, step: bigint): string | null {
  const match = /^([0-9]{1,12})(?:\.([0-9]{1,4}))?$/.exec(decimal)
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  const scaled = BigInt(whole + fraction.padEnd(4, '0')) + step
  if (scaled < 0n) return null
  const digits = String(scaled).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}
