import type { ChargeState } from '../../src-shared/domain/charge'
import type { PollPace } from '../../src-shared/domain/profile'
import { assertNever } from '../../src-shared/util/assert-never'
import type { PaymentOutcome } from '../ports/gateway-client'
import type { NewTimelineEntry, OrderChange, OrderColumns, OrderRecord } from '../ports/storage'
import { paceDelayMs, refusalLookupDelaysMs } from './poll-ladder'
import type { Transmitted } from './send-once'

/** What the one transmission of a charge came to. */
export type ChargeAnswer = Transmitted<PaymentOutcome>

/** What is known of a charge whose transmission broke off inside the app: money may have moved. */
export const lostCharge: PaymentOutcome = { kind: 'unknown', failure: 'internal', isForeignAnswer: false }

/** The change that stores an answer (T3). Only a charge that is still `sending` takes it; else null. */
export function answerChange(
  order: OrderRecord,
  answer: ChargeAnswer,
  moment: { readonly nowMs: number; readonly pace: PollPace; readonly random: () => number },
): OrderChange | null {
  if (order.charge?.state !== 'sending') return null
  const { nowMs } = moment
  const to = stateAfterAnswer(answer.outcome)
  const step = stepOf(answer.outcome, nowMs, paceDelayMs(moment.pace, moment.random))
  return {
    orderId: order.summary.orderId,
    expectedRevision: order.summary.revision,
    atMs: nowMs,
    set: { ...step.set, checks: 0, followedSinceMs: nowMs },
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

/** The charge's state by what its transmission came to. */
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
