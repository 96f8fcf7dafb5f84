import { AppError } from '../../src-shared/errors/app-error'
import type { OrderChange, OrderRecord, StorageReader, StorageWriter } from '../ports/storage'

/** The opened log as services use it. */
export interface OpenStorage {
  readonly writer: StorageWriter
  readonly reader: StorageReader
}

/** The log before and after it is opened, so that services can be composed once, before the start has found the key. */
export class StorageSession implements OpenStorage {
  #opened: OpenStorage | null = null

  get isOpen(): boolean {
    return this.#opened !== null
  }

  get writer(): StorageWriter {
    return this.#require().writer
  }

  get reader(): StorageReader {
    return this.#require().reader
  }

  use(opened: OpenStorage): void {
    this.#opened = opened
  }

  close(): void {
    this.#opened = null
  }

  #require(): OpenStorage {
    if (this.#opened === null) throw new AppError('not-allowed-now', { reason: 'not-started' })
    return this.#opened
  }
}

const maxAttempts = 6

/**
 * Reads an order, builds a change from what is there and writes it; when somebody else changed the order in between,
 * the change is built anew. `build` answers null when there is nothing left to do: the order then stays as it is.
 * `known` saves the first reading to those who have just written the order.
 */
export async function changeOrder(
  storage: OpenStorage,
  orderId: string,
  build: (order: OrderRecord) => OrderChange | null,
  known: OrderRecord | null = null,
): Promise<OrderRecord> {
  for (let attempt = 1; ; attempt++) {
    const order = attempt === 1 && known !== null ? known : await storage.reader.getOrder(orderId)
    if (order === null) throw new AppError('not-found', { reason: 'order' })
    const change = build(order)
    if (change === null) return order
    try {
      return await storage.writer.changeOrder(change)
    } catch (error) {
      if (!isStaleWrite(error) || attempt === maxAttempts) throw error
    }
  }
}

function isStaleWrite(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-allowed-now' && error.details.reason === 'revision'
}
