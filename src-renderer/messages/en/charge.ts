import type { ChargeGuard, ChargeKind } from '../../../src-shared/domain/charge'
import type { Environment } from '../../../src-shared/domain/gateway-address'
import { sale } from './sale'

interface GuardContext {
  readonly when: string
  readonly order: string
  /** Number of orders in this line; `when` and `order` are those of the newest one. */
  readonly count: number
}

function refusedCharges(count: number, when: string): string {
  const made = when === '' ? '' : `, ${count > 1 ? 'the newest' : 'made'} ${when},`
  return count > 1
    ? `${count} charges of the same amount on this card${made} were`
    : `A charge of the same amount on this card${made} was`
}

const guards: Record<ChargeGuard['code'], (context: GuardContext) => string> = {
  'gateway-paused': ({ when }) =>
    `The gateway asks for a pause${when === '' ? '' : ` until ${when}`}. Nothing is sent by itself after that`,
  'card-valid': () => 'The card is not expired',
  'card-expired': () => 'The card is expired; the bank will most likely decline',
  'card-expires-this-month': () => 'The card expires at the end of this month',
  'card-expiry-unknown': () => 'The card’s expiry is not known; refresh its card info',
  'no-open-charge': () => 'No open or unknown charge on this card',
  'charge-unresolved': ({ order, count }) =>
    `${count > 1 ? `${count} charges on this card have` : 'A charge on this card has'} no proven outcome${order === '' ? '' : ` (${count > 1 ? 'newest: ' : ''}${order})`}; charging again may take the money twice`,
  'same-charge-recently': ({ when, order, count }) =>
    count > 1
      ? `${count} charges of the same amount on this card in the last 24 hours, the newest ${when} (${order}); I want to charge it once more`
      : `Same card and same amount${when === '' ? '' : ` ${when}`}${order === '' ? '' : ` (${order})`}; I mean a second charge`,
  'same-charge-clock-unconfirmed': ({ when, order }) =>
    `Same card and same amount${when === '' ? '' : ` ${when}`}${order === '' ? '' : ` (${order})`}. The gateway has not confirmed the date of this computer yet: if it is wrong, that may be less than 24 hours ago. Test the connection in Settings, or check the date; I mean a second charge`,
  'same-charge-refused': ({ when, order, count }) =>
    `${refusedCharges(count, when)} refused${order === '' ? '' : ` (${order})`}; the card may still have been charged`,
  'same-charge-settled-absent': ({ when, order, count }) =>
    `${refusedCharges(count, when)} settled as not charged${order === '' ? '' : ` (${order})`}; the card may still have been charged`,
  'no-recent-charge': () => 'No charge of the same amount on this card from this app lately',
  'enumerate-amounts': () => 'Several amounts are offered; the gateway will not say which one went through',
  'preauth-cannot-be-captured': () =>
    'A hold cannot be captured or released from this app; that is done in the gateway’s own back office',
  simulator: () => 'Goes to the simulator; no money moves',
  'cardholder-remote': () =>
    'The cardholder is not at this desk: if the issuer asks for 3-D Secure, the payment cannot be completed here',
}

const verbs: Record<ChargeKind, string> = { 'rebill-sale': 'Charge', 'rebill-auth': 'Hold', sale: 'Charge' }

