import type { StatusFamily } from '../../../src-shared/domain/order-status'

/** The explanation of a declined payment for staff. */
export interface DeclineText {
  readonly who: string
  readonly means: string
  readonly retry: string
  /** A sentence that staff can say to the customer as it stands. */
  readonly tell: string
}

const issuer = 'The issuer'
const acquirer = 'The acquiring bank'
const noRetry = 'A retry will not help.'
const operatorFirst = 'No retry before the operator of the gateway has looked at it.'
const inSomeMinutes = 'A retry in some minutes is fine.'

const callYourBank = 'Your bank did not approve this payment. Call your bank, or use another card.'
const anotherCard = 'Your bank did not approve this payment. Please use another card.'
const ourFault = 'The payment failed because of a fault on our side. We will contact you when it is solved.'
const tryAgainSoon = 'The payment failed for a technical reason. We will try again in some minutes.'

const hardStop = (means: string): DeclineText => ({
  who: issuer,
  means,
  retry: 'Do not try this card again.',
  tell: anotherCard,
})

/** Response codes of banks (ISO 8583), which the gateway writes in brackets in its message. */
const byBankCode: Record<string, DeclineText> = {
  '01': {
    who: issuer,
    means: 'The cardholder has to call the issuer first.',
    retry: noRetry,
    tell: callYourBank,
  },
  '02': {
    who: issuer,
    means: 'The cardholder has to call the issuer first.',
    retry: noRetry,
    tell: callYourBank,
  },
  '03': {
    who: acquirer,
    means: 'The merchant account is not accepted.',
    retry: operatorFirst,
    tell: ourFault,
  },
  '04': hardStop('The issuer wants the card withdrawn.'),
  '05': {
    who: issuer,
    means: 'The issuer declines without a reason.',
    retry: 'One later retry may work; several in a row rarely do.',
    tell: callYourBank,
  },
  '07': hardStop('The issuer wants the card withdrawn, special conditions.'),
  '12': {
    who: issuer,
    means: 'The issuer does not allow this kind of transaction.',
    retry: noRetry,
    tell: 'Your bank does not allow this kind of payment with this card. Please use another card.',
  },
  '13': {
    who: issuer,
    means: 'The issuer does not accept this amount.',
    retry: 'Retry only with another amount.',
    tell: 'Your bank does not accept this amount. Another amount or another card may work.',
  },
  '14': hardStop('There is no such card number any more.'),
  '15': hardStop('There is no issuer of this card.'),
  '30': {
    who: acquirer,
    means: 'A message between the banks was malformed.',
    retry: 'One later retry is fine.',
    tell: 'The payment failed for a technical reason. We will try again later.',
  },
  '33': hardStop('The card is expired and to be withdrawn.'),
  '34': hardStop('The issuer suspects fraud.'),
  '36': hardStop('The card is restricted.'),
  '41': hardStop('The card was reported lost.'),
  '43': hardStop('The card was reported stolen.'),
  '44': hardStop('The card is to be withdrawn.'),
  '51': {
    who: issuer,
    means: 'There is not enough money on the account.',
    retry: 'A retry on another day may work.',
    tell: 'Your bank reports insufficient funds. Try another card, or try again another day.',
  },
  '54': {
    who: issuer,
    means: 'The card is expired.',
    retry: noRetry,
    tell: 'Your bank reports that this card is expired. Please give us your new card.',
  },
  '55': { who: issuer, means: 'A PIN was wrong.', retry: noRetry, tell: callYourBank },
  '57': {
    who: issuer,
    means: 'The issuer does not allow this transaction for this cardholder.',
    retry: noRetry,
    tell: 'Your bank does not allow this payment with this card. Call your bank, or use another card.',
  },
  '58': {
    who: acquirer,
    means: 'The merchant account may not do this transaction.',
    retry: operatorFirst,
    tell: ourFault,
  },
  '59': hardStop('The issuer suspects fraud.'),
  '61': {
    who: issuer,
    means: 'The amount is over the card’s limit.',
    retry: 'A smaller amount or another day may work.',
    tell: 'Your bank reports that the limit of this card is reached. Try another card, or try again another day.',
  },
  '62': hardStop('The card is restricted.'),
  '63': hardStop('A security check at the issuer failed.'),
  '65': {
    who: issuer,
    means: 'The card was used too often in a short time.',
    retry: 'A retry on another day may work.',
    tell: 'Your bank limits how often this card can be used. Try another card, or try again another day.',
  },
  '75': { who: issuer, means: 'A PIN was wrong too often.', retry: noRetry, tell: callYourBank },
  '76': {
    who: issuer,
    means: 'The issuer does not find the original transaction.',
    retry: noRetry,
    tell: callYourBank,
  },
  '78': {
    who: issuer,
    means: 'The card is not activated or the account does not exist.',
    retry: noRetry,
    tell: 'Your bank reports that this card is not active. Call your bank, or use another card.',
  },
  '91': {
    who: issuer,
    means: 'The issuer could not be reached.',
    retry: inSomeMinutes,
    tell: 'Your bank cannot be reached at the moment. We will try again in some minutes.',
  },
  '94': {
    who: acquirer,
    means: 'It was taken for a duplicate.',
    retry: 'No retry before you have checked whether the first one went through.',
    tell: 'This payment may have been made already. We are checking that.',
  },
  '96': {
    who: 'The card network',
    means: 'A fault between the banks.',
    retry: inSomeMinutes,
    tell: tryAgainSoon,
  },
}

