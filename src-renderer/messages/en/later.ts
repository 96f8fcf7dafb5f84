import { icu } from './icu'
import type { DisputeKind, LaterTransactions } from '../../../src-shared/domain/later-transactions'

type Refund = LaterTransactions['refundKind']
type MarkedState = Exclude<LaterTransactions['refundState'], 'none'>

const marks: Record<Refund, Record<MarkedState, string>> = {
  refund: {
    'in-progress': 'Refund in progress',
    partial: 'Partly refunded',
    full: 'Refunded',
    refused: 'Refund declined',
  },
  cancellation: {
    'in-progress': 'Cancellation in progress',
    partial: 'Partly cancelled',
    full: 'Cancelled',
    refused: 'Cancellation declined',
  },
}

const disputes: Record<DisputeKind, string> = {
  retrieval: 'Retrieval request',
  dispute: 'Dispute',
  fraud: 'Fraud report',
  chargeback: 'Chargeback',
}

const disputeTexts: Record<DisputeKind, string> = {
  retrieval:
    'The issuer asks for documents about this payment. No money has moved. Respond in the gateway’s back office.',
  dispute:
    'The issuer disputes this payment. Respond in the gateway’s back office. Do not refund it before that is settled.',
  fraud:
    'The issuer reports this payment as fraud. Do not charge this card again. Ask the gateway’s support what follows.',
  chargeback:
    'The issuer took money back from this payment. Respond in the gateway’s back office. Do not refund it as well.',
}

const problems: Record<NonNullable<LaterTransactions['refundProblem']>, string> = {
  'total-fell':
    'The gateway reported a smaller total of refunds than before. A total can only rise, so the earlier one is shown. Ask the gateway’s support before you refund more.',
  'total-above-amount':
    'The gateway reported more refunds than the payment. That total was not used. Ask the gateway’s support before you refund more.',
  'total-unusable':
    'The gateway reported a refund without a usable total. How much went back is not known. Ask the gateway’s support before you refund more.',
}

/** Texts about refunds, cancellations and disputes. Amounts are passed as formatted text with their currency. */
export const later = {
  marks,
  disputes,
  disputeTexts,
  unreadableDisputes: {
    mark: 'Disputes unreadable',
    title: 'The disputes of this order cannot be read',
    text: 'There may be a dispute or a chargeback. The stored list is kept as it is. Look in the timeline below and in the gateway’s back office before you refund this payment or charge the card again.',
  },
  problems,
  problemTitle: 'The refunds do not add up',
  problemMark: 'Refund amount unclear',
  withSum: icu<{ kind: Refund; refunded: string }>(
    '{kind, select, cancellation {{refunded} cancelled} other {{refunded} refunded}}',
  ),
  line: icu<{ kind: Refund; refunded: string; left: string }>(
    '{kind, select, cancellation {Cancelled} other {Refunded}} {refunded}, {left} left',
  ),
  atLeastLine: icu<{ kind: Refund; refunded: string; left: string }>(
    '{kind, select, cancellation {Cancelled} other {Refunded}} at least {refunded}, at most {left} left',
  ),
  nothingBack: icu<{ kind: Refund; left: string }>(
    '{kind, select, cancellation {Nothing cancelled, {left} left} other {Nothing refunded, {left} left}}',
  ),
  nothingBackYet: icu<{ kind: Refund; left: string }>(
    '{kind, select, cancellation {Nothing cancelled yet, {left} left} other {Nothing refunded yet, {left} left}}',
  ),
  fullLine: icu<{ refunded: string }>('{refunded}, nothing left'),
  assumed: {
    title: 'A full refund is assumed',
    text: 'The gateway approved a refund and did not say how much. The app shows a full refund until the gateway names a total. Check the amount in the gateway’s back office.',
  },
  atLeast: {
    title: 'The amount of the last refund is not known',
    text: 'The gateway approved another refund and did not give a new total. The last known total is shown. Check the amount in the gateway’s back office.',
  },
  refused: {
    title: icu<{ kind: Refund }>(
      '{kind, select, cancellation {Cancellation declined} other {Refund declined}}',
    ),
    text: 'No money went back this time. The payment stays approved.',
  },
  timeline: {
    toldByLater: 'Only an approved payment can be refunded, cancelled or disputed.',
    first: icu<{ all: string; left: string; currency: string }>(
      '{all} {currency} refunded, {left} {currency} left.',
    ),
    further: icu<{ now: string; all: string; left: string; currency: string }>(
      '{now} {currency} refunded now, {all} {currency} in all, {left} {currency} left.',
    ),
    assumed: icu<{ sums: string }>('The gateway gave no total. A full refund is assumed. {sums}'),
    atLeast: 'The gateway gave no new total. The last known total is shown.',
  },
}
