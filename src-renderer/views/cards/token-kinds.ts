/** The kinds of token of a card. The first one is used for charges. */
export const tokenKinds = [
  'cardRefId',
  'unqCardRefId',
  'recurringPaymentId',
  'dstCardRefId',
  'cardHashId',
] as const
