import { checkFailedTitle, failureText } from './failures'
import type { CallbackComparison } from '../../../src-shared/domain/callback'
import type { OrderKind, OrderSummary } from '../../../src-shared/domain/order'
import type { AwaitedStep } from '../../../src-shared/domain/three-ds'

const kinds: Record<OrderKind, string> = {
  'rebill-sale': 'Rebill sale',
  'rebill-auth': 'Rebill hold',
  sale: 'Sale',
  adopted: 'Adopted order',
}

const alerts: Record<NonNullable<OrderSummary['alert']>, { title: string; text: string }> = {
  mismatch: {
    title: 'An answer belongs to another order',
    text: 'Its id, amount, currency or card is not that of this order. The answer is in the log and did not change this order. If the same client order id was sent a second time, adopt that attempt by its own gateway order id. Otherwise give the serial number to the gateway’s support.',
  },
  'changed-after-final': {
    title: 'The gateway contradicted an earlier outcome',
    text: 'Both outcomes are in the timeline. Ask the gateway’s support which one holds before you act on it.',
  },
  protocol: {
    title: 'An answer could not be used',
    text: 'A decisive field came twice or cannot be read. The last known status is shown.',
  },
}

export const orders = {
  title: 'Orders',
  list: 'Orders',
  search: 'Search orders',
  searchHint: 'Id, name, reference or description',
  clearSearch: 'Clear search and filters',
  all: 'All',
  familyFilter: 'Filter by status',
  newRows: (n: number) => (n === 1 ? 'Show 1 new order' : `Show ${n} new orders`),
  adopt: 'Add order by ID',
  columns: {
    time: 'Time',
    status: 'Status',
    amount: 'Amount',
    clientOrderId: 'Client order id',
    gatewayOrderId: 'Gateway id',
    card: 'Card',
    name: 'Name',
    reason: 'Stage or reason',
  },
  kinds,
  alerts,
  rowName: (parts: readonly string[]) => parts.filter((part) => part !== '').join(', '),
  pick: 'Choose an order to see what happened to it.',
  empty: {
    title: 'No order yet',
    text: 'The gateway cannot list orders. Here are the charges sent from this app and the orders added by ID.',
  },
  filtered: { title: 'No order matches', text: 'No order in the log fits this search and these filters.' },
  offline: {
    title: 'No order in the log',
    text: 'You are offline. Orders charged elsewhere can be added once the gateway can be reached.',
  },
  reasons: {
    outcomeUnknown: 'answer lost, asking the gateway',
    needsReview: 'a person has to settle it',
    awaited: {
      method: 'the bank’s method page',
      challenge: 'the bank’s challenge',
      pareq: 'the bank’s PaReq page',
      'unsent-answer': 'a person has to send it',
    } satisfies Record<AwaitedStep, string>,
  },
  unnamedAmount: 'amount not reported',
  detail: {
    label: 'Order',
    loading: 'Loading the order',
    clientOrderId: 'Client order id',
    gatewayOrderId: 'Gateway order id',
    noGatewayId: 'not known yet',
    reference: 'Your reference',
    description: 'Description',
    tabs: {
      label: 'Parts of the order',
      timeline: 'Timeline',
      'three-ds': '3-D Secure',
      facts: 'Facts',
      callbacks: 'Callbacks',
      raw: 'Raw',
    },
    actions: 'What you can do',
    checkNow: 'Check now',
    checking: 'Asking the gateway',
    addNote: 'Add note',
    registerCard: 'Register card',
    chargeAgain: 'Charge again',
    sendAgain: 'Review and send',
    cancelCharge: 'Discard charge',
    resolve: 'Settle charge',
    openCard: 'Open card',
    nextCheck: (when: string) => `next check in ${when}`,
    checkingNow: 'checking now',
    watched: (until: string) =>
      `The card may still have been charged. The app keeps asking the gateway until ${until}.`,
    watching: 'watched',
    notChecked: 'not checked now',
    lastCheck: (failure: string, isFollowed: boolean) =>
      `${checkFailedTitle(failure)}: ${failureText(failure)}.${isFollowed ? ' The app keeps checking.' : ''}`,
    needsFinal: 'A card can be registered once the order is final.',
    sendInstead: 'This charge was not sent. Review and send it, or discard it.',
    unresolved: 'The outcome of this charge is not known. Charging again may take the money twice.',
    chargeAgainLater: (why: string) => `Charge again: ${why}`,
    noCard: 'The card of this order is not stored here. Register it first.',
    enumerated: (amounts: string) =>
      `Several amounts were offered: ${amounts}. The gateway does not say which one went through.`,
    enumeratedTaken: (amounts: string, taken: string) =>
      `Several amounts were offered: ${amounts}. The gateway reports that ${taken} went through.`,
    noAmount: 'Amount not reported yet',
    stage: (stage: string) => stage,
  },
  cancelCharge: {
    title: 'Discard charge?',
    text: 'It is recorded here and was certainly not sent. It stays in the history as cancelled.',
    confirm: 'Discard charge',
  },
  unknown: {
    title: 'The charge may have gone through',
    text: 'The charge was sent once and no readable answer came back. The app keeps asking the gateway by the client order id. Do not charge this card again for the same thing.',
    gateway: (status: string) =>
      status === 'unknown'
        ? {
            title: 'The bank’s answer is not known',
            text: 'The gateway itself reports the status unknown. It may still change. Ask the operator of the gateway if it stays.',
          }
        : {
            title: `The gateway reports a status that this app does not know: ${status}`,
            text: 'It is not taken for an outcome. The app keeps asking until the gateway reports a final status.',
          },
  },
  refused: {
    title: 'The gateway refused the request',
    controlText:
      'The control value was wrong, so no order was made and no money moved. Correct the control key of the profile, then charge again.',
    text: 'No order was made as far as is known; the app checks that by asking for the client order id.',
    confirmedText:
      'The gateway was asked for the client order id several times and found no order, so no money moved as far as is known.',
  },
  notSent: {
    title: 'Not sent',
    text: 'The gateway was never reached, so no money moved. It is not sent automatically: review it and send it, or leave it.',
  },
  review: {
    title: 'Needs review',
    text: 'The gateway did not settle this charge within a day. Look it up in the gateway’s own back office, then write down here what you found.',
  },
  facts: {
    label: 'Facts',
    empty: 'The gateway has not reported anything about this order yet.',
    sent: 'Sent by us',
    groups: {
      order: 'Order',
      money: 'Money',
      commission: 'Commissions',
      refund: 'Refund and cancel',
      card: 'Card',
      destination: 'Destination card',
      customer: 'Customer',
      address: 'Customer’s address',
      bank: 'Bank',
      tds: '3-D Secure',
      loyalty: 'Loyalty',
      other: 'Other',
    },
  },
  raw: {
    label: 'Raw',
    empty: 'No request was made about this order yet.',
    asked: 'The answer is the newest entry of this list.',
  },
  callbacks: {
    label: 'Callbacks',
    lead: 'What arrived as callbacks of this order. A callback is a hint: only the result of polling counts.',
    kept: (when: string) => `Kept ${when}`,
    all: 'Show it with all callbacks',
  },
  comparison: {
    label: 'Callback and polling compared',
    empty: 'Nothing to compare with yet.',
    field: 'Field',
    callback: 'Callback',
    polled: 'Polling',
    verdict: 'Verdict',
    verdicts: { same: 'agrees', differs: 'differs', 'not-polled': 'not polled' } satisfies Record<
      CallbackComparison['verdict'],
      string
    >,
  },
  note: {
    title: 'Add note',
    label: 'Note',
    hint: 'Kept in the timeline under your name. Never sent to the gateway.',
    save: 'Add note',
  },
  adoptDialog: {
    title: 'Add order by ID',
    lead: 'The app asks the gateway for the order and follows it from then on. Nothing is charged.',
    clientOrderId: 'Client order id',
    clientOrderIdHint: 'The id that the shop gave to the order.',
    gatewayOrderId: 'Gateway order id',
    route: 'Endpoint or group',
    save: 'Add order',
  },
  resolveDialog: {
    title: 'Settle charge',
    lead: 'Only after looking in the gateway’s own back office. A later answer of the gateway takes precedence.',
    present: 'The gateway has this order: it was charged',
    absent: 'The gateway does not have this order: it was not charged',
    question: 'What did you find?',
    choose: 'Choose what you found.',
    reason: 'How do you know?',
    name: 'Your name',
    save: 'Settle charge',
  },
}
