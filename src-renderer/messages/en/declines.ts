import { icu } from './icu'
import type { StatusFamily } from '../../../src-shared/domain/order-status'

/** The explanation of a declined payment for staff. Each part but `who` and `offer` fits on one line beside a list. */
export interface DeclineText {
  readonly who: string
  /** What happened, as a title. */
  readonly means: string
  /** What is safe to do now. */
  readonly retry: string
  /** A sentence that staff can say to the customer as it stands. */
  readonly tell: string
  /** The sentence after it: what the customer can do. */
  readonly offer: string
}

const issuer = 'The issuer'
const acquirer = 'The acquiring bank'
const noRetry = 'A retry will not help.'
const operatorFirst = 'No retry before the gateway operator has checked it.'
const inSomeMinutes = 'A retry in some minutes is fine.'
const anotherDay = 'A retry on another day may work.'

const callYourBank = 'Call your bank, or use another card.'
const useAnotherCard = 'Please use another card.'
const cardOrDay = 'Try another card, or try again another day.'
const notApproved = 'Your bank did not approve this payment.'
const technical = 'The payment failed for a technical reason.'
const ourFault = {
  tell: 'The payment failed because of a fault on our side.',
  offer: 'We will contact you when it is solved.',
}

const ofIssuer = (means: string, retry: string, tell: string, offer: string): DeclineText => ({
  who: issuer,
  means,
  retry,
  tell,
  offer,
})
const hardStop = (means: string) =>
  ofIssuer(means, 'Do not try this card again.', notApproved, useAnotherCard)
const callFirst = (means: string) => ofIssuer(means, noRetry, notApproved, callYourBank)

/** Response codes of banks (ISO 8583), which the gateway writes in brackets in its message. */
const byBankCode: Record<string, DeclineText> = {
  '01': callFirst('The cardholder must call the issuer'),
  '02': callFirst('The cardholder must call the issuer'),
  '03': { who: acquirer, means: 'Merchant account not accepted', retry: operatorFirst, ...ourFault },
  '04': hardStop('The issuer wants the card withdrawn'),
  '05': ofIssuer(
    'Declined by the issuer without a reason',
    'One later retry may work; several in a row rarely do.',
    notApproved,
    callYourBank,
  ),
  '07': hardStop('The issuer wants the card withdrawn'),
  '12': ofIssuer(
    'This kind of transaction is not allowed',
    noRetry,
    'Your bank does not allow this kind of payment.',
    useAnotherCard,
  ),
  '13': ofIssuer(
    'Amount not accepted by the issuer',
    'Retry only with another amount.',
    'Your bank does not accept this amount.',
    'Another amount or another card may work.',
  ),
  '14': hardStop('No such card number any more'),
  '15': hardStop('No issuer exists for this card'),
  '30': {
    who: acquirer,
    means: 'Malformed message between the banks',
    retry: 'One later retry is fine.',
    tell: technical,
    offer: 'We will try again later.',
  },
  '33': hardStop('Card expired and to be withdrawn'),
  '34': hardStop('The issuer suspects fraud'),
  '36': hardStop('The card is restricted'),
  '41': hardStop('The card was reported lost'),
  '43': hardStop('The card was reported stolen'),
  '44': hardStop('The card is to be withdrawn'),
  '51': ofIssuer(
    'Not enough money on the account',
    anotherDay,
    'Your bank reports insufficient funds.',
    cardOrDay,
  ),
  '54': ofIssuer(
    'The card is expired',
    noRetry,
    'Your bank reports that this card is expired.',
    'Please give us your new card.',
  ),
  '55': callFirst('Wrong PIN'),
  '57': ofIssuer(
    'Not allowed for this cardholder',
    noRetry,
    'Your bank does not allow this payment.',
    callYourBank,
  ),
  '58': {
    who: acquirer,
    means: 'Not allowed for this merchant account',
    retry: operatorFirst,
    ...ourFault,
  },
  '59': hardStop('The issuer suspects fraud'),
  '61': ofIssuer(
    'Amount over the limit of the card',
    'A smaller amount or another day may work.',
    'Your bank reports that the card limit is reached.',
    cardOrDay,
  ),
  '62': hardStop('The card is restricted'),
  '63': hardStop('A security check at the issuer failed'),
  '65': ofIssuer(
    'Card used too often in a short time',
    anotherDay,
    'Your bank limits how often a card can be used.',
    cardOrDay,
  ),
  '75': callFirst('Wrong PIN too often'),
  '76': callFirst('Issuer has no original transaction'),
  '78': ofIssuer(
    'Card not active, or no such account',
    noRetry,
    'Your bank reports that this card is not active.',
    callYourBank,
  ),
  '91': ofIssuer(
    'The issuer could not be reached',
    inSomeMinutes,
    'Your bank cannot be reached at the moment.',
    'We will try again in some minutes.',
  ),
  '94': {
    who: acquirer,
    means: 'Taken for a duplicate',
    retry: 'First check whether the other charge went through.',
    tell: 'This payment may have been made already.',
    offer: 'We are checking that.',
  },
  '96': {
    who: 'The card network',
    means: 'A fault between the banks',
    retry: inSomeMinutes,
    tell: technical,
    offer: 'We will try again in some minutes.',
  },
}

const byFamily: Partial<Record<StatusFamily, DeclineText>> = {
  filtered: {
    who: 'The gateway’s own rules',
    means: 'Stopped by a risk rule before the issuer',
    retry: 'Stopped again until the rule changes. Do not name it.',
    tell: 'We could not take this payment.',
    offer: 'Please use another card, or another way to pay.',
  },
  error: {
    who: 'The gateway or the acquiring bank',
    means: 'Could not be carried out',
    retry: 'Not carried out. A technical fault may pass.',
    tell: technical,
    offer: 'No payment was taken.',
  },
}

const unauthenticated: DeclineText = {
  who: 'The issuer, by 3-D Secure: a wrong code, a refusal, or an unusable response',
  means: '3-D Secure did not confirm the cardholder',
  retry: 'Retry only with the cardholder at the issuer page.',
  tell: 'Your bank could not confirm that it was you.',
  offer: 'Try again, or use another card.',
}

const unlisted: DeclineText = {
  who: 'Not known',
  means: 'Declined without a known reason',
  retry: 'Not in our list. Ask the gateway operator before a retry.',
  tell: 'Your payment was not accepted.',
  offer: useAnotherCard,
}

export const declines = {
  byBankCode,
  byFamily,
  unauthenticated,
  unlisted,
  who: 'Declined by',
  tell: 'Say',
  raw: 'Gateway’s message',
  code: icu<{ code: string }>('code {code}'),
  noMessage: 'no message given',
  more: 'More',
  less: 'Less',
}
