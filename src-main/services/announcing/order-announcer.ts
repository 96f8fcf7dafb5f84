import type { ExchangeSummary } from '../../../src-shared/domain/exchange'
import type { EventPublisher } from '../../ports/event-publisher'
import type { WrittenOrder } from '../../ports/storage'
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

  /** Announces the new view and the exchange that was stored with it. */
  announce({ view, exchange }: WrittenOrder): void {
    this.#publisher.publish('orders.changed', view)
    this.#appState.refreshSoon()
    if (exchange !== null) this.announceExchange(exchange)
  }

  /** Announces an exchange that changed no order. */
  announceExchange(exchange: ExchangeSummary): void {
    this.#publisher.publish('exchanges.recorded', exchange)
  }
}
