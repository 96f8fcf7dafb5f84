import { z } from 'zod'
import { chargeKind, chargeState } from './charge'
import { laterTransactions } from './later-transactions'
import { orderAlert, statusFamily } from './order-status'
import { factName, sentParameter } from './facts'
import { environment } from './gateway-address'
import { awaitedStep, threeDsStep } from './three-ds'
import { callbackView } from './callback'
import { importedFacts, importedOrigin } from './order-import'
import { refundCase } from './refund-case'

/** Origin of an order: a kind of charge, or `adopted` when it was added by its ids. */
export const orderKind = z.enum([...chargeKind.options, 'adopted'])
export type OrderKind = z.infer<typeof orderKind>

/** Whether an order is polled. `needs-review` = polling ended without a final status, a person must decide. */
export const followState = z.enum(['following', 'stopped', 'needs-review'])
export type FollowState = z.infer<typeof followState>

/** A row of the orders list. */
export const orderSummary = z.object({
  orderId: z.string(),
  /** Increases with every change of this order. A view with a lower revision is outdated. */
  revision: z.number().int(),
  profileId: z.string(),
  environment,
  kind: orderKind,
  createdAtMs: z.number().int(),
  changedAtMs: z.number().int(),
  family: statusFamily,
  /** The word of the shown status, see `ShownStatus`. */
  word: z.string(),
  chargeId: z.string().nullable(),
  chargeState: chargeState.nullable(),
  /** The gateway's unchanged status; null before its first answer. */
  status: z.string().nullable(),
  orderStage: z.string().nullable(),
  /** Null for an adopted order before the first answer. */
  amountMinor: z.number().int().nullable(),
  /** The enumerated amount that was charged, when the gateway reports one that differs from `amountMinor`. */
  chargedMinor: z.number().int().nullable(),
  currency: z.string().nullable(),
  clientOrderId: z.string(),
  gatewayOrderId: z.string().nullable(),
  cardId: z.string().nullable(),
  bin: z.string().nullable(),
  lastFour: z.string().nullable(),
  cardholderName: z.string().nullable(),
  description: z.string().nullable(),
  reference: z.string().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  /** The charge was refused for its control value, so no order exists (interface, section Errors, 3). */
  isControlRefused: z.boolean(),
  transactionType: z.string().nullable(),
  followState,
  /** Time of the gateway's last readable answer about this order; null = never. */
  answeredAtMs: z.number().int().nullable(),
  nextCheckAtMs: z.number().int().nullable(),
  /**
   * End of the watch of a charge that was refused or resolved as not charged. Until then it is looked up from time to time,
   * because the gateway may have booked it. Null = not watched. A watched order does not count as followed.
   */
  watchUntilMs: z.number().int().nullable(),
  /** Technical reason when the last check got no readable answer. This is information, not a status. */
  lastCheckFailure: z.string().nullable(),
  alert: orderAlert.nullable(),
  /** The 3-D Secure step that waits for the cardholder or the operator; null = none. */
  awaitedStep: awaitedStep.nullable(),
  /** Refunds, cancellations and disputes after the payment's approval. */
  later: laterTransactions,
  /** What the file says from which the order was imported; null = it came from no file. */
  imported: importedFacts.nullable(),
})
export type OrderSummary = z.infer<typeof orderSummary>

