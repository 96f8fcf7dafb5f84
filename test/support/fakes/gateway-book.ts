import type { IssuerStep } from '../../../src-main/ports/cardholder-browser'
import type { BookedOrder, LaterTransaction } from './gateway-answers'

/** The orders of a fake gateway and their changes. */
export class GatewayBook {
  /** Status of newly booked orders. */
  firstStatus = 'processing'
  readonly book = new Map<string, BookedOrder>()

  /** The bank changes the status of the order. */
  setStatus(clientOrderId: string, status: string): void {
    const order = this.#require(clientOrderId)
    order.status = status
    order.stage = `sale_${status}`
    if (status !== 'processing') order.steps = []
  }

  /** Adds a refund or dispute to the order. */
  setLater(clientOrderId: string, later: LaterTransaction): void {
    this.#require(clientOrderId).later = later
  }

  /** From now on the order waits for these browser steps, one after the other. */
  setSteps(clientOrderId: string, ...steps: IssuerStep[]): void {
    const order = this.#require(clientOrderId)
    order.steps = steps
    order.stage = steps.length === 0 ? 'sale_processing' : 'sale_3d_validating'
  }

  /** Books an order, also one of another system. */
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

  /** An upload for the awaited step moves the order on. Any other upload changes nothing. */
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
