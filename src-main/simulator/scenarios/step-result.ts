import type { Book } from '../orders/book'
import type { Callbacks } from '../callbacks/callbacks'
import type { Order } from '../orders/state'
import type { BrowserStep, ThreeDs } from './three-ds'

/** What the browser brought back from a step. */
export interface StepResult {
  /** The issuer's answer to a challenge or a PaReq; empty for the method page. */
  answer: string
  /** Where a later challenge returns to; empty when nothing was said. */
  notificationUrl: string
}

/** Takes the result of the step that an order waits for, whoever brought it; the order goes on from here. */
export function takeStepResult(
  { book, callbacks }: { book: Book; callbacks: Callbacks },
  order: Order,
  threeDs: ThreeDs,
  step: BrowserStep,
  { answer, notificationUrl }: StepResult,
): void {
  if (step === 'method') {
    if (notificationUrl !== '') threeDs.notificationUrl = notificationUrl
    if (threeDs.steps.length === 1) threeDs.verified = 'AUTHENTICATED'
  } else {
    // Nothing but the bytes that the issuer gave out counts, whatever they say of themselves.
    const isRight = threeDs.issued?.isAuthenticated === true && threeDs.issued.value === answer
    threeDs.verified = isRight ? 'AUTHENTICATED' : 'NOT_AUTHENTICATED'
  }
  book.finishStep(order, step)
  callbacks.plan(order)
}
