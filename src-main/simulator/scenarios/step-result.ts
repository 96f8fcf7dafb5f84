import type { OrderStore } from '../orders/order-store'
import type { Callbacks } from '../callbacks/callbacks'
import type { Order } from '../orders/state'
import type { BrowserStep, ThreeDs } from './three-ds'

/** The result of a browser step. */
export interface StepResult {
  /** The issuer's answer to a challenge or a PaReq; empty for the method page. */
  answer: string
  /** Return address of a later challenge; empty when none was sent. */
  notificationUrl: string
}

/**
 * Accepts the result of the step that an order waits for, from an upload or from the browser, and continues the order.
 */
export function acceptStepResult(
  { orderStore, callbacks }: { orderStore: OrderStore; callbacks: Callbacks },
  order: Order,
  threeDs: ThreeDs,
  step: BrowserStep,
  { answer, notificationUrl }: StepResult,
): void {
  if (step === 'method') {
    if (notificationUrl !== '') threeDs.notificationUrl = notificationUrl
    if (threeDs.steps.length === 1) threeDs.verified = 'AUTHENTICATED'
  } else {
    // Only the exact bytes that the issuer gave out count. The content of another answer is not read.
    const isRight = threeDs.issued?.isAuthenticated === true && threeDs.issued.value === answer
    threeDs.verified = isRight ? 'AUTHENTICATED' : 'NOT_AUTHENTICATED'
  }
  orderStore.finishStep(order, step)
  callbacks.plan(order)
}
