import type { StatusChange, OrderStatus, Reason, Scenario } from '../scenarios/scenario'
import type { BrowserStep } from '../scenarios/three-ds'

export type TransactionType = 'sale' | 'preauth'

/**
 * The status of an order from a time on. All phases are planned when the order is accepted and stored with it, so that
 * a restart loses none. A browser step replaces the phases after it.
 */
export interface OrderPhase {
  atMs: number
  status: OrderStatus
  /** Value of `order-stage`. */
  stage: string
  reason?: Reason
  /** The browser step that the order waits for in this phase. */
  awaits?: BrowserStep
}

const filteringAfterMs = 400
const processingAfterMs = 1_500
const settleAfterMs = 4_000
const filterSettleAfterMs = 1_800
const settleSpreadMs = 2_000
const nextAmountAfterMs = 1_500

/** Statuses in which the gateway creates card tokens. */
const finalStatuses: readonly OrderStatus[] = ['approved', 'declined', 'filtered', 'error']

export function isFinal(status: OrderStatus): boolean {
  return finalStatuses.includes(status)
}

export interface OrderPlan {
  transactionType: TransactionType
  /** One scenario for each amount, in the order in which the amounts are tried. */
  attempts: readonly Scenario[]
  acceptedAtMs: number
  /** Divides every duration. */
  speed: number
  /** 0 to 1: the part of `settleSpreadMs` that is added to the processing time of this order. */
  settleFraction: number
}

/** Plans all phases of an order: starting, filtering, processing, then the status changes of its scenario. */
export function planPhases({
  transactionType,
  attempts,
  acceptedAtMs,
  speed,
  settleFraction,
}: OrderPlan): OrderPhase[] {
  const prefix = transactionType === 'preauth' ? 'auth' : 'sale'
  const at = (durationMs: number) => acceptedAtMs + Math.round(durationMs / speed)
  const approvedAttempt = attempts.findIndex(endsApproved)
  const deciding = approvedAttempt < 0 ? attempts.length - 1 : approvedAttempt
  const changes = attempts[deciding]?.statusChanges ?? []

  const phases: OrderPhase[] = [
    { atMs: at(0), status: 'processing', stage: `${prefix}_starting` },
    { atMs: at(filteringAfterMs), status: 'processing', stage: `${prefix}_filtering` },
  ]
  // A filtered order ends before the bank is asked.
  const isStoppedByFilter = changes[0]?.status === 'filtered'
  if (!isStoppedByFilter) {
    phases.push({ atMs: at(processingAfterMs), status: 'processing', stage: `${prefix}_processing` })
  }
  const settledMs =
    (isStoppedByFilter ? filterSettleAfterMs : settleAfterMs + settleFraction * settleSpreadMs) +
    deciding * nextAmountAfterMs
  return [...phases, ...changes.map((change) => phaseOf(change, prefix, at(settledMs + change.afterMs)))]
}

function phaseOf(change: StatusChange, prefix: string, atMs: number): OrderPhase {
  const phase = { atMs, status: change.status, stage: `${prefix}_${change.status}` }
  return change.reason ? { ...phase, reason: change.reason } : phase
}

export function endsApproved(scenario: Scenario): boolean {
  return scenario.statusChanges.at(-1)?.status === 'approved'
}
