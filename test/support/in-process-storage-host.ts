import type { HistoryUpdate } from '../../src-shared/domain/history-update'
import { factNames } from '../../src-main/gateway/fact-names'
import { isOccupied } from '../../src-main/db/file/database-file'
import {
  createWriter,
  openReader,
  openReaderAlone,
  openWriter,
  type OpenReader,
  type OpenWriter,
} from '../../src-main/db/storage'
import type { Synchronous } from '../../src-main/db/synchronous'
import type {
  OpenedForChecking,
  OpenResult,
  StorageHost,
  StorageReader,
  StorageWriter,
} from '../../src-main/ports/storage'

type Opened = Extract<OpenResult, { kind: 'opened' }>

/** The real storage on a real file, without threads, for tests that run from the TypeScript sources. */
export class InProcessStorageHost implements StorageHost {
  readonly #options
  #running: { readonly writer: OpenWriter; readonly reader: OpenReader } | null = null

  #reading: OpenReader | null = null

  constructor(options: { readonly file: string }) {
    this.#options = { ...options, factNames }
  }

  exists(): Promise<boolean> {
    return Promise.resolve(isOccupied(this.#options.file))
  }

  open(key: Uint8Array, onUpdate?: (update: HistoryUpdate) => void): Promise<OpenResult> {
    return promised(() => {
      const opening = openWriter(this.#options, key, undefined, onUpdate)
      return opening.kind === 'opened' ? this.#join(opening, key) : opening
    })
  }

  create(key: Uint8Array): Promise<Opened> {
    return promised(() => this.#join(createWriter(this.#options, key), key))
  }

  openForReading(key: Uint8Array): Promise<StorageReader> {
    return promised(() => {
      this.#reading ??= openReaderAlone(this.#options, key)
      return withPromises<StorageReader>(this.#reading.reader)
    })
  }

  async openForChecking(key: Uint8Array): Promise<OpenedForChecking> {
    const opened = await promised(() => openReader(this.#options, key))
    return { reader: withPromises<StorageReader>(opened.reader), close: () => promised(() => opened.close()) }
  }

  close(): Promise<void> {
    return promised(() => {
      this.#reading?.close()
      this.#reading = null
      this.#running?.reader.close()
      this.#running?.writer.close()
      this.#running = null
    })
  }

  #join(writer: OpenWriter, key: Uint8Array): Opened {
    const reader = openReader(this.#options, key)
    this.#running = { writer, reader }
    return {
      kind: 'opened',
      writer: withPromises<StorageWriter>(writer.writer),
      reader: withPromises<StorageReader>(reader.reader),
    }
  }
}

/** The methods of an open storage with promises. `onCall` runs before each call and may throw. */
export function withPromises<T extends object>(
  methods: Synchronous<T>,
  onCall: () => void = () => undefined,
): T {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(methods)).filter(
    (name) => name !== 'constructor',
  )
  const wrapped = names.map((name) => [
    name,
    (...args: unknown[]) =>
      promised((): unknown => {
        onCall()
        // Cloned as for a worker, so that nobody shares a row with the store.
        return structuredClone(
          Reflect.apply(Reflect.get(methods, name) as () => unknown, methods, structuredClone(args)),
        )
      }),
  ])
  return Object.fromEntries(wrapped) as T
}

async function promised<R>(step: () => R): Promise<R> {
  await Promise.resolve()
  return step()
}
