import { icu } from './icu'
import type { SaleDraft } from '../../../src-shared/domain/sale-draft'

const presences: Record<SaleDraft['presence'], { title: string; text: string }> = {
  present: {
    title: 'At this desk',
    text: 'If the issuer requires 3-D Secure, its page opens here for the cardholder.',
  },
  remote: {
    title: 'On the phone',
    text: 'If the issuer requires 3-D Secure, this payment cannot be completed here. Nobody may enter the cardholder’s code for them.',
  },
}

/** The form of a sale with a typed card. */
export const sale = {
  title: 'Charge a new card',
  which: 'Card to charge',
  stored: 'Stored card',
  typed: 'New card',
  switchedOff: 'Not allowed for this profile.',
  openSettings: 'Open Settings',
  card: 'Card',
  cardNumber: 'Card number',
  cardNumberHint: 'Never stored. Only the first six and last four digits are kept.',
  network: icu<{ name: string }>('{name} card'),
  expiry: 'Expiry date (MM/YY)',
  holder: 'Name on the card',
  securityCode: 'Security code',
  securityCodeHint: 'Sent once, never stored.',
  codeNotSent: 'not entered, not sent',
  securityCodeTyped: icu<{ isTyped: boolean }>(
    '{isTyped, select, true {Entered. It is deleted when the request is sent.} other {Not entered, not sent.}}',
  ),
  retype: 'Type the card again',
  retypeText: 'The card number and the security code are never stored. Type them again for each request.',
  cleared: 'The card number and the security code were cleared after ten minutes without input.',
  presence: 'Where is the cardholder?',
  presenceRequired: 'Choose where the cardholder is.',
  presences,
  payer: 'Cardholder’s contact and address',
  payerHint: 'All optional. Issuers use them to recognise the cardholder.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  country: 'Country',
  countryHint: 'Two letters, such as DE',
  city: 'City',
  zipCode: 'Postal code',
  address1: 'Street and number',
  reference: 'Searchable here. Not sent: a sale has no field for it.',
  checks: {
    notTyped: 'The network and the expiry appear here when the card is typed.',
    remote: 'Fails if the issuer requires 3-D Secure',
    present: 'The issuer’s page may open here',
  },
  formula: {
    interface: 'This formula is in the interface document.',
    clients: 'This formula is not in the interface document. Clients of the service sign these values.',
    profile: 'This formula is not in the interface document. It is set in the profile.',
  },
}
