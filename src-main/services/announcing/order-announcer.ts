import type { ExchangeSummary } from '../../../src-shared/domain/exchange'
import type { EventPublisher } from '../../ports/event-publisher'
import type { CheckedOrder, WrittenOrder } from '../../ports/storage'
import type { AppStateService } from './app-state-service'

/** Tells the windows what a write made of an order; nothing is read for it. */
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
   * Announces the new view and the exchange that was stored with it. Of a check that found nothing new, only the check is
   * announced: most checks are such, and a whole view for each would be most of what goes to the windows.
   */
  announce(written: WrittenOrder | CheckedOrder): void {
    if ('check' in written) {
      this.#publisher.publish('orders.checked', written.check)
      return
    }
    this.#publisher.publish('orders.changed', written.view)
    this.#appState.refreshSoon()
    if (written.exchange !== null) this.announceExchange(written.exchange)
  }

  /** Announces an exchange that changed no order. */
  announceExchange(exchange: ExchangeSummary): void {
    this.#publisher.publish('exchanges.recorded', exchange)
  }
}
