import { z } from 'zod'

/** A stored card token with its sibling ids and what get-card-info last answered. */
export const cardView = z.object({
  cardId: z.string(),
  profileId: z.string(),
  /** `card-ref-id`: starts a rebill, key of card info. */
  cardRefId: z.string(),
  /** Unique per card number; ties tokens of one physical card together. */
  unqCardRefId: z.string().nullable(),
  recurringPaymentId: z.string().nullable(),
  dstCardRefId: z.string().nullable(),
  /** `card-hash-id` of an order paid with it: the same for every token of one physical card. */
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
  /** When get-card-info last answered; null = never. */
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
    })
    .nullable(),
})
export type CardView = z.infer<typeof cardView>

/** Other tokens of the same physical card: same unique id or same card hash. */
export function twinsOf<T extends Pick<CardView, 'cardId' | 'unqCardRefId' | 'cardHashId'>>(
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

/** How a card's expiry stands at a moment. */
export type CardExpiry = 'valid' | 'this-month' | 'expired' | 'unknown'

/** A card is good to the end of its month (R25); the month is that of the machine's local calendar. */
export function cardExpiry(
  card: { readonly expireMonth: number | null; readonly expireYear: number | null },
  today: { readonly year: number; readonly month: number },
): CardExpiry {
  if (card.expireMonth === null || card.expireYear === null) return 'unknown'
  const months = (card.expireYear - today.year) * 12 + (card.expireMonth - today.month)
  return months < 0 ? 'expired' : months === 0 ? 'this-month' : 'valid'
}

/** Network name by issuer range, for the short form "Visa ·1111"; empty when the BIN does not tell. */
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
