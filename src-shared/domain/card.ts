import { z } from 'zod'

/** A stored card token with its other ids and the last answer of get-card-info. */
export const cardView = z.object({
  cardId: z.string(),
  profileId: z.string(),
  /** `card-ref-id`: the id for a rebill and for get-card-info. */
  cardRefId: z.string(),
  /** The same for all tokens of one card number. */
  unqCardRefId: z.string().nullable(),
  recurringPaymentId: z.string().nullable(),
  dstCardRefId: z.string().nullable(),
  /** `card-hash-id` of an order with this card; the same for all tokens of one card number. */
  cardHashId: z.string().nullable(),
  nickname: z.string(),
  customerReference: z.string(),
  /** First six digits. */
  bin: z.string().nullable(),
  lastFour: z.string().nullable(),
  expireMonth: z.number().int().nullable(),
  /** Four digits. */
  expireYear: z.number().int().nullable(),
  printedName: z.string().nullable(),
  /** Client order id of the initial transaction, if known. */
  sourceClientOrderId: z.string().nullable(),
  createdAtMs: z.number().int(),
  /** Time of the last answer of get-card-info; null = never. */
  infoAtMs: z.number().int().nullable(),
  chargeCount: z.number().int(),
  lastCharge: z
    .object({
      orderId: z.string(),
      atMs: z.number().int(),
      amountMinor: z.number().int(),
      currency: z.string(),
      family: z.enum(['open', 'approved', 'declined', 'error', 'filtered', 'unknown']),
      word: z.string(),
      description: z.string().nullable(),
    })
    .nullable(),
})
export type CardView = z.infer<typeof cardView>

/** Other tokens of the same card number: same unique id or same card hash. */
export function otherTokensOf<T extends Pick<CardView, 'cardId' | 'unqCardRefId' | 'cardHashId'>>(
  card: Pick<CardView, 'cardId' | 'unqCardRefId' | 'cardHashId'>,
  cards: readonly T[],
): T[] {
  const isSame = (ours: string | null, theirs: string | null) => ours !== null && ours === theirs
  return cards.filter(
    (other) =>
      other.cardId !== card.cardId &&
      (isSame(card.unqCardRefId, other.unqCardRefId) || isSame(card.cardHashId, other.cardHashId)),
  )
}

/** State of a card's expiry at a given time. */
export type CardExpiry = 'valid' | 'this-month' | 'expired' | 'unknown'

/** A card is valid until the end of its expiry month, in the time zone of this computer. */
export function cardExpiry(
  card: { readonly expireMonth: number | null; readonly expireYear: number | null },
  today: { readonly year: number; readonly month: number },
): CardExpiry {
  if (card.expireMonth === null || card.expireYear === null) return 'unknown'
  const months = (card.expireYear - today.year) * 12 + (card.expireMonth - today.month)
  return months < 0 ? 'expired' : months === 0 ? 'this-month' : 'valid'
}

/** Name of the card network for the short form "Visa ·1111", derived from the BIN; empty when unknown. */
export function cardBrand(bin: string | null): string {
  if (bin === null) return ''
  const two = Number(bin.slice(0, 2))
  const four = Number(bin.slice(0, 4))
  if (bin.startsWith('4')) return 'Visa'
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return 'Mastercard'
  if (two === 34 || two === 37) return 'Amex'
  if (four >= 2200 && four <= 2204) return 'Mir'
  if (two === 62) return 'UnionPay'
  if (four >= 3528 && four <= 3589) return 'JCB'
  if (four === 6011 || two === 64 || two === 65) return 'Discover'
  return two === 50 || (two >= 56 && two <= 69) ? 'Maestro' : ''
}
