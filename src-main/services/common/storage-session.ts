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

/** The opened log as services use it. */
export interface OpenStorage {
  readonly writer: StorageWriter
  readonly reader: StorageReader
}

/**
 * The log before and after it is opened, so that services can be composed once, before the start has found the key.
 * Every write passes here, so here it is known whether the log takes entries: a write that meets a trouble sets it, one
 * that succeeds ends it, and the listener hears of both.
 */
export class StorageSession implements OpenStorage {
  #reader: StorageReader | null = null
  /** Null while the log is open for reading only. */
  #writer: StorageWriter | null = null
  #trouble: StorageTrouble | null = null
  #onTrouble: (trouble: StorageTrouble | null) => void = () => undefined

  get isOpen(): boolean {
    return this.#reader !== null
  }

  /** What keeps the log from being written; null = it takes entries, or is closed. */
  get trouble(): StorageTrouble | null {
    return this.#trouble
  }

  /** True when a write reaches the file; the trouble may be over by now. */
  get hasWriter(): boolean {
    return this.#writer !== null
  }

  /** While the log can only be read: `storage-failed` with the trouble as its reason. */
  get writer(): StorageWriter {
    if (this.#reader === null) throw notStarted()
    if (this.#writer === null) throw new AppError('storage-failed', { reason: this.#trouble ?? 'read-only' })
    return this.#writer
  }

  get reader(): StorageReader {
    if (this.#reader === null) throw notStarted()
    return this.#reader
  }

  /** One listener; what `use` and its siblings set is known to their caller. */
  onTrouble(listener: (trouble: StorageTrouble | null) => void): void {
    this.#onTrouble = listener
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
            if (this.#writer === watched) this.#setTrouble(null)
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

/** The whole view of an order. Errors: `not-found`. */
export async function requireView({ reader }: OpenStorage, orderId: string): Promise<OrderView> {
  const view = await reader.getOrderView(orderId)
  if (view === null) throw new AppError('not-found', { reason: 'order' })
  return view
}

/**
 * Reads an order, builds a change from what is there and writes it; when somebody else changed the order in between,
 * the change is built anew. `build` answers null when there is nothing left to do: the order is then answered as it is.
 * `known` saves the first reading to those who have just read or written the order.
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

/** Lets `write` write an order from what is there, and again when somebody else changed the order in between. */
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
