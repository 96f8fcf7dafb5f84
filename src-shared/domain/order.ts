import { z } from 'zod'
import { chargeKind, chargeState } from './charge'
import { laterTransactions } from './later-transactions'
import { orderAlert, statusFamily } from './order-status'
import { environment } from './gateway-address'
import { awaitedStep, threeDsStep } from './three-ds'
import { callbackView } from './callback'

/** Where an order in the log comes from. */
export const orderKind = z.enum([...chargeKind.options, 'adopted'])
export type OrderKind = z.infer<typeof orderKind>

/** How the follower stands to an order. */
export const followState = z.enum(['following', 'stopped', 'needs-review'])
export type FollowState = z.infer<typeof followState>

/** A row of the orders list. */
export const orderSummary = z.object({
  orderId: z.string(),
  /** Rises with every change of this order; an older view is dropped. */
  revision: z.number().int(),
  profileId: z.string(),
  environment,
  kind: orderKind,
  createdAtMs: z.number().int(),
  changedAtMs: z.number().int(),
  family: statusFamily,
  /** The word shown beside the family's icon: the gateway's status or ours. */
  word: z.string(),
  chargeId: z.string().nullable(),
  chargeState: chargeState.nullable(),
  /** The gateway's status, raw; null before its first answer. */
  status: z.string().nullable(),
  orderStage: z.string().nullable(),
  /** Null for an adopted order that has not been answered yet. */
  amountMinor: z.number().int().nullable(),
  /** The enumerated amount that went through, once the gateway names one other than `amountMinor`. */
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
  /** The charge was refused for its control value, before an order could exist (interface, Errors 3). */
  isControlRefused: z.boolean(),
  transactionType: z.string().nullable(),
  followState,
  /** When the gateway's last readable answer about this order came; null = never. */
  answeredAtMs: z.number().int().nullable(),
  nextCheckAtMs: z.number().int().nullable(),
  /**
   * Until when a charge that was refused or settled as not charged is still looked up now and then, since the gateway may
   * have booked it all the same; null = it is not watched. A watched order does not count as followed.
   */
  watchUntilMs: z.number().int().nullable(),
  /** Set while the last check got no readable answer: a mild hint, never a status. */
  lastCheckFailure: z.string().nullable(),
  alert: orderAlert.nullable(),
  /** What 3-D Secure waits for from the cardholder or from a person here; null = nothing. */
  awaitedStep: awaitedStep.nullable(),
  /** Refunds, cancellations and disputes after the payment's approval. */
  later: laterTransactions,
})
export type OrderSummary = z.infer<typeof orderSummary>

const fieldChange = z.object({
  name: z.string(),
  /** Null = not reported before. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type FieldChange = z.infer<typeof fieldChange>

/** Something that happened to an order; append-only. `status-unchanged` folds a run of equal answers. */
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
    'cancelled',
    'adopted',
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
  ]),
  /** Who did it; null for the app itself and the gateway. */
  actor: z.string().nullable(),
  exchangeId: z.string().nullable(),
  serialNumber: z.string().nullable(),
  changes: z.array(fieldChange),
  /** Further words of the entry: a note's text, a reason, a technical failure; already masked. */
  text: z.string().nullable(),
  /** For folded runs: how often and until when. */
  repeat: z.object({ count: z.number().int(), lastAtMs: z.number().int() }).nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** Everything about one order. */
export const orderView = z.object({
  summary: orderSummary,
  /** Latest known value of every field the gateway reported, unknown ones included, masked. */
  facts: z.array(z.object({ name: z.string(), value: z.string(), atMs: z.number().int() })),
  timeline: z.array(timelineEntry),
  /** Parameters of our charge as sent, masked; empty for adopted orders. */
  sentParameters: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Candidates of an enumerate_amounts rebill; the gateway does not say which one went through. */
  enumeratedAmounts: z.array(z.string()),
  /** Whether the cardholder was said to be at this desk; null for anything but a sale. */
  presence: z.enum(['present', 'remote']).nullable(),
  /** Every 3-D Secure step of the order, oldest first. */
  steps: z.array(threeDsStep),
  /** Callbacks that belong to the order, newest first. */
  callbacks: z.array(callbackView),
})
export type OrderView = z.infer<typeof orderView>

/** The word beside the icon: what a person has to do comes before the gateway's `processing`. */
export function shownWord(order: OrderSummary): string {
  if (order.awaitedStep === null || order.family !== 'open') return order.word
  return order.awaitedStep === 'unsent-answer' ? 'answer not sent' : 'awaits cardholder'
}
