import { containsCardNumber } from '../../src-shared/domain/card-number-guard'

const longDigitRuns = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){12,}/gu

/** The text without the card number in it, or null when it holds none (C15). */
export function refuseCardNumber(text: string): string | null {
  if (!containsCardNumber(text)) return null
  const rest = text.replace(longDigitRuns, '')
  return containsCardNumber(rest) ? '' : rest
}
