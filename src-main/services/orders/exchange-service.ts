import type { ExchangeQuery, ExchangeView } from '../../../src-shared/domain/exchange'
import { AppError } from '../../../src-shared/errors/app-error'
import type { StorageReader } from '../../ports/storage'
import type { OpenStorage } from '../common/storage-session'

/** The API log: every exchange with the gateway, masked. */
export class ExchangeService {
  readonly #storage: OpenStorage

  constructor(storage: OpenStorage) {
    this.#storage = storage
  }

  list(
    query: ExchangeQuery,
    cursor: string | null,
    limit: number,
  ): ReturnType<StorageReader['listExchanges']> {
    return this.#storage.reader.listExchanges(query, cursor, limit)
  }

  async get(exchangeId: string): Promise<ExchangeView> {
    const exchange = await this.#storage.reader.getExchange(exchangeId)
    if (exchange === null) throw new AppError('not-found', { reason: 'exchange' })
    return exchange
  }
}
