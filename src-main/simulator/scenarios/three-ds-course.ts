import type { Reason } from './scenario'
import type { Step } from '../orders/stages'
import type { BrowserStep, ThreeDs } from './three-ds'

const filteringAfterMs = 400
const firstStepAfterMs = 1_500
const nextStepAfterMs = 800
const processingAfterMs = 500
const settleAfterMs = 2_000

const patienceMs = 15 * 60_000
// People and issuers' pages do not go faster with the simulator's speed.
const leastPatienceMs = 60_000

const timedOut: Reason = { code: '920', message: '3-D Secure authentication was not finished in time' }
const notAuthenticated: Reason = {
  code: '150',
  message: 'Decline, cardholder was not authenticated by 3-D Secure',
}

/** Times of an order that goes through 3-D Secure; `speed` divides every duration. */
export interface Pace {
  fromMs: number
  speed: number
}

/** The life of an order up to its first browser step, where it waits. */
export function openingSteps(course: readonly BrowserStep[], { fromMs, speed }: Pace): Step[] {
  const at = (durationMs: number) => fromMs + Math.round(durationMs / speed)
  return [
    { atMs: at(0), status: 'processing', stage: 'sale_starting' },
    { atMs: at(filteringAfterMs), status: 'processing', stage: 'sale_filtering' },
    ...course.slice(0, 1).flatMap((step) => waitingFor(step, at(firstStepAfterMs), speed)),
  ]
}

/** How the order goes on once an upload has been taken. */
export function stepsAfterUpload(threeDs: ThreeDs, { fromMs, speed }: Pace): Step[] {
  const at = (durationMs: number) => fromMs + Math.round(durationMs / speed)
  if (threeDs.verified === 'NOT_AUTHENTICATED') {
    return [
      { atMs: at(0), status: 'processing', stage: 'sale_3d_validated' },
      { atMs: at(settleAfterMs), status: 'declined', stage: 'sale_declined', reason: notAuthenticated },
    ]
  }
  const next = nextStep(threeDs)
  if (next) {
    return [
      { atMs: at(0), status: 'processing', stage: 'sale_3d_validating' },
      ...waitingFor(next, at(nextStepAfterMs), speed),
    ]
  }
  return [
    { atMs: at(0), status: 'processing', stage: 'sale_3d_validated' },
    { atMs: at(processingAfterMs), status: 'processing', stage: 'sale_processing' },
    { atMs: at(settleAfterMs), status: 'approved', stage: 'sale_approved' },
  ]
}

/** The step whose result has not been uploaded. */
export function nextStep({ steps, uploaded }: ThreeDs): BrowserStep | undefined {
  return steps.find((step) => !uploaded.includes(step))
}

function waitingFor(step: BrowserStep, atMs: number, speed: number): Step[] {
  const untilMs = atMs + Math.max(Math.round(patienceMs / speed), leastPatienceMs)
  return [
    { atMs, status: 'processing', stage: 'sale_3d_validating', awaits: step },
    { atMs: untilMs, status: 'error', stage: 'sale_error', reason: timedOut },
  ]
}
