import type { LinkedOrder } from '../../../src-shared/domain/linked-order'
import { everyOrder } from '../../../src-shared/domain/order-query'
import type { EventPublisher } from '../../ports/event-publisher'
import type { OpenStorage } from '../common/storage-session'

/** More orders than have one id in common. */
const mostFound = 50

/**
 * The order that a link of another program names (`rebill-desk://order/ID`). It waits until the page takes it, because a
 * link may also start the app or come while it is locked. A link shows an order and does nothing else.
 */
export class OrderLinks {
  readonly #storage
  readonly #publisher
  #waiting: string | null = null

  constructor({
    storage,
    publisher,
  }: {
    readonly storage: OpenStorage
    readonly publisher: Pick<EventPublisher, 'publish'>
  }) {
    this.#storage = storage
    this.#publisher = publisher
  }

  /** `id` is a client order id or a gateway order id. It takes the place of one that still waits. */
  arrive(id: string): void {
    this.#waiting = id
    this.#publisher.publish('orderLink.arrived', {})
  }

  /** The newest order with the id, of any profile. Then no link waits any more. Errors: `storage-failed`. */
  async take(): Promise<LinkedOrder | null> {
    const id = this.#waiting
    if (id === null) return null
    const { rows } = await this.#storage.reader.listOrders({ ...everyOrder, search: id }, null, mostFound)
    if (this.#waiting === id) this.#waiting = null
    const order = rows.find(
      ({ clientOrderId, gatewayOrderId }) => clientOrderId === id || gatewayOrderId === id,
    )
    return { id, orderId: order?.orderId ?? null }
  }
}
