import type { ChargeState } from '../../../src-shared/domain/charge'
import type { RefundState } from '../../../src-shared/domain/later-transactions'
import { isFinalStatus } from '../../../src-shared/domain/order-status'
import type { PollPace } from '../../../src-shared/domain/profile'
import type { RefundCase } from '../../../src-shared/domain/refund-case'
import { assertNever } from '../../../src-shared/util/assert-never'
import type { NewExchange, OrderChange, OrderColumns, OrderRecord } from '../../ports/storage'
import { confirmationOf } from '../common/gateway-time'
import {
  maxPollMs,
  maxWatchMs,
  minPollMs,
  nextStep,
  refundCaseDelayMs,
  refusalLookupDelaysMs,
  watchFrom,
  watchRetry,
} from './poll-ladder'
import type { StatusReduction } from './status-reducer'

/** The time of a check and the values that decide the next one. */
export interface CheckMoment {
  readonly nowMs: number
  /** How long the order has been followed in ms, by a clock that does not jump. */
  readonly ageMs: number
  /** Gateway clock minus ours in ms, null when it is not known. */
  readonly clockSkewMs: number | null
  readonly pace: PollPace
  readonly random: () => number
  /** No poll before this time. */
  readonly notBeforeMs?: number
}

type Next = Pick<OrderChange, 'set' | 'charge' | 'entries'>

/** True for an order that may exist at the gateway. */
export function isAskable(order: OrderRecord): boolean {
  const state = order.charge?.state
  switch (state) {
    case 'draft':
    case 'recorded':
    case 'sending':
    case 'not-sent':
    case 'cancelled':
      return false
    case 'accepted':
    case 'rejected-unverified':
    case 'rejected':
    case 'outcome-unknown':
    case 'needs-review':
    case 'resolved-present':
    case 'resolved-absent':
    case 'final':
    case undefined:
      return true
    default:
      return assertNever(state)
  }
}

/** Adds to a change when to poll next, or the end of following. */
export function planCheck(
  order: OrderRecord,
  reduction: StatusReduction,
  moment: CheckMoment,
  exchange: NewExchange | null,
): OrderChange {
  const next = nextOf(order, reduction, moment)
  const charge = reduction.charge ?? next.charge
  return {
    orderId: order.summary.orderId,
    expectedRevision: order.summary.revision,
    atMs: moment.nowMs,
    set: {
      checks: order.checks + 1,
      followedForMs: Math.round(moment.ageMs),
      ...confirmationOf(order, reduction.charge?.to, moment),
      ...reduction.set,
      ...laterOf(next.set, moment),
    },
    ...(charge === undefined ? {} : { charge }),
    facts: reduction.facts,
    ...(reduction.step === undefined ? {} : { step: reduction.step }),
    ...(reduction.refundCase === undefined ? {} : { refundCase: reduction.refundCase }),
    entries: [...reduction.entries, ...next.entries],
    ...(exchange === null ? {} : { exchange }),
  }
}

function laterOf(set: Next['set'], { notBeforeMs = 0 }: CheckMoment): Next['set'] {
  const { nextCheckAtMs } = set
  return typeof nextCheckAtMs === 'number'
    ? { ...set, nextCheckAtMs: Math.max(nextCheckAtMs, notBeforeMs) }
    : set
}

function nextOf(order: OrderRecord, reduction: StatusReduction, moment: CheckMoment): Next {
  const status = reduction.set.status === undefined ? order.summary.status : reduction.set.status
  const { refundState } = reduction.set.later ?? order.summary.later
  if (isSettled(status, refundState)) {
    const isAwaited = reduction.refundCase === undefined && isRefundAwaited(order)
    return { set: followSettled(isAwaited ? order.openCase.stateAtMs : null, moment.nowMs), entries: [] }
  }
  // A refund that has begun is followed like a new order, although the payment is final.
  if (isFinalStatus(status) && order.summary.later.refundState !== 'in-progress') return followAnew(moment)
  if (reduction.charge?.to === 'accepted') return followAnew(moment)
  if (order.summary.watchUntilMs !== null)
    return nextWatchLookup(order, order.summary.watchUntilMs, reduction, moment)
  if (order.summary.followState !== 'following') return { set: { nextCheckAtMs: null }, entries: [] }
  if (order.charge?.state === 'rejected-unverified')
    return nextRefusalLookup(order, order.charge, reduction, moment)
  return nextRung(order, moment)
}

const stop: Partial<OrderColumns> = { followState: 'stopped', nextCheckAtMs: null, watchUntilMs: null }

/** True while the gateway's operator has the request for a refund. */
export function isRefundAwaited(
  order: OrderRecord,
): order is OrderRecord & { readonly openCase: RefundCase } {
  return order.openCase?.state === 'handed-over'
}

