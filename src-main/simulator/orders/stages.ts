import type { Leg, OrderStatus, Reason, Scenario } from '../scenarios/scenario'
import type { BrowserStep } from '../scenarios/three-ds'

export type TransactionType = 'sale' | 'preauth'

/** A moment in an order's life. All steps are laid down when the order is taken, so a restart loses none. */
export interface Step {
  atMs: number
  status: OrderStatus
  /** Value of `order-stage`. */
  stage: string
  reason?: Reason
  /** What the cardholder's browser has to do before the order goes on. */
  awaits?: BrowserStep
}

const filteringAfterMs = 400
const processingAfterMs = 1_500
const settleAfterMs = 4_000
const filterSettleAfterMs = 1_800
const settleSpreadMs = 2_000
const nextAmountAfterMs = 1_500

/** Statuses in which the gateway makes tokens. */
const finalStatuses: readonly OrderStatus[] = ['approved', 'declined', 'filtered', 'error']

export function isFinal(status: OrderStatus): boolean {
  return finalStatuses.includes(status)
}

export interface Journey {
  transactionType: TransactionType
  /** One scenario for every amount that is tried, in order. */
  attempts: readonly Scenario[]
  acceptedAtMs: number
  /** Divides every duration. */
  speed: number
  /** 0 to 1: where in the usual spread of processing times this order falls. */
  luck: number
}

/** Lays down the whole life of an order: starting, filtering, processing, then the course of its scenario. */
export function planSteps({ transactionType, attempts, acceptedAtMs, speed, luck }: Journey): Step[] {
  const prefix = transactionType === 'preauth' ? 'auth' : 'sale'
  const at = (durationMs: number) => acceptedAtMs + Math.round(durationMs / speed)
  const approvedAttempt = attempts.findIndex(endsApproved)
  const deciding = approvedAttempt < 0 ? attempts.length - 1 : approvedAttempt
  const course = attempts[deciding]?.course ?? []

  const steps: Step[] = [
    { atMs: at(0), status: 'processing', stage: `${prefix}_starting` },
    { atMs: at(filteringAfterMs), status: 'processing', stage: `${prefix}_filtering` },
  ]
  // A filter stops the order before the bank is asked.
  const isStoppedByFilter = course[0]?.status === 'filtered'
  if (!isStoppedByFilter) {
    steps.push({ atMs: at(processingAfterMs), status: 'processing', stage: `${prefix}_processing` })
  }
  const settledMs =
    (isStoppedByFilter ? filterSettleAfterMs : settleAfterMs + luck * settleSpreadMs) +
    deciding * nextAmountAfterMs
  return [...steps, ...course.map((leg) => stepOf(leg, prefix, at(settledMs + leg.afterMs)))]
}

function stepOf(leg: Leg, prefix: string, atMs: number): Step {
  const step = { atMs, status: leg.status, stage: `${prefix}_${leg.status}` }
  return leg.reason ? { ...step, reason: leg.reason } : step
}

export function endsApproved(scenario: Scenario): boolean {
  return scenario.course.at(-1)?.status === 'approved'
}
