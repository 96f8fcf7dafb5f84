import { icu } from './icu'
import type { Message } from '../icu'
import type { ChargeGuard, ChargeKind } from '../../../src-shared/domain/charge'
import { sale } from './sale'

interface GuardValues {
  /** Time of the newest charge of this line, or of the end of a pause; only used if `isTimed`. */
  readonly when: string
  readonly isTimed: boolean
  /** Number of orders in this line. */
  readonly count: number
  /** Of a limit, with the currency. */
  readonly limit: string
  readonly used: string
  /** Who may change a limit; empty = everybody. */
  readonly managers: string
}

const guards: Record<ChargeGuard['code'], Message<GuardValues>> = {
  'gateway-paused': icu(
    'The gateway asks for a pause{isTimed, select, true { until {when}} other {}}. Nothing is sent automatically after it.',
  ),
  'card-valid': icu('The card has not expired.'),
  'card-expired': icu('The card has expired. The issuer will probably decline.'),
  'card-expires-this-month': icu('The card expires at the end of this month.'),
  'card-expiry-unknown': icu('The expiry of the card is not known. Refresh its card info.'),
  'no-open-charge': icu('No open or unknown charge on this card.'),
  'charge-unresolved': icu(
    '{count, plural, =0 {A charge on this card has} one {A charge on this card has} other {# charges on this card have}} no proven outcome. Charging again may take the money twice.',
  ),
  'same-charge-recently': icu(
    '{count, plural, =0 {This card was charged the same amount{isTimed, select, true { {when}} other {}}.} one {This card was charged the same amount{isTimed, select, true { {when}} other {}}.} other {This card was charged the same amount # times in the last 24 hours, the newest {when}.}}',
  ),
  'same-charge-clock-unconfirmed': icu(
    'This card was charged the same amount{isTimed, select, true { {when}} other {}}. The gateway has not confirmed the date of this computer yet. If the date is wrong, the charge may be less than 24 hours old. Test the connection in Settings, or check the date.',
  ),
  'same-charge-refused': icu(
    '{count, plural, =0 {A charge of the same amount on this card{isTimed, select, true {, {when},} other {}} was refused.} one {A charge of the same amount on this card{isTimed, select, true {, {when},} other {}} was refused.} other {# charges of the same amount on this card{isTimed, select, true {, the newest {when},} other {}} were refused.}} The card may still have been charged.',
  ),
  'same-charge-settled-absent': icu(
    '{count, plural, =0 {A charge of the same amount on this card{isTimed, select, true {, {when},} other {}} was settled as not charged.} one {A charge of the same amount on this card{isTimed, select, true {, {when},} other {}} was settled as not charged.} other {# charges of the same amount on this card{isTimed, select, true {, the newest {when},} other {}} were settled as not charged.}} The card may still have been charged.',
  ),
  'no-recent-charge': icu('No recent charge of the same amount on this card from this app.'),
  'enumerate-amounts': icu(
    'Several amounts are offered. The gateway does not report which one was approved.',
  ),
  'preauth-cannot-be-captured': icu(
    'An authorization (hold) cannot be captured or released in this app. Use the back office of the gateway.',
  ),
  simulator: icu('Goes to the simulator. No money moves.'),
  'cardholder-remote': icu(
    'The cardholder is not at this desk. If the issuer requires 3-D Secure, the payment cannot be completed here.',
  ),
  'limit-charge': icu(
    'The limit for one charge of this profile is {limit}. {managers, select, none {You can change it} other {{managers} can change it}} in Settings, Limits.',
  ),
  'limit-card-day': icu(
    'The limit for one card on one day is {limit}, and {used} of it are used today. {managers, select, none {You can change it} other {{managers} can change it}} in Settings, Limits.',
  ),
  'limit-operator-day': icu(
    'Your limit for one day is {limit}, and {used} of it are used today. {managers, select, none {You can change it} other {{managers} can change it}} in Settings, Limits.',
  ),
}

/** The checkbox below a warning. */
const acknowledgements: Partial<Record<ChargeGuard['code'], string>> = {
  'same-charge-recently': 'Charge again anyway',
  'same-charge-clock-unconfirmed': 'Charge again anyway',
  'same-charge-refused': 'Charge again anyway',
  'same-charge-settled-absent': 'Charge again anyway',
  'charge-unresolved': 'Charge again anyway',
  'card-expired': 'Charge the expired card anyway',
  'enumerate-amounts': 'Offer several amounts anyway',
  'preauth-cannot-be-captured': 'Authorize anyway',
}

