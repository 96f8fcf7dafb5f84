import { cardBrand } from '../../src-shared/domain/card'

/** `Visa ·1111`, without an unknown brand. */
export function shortCard(bin: string | null, lastFour: string): string {
  return `${cardBrand(bin)} ·${lastFour}`.trim()
}

/** `Visa 411111 •••• 1111`, without what is not known. */
export function cardNumber(bin: string | null, lastFour: string): string {
  return `${cardBrand(bin)} ${bin ?? ''} •••• ${lastFour}`.trim()
}
