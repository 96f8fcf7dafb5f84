import type { SaleDraft } from '../../../src-shared/domain/sale-draft'

const presences: Record<SaleDraft['presence'], { title: string; text: string }> = {
  present: {
    title: 'At this desk',
    text: 'If the issuer asks for 3-D Secure, its page opens here and the cardholder answers it.',
  },
  remote: {
    title: 'On the phone',
    text: 'If the issuer asks for 3-D Secure, this payment cannot be completed here. Nobody may enter the cardholder’s code for them.',
  },
}

/** The form of a sale with a typed card. */
export const sale = {
  title: 'Charge a card typed in',
  which: 'Which card?',
  stored: 'Stored card',
  storedHint: 'A token; no card number is typed.',
  typed: 'Card typed in (sale)',
  typedHint: 'A first payment. The number exists in this form and in the one request only.',
  switchedOff: 'Card numbers are not typed in this profile. It is switched on in Settings, Profiles, Edit.',
  openSettings: 'Open Settings',
  card: 'Card',
  cardNumber: 'Card number',
  cardNumberHint: 'Kept nowhere; first six and last four digits stand for it.',
  network: (name: string) => `${name} card`,
  expiry: 'Valid to (MM/YY)',
  holder: 'Name on the card',
  securityCode: 'Security code',
  securityCodeHint: 'Sent once, kept nowhere.',
  codeNotSent: 'not typed, not sent',
  securityCodeTyped: (isTyped: boolean) =>
    isTyped ? 'With the security code. Both are gone after the sending.' : 'Without a security code.',
  retype: 'Type the card',
  retypeText:
    'The card number and the security code are kept nowhere, so they are typed anew for each sending.',
  cleared: 'The card number and the security code were cleared after ten minutes without input.',
  presence: 'Where is the cardholder?',
  presences,
  payer: 'Cardholder’s contact and address',
  payerHint: 'All optional. Banks use them to recognise the cardholder.',
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
    notTyped: 'Type the card to see what is known of it',
    network: (name: string, number: string) => `${name} ${number}`.trim(),
    remote: 'Fails if the issuer asks for 3-D Secure',
    present: 'The issuer’s page may open here',
  },
  formula: {
    interface: 'This formula is the interface’s.',
    clients: 'The interface does not give this formula; it is what clients of the service sign.',
    profile: 'The interface does not give this formula; it was set by hand in the profile.',
  },
}