/** True when neither the payment nor a refund that the gateway reports is under way. */
export function isSettled(status: string | null, refundState: RefundState): boolean {
  return isFinalStatus(status) && refundState !== 'in-progress'
}

/**
 * How a settled order is followed: seldom while its refund is awaited, otherwise no more. `handedOverAtMs` null = no
 * refund is awaited.
 */
export function followSettled(handedOverAtMs: number | null, nowMs: number): Partial<OrderColumns> {
  if (handedOverAtMs === null) return stop
  return {
    followState: 'following',
    nextCheckAtMs: nowMs + refundCaseDelayMs(nowMs - handedOverAtMs),
    watchUntilMs: null,
  }
}

/** An order that was found after doubt is followed like a new one. */
function followAnew(moment: CheckMoment): Next {
  const step = nextStep({ ...moment, ageMs: 0, checks: 0 })
  return {
    set: {
      followState: 'following',
      followedSinceMs: moment.nowMs,
      followedForMs: 0,
      checks: 0,
      watchUntilMs: null,
      nextCheckAtMs: moment.nowMs + (step.kind === 'ask' ? step.delayMs : minPollMs),
    },
    entries: [],
  }
}

function nextRefusalLookup(
  order: OrderRecord,
  charge: NonNullable<OrderRecord['charge']>,
  { isAbsent }: StatusReduction,
  moment: CheckMoment,
): Next {
  if (isEarly(order, moment, maxPollMs)) return { set: { checks: order.checks }, entries: [] }
  const lookups = order.checks + (isAbsent ? 1 : 0)
  const delayMs = refusalLookupDelaysMs[lookups]
  if (delayMs === undefined)
    return {
      set: { ...watchFrom(0, moment.nowMs) },
      charge: { from: charge.state, expectedVersion: charge.stateVersion, to: 'rejected' },
      entries: [entry('refused', moment.nowMs, 'confirmed-by-lookups')],
    }
  if (isAbsent) return { set: { checks: lookups, nextCheckAtMs: moment.nowMs + delayMs }, entries: [] }
  // `checks` counts lookups that found no order, so only the age decides when the operator has to look.
  const step = nextStep({ ...moment, checks: Number.POSITIVE_INFINITY })
  if (step.kind === 'needs-review') return toReview(order, moment)
  return {
    set: { checks: lookups, nextCheckAtMs: moment.nowMs + Math.max(delayMs, step.delayMs) },
    entries: [],
  }
}

/** A charge that was shown as refused or not charged. The watch ends only after lookups that found no order. */
function nextWatchLookup(
  order: OrderRecord,
  watchUntilMs: number,
  { isAbsent }: StatusReduction,
  moment: CheckMoment,
): Next {
  if (isEarly(order, moment, maxWatchMs)) return { set: { checks: order.checks }, entries: [] }
  if (!isAbsent)
    return { set: { checks: order.checks, ...watchRetry(watchUntilMs, moment.nowMs) }, entries: [] }
  return { set: watchFrom(order.checks + 1, moment.nowMs) ?? stop, entries: [] }
}

/**
 * True for a manual recheck before the next planned lookup: lookups count only at their planned distance. A wait
 * longer than any plan means that the clock was set back.
 */
function isEarly(order: OrderRecord, moment: CheckMoment, longestWaitMs: number): boolean {
  const waitMs = (order.summary.nextCheckAtMs ?? 0) - moment.nowMs
  return waitMs > 0 && waitMs <= longestWaitMs
}

function nextRung(order: OrderRecord, moment: CheckMoment): Next {
  const step = nextStep({ ...moment, checks: order.checks + 1 })
  if (step.kind === 'ask') return { set: { nextCheckAtMs: moment.nowMs + step.delayMs }, entries: [] }
  return toReview(order, moment)
}

function toReview({ charge }: OrderRecord, moment: CheckMoment): Next {
  return {
    set: { followState: 'needs-review', nextCheckAtMs: null },
    ...(charge !== null && canNeedReview(charge.state)
      ? {
          charge: { from: charge.state, expectedVersion: charge.stateVersion, to: 'needs-review' as const },
        }
      : {}),
    entries: [entry('needs-review', moment.nowMs, null)],
  }
}

function canNeedReview(state: ChargeState): boolean {
  return state === 'accepted' || state === 'outcome-unknown' || state === 'rejected-unverified'
}

function entry(
  kind: 'refused' | 'needs-review',
  atMs: number,
  text: string | null,
): OrderChange['entries'][number] {
  return { atMs, kind, actor: null, changes: [], text }
}