export const charge = {
  title: 'Charge a stored card',
  lead: 'Nothing is sent until you confirm on the review.',
  sale,
  fields: {
    card: 'Card',
    route: 'Endpoint or group',
    amount: 'Amount',
    currency: 'Currency',
    description: 'Description',
    ipAddress: 'Customer IP address',
    reference: 'Your reference',
    enumerateAmounts: 'Amounts to try in turn',
    purpose: 'Purpose',
    merchantData: 'Merchant data',
    redirectUrl: 'Return URL',
    redirectSuccessUrl: 'Return URL on success',
    redirectFailUrl: 'Return URL on failure',
    serverCallbackUrl: 'Server callback URL',
    recurrentScenario: 'Scenario',
    recurrentInitiator: 'Initiator',
    cvv2: 'Security code',
  },
  hints: {
    reference: 'Searchable, sent as comment. Never the order id.',
    description: 'The customer may see it.',
    enumerateAmounts: 'Separated by commas, such as 49.00, 30.00, 15.00',
    merchantData: 'Comes back unchanged in status answers and callbacks.',
    purpose: 'Where the money goes, such as an account. Looked at by fraud checks.',
    scenario: 'Overrides the setting of the gate; only some acquirers look at it.',
    urls: 'Where a browser would be sent. A rebill shows no page, so most merchants leave these empty.',
    serverCallbackUrl:
      'A public server of yours. Real gateways refuse local and private addresses. A callback is only a hint: the app asks for the status itself.',
    cvv2: 'Only if your bank asks for it. Sent once, kept nowhere.',
    decimals: (currency: string, digits: number) =>
      digits === 0 ? `${currency} has no decimals` : digits === 2 ? '' : `${currency} has ${digits} decimals`,
  },
  scenario: { '': 'not sent', REGULAR: 'Regular (fixed amount, fixed interval)', IRREGULAR: 'Irregular' },
  initiator: { '': 'not sent', CARDHOLDER: 'Cardholder', MERCHANT: 'Merchant' },
  kind: {
    label: 'What to do',
    sale: 'Sale',
    auth: 'Hold',
    saleHint: 'Takes the money when approved.',
    authHint: 'Reserves the money. This app cannot capture or release it.',
  },
  enumerated: {
    title: (n: number) => (n === 1 ? 'One amount is offered' : `${n} amounts are offered, in this order`),
    text: 'The gateway tries each in turn until one is approved. At most one goes through, and the gateway does not report which: your bank statement tells.',
  },
  listener: {
    fill: 'Use the callback listener of this app',
    off: 'The callback listener is off. It is started on the Callbacks screen.',
    onlySimulator: 'Only the simulator reaches this machine.',
  },
  advanced: 'Fallback amounts, scenario, addresses, merchant data',
  pickCard: 'Choose a card',
  changeCard: 'Change card',
  cardRequired: 'Choose the card to charge.',
  noCards: 'There is no stored card yet. Register one from a final order, or add a token.',
  goToCards: 'Go to Cards',
  review: 'Review',
  reviewHint: 'Ctrl Enter to review',
  confirmHint: 'Ctrl Enter to confirm. Sent at most once.',
  reviewTitle: 'Review',
  reviewLead: 'Exactly this will be sent, once.',
  editDraft: 'Back to the form',
  parameters: 'What will be sent',
  parameterName: 'Parameter',
  parameterValue: 'Value',
  signed: (names: string) => `The control value covers ${names}.`,
  what: 'What',
  cardNotHere: 'This card is not among the stored cards; only its token is known.',
  to: 'To',
  clientOrderId: 'Client order id',
  beforeYouSend: 'Before you send',
  acknowledge: 'Tick each warning to go on.',
  blocked: 'This charge cannot be sent. Solve the red line first.',
  openOrder: 'Open that order',
  openNewestOrder: 'Open the newest of these orders',
  confirm: (kind: ChargeKind, amount: string, where: string) => `${verbs[kind]} ${amount} ${where}`,
  where: (environment: Environment, profile: string) =>
    environment === 'production'
      ? `LIVE - ${profile}`
      : environment === 'simulator'
        ? 'on the simulator'
        : `on gateway test - ${profile}`,
  sending: 'Sending once, waiting for the answer',
  guard: (code: ChargeGuard['code'], context: GuardContext) => guards[code](context),
  guardLevels: { ok: 'fine', warn: 'warning', block: 'not possible' },
  summary: {
    amount: 'Amount',
    card: 'Card',
    checks: 'What is known here',
    cardIs: (expiry: string) => `Card ${expiry}`,
    neverCharged: 'Never charged from here',
    lastCharge: (amount: string, when: string, word: string) => `Last charge ${amount} ${when}, ${word}`,
  },
  problems: (n: number) => (n === 1 ? '1 field needs a change.' : `${n} fields need a change.`),
  afterDoubt: 'Look at the order before anything else.',
  openOrders: 'Open Orders',
}
