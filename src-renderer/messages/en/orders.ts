import { icu } from './icu'
import type { CallbackComparison } from '../../../src-shared/domain/callback'
import type { Relation } from '../../../src-shared/domain/related-orders'
import type { OrderKind, OrderSummary } from '../../../src-shared/domain/order'
import type { AwaitedStep } from '../../../src-shared/domain/three-ds'

const kinds: Record<OrderKind, string> = {
  'rebill-sale': 'Rebill sale',
  'rebill-auth': 'Rebill authorization (hold)',
  sale: 'Sale',
  adopted: 'Added order',
}

const alerts: Record<NonNullable<OrderSummary['alert']>, { title: string; text: string }> = {
  mismatch: {
    title: 'A response belongs to another order',
    text: 'Its ID, amount, currency or card is not that of this order. The response is in the API log and did not change this order. If the same client order ID was sent a second time, add that attempt by its own gateway order ID. Otherwise give the serial number to the gateway’s support.',
  },
  'changed-after-final': {
    title: 'The gateway contradicted an earlier outcome',
    text: 'Both outcomes are in the timeline. Ask the gateway’s support which one holds before you act on it.',
  },
  protocol: {
    title: 'A response could not be used',
    text: 'A decisive field came twice or cannot be read. The last known status is shown.',
  },
}

const by: Record<Relation, string> = {
  token: 'Same stored card',
  'card-digits': 'Same card digits',
  'client-order-id': 'Same client order ID',
  'gateway-order-id': 'Same gateway order ID',
  reference: 'Same reference',
  'card-source': 'The card was registered from it',
}

