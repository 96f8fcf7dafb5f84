import type { ExchangeSummary } from '../../../src-shared/domain/exchange'
import type { OrderView } from '../../../src-shared/domain/order'
import type { EventPublisher } from '../../ports/event-publisher'
import type { CheckedOrder, WrittenOrder } from '../../ports/storage'
import type { AppStateService } from './app-state-service'

/** Publishes order changes to the windows. It reads nothing from the database. */
export class OrderAnnouncer {
  readonly #publisher: EventPublisher
  readonly #appState: Pick<AppStateService, 'refreshSoon'>

  constructor(parts: {
    readonly publisher: EventPublisher
    readonly appState: Pick<AppStateService, 'refreshSoon'>
  }) {
    this.#publisher = parts.publisher
    this.#appState = parts.appState
  }

  /**
   * Publishes the new view and its stored exchange. A check without news publishes only the check: most checks are of
   * this kind, and a whole view for each would be most of the traffic to the windows.
   */
  announce(written: WrittenOrder | CheckedOrder): void {
    if ('check' in written) {
      this.#publisher.publish('orders.checked', written.check)
      return
    }
    this.announceView(written.view)
    if (written.exchange !== null) this.announceExchange(written.exchange)
  }

  /** Publishes the new view of an order without an exchange. */
  announceView(view: OrderView): void {
    this.#publisher.publish('orders.changed', view)
    this.#appState.refreshSoon()
  }

  /** Publishes an exchange that changed no order. */
  announceExchange(exchange: ExchangeSummary): void {
    this.#publisher.publish('exchanges.recorded', exchange)
  }
}