export const charge = {
  title: 'Charge a stored card',
  sale,
  fields: {
    card: 'Card',
    cardholder: 'Cardholder',
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
    reference: 'Searchable. Sent as comment.',
    description: 'The customer may see it.',
    enumerateAmounts: 'Separated by commas, such as 49.00, 30.00, 15.00',
    merchantData: 'Returned unchanged in status responses and callbacks.',
    purpose: 'Where the money goes, such as an account. Used by fraud checks.',
    scenario: 'Overrides the setting of the gate. Only some acquirers use it.',
    urls: 'Where a browser would be sent. A rebill shows no page, so most merchants leave these empty.',
    serverCallbackUrl:
      'A public server of yours. Real gateways refuse local and private addresses. A callback is only a hint: the app always checks the status itself.',
    cvv2: 'Only if your acquirer requires it. Sent once, never stored.',
    decimals: icu<{ currency: string; digits: number }>(
      '{digits, plural, =0 {{currency} has no decimals} one {{currency} has # decimal} other {{currency} has # decimals}}',
    ),
  },
  scenario: { '': 'not sent', REGULAR: 'Regular (fixed amount, fixed interval)', IRREGULAR: 'Irregular' },
  initiator: { '': 'not sent', CARDHOLDER: 'Cardholder', MERCHANT: 'Merchant' },
  kind: {
    label: 'Type',
    sale: 'Sale',
    auth: 'Authorization (hold)',
    saleHint: 'Takes the money when approved.',
    authHint: 'Reserves the money. This app cannot capture or release it.',
  },
  enumerated: {
    title: icu<{ count: number }>(
      '{count, plural, one {One amount is offered} other {# amounts are offered, in this order}}',
    ),
    text: 'The gateway tries each in turn until one is approved. At most one is approved, and the gateway does not report which. Your bank statement shows it.',
  },
  listener: {
    fill: 'Use the callback listener of this app',
    off: 'The callback listener is off. It is started on the Callbacks screen.',
    onlySimulator: 'Only the simulator reaches this machine.',
  },
  advanced: 'Amounts to try in turn, scenario, URLs, merchant data',
  defaultIp: 'Default from profile',
  clear: 'Clear',
  clearIp: 'Clear the customer IP address',
  /** Offers the last charge of the card. */
  lastCharge: icu<{ amount: string; when: string; word: string }>('Last charge: {amount}, {when}, {word}'),
  lastChargeOf: icu<{ amount: string; when: string; word: string; description: string }>(
    'Last charge: {amount}, {when}, {word}, “{description}”',
  ),
  useLast: 'Use',
  useLastCharge: icu<{ amount: string }>('Use the amount and description of the last charge, {amount}'),
  search: {
    placeholder: 'Name, customer, last four digits or token',
    results: 'Cards',
    neverCharged: 'Not charged yet',
    more: icu<{ count: number }>(
      '{count, plural, one {# more card. Type to narrow the list.} other {# more cards. Type to narrow the list.}}',
    ),
    newCard: 'New card: type its number',
  },
  changeCard: 'Change',
  cardRequired: 'Choose the card to charge.',
  noMatch: 'No card matches.',
  noCards: 'There is no stored card yet. Register one from a final order, or add a token.',
  goToCards: 'Go to Cards',
  review: 'Review',
  reviewHint: 'Nothing is sent before you confirm the review.',
  confirmHint: 'Sent at most once.',
  reviewTitle: 'Review',
  reviewLead: 'Nothing has been sent yet. Exactly this will be sent, once.',
  editDraft: 'Back to the form',
  parameters: 'Request parameters',
  parametersCount: icu<{ count: number }>('Request parameters ({count, number})'),
  parameterName: 'Parameter',
  parameterValue: 'Value',
  signed: icu<{ names: string }>('The control value covers {names}.'),
  what: 'Type',
  cardNotHere: 'This card is not among the stored cards. Only its token is known.',
  merchant: 'Merchant',
  endpoint: 'Request to',
  clientOrderId: 'Client order ID',
  beforeYouSend: 'Before you send',
  acknowledge: 'Confirm each warning above to continue.',
  blocked: 'This charge cannot be sent. Resolve the red line first.',
  openOrder: 'View order',
  openNewestOrder: 'View the newest order',
  confirm: {
    'rebill-sale': icu('Charge {amount}'),
    'rebill-auth': icu('Authorize {amount}'),
    sale: icu('Charge {amount}'),
  } satisfies Record<ChargeKind, Message<{ amount: string }>>,
  where: icu<{ environmentTag: string; profile: string }>('{environmentTag}, {profile}'),
  sending: 'Sending once. Waiting for the response.',
  releasing: 'Release the charge in the window that opens. It is then sent once.',
  guards,
  acknowledgements,
  acknowledgeOther: 'Continue anyway',
  guardLevels: { ok: 'fine', warn: 'warning', block: 'not possible' },
  summary: {
    checks: 'Checks',
    cardIs: icu<{ expiry: string }>('Card {expiry}'),
    neverCharged: 'No charges in the history',
    lastCharge: icu<{ amount: string; when: string; word: string }>('Last charge {amount} {when}, {word}'),
    chooseFirst: 'The expiry and the last charge appear here when a card is chosen.',
  },
  problems: icu<{ count: number }>(
    '{count, plural, one {# field needs a change.} other {# fields need a change.}}',
  ),
  consent: {
    typed: icu<{ amount: string }>('Type the amount again: {amount}'),
    second: 'Second person',
    secondPin: 'PIN of the second person',
    secondHint: 'Another operator looks at this charge and enters their PIN.',
    nobody:
      'This profile needs a second person, and there is no other operator. Add one in Settings, Operators and lock.',
  },
  afterDoubt: 'The charge may have gone through. Look at the order first.',
  openOrders: 'Open Orders',
}