/** A change of one field of the gateway. */
const fieldChange = z.object({
  /** The gateway's name of the field. */
  name: z.string(),
  /** Missing when the app does not know the field. */
  fact: factName.optional(),
  /** Null = not reported before. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type FieldChange = z.infer<typeof fieldChange>

/**
 * An event of an order. Entries are never changed or removed. `status-unchanged` stands for several equal answers in a
 * row.
 */
export const timelineEntry = z.object({
  seq: z.number().int(),
  atMs: z.number().int(),
  kind: z.enum([
    'drafted',
    'confirmed',
    'sent',
    'accepted',
    'not-sent',
    'refused',
    'outcome-unknown',
    'late-answer',
    'swept-at-start',
    'restored',
    'cancelled',
    'adopted',
    'imported',
    'status-changed',
    'status-unchanged',
    'check-failed',
    'not-found-yet',
    'mismatch',
    'final',
    'refund-started',
    'refund-approved',
    'refund-refused',
    'cancel-started',
    'cancel-approved',
    'cancel-refused',
    'refund-contradicted',
    'retrieval',
    'dispute',
    'fraud',
    'chargeback',
    'refund-case-asked',
    'refund-case-handed-over',
    'refund-case-proven',
    'refund-case-refused',
    'needs-review',
    'resolved',
    'card-registered',
    'step-awaited',
    'step-opened',
    'step-closed',
    'step-answered',
    'step-timed-out',
    'step-failed',
    'step-sending',
    'step-sent',
    'step-not-sent',
    'step-refused',
    'step-unknown',
    'callback',
    'note',
    'erased',
    'seconded',
  ]),
  /** Name of the person; null for the app and the gateway. */
  actor: z.string().nullable(),
  /** The computer of the person, the account on it and the version of the app; null where they are not known. */
  place: z.object({ osUser: z.string(), host: z.string(), appVersion: z.string() }).nullable(),
  exchangeId: z.string().nullable(),
  serialNumber: z.string().nullable(),
  changes: z.array(fieldChange),
  /** Text of the entry: a note, a reason or a technical failure; masked. */
  text: z.string().nullable(),
  /** For `status-unchanged`: number of equal answers, and the time of the last one. */
  repeat: z.object({ count: z.number().int(), lastAtMs: z.number().int() }).nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

const orderFact = z.object({
  /** The gateway's name of the field. */
  name: z.string(),
  /** Missing when the app does not know the field. */
  fact: factName.optional(),
  value: z.string(),
  atMs: z.number().int(),
})
export type OrderFact = z.infer<typeof orderFact>

/** Everything about one order. */
export const orderView = z.object({
  summary: orderSummary,
  /** Latest value of every field that the gateway reported, also of unknown fields; masked. */
  facts: z.array(orderFact),
  timeline: z.array(timelineEntry),
  /** The sent parameters of our charge, masked; empty for adopted orders. */
  sentParameters: z.array(sentParameter),
  /** Amounts of an enumerate_amounts rebill. The gateway does not always report which one was charged. */
  enumeratedAmounts: z.array(z.string()),
  /** Whether the operator said that the cardholder is present; null when the order is not a sale. */
  presence: z.enum(['present', 'remote']).nullable(),
  /** Every 3-D Secure step of the order, oldest first. */
  steps: z.array(threeDsStep),
  /** Callbacks that belong to the order, newest first. */
  callbacks: z.array(callbackView),
  /** Labels of the staff, sorted. */
  labels: z.array(z.string()),
  /** Requests for refunds, newest first. At most the first is open. */
  refundCases: z.array(refundCase),
  /** The file from which the order was imported; null = none. */
  imported: importedOrigin.nullable(),
})
export type OrderView = z.infer<typeof orderView>

/** A check that found nothing new: all that it changes of an order. */
export const orderCheck = z.object({
  orderId: z.string(),
  /** The check changes the view whose revision is one lower, and no other. */
  revision: z.number().int(),
  answeredAtMs: z.number().int().nullable(),
  nextCheckAtMs: z.number().int().nullable(),
  /** The timeline entry that counts the check; its last time is that of the check. */
  run: z.object({
    seq: z.number().int(),
    count: z.number().int(),
    lastAtMs: z.number().int(),
    exchangeId: z.string().nullable(),
    serialNumber: z.string().nullable(),
  }),
})
export type OrderCheck = z.infer<typeof orderCheck>

/** The summary after a check that found nothing new. */
export function checkedSummary(summary: OrderSummary, check: OrderCheck): OrderSummary {
  const { revision, answeredAtMs, nextCheckAtMs, run } = check
  return { ...summary, revision, answeredAtMs, nextCheckAtMs, changedAtMs: run.lastAtMs }
}

/** The whole view after a check that found nothing new. */
export function checkedView(view: OrderView, check: OrderCheck): OrderView {
  const { seq, count, lastAtMs, exchangeId, serialNumber } = check.run
  return {
    ...view,
    summary: checkedSummary(view.summary, check),
    timeline: view.timeline.map((entry) =>
      entry.seq === seq ? { ...entry, exchangeId, serialNumber, repeat: { count, lastAtMs } } : entry,
    ),
  }
}

/** The word that is shown beside the icon. A step that waits for a person replaces the gateway's `processing`. */
export function shownWord(order: OrderSummary): string {
  if (order.awaitedStep === null || order.family !== 'open') return order.word
  return order.awaitedStep === 'unsent-answer' ? 'answer not sent' : 'awaits cardholder'
}
