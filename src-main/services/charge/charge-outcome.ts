import type { ChargeState } from '../../../src-shared/domain/charge'
import type { PollPace } from '../../../src-shared/domain/profile'
import { assertNever } from '../../../src-shared/util/assert-never'
import type { PaymentOutcome } from '../../ports/gateway-client'
import type { NewTimelineEntry, OrderChange, OrderColumns, OrderRecord } from '../../ports/storage'
import { confirmationOf } from '../common/gateway-time'
import { paceDelayMs, refusalLookupDelaysMs, watchFrom } from '../following/poll-ladder'
import type { Transmitted } from '../access/send-once'

/** The outcome of the single transmission of a charge. */
export type ChargeAnswer = Transmitted<PaymentOutcome>

/** The outcome when the transmission failed inside the app: money may have moved. */
export const lostCharge: PaymentOutcome = { kind: 'unknown', failure: 'internal', isForeignAnswer: false }

/**
 * Builds the change that stores an answer. A charge that is still `sending` moves to its next state. For any other
 * charge the answer is stored as late evidence only. Null when there is nothing to store.
 */
export function answerChange(
  order: OrderRecord,
  answer: ChargeAnswer,
  moment: { readonly nowMs: number; readonly pace: PollPace; readonly random: () => number },
): OrderChange | null {
  if (order.charge?.state !== 'sending') return lateChange(order, answer, moment)
  const { nowMs } = moment
  const to = stateAfterAnswer(answer.outcome)
  const step = stepOf(answer.outcome, nowMs, paceDelayMs(moment.pace, moment.random))
  return {
    orderId: order.summary.orderId,
    expectedRevision: order.summary.revision,
    atMs: nowMs,
    set: {
      ...step.set,
      checks: 0,
      followedSinceMs: nowMs,
      ...confirmationOf(order, to, { nowMs, clockSkewMs: answer.clockSkewMs }),
    },
    charge: {
      from: 'sending',
      expectedVersion: order.charge.stateVersion,
      to,
      ...(to === 'not-sent' ? { transmissions: 0 as const } : {}),
    },
    entries: [step.entry],
    ...(answer.exchange === null ? {} : { exchange: answer.exchange }),
  }
}

/**
 * Stores an answer that arrived after the charge became unknown, by its deadline or by a restart of the app. The
 * charge moves only by lookups. The gateway order id in the answer makes the next lookup exact, so that lookup is
 * planned soon.
 */
function lateChange(
  order: OrderRecord,
  { outcome, exchange }: ChargeAnswer,
  moment: { readonly nowMs: number; readonly pace: PollPace; readonly random: () => number },
): OrderChange | null {
  if (exchange === null || (outcome.kind === 'unknown' && !outcome.isForeignAnswer)) return null
  const { nowMs } = moment
  const known = order.summary.gatewayOrderId
  const named = outcome.kind === 'accepted' ? outcome.gatewayOrderId : null
  return {
    orderId: order.summary.orderId,
    expectedRevision: order.summary.revision,
    atMs: nowMs,
    set: {
      ...(named !== null && known === null ? { gatewayOrderId: named } : {}),
      ...(named !== null && known !== null && named !== known && order.summary.alert === null
        ? { alert: 'mismatch' as const }
        : {}),
      ...(named !== null && isDoubted(order)
        ? { ...followedAnew(order, nowMs), ...followFrom(nowMs + paceDelayMs(moment.pace, moment.random)) }
        : {}),
    },
    entries: [entry('late-answer', nowMs, lateText(outcome))],
    exchange,
  }
}

/** True for a sent charge without proof that the gateway has it. */
function isDoubted({ charge }: OrderRecord): boolean {
  return charge !== null && charge.transmissions === 1 && !['accepted', 'final'].includes(charge.state)
}

/** A denied charge is watched; every other charge is followed. */
function followedAnew({ charge }: OrderRecord, nowMs: number): Partial<OrderColumns> {
  return charge?.state === 'rejected' || charge?.state === 'resolved-absent'
    ? { ...watchFrom(0, nowMs) }
    : { checks: 0, followedSinceMs: nowMs }
}

function lateText(outcome: PaymentOutcome): string {
  switch (outcome.kind) {
    case 'accepted':
      return `accepted ${outcome.gatewayOrderId}`
    case 'refused':
      return `refused ${outcome.code} ${outcome.message}`.trim()
    case 'not-sent':
    case 'unknown':
      return `${outcome.kind} ${outcome.failure}`
    default:
      return assertNever(outcome)
  }
}

/** The state of a charge after its transmission. */
export function stateAfterAnswer(outcome: PaymentOutcome): ChargeState {
  switch (outcome.kind) {
    case 'accepted':
      return 'accepted'
    case 'refused':
      return 'rejected-unverified'
    case 'not-sent':
      return 'not-sent'
    case 'unknown':
      return 'outcome-unknown'
    default:
      return assertNever(outcome)
  }
}

interface Step {
  readonly set: Partial<OrderColumns>
  readonly entry: NewTimelineEntry
}

function stepOf(outcome: PaymentOutcome, nowMs: number, delayMs: number): Step {
  switch (outcome.kind) {
    case 'accepted':
      return {
        set: { gatewayOrderId: outcome.gatewayOrderId, ...followFrom(nowMs + delayMs) },
        entry: entry('accepted', nowMs, null),
      }
    case 'refused':
      return {
        set: {
          errorCode: outcome.code,
          errorMessage: outcome.message,
          isControlRefused: outcome.isWrongControl,
          ...followFrom(nowMs + refusalLookupDelaysMs[0]),
        },
        entry: entry('refused', nowMs, `${outcome.code} ${outcome.message}`.trim()),
      }
    case 'not-sent':
      return {
        set: { followState: 'stopped', nextCheckAtMs: null },
        entry: entry('not-sent', nowMs, outcome.failure),
      }
    case 'unknown':
      return {
        set: {
          ...(outcome.isForeignAnswer ? { alert: 'mismatch' as const } : {}),
          ...followFrom(nowMs + delayMs),
        },
        entry: entry('outcome-unknown', nowMs, outcome.failure),
      }
    default:
      return assertNever(outcome)
  }
}

function followFrom(nextCheckAtMs: number): Partial<OrderColumns> {
  return { followState: 'following', nextCheckAtMs }
}

function entry(kind: NewTimelineEntry['kind'], atMs: number, text: string | null): NewTimelineEntry {
  return { atMs, kind, actor: null, changes: [], text }
}
