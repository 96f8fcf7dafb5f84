import type { Reason } from './scenario'
import type { OrderPhase } from '../orders/phases'
import type { BrowserStep, ThreeDs } from './three-ds'

const filteringAfterMs = 400
const firstStepAfterMs = 1_500
const nextStepAfterMs = 800
const processingAfterMs = 500
const settleAfterMs = 2_000

const stepTimeoutMs = 15 * 60_000
// People and issuer pages are not faster when the simulator's speed is higher.
const minStepTimeoutMs = 60_000

const timedOut: Reason = { code: '920', message: '3-D Secure authentication was not finished in time' }
const notAuthenticated: Reason = {
  code: '150',
  message: 'Decline, cardholder was not authenticated by 3-D Secure',
}

/** Start of the planned phases. `speed` divides every duration. */
export interface Timing {
  fromMs: number
  speed: number
}

/** The phases of an order up to its first browser step. */
export function phasesToFirstStep(course: readonly BrowserStep[], { fromMs, speed }: Timing): OrderPhase[] {
  const at = (durationMs: number) => fromMs + Math.round(durationMs / speed)
  return [
    { atMs: at(0), status: 'processing', stage: 'sale_starting' },
    { atMs: at(filteringAfterMs), status: 'processing', stage: 'sale_filtering' },
    ...course.slice(0, 1).flatMap((step) => waitingFor(step, at(firstStepAfterMs), speed)),
  ]
}

/** The phases of an order after the result of a browser step was accepted. */
export function phasesAfterUpload(threeDs: ThreeDs, { fromMs, speed }: Timing): OrderPhase[] {
  const at = (durationMs: number) => fromMs + Math.round(durationMs / speed)
  if (threeDs.verified === 'NOT_AUTHENTICATED') {
    return [
      { atMs: at(0), status: 'processing', stage: 'sale_3d_validated' },
      { atMs: at(settleAfterMs), status: 'declined', stage: 'sale_declined', reason: notAuthenticated },
    ]
  }
  const next = nextBrowserStep(threeDs)
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

/** The first step whose result has not been uploaded. */
export function nextBrowserStep({ steps, uploaded }: ThreeDs): BrowserStep | undefined {
  return steps.find((step) => !uploaded.includes(step))
}

function waitingFor(step: BrowserStep, atMs: number, speed: number): OrderPhase[] {
  const untilMs = atMs + Math.max(Math.round(stepTimeoutMs / speed), minStepTimeoutMs)
  return [
    { atMs, status: 'processing', stage: 'sale_3d_validating', awaits: step },
    { atMs: untilMs, status: 'error', stage: 'sale_error', reason: timedOut },
  ]
}
