import { containsCardNumber, isCardNumberText } from '../../src-shared/domain/card-number-guard'

/**
 * How a field is looked through: `text` anywhere in it; `id` only as a whole, since long digit runs are the nature
 * of ids; `search` as an id while it is one word, as a text otherwise; `off` for keys and recovery codes, which the
 * window never keeps.
 */
export type CardNumberRule = 'text' | 'id' | 'search' | 'off'

const longDigitRuns = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){12,}/gu

/** The text without the card number, or null when it holds none. */
export function refuseCardNumber(text: string, rule: CardNumberRule): string | null {
  if (!holdsCardNumber(text, rule)) return null
  const rest = text.replace(longDigitRuns, '')
  return holdsCardNumber(rest, rule) ? '' : rest
}

function holdsCardNumber(text: string, rule: CardNumberRule): boolean {
  switch (rule) {
    case 'text':
      return containsCardNumber(text)
    case 'id':
      return isCardNumberText(text)
    case 'search':
      return isCardNumberText(text) || (!/^[\x21-\x7e]+$/.test(text.trim()) && containsCardNumber(text))
    case 'off':
      return false
  }
}