const byWords: readonly (readonly [RegExp, string])[] = [
  [/insufficient|not enough (?:money|funds)|low balance/i, '51'],
  [/expired/i, '54'],
  [/do not honou?r/i, '05'],
  [/pick.?up/i, '04'],
  [/stolen/i, '43'],
  [/lost card/i, '41'],
  [/suspected fraud/i, '59'],
  [/not permitted/i, '57'],
  [/exceeds? .*limit|limit exceeded/i, '61'],
  [/issuer .*(?:unavailable|inoperative)/i, '91'],
]

const byFamily: Partial<Record<StatusFamily, DeclineText>> = {
  filtered: {
    who: 'The gateway’s own rules',
    means:
      'A risk rule of the merchant account stopped it before the issuer was reached. Do not name the rule.',
    retry: 'The same charge will be stopped again until the rule changes.',
    tell: 'We could not take this payment. Please use another card, or another way to pay.',
  },
  error: {
    who: 'The gateway or the acquiring bank',
    means: 'The transaction could not be carried out.',
    retry: 'First read the gateway’s message; a technical fault may pass.',
    tell: 'The payment failed for a technical reason. No payment was taken.',
  },
}

const unauthenticated: DeclineText = {
  who: 'The issuer, by 3-D Secure',
  means: '3-D Secure did not confirm the cardholder: a wrong code, a refusal, or an unusable response.',
  retry: 'Retry only as a new payment, with the cardholder at the issuer page.',
  tell: 'Your bank could not confirm that it was you. Try again, or use another card.',
}

const unlisted: DeclineText = {
  who: 'Not known',
  means: 'This code is not in our list.',
  retry: 'Ask the operator of the gateway before you try again.',
  tell: 'Your payment was not accepted. Please use another card.',
}

/**
 * The explanation of a declined payment, and whether its code is known. `verified` is the gateway's
 * `verified-3d-status`; a response code of the bank takes precedence over it.
 */
export function explainDecline(
  order: {
    readonly family: StatusFamily
    readonly errorCode: string | null
    readonly errorMessage: string | null
  },
  verified: string | null = null,
): { readonly text: DeclineText; readonly isListed: boolean } {
  const message = order.errorMessage ?? ''
  const bracketed = /\[([0-9]{2})\]/.exec(message)?.[1]
  const byCode = bracketed === undefined ? undefined : byBankCode[bracketed]
  if (byCode !== undefined) return { text: byCode, isListed: true }
  const byWord = bracketed === undefined ? byWords.find(([pattern]) => pattern.test(message))?.[1] : undefined
  const worded = byWord === undefined ? undefined : byBankCode[byWord]
  if (worded !== undefined) return { text: worded, isListed: true }
  if (order.family === 'declined' && verified === 'NOT_AUTHENTICATED')
    return { text: unauthenticated, isListed: true }
  const family = byFamily[order.family]
  return family === undefined ? { text: unlisted, isListed: false } : { text: family, isListed: true }
}

export const declines = {
  explain: explainDecline,
  title: { declined: 'Declined', filtered: 'Stopped by a rule', error: 'Could not be carried out' },
  who: 'Declined by',
  tell: 'Tell the customer',
  quoted: (sentence: string) => `“${sentence}”`,
  raw: 'Gateway’s message',
  code: (code: string) => `code ${code}`,
  noMessage: 'no message given',
  more: 'More',
  less: 'Less',
}
