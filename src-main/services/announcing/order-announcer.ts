import type { OrderView } from '../../../src-shared/domain/order'
import type { ExchangeView } from '../../../src-shared/domain/exchange'
import { AppError } from '../../../src-shared/errors/app-error'
import type { EventPublisher } from '../../ports/event-publisher'
import type { OrderRecord } from '../../ports/storage'
import type { AppStateService } from './app-state-service'
import type { OpenStorage } from '../common/open-storage'
import type { ReportProblem } from '../common/report-problem'

/** Tells the windows about an order's new truth, and reads the whole view for replies. */
export class OrderAnnouncer {
  readonly #storage: OpenStorage
  readonly #publisher: EventPublisher
  readonly #appState: AppStateService
  readonly #report: ReportProblem

  constructor(parts: {
    readonly storage: OpenStorage
    readonly publisher: EventPublisher
    readonly appState: AppStateService
    readonly report: ReportProblem
  }) {
    this.#storage = parts.storage
    this.#publisher = parts.publisher
    this.#appState = parts.appState
    this.#report = parts.report
  }

  /** The whole view. Errors: `not-found`. */
  async view(orderId: string): Promise<OrderView> {
    const view = await this.#storage.reader.getOrderView(orderId)
    if (view === null) throw new AppError('not-found', { reason: 'order' })
    return view
  }

  /** Publishes the view and answers with it, for a reply. */
  async announceView(orderId: string, parts: { readonly hasExchange: boolean }): Promise<OrderView> {
    const view = await this.view(orderId)
    this.#publisher.publish('orders.changed', view)
    this.#appState.refreshSoon()
    if (parts.hasExchange) await this.#announceLastExchange(view)
    return view
  }

  /** Publishes in the background: a screen that misses news must never stop what made the news. */
  announce(order: OrderRecord, parts: { readonly hasExchange: boolean }): void {
    this.announceView(order.summary.orderId, parts).catch((error: unknown) => {
      this.#report('order-announcer', error)
    })
  }

  /** Publishes an exchange that belongs to no order's timeline. */
  announceExchange(exchange: ExchangeView): void {
    const { request: _request, answer: _answer, unreadableBody: _body, ...summary } = exchange
    this.#publisher.publish('exchanges.recorded', summary)
  }

  async #announceLastExchange(view: OrderView): Promise<void> {
    const exchangeId = view.timeline.findLast((entry) => entry.exchangeId !== null)?.exchangeId ?? null
    const exchange = exchangeId === null ? null : await this.#storage.reader.getExchange(exchangeId)
    if (exchange !== null) this.announceExchange(exchange)
  }
}
