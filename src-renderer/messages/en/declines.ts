import type { StatusFamily } from '../../../src-shared/domain/order-status'

/** The explanation of a declined payment for staff. */
export interface DeclineText {
  readonly who: string
  readonly means: string
  readonly retry: string
  readonly tell: string
}

const askBank = 'Ask them to call their bank, or to use another card.'
const otherCard = 'Ask them for another card.'
const issuer = 'The cardholder’s bank'
const noRetry = 'A retry will not help.'

const hardStop = (means: string): DeclineText => ({
  who: issuer,
  means,
  retry: 'Do not try this card again.',
  tell: otherCard,
})

/** Response codes of banks (ISO 8583), which the gateway writes in brackets in its message. */
const byBankCode: Record<string, DeclineText> = {
  '01': { who: issuer, means: 'The bank wants to be asked first.', retry: noRetry, tell: askBank },
  '02': { who: issuer, means: 'The bank wants to be asked first.', retry: noRetry, tell: askBank },
  '03': {
    who: 'The acquiring bank',
    means: 'The merchant account is not accepted.',
    retry: 'No retry before the operator of the gateway has looked at it.',
    tell: 'Say that the fault is on our side and that you will come back to them.',
  },
  '04': hardStop('The bank wants the card withdrawn.'),
  '05': {
    who: issuer,
    means: 'The bank declines without saying why.',
    retry: 'One later try may work; several in a row rarely do.',
    tell: askBank,
  },
  '07': hardStop('The bank wants the card withdrawn, special conditions.'),
  '12': {
    who: issuer,
    means: 'The bank does not allow this kind of transaction.',
    retry: noRetry,
    tell: otherCard,
  },
  '13': {
    who: issuer,
    means: 'The bank does not accept this amount.',
    retry: 'Only with another amount.',
    tell: 'Say that the amount was not accepted and agree on another one.',
  },
  '14': hardStop('There is no such card number any more.'),
  '15': hardStop('The bank of this card does not exist.'),
  '30': {
    who: 'The acquiring bank',
    means: 'A message between the banks was malformed.',
    retry: 'One later try is fine.',
    tell: 'Say that the fault is technical and that you will try again.',
  },
  '33': hardStop('The card is expired and to be withdrawn.'),
  '34': hardStop('The bank suspects fraud.'),
  '36': hardStop('The card is restricted.'),
  '41': hardStop('The card was reported lost.'),
  '43': hardStop('The card was reported stolen.'),
  '44': hardStop('The card is to be withdrawn.'),
  '51': {
    who: issuer,
    means: 'There is not enough money on the account.',
    retry: 'A try on another day may work.',
    tell: 'Say that the bank reports too little balance; offer another day or another card.',
  },
  '54': {
    who: issuer,
    means: 'The card is expired.',
    retry: noRetry,
    tell: 'Ask for the new card; refresh the card info first.',
  },
  '55': { who: issuer, means: 'A PIN was wrong.', retry: noRetry, tell: askBank },
  '57': {
    who: issuer,
    means: 'The bank does not allow this transaction for this cardholder.',
    retry: noRetry,
    tell: askBank,
  },
  '58': {
    who: 'The acquiring bank',
    means: 'The merchant account may not do this transaction.',
    retry: 'No retry before the operator of the gateway has looked at it.',
    tell: 'Say that the fault is on our side and that you will come back to them.',
  },
  '59': hardStop('The bank suspects fraud.'),
  '61': {
    who: issuer,
    means: 'The amount is over the card’s limit.',
    retry: 'A smaller amount or another day may work.',
    tell: 'Say that the card’s limit is reached; offer another day or another card.',
  },
  '62': hardStop('The card is restricted.'),
  '63': hardStop('A security check at the bank failed.'),
  '65': {
    who: issuer,
    means: 'The card was used too often in a short time.',
    retry: 'A try on another day may work.',
    tell: 'Say that the bank limits how often the card is used; offer another day.',
  },
  '75': { who: issuer, means: 'A PIN was wrong too often.', retry: noRetry, tell: askBank },
  '76': {
    who: issuer,
    means: 'The bank does not find the original transaction.',
    retry: noRetry,
    tell: askBank,
  },
  '78': {
    who: issuer,
    means: 'The card is not activated or the account does not exist.',
    retry: noRetry,
    tell: askBank,
  },
  '91': {
    who: issuer,
    means: 'The bank could not be reached.',
    retry: 'A try in some minutes is fine.',
    tell: 'Say that the bank is not reachable just now and that you will try again.',
  },
  '94': {
    who: 'The acquiring bank',
    means: 'The bank takes it for a duplicate.',
    retry: 'No retry before you have checked whether the first one went through.',
    tell: 'Say that you are checking whether it was charged already.',
  },
  '96': {
    who: 'The card network',
    means: 'A fault between the banks.',
    retry: 'A try in some minutes is fine.',
    tell: 'Say that the fault is technical and that you will try again.',
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
    means: 'A risk rule of the merchant account stopped it before the bank was asked.',
    retry: 'The same charge will be stopped again until the rule changes.',
    tell: 'Say that the payment could not be taken; do not name the rule.',
  },
  error: {
    who: 'The gateway or the acquiring bank',
    means: 'The transaction could not be carried out.',
    retry: 'First read the message beside; a technical fault may pass.',
    tell: 'Say that the fault is technical and that no payment was taken.',
  },
}

const unauthenticated: DeclineText = {
  who: 'The cardholder’s bank, by 3-D Secure',
  means:
    '3-D Secure did not confirm the cardholder: a wrong code, a refusal, or an answer that the gateway could not use.',
  retry: 'Only as a new payment, with the cardholder at the bank’s page again.',
  tell: 'Say that the bank’s confirmation failed; offer to try again, or another card.',
}

const unlisted: DeclineText = {
  who: 'Not known',
  means: 'This code is not in our list.',
  retry: 'Ask the operator of the gateway before you try again.',
  tell: 'Say that the bank did not accept the payment, and offer another card.',
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
  who: 'Who refused',
  means: 'What it means',
  retry: 'Trying again',
  tell: 'Tell the customer',
  raw: 'The gateway’s words',
  code: (code: string) => `code ${code}`,
  noMessage: 'no message given',
}
