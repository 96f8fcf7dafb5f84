import type { IssuerStep } from '../../../src-main/ports/cardholder-browser'
import type { BookedOrder, LaterTransaction } from './gateway-answers'

/** The orders that a fake gateway has, and how they move on. */
export class GatewayBook {
  /** What newly booked orders stand at. */
  firstStatus = 'processing'
  readonly book = new Map<string, BookedOrder>()

  /** The order moves on at the bank. */
  setStatus(clientOrderId: string, status: string): void {
    const order = this.#require(clientOrderId)
    order.status = status
    order.stage = `sale_${status}`
    if (status !== 'processing') order.steps = []
  }

  /** A refund or dispute follows the order's payment. */
  setLater(clientOrderId: string, later: LaterTransaction): void {
    this.#require(clientOrderId).later = later
  }

  /** The order waits for these browser steps from now on, one after the other. */
  setSteps(clientOrderId: string, ...steps: IssuerStep[]): void {
    const order = this.#require(clientOrderId)
    order.steps = steps
    order.stage = steps.length === 0 ? 'sale_processing' : 'sale_3d_validating'
  }

  /** Takes an order, also one that did not come from this app. */
  bookOrder(clientOrderId: string, amount: string, currency: string): BookedOrder {
    const order: BookedOrder = {
      clientOrderId,
      gatewayOrderId: String(6684100 + this.book.size),
      amount,
      currency,
      status: this.firstStatus,
      stage: 'sale_processing',
      steps: [],
    }
    this.book.set(clientOrderId, order)
    return order
  }

  /** An upload for the step that is waited for takes the order on; any other one changes nothing. */
  protected takeStep(clientOrderId: string, kind: IssuerStep['kind']): void {
    const order = this.book.get(clientOrderId)
    if (order?.steps[0]?.kind !== kind) return
    order.steps = order.steps.slice(1)
    if (order.steps.length === 0) this.setStatus(clientOrderId, 'approved')
  }

  #require(clientOrderId: string): BookedOrder {
    const order = this.book.get(clientOrderId)
    if (order === undefined) throw new Error(`the gateway has no order ${clientOrderId}`)
    return order
  }
}
