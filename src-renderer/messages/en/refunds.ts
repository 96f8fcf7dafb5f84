import { icu } from './icu'
import type { RefundCaseState } from '../../../src-shared/domain/refund-case'

const states: Record<RefundCaseState, string> = {
  asked: 'Refund asked for',
  'handed-over': 'Handed over to the gateway’s operator',
  proven: 'Refund proven by the gateway status',
  refused: 'Refund refused',
}

/** What a person does next in an open case. */
const next: Record<'asked' | 'handed-over', string> = {
  asked: 'Copy the request and hand it over to the gateway’s operator.',
  'handed-over':
    'The app checks the gateway status every hour, after two days every six hours. The case closes when the status shows the refund.',
}

/** The refunds of an order, and the requests for them. */
export const refunds = {
  title: 'Refunds',
  states,
  next,
  charged: 'Charged',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  asked: 'Asked for',
  left: 'Left',
  atLeast: icu<{ amount: string }>('at least {amount}'),
  atMost: icu<{ amount: string }>('at most {amount}'),
  assumed: icu<{ amount: string }>('{amount}, assumed'),
  notKnown: 'not known',
  /** The gateway does not report the amount of a chargeback. */
  leftAfterChargeback: 'not known, there is a chargeback',
  leftDisputed: 'not known, there may be a dispute',
  history: 'Course of the refunds',
  reason: 'Reason',
  due: icu<{ day: string }>('due {day}'),
  overdue: icu<{ day: string; count: number }>(
    'due {day}, {count, plural, one {# day} other {# days}} overdue',
  ),
  dueToday: 'due today',
  coveredSoFar: icu<{ covered: string; asked: string }>('{covered} of {asked} refunded since the request'),
  ask: {
    button: 'Ask for refund',
    title: 'Ask for refund',
    lead: 'The gateway’s interface has no refund. The app records your request and writes a text for the gateway’s operator. Nothing is sent.',
    left: icu<{ left: string }>('At most {left}, the rest of the charged amount.'),
    noPartial: 'The gateway reports that this payment cannot be refunded in part.',
    disputed: 'There is a dispute about this payment. A refund may pay the cardholder twice.',
    amount: icu<{ currency: string }>('Amount in {currency}'),
    reason: 'Why',
    due: 'Expected until',
    inDays: icu<{ day: string; count: number }>('{day}, in {count, plural, one {# day} other {# days}}'),
    name: 'Your name',
    save: 'Ask for refund',
  },
  handOver: {
    button: 'Hand over',
    title: 'Hand over refund',
    lead: 'Write down that the gateway’s operator has the request.',
    reason: 'How was it handed over?',
    save: 'Hand over refund',
  },
  refuse: {
    button: 'Mark as refused',
    title: 'Mark refund as refused',
    lead: 'The case closes without a refund. A later refund is still shown with the payment.',
    reason: 'Why is there no refund?',
    save: 'Mark as refused',
  },
  copyRequest: 'Copy request',
  requestCopied: 'Request for the gateway’s operator copied',
  /** The text for the gateway's operator. */
  request: {
    heading: 'Please refund this payment',
    clientOrderId: 'Client order ID',
    gatewayOrderId: 'Gateway order ID',
    refund: 'Amount to refund',
    charged: 'Charged amount',
    refundedBefore: 'Refunded before',
    date: 'Date of the payment',
    card: 'Card',
    inFull: icu<{ amount: string }>('{amount} (in full)'),
    inPart: icu<{ amount: string }>('{amount} (in part)'),
  },
  problems: {
    'order-not-approved': 'Only an approved payment can be refunded.',
    'amount-not-known': 'The charged amount is not known yet.',
    'nothing-left': 'Nothing is left to refund.',
    open: 'There is an open request for a refund.',
  },
  timeline: {
    asked: icu<{ amount: string; currency: string; due: string; reason: string }>(
      '{amount} {currency}, expected until {due}. {reason}',
    ),
    proven: icu<{ amount: string; currency: string }>('{amount} {currency} refunded since the request.'),
    provenWithoutSum: 'The gateway approved a refund and did not say how much.',
  },
  home: {
    title: 'Refunds asked for',
    hint: 'A case closes when the gateway status shows the refund.',
    overdue: icu<{ count: number }>('{count, number} overdue'),
    asked: icu<{ when: string }>('asked {when}'),
  },
}
