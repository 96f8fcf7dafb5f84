import type { ChargeState } from '../../src-shared/domain/charge'
import { isFinalStatus } from '../../src-shared/domain/order-status'
import type { PollPace } from '../../src-shared/domain/profile'
import { assertNever } from '../../src-shared/util/assert-never'
import type { NewExchange, OrderChange, OrderColumns, OrderRecord } from '../ports/storage'
import { minPollMs, nextStep, refusalLookupDelaysMs } from './poll-ladder'
import type { StatusReduction } from './status-reducer'

/** The moment of a check and what decides the next one. */
export interface CheckMoment {
  readonly nowMs: number
  /** How long the order has been followed, by a clock that does not jump. */
  readonly ageMs: number
  readonly pace: PollPace
  readonly random: () => number
  /** True when the gateway readably said that it has nothing to tell; only that counts as a lookup of a refusal. */
  readonly isRefusal: boolean
}

type Next = Pick<OrderChange, 'set' | 'charge' | 'entries'>

/** True for an order about which the gateway can be asked: one that may exist there. */
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

/** Completes what an answer changes with when to ask next, or with the end of following. */
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
    set: { checks: order.checks + 1, ...reduction.set, ...next.set },
    ...(charge === undefined ? {} : { charge }),
    facts: reduction.facts,
    ...(reduction.step === undefined ? {} : { step: reduction.step }),
    entries: [...reduction.entries, ...next.entries],
    ...(exchange === null ? {} : { exchange }),
  }
}

function nextOf(order: OrderRecord, reduction: StatusReduction, moment: CheckMoment): Next {
  const status = reduction.set.status === undefined ? order.summary.status : reduction.set.status
  const { refundState } = reduction.set.later ?? order.summary.later
  if (isFinalStatus(status) && refundState !== 'in-progress') return { set: stop, entries: [] }
  // A refund that has begun is followed like a new order, although the payment itself is final.
  if (isFinalStatus(status) && order.summary.later.refundState !== 'in-progress') return followAnew(moment)
  if (reduction.charge?.to === 'accepted') return followAnew(moment)
  if (order.summary.followState !== 'following') return { set: { nextCheckAtMs: null }, entries: [] }
  if (order.charge?.state === 'rejected-unverified') return nextRefusalLookup(order, order.charge, moment)
  return nextRung(order, moment)
}

const stop: Partial<OrderColumns> = { followState: 'stopped', nextCheckAtMs: null }

/** An order that turned up after doubt is followed as if it were new. */
function followAnew(moment: CheckMoment): Next {
  const step = nextStep({ ...moment, ageMs: 0, checks: 0 })
  return {
    set: {
      followState: 'following',
      followedSinceMs: moment.nowMs,
      checks: 0,
      nextCheckAtMs: moment.nowMs + (step.kind === 'ask' ? step.delayMs : minPollMs),
    },
    entries: [],
  }
}

function nextRefusalLookup(
  order: OrderRecord,
  charge: NonNullable<OrderRecord['charge']>,
  moment: CheckMoment,
): Next {
  const lookups = order.checks + (moment.isRefusal ? 1 : 0)
  const delayMs = refusalLookupDelaysMs[lookups]
  if (delayMs === undefined)
    return {
      set: { ...stop, checks: lookups },
      charge: { from: charge.state, expectedVersion: charge.stateVersion, to: 'rejected' },
      entries: [entry('refused', moment.nowMs, 'confirmed-by-lookups')],
    }
  // A refusal never needs review: without a readable lookup it is asked about for as long as it takes.
  const step = nextStep({ ...moment, checks: 0 })
  const ladderMs = moment.isRefusal || step.kind === 'needs-review' ? 0 : step.delayMs
  return {
    set: { checks: lookups, nextCheckAtMs: moment.nowMs + Math.max(delayMs, ladderMs) },
    entries: [],
  }
}

function nextRung(order: OrderRecord, moment: CheckMoment): Next {
  const step = nextStep({ ...moment, checks: order.checks + 1 })
  if (step.kind === 'ask') return { set: { nextCheckAtMs: moment.nowMs + step.delayMs }, entries: [] }
  const charge = order.charge
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
  return state === 'accepted' || state === 'outcome-unknown'
}

function entry(
  kind: 'refused' | 'needs-review',
  atMs: number,
  text: string | null,
): OrderChange['entries'][number] {
  return { atMs, kind, actor: null, changes: [], text }
}
