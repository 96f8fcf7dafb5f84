import { troubleOf, type StorageTrouble } from '../../../src-shared/domain/storage-trouble'
import { AppError } from '../../../src-shared/errors/app-error'
import type { OrderView } from '../../../src-shared/domain/order'
import type {
  OrderChange,
  OrderRecord,
  StorageReader,
  StorageWriter,
  WrittenOrder,
} from '../../ports/storage'

/** The opened database as services use it. */
export interface OpenStorage {
  readonly writer: StorageWriter
  readonly reader: StorageReader
}

/**
 * The database before and after it is opened. Services can so be composed before the start has found the key. Every
 * write passes through here: a failed write sets the trouble, a successful one clears it, and the listener is called
 * for both.
 */
export class StorageSession implements OpenStorage {
  #reader: StorageReader | null = null
  /** Null while the database is read-only. */
  #writer: StorageWriter | null = null
  #trouble: StorageTrouble | null = null
  #onTrouble: (trouble: StorageTrouble | null) => void = () => undefined
  #onWritten: () => void = () => undefined

  get isOpen(): boolean {
    return this.#reader !== null
  }

  /** Why the database cannot be written; null = it can, or it is closed. */
  get trouble(): StorageTrouble | null {
    return this.#trouble
  }

  /** True when writes reach the file. The trouble may be over by then. */
  get hasWriter(): boolean {
    return this.#writer !== null
  }

  /** While the database is read-only: `storage-failed` with the trouble as its reason. */
  get writer(): StorageWriter {
    if (this.#reader === null) throw notStarted()
    if (this.#writer === null) throw new AppError('storage-failed', { reason: this.#trouble ?? 'read-only' })
    return this.#writer
  }

  get reader(): StorageReader {
    if (this.#reader === null) throw notStarted()
    return this.#reader
  }

  /** One listener. It is not called for `use`, `useForReading` and `close`, whose callers know the result. */
  onTrouble(listener: (trouble: StorageTrouble | null) => void): void {
    this.#onTrouble = listener
  }

  /** One listener, called after each successful write. */
  onWritten(listener: () => void): void {
    this.#onWritten = listener
  }

  use({ reader, writer }: OpenStorage): void {
    this.#reader = reader
    this.#writer = this.#watched(writer)
    this.#trouble = null
  }

  useForReading(reader: StorageReader, trouble: StorageTrouble): void {
    this.#reader = reader
    this.#writer = null
    this.#trouble = trouble
  }

  close(): void {
    this.#reader = null
    this.#writer = null
    this.#trouble = null
  }

  #watched(writer: StorageWriter): StorageWriter {
    const watched: StorageWriter = new Proxy(writer, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        return async (...args: unknown[]) => {
          try {
            const written: unknown = await Reflect.apply(member, target, args)
            if (this.#writer === watched) {
              this.#setTrouble(null)
              this.#onWritten()
            }
            return written
          } catch (error) {
            const trouble = troubleOf(error)
            if (trouble !== null && this.#writer === watched) this.#setTrouble(trouble)
            throw error
          }
        }
      },
    })
    return watched
  }

  #setTrouble(trouble: StorageTrouble | null): void {
    if (this.#trouble === trouble) return
    this.#trouble = trouble
    this.#onTrouble(trouble)
  }
}

function notStarted(): AppError {
  return new AppError('not-allowed-now', { reason: 'not-started' })
}

const maxAttempts = 6

/** Returns the whole view of an order. Errors: `not-found`. */
export async function requireView({ reader }: OpenStorage, orderId: string): Promise<OrderView> {
  const view = await reader.getOrderView(orderId)
  if (view === null) throw new AppError('not-found', { reason: 'order' })
  return view
}

/**
 * Reads an order, builds a change and writes it. When the order changed in the meantime, the change is built again.
 * `build` returns null when there is nothing to do; the order is then returned unchanged. `known` saves the first
 * read.
 */
export function changeOrder(
  storage: OpenStorage,
  orderId: string,
  build: (order: OrderRecord) => OrderChange | null,
  known: OrderRecord | null = null,
): Promise<WrittenOrder> {
  return writeOrder(
    storage,
    orderId,
    async (order) => {
      const change = build(order)
      if (change !== null) return storage.writer.changeOrder(change)
      return { ...order, view: await requireView(storage, orderId), exchange: null }
    },
    known,
  )
}

/** Calls `write` with the current order, and again when the order changed in the meantime. */
export async function writeOrder<W>(
  storage: OpenStorage,
  orderId: string,
  write: (order: OrderRecord) => Promise<W>,
  known: OrderRecord | null,
): Promise<W> {
  for (let attempt = 1; ; attempt++) {
    const order = attempt === 1 && known !== null ? known : await storage.reader.getOrder(orderId)
    if (order === null) throw new AppError('not-found', { reason: 'order' })
    try {
      return await write(order)
    } catch (error) {
      if (!isStaleWrite(error) || attempt === maxAttempts) throw error
    }
  }
}

function isStaleWrite(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-allowed-now' && error.details.reason === 'revision'
}
