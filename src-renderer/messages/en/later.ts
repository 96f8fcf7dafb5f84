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

const names: Record<Refund, string> = { refund: 'Refund', cancellation: 'Cancellation' }
const done: Record<Refund, string> = { refund: 'Refunded', cancellation: 'Cancelled' }

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
  withSum: (kind: Refund, refunded: string) => `${refunded} ${done[kind].toLowerCase()}`,
  line: (kind: Refund, basis: LaterTransactions['refundBasis'], refunded: string, left: string) =>
    basis === 'at-least'
      ? `${done[kind]} at least ${refunded}, at most ${left} left`
      : `${done[kind]} ${refunded}, ${left} left`,
  nothingBack: (kind: Refund, state: MarkedState, left: string) =>
    `Nothing ${done[kind].toLowerCase()}${state === 'in-progress' ? ' yet' : ''}, ${left} left`,
  fullLine: (refunded: string) => `${refunded}, nothing left`,
  assumed: {
    title: 'A full refund is assumed',
    text: 'The gateway approved a refund and did not say how much. The app shows a full refund until the gateway names a total. Check the amount in the gateway’s back office.',
  },
  atLeast: {
    title: 'The amount of the last refund is not known',
    text: 'The gateway approved another refund and did not give a new total. The last known total is shown. Check the amount in the gateway’s back office.',
  },
  refused: (kind: Refund) => ({
    title: `${names[kind]} declined`,
    text: 'No money went back this time. The payment stays approved.',
  }),
  timeline: {
    toldByLater: 'Only an approved payment can be refunded, cancelled or disputed.',
    approved: (now: string, all: string, left: string, currency: string) =>
      now === all
        ? `${all} ${currency} refunded, ${left} ${currency} left.`
        : `${now} ${currency} refunded now, ${all} ${currency} in all, ${left} ${currency} left.`,
    assumed: 'The gateway gave no total. A full refund is assumed.',
    atLeast: 'The gateway gave no new total. The last known total is shown.',
  },
}
