import type { OrderViews } from '../../../src-shared/domain/order-views'
import type { OpenStorage } from '../common/storage-session'

/** The columns and saved views of the orders list. The window has the only copy in use and saves it as a whole. */
export class OrderViewsService {
  readonly #storage: OpenStorage

  constructor(storage: OpenStorage) {
    this.#storage = storage
  }

  get(): Promise<OrderViews> {
    return this.#storage.reader.getOrderViews()
  }

  async save(views: OrderViews): Promise<OrderViews> {
    await this.#storage.writer.saveOrderViews(views)
    return views
  }
}
