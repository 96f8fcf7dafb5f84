/** The ids of one card, the one that charges it first. */
export const tokenKinds = [
  'cardRefId',
  'unqCardRefId',
  'recurringPaymentId',
  'dstCardRefId',
  'cardHashId',
] as const