export const orders = {
  title: 'Orders',
  list: 'Orders',
  search: 'Search orders',
  searchHint: 'ID, name, reference, or status: amount: card: since:',
  clearSearch: 'Clear search and filters',
  all: 'All',
  familyFilter: 'Filter by status',
  newRows: icu<{ count: number }>('{count, plural, one {Show # new order} other {Show # new orders}}'),
  adopt: 'Add order by ID',
  columns: {
    time: 'Time',
    changed: 'Changed',
    currency: 'Currency',
    status: 'Status',
    amount: 'Amount',
    clientOrderId: 'Client order ID',
    gatewayOrderId: 'Gateway ID',
    card: 'Card',
    name: 'Name',
    reason: 'Details',
    reference: 'Reference',
    description: 'Description',
    kind: 'Kind',
    stage: 'Stage',
    error: 'Error code',
  },
  selection: {
    label: 'Selected orders',
    check: icu<{ order: string }>('Select {order}'),
    all: 'Select all orders of the list',
    count: icu<{ count: number }>('{count, plural, one {# order selected} other {# orders selected}}'),
    hidden: icu<{ count: number }>(
      '{count, plural, one {# of them is not in the rows shown} other {# of them are not in the rows shown}}',
    ),
    withoutAmount: icu<{ count: number }>('{count, number} without amount'),
    checkNow: 'Check now',
    copyIds: 'Copy client order IDs',
    copied: icu<{ count: number }>('{count, plural, one {# ID copied} other {# IDs copied}}'),
    notCopied: 'The IDs could not be copied. Select fewer orders.',
    export: 'Export selected…',
    clear: 'Clear selection',
    tooMany: icu<{ count: number }>('No more than {count, number} orders can be selected.'),
  },
  cellMenu: {
    ofRow: 'Filter or copy which column?',
    ofCell: icu<{ column: string }>('Actions for {column}'),
    ofColumn: icu<{ column: string; value: string }>('{column}: {value}'),
    only: icu<{ filter: string }>('Only this: {filter}'),
    not: icu<{ filter: string }>('Not this: {filter}'),
    copy: icu<{ column: string }>('Copy {column}'),
    empty: 'There is no value.',
  },
  kinds,
  alerts,
  empty: {
    title: 'No order yet',
    text: 'The gateway cannot list orders. The list shows the charges of this app and the orders that were added by ID.',
  },
  searchingOn: {
    title: 'Searching older orders…',
    text: 'No order was found yet. Few orders match, so the whole history is read.',
  },
  filtered: {
    title: 'No order matches',
    text: 'No order in the history fits this search and these filters.',
  },
  offline: {
    title: 'No order in the history',
    text: 'You are offline. Orders charged elsewhere can be added when the gateway can be reached.',
  },
  awaited: {
    method: 'On the issuer’s method page',
    challenge: 'On the issuer’s challenge page',
    pareq: 'On the issuer’s PaReq page',
    'unsent-answer': 'Send the issuer’s response',
  } satisfies Record<AwaitedStep, string>,
  unnamedAmount: 'amount not reported',
  detail: {
    label: 'Order',
    loading: 'Loading the order',
    clientOrderId: 'Client order ID',
    gatewayOrderId: 'Gateway order ID',
    noGatewayId: 'not known yet',
    date: 'Date',
    /** Before the time at which an order was added by its id. */
    added: 'added',
    reference: 'Your reference',
    description: 'Description',
    tabs: {
      label: 'Parts of the order',
      timeline: 'Timeline',
      'three-ds': '3-D Secure',
      facts: 'Facts',
      callbacks: 'Callbacks',
      related: 'Related',
      raw: 'Raw',
    },
    actions: 'Actions',
    moreActions: 'More actions',
    copyClientOrderId: 'Copy client order ID',
    copyGatewayOrderId: 'Copy gateway order ID',
    checkNow: 'Check now',
    checking: 'Checking the gateway status',
    addNote: 'Add note',
    registerCard: 'Register card',
    chargeAgain: 'Charge again',
    sendAgain: 'Review and send',
    cancelCharge: 'Discard charge',
    resolve: 'Settle charge',
    openCard: 'Open card',
    nextCheck: icu<{ when: string }>('next check in {when}'),
    checkingNow: 'checking now',
    watched: icu<{ until: string }>(
      'The card may still have been charged. The app keeps checking the gateway status until {until}.',
    ),
    watching: 'watched',
    notChecked: 'not checked now',
    lastCheck: icu<{ title: string; failure: string; isFollowed: boolean }>(
      '{title}: {failure}.{isFollowed, select, true { The app keeps checking.} other {}}',
    ),
    needsFinal: 'A card can be registered once the order is final.',
    sendInstead: 'This charge was not sent. Review and send it, or discard it.',
    unresolved: 'The outcome of this charge is not known. Charging again may take the money twice.',
    noCard: 'The card of this order is not stored here.',
    registerNotApproved: 'This payment was not approved. The issuer may decline the card again.',
    enumerated: icu<{ amounts: string }>(
      'Several amounts were offered: {amounts}. The gateway does not say which one went through.',
    ),
    enumeratedTaken: icu<{ amounts: string; taken: string }>(
      'Several amounts were offered: {amounts}. The gateway reports that {taken} went through.',
    ),
    noAmount: 'Amount not reported yet',
  },
  cancelCharge: {
    title: 'Discard charge?',
    text: 'It is recorded here and was certainly not sent. It stays in the history as cancelled.',
    confirm: 'Discard charge',
  },
  unknown: {
    title: 'The charge may have gone through',
    text: 'The charge was sent once and no readable response came back. The app keeps checking the gateway status by the client order ID. Do not charge this card again for the same thing.',
    /** The gateway itself reports the status unknown. */
    byGateway: {
      title: 'The issuer’s response is not known',
      text: 'The gateway itself reports the status unknown. It may still change. Ask the operator of the gateway if it stays.',
    },
    unlisted: {
      title: icu<{ status: string }>('The gateway reports a status that this app does not know: {status}'),
      text: 'It is not taken for an outcome. The app keeps checking until the gateway reports a final status.',
    },
  },
  refused: {
    title: 'The gateway refused the request',
    controlText:
      'The control value was wrong, so no order was made and no money moved. Correct the control key of the profile, then charge again.',
    text: 'No order was made as far as is known; the app checks that by the client order ID.',
    confirmedText:
      'The gateway status was checked by the client order ID several times and no order was found, so no money moved as far as is known.',
  },
  notSent: {
    title: 'Not sent',
    text: 'The gateway was never reached, so no money moved. It is not sent automatically: review it and send it, or leave it.',
  },
  review: {
    title: 'Needs review',
    text: 'The gateway did not settle this charge within a day. Look it up in the gateway’s own back office, then write down here what you found.',
  },
  related: {
    sameCard: { title: 'Same card', empty: 'No other order of this card is in the history.' },
    sameFamily: { title: 'Same order', empty: 'No other order shares an ID or a reference with this one.' },
    by,
    more: 'Search for more',
  },
  raw: {
    label: 'Raw',
    empty: 'No request was made about this order yet.',
    asked: 'The response is the newest entry of this list.',
  },
  callbacks: {
    label: 'Callbacks',
    lead: 'What arrived as callbacks of this order. A callback is a hint: only the gateway status counts.',
    all: 'Show it with all callbacks',
  },
  comparison: {
    label: 'Callback and gateway status compared',
    empty: 'Nothing to compare with yet.',
    field: 'Field',
    callback: 'Callback',
    polled: 'Gateway status',
    verdict: 'Verdict',
    matches: icu<{ count: number }>('{count, plural, one {# field matches} other {# fields match}}'),
    verdicts: { same: 'Match', differs: 'Difference', 'not-polled': 'Not in status' } satisfies Record<
      CallbackComparison['verdict'],
      string
    >,
  },
  support: {
    copy: 'Copy support bundle',
    copied: 'Support bundle copied',
    save: 'Save support bundle',
    saved: icu<{ file: string }>('Support bundle saved as {file}'),
    print: 'Print order',
    copyReceipt: 'Copy receipt address',
    receiptCopied: 'Receipt address copied',
  },
  labels: {
    title: 'Labels',
    add: 'Add label',
    label: 'Label',
    hint: 'Up to 40 characters. Labels are never sent to the gateway.',
    remove: icu<{ label: string }>('Remove label {label}'),
  },
  note: {
    title: 'Add note',
    label: 'Note',
    hint: 'Kept in the timeline under your name. Never sent to the gateway.',
    save: 'Add note',
  },
  adoptDialog: {
    title: 'Add order by ID',
    lead: 'The app checks the gateway status of the order and follows it from then on. Nothing is charged.',
    clientOrderId: 'Client order ID',
    clientOrderIdHint: 'The ID that the shop gave to the order.',
    gatewayOrderId: 'Gateway order ID',
    route: 'Endpoint or group',
    save: 'Add order',
  },
  resolveDialog: {
    title: 'Settle charge',
    lead: 'Only after looking in the gateway’s own back office. A later gateway status takes precedence.',
    present: 'The gateway has this order: it was charged',
    absent: 'The gateway does not have this order: it was not charged',
    question: 'What did you find?',
    choose: 'Choose what you found.',
    reason: 'How do you know?',
    name: 'Your name',
    save: 'Settle charge',
  },
}
