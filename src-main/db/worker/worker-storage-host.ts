import { Worker } from 'node:worker_threads'
import type { HistoryUpdate } from '../../../src-shared/domain/history-update'
import { AppError } from '../../../src-shared/errors/app-error'
import type {
  OpenedForChecking,
  OpenResult,
  StorageHost,
  StorageReader,
  StorageWriter,
} from '../../ports/storage'
import type { DatabaseOptions } from '../file/connection'
import { hasRoom, isOccupied } from '../file/database-file'
import type { OpenRefusal } from '../file/open-database'
import { readerThreadReads, writerThreadReads, writerMethods, type ReaderLifecycle } from './worker-protocol'
import { callWithKey, WorkerCalls } from './worker-rpc'

/**
 * Rows live for a moment. Without a limit, the heap of a thread that reads many grows by up to 48 MB before they are
 * freed.
 */
const mostYoungMb = 8

type Opened = Extract<OpenResult, { kind: 'opened' }>
type Opening = OpenRefusal | { readonly kind: 'opened' }

interface Workers {
  readonly writer: WorkerCalls
  readonly reader: WorkerCalls
}

/** The single worker of a read-only file. */
interface Reading {
  readonly worker: WorkerCalls
  readonly reader: StorageReader
  readonly holdsFile: boolean
}

/** Paths of the database and of the two worker programs. */
export interface WorkerStorageOptions extends DatabaseOptions {
  readonly workerFiles: { readonly writer: string | URL; readonly reader: string | URL }
}

/** Runs the database in two threads, so that neither a commit nor a long list blocks the app. */
export class WorkerStorageHost implements StorageHost {
  readonly #options
  #running: Workers | null = null
  #reading: Reading | null = null
  #checking: WorkerCalls | null = null
  #threads = 0
  #isStarting = false
  /** Threads that load their program and wait for a database. */
  #waiting: Workers | null = null
  #onUpdate: (update: HistoryUpdate) => void = () => undefined

  constructor(options: WorkerStorageOptions) {
    this.#options = options
  }

  /** Starts the threads before the key is there: loading their program takes longer than opening a database. */
  warmUp(): void {
    if (this.#running === null && !this.#isStarting) this.#waiting ??= this.#startWorkers()
  }

  exists(): Promise<boolean> {
    return Promise.resolve(isOccupied(this.#options.file))
  }

  async open(key: Uint8Array, onUpdate?: (update: HistoryUpdate) => void): Promise<OpenResult> {
    if (this.#reading?.holdsFile === true) {
      if (!hasRoom(this.#options.file)) return { kind: 'cannot-write', reason: 'disk-full' }
      await this.#endReading()
    }
    return this.#startBoth(async (workers) => {
      const opening = (await callWithKey(workers.writer, 'open', this.#database(), key)) as Opening
      return opening.kind === 'opened' ? this.#join(workers, key) : opening
    }, onUpdate)
  }

  create(key: Uint8Array): Promise<Opened> {
    return this.#startBoth(async (workers) => {
      await callWithKey(workers.writer, 'create', this.#database(), key)
      return this.#join(workers, key)
    })
  }

  async openForReading(key: Uint8Array): Promise<StorageReader> {
    if (this.#reading !== null) return this.#reading.reader
    const worker = new WorkerCalls(this.#startThread(this.#options.workerFiles.reader))
    try {
      const opened = await callWithKey(worker, 'openAlone', this.#database(), key)
      const { holdsFile } = opened as ReturnType<ReaderLifecycle['openAlone']>
      const reader = worker.proxy<StorageReader>({ ...writerThreadReads, ...readerThreadReads })
      this.#reading = { worker, reader, holdsFile }
      return reader
    } catch (error) {
      await worker.terminate()
      throw error
    }
  }

  async openForChecking(key: Uint8Array): Promise<OpenedForChecking> {
    await this.#endChecking()
    const worker = new WorkerCalls(this.#startThread(this.#options.workerFiles.reader))
    this.#checking = worker
    try {
      await callWithKey(worker, 'open', this.#database(), key)
    } catch (error) {
      this.#checking = null
      await worker.terminate()
      throw error
    }
    const reader = worker.proxy<OpenedForChecking['reader']>({ listTables: true, quickCheck: true })
    return { reader, close: () => this.#endChecking() }
  }

  /** The reader closes first: the last connection removes the write-ahead log. */
  async close(): Promise<void> {
    await this.#endReading()
    await this.#endChecking()
    const [running, waiting] = [this.#running, this.#waiting]
    this.#running = null
    this.#waiting = null
    if (waiting !== null) await Promise.all([waiting.writer.terminate(), waiting.reader.terminate()])
    if (running === null) return
    try {
      await leave(running.reader)
    } finally {
      await leave(running.writer)
    }
  }

  /**
   * Gives up a check without waiting for it: SQLite cannot be interrupted, and a large table takes ten seconds. Its thread
   * goes on until then.
   */
  abandonCheck(): void {
    if (this.#checking?.isAnswering !== true) return
    void this.#checking.terminate()
    this.#checking = null
  }

  /** True while a thread of the database runs. The end of the process would wait for it. */
  get hasThreads(): boolean {
    return this.#threads > 0
  }

  #startThread(file: string | URL): Worker {
    const worker = new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb: mostYoungMb } })
    this.#threads += 1
    worker.once('exit', () => {
      this.#threads -= 1
    })
    return worker
  }

  async #endChecking(): Promise<void> {
    const checking = this.#checking
    this.#checking = null
    if (checking !== null) await leave(checking)
  }

  async #endReading(): Promise<void> {
    const reading = this.#reading
    this.#reading = null
    if (reading !== null) await leave(reading.worker)
  }

  /** Both threads load at the same time; the databases open one after the other. */
  async #startBoth<T>(
    use: (workers: Workers) => Promise<T>,
    onUpdate: (update: HistoryUpdate) => void = () => undefined,
  ): Promise<T> {
    if (this.#running !== null || this.#isStarting)
      throw new AppError('storage-failed', { reason: 'already-open' })
    this.#isStarting = true
    this.#onUpdate = onUpdate
    const workers = this.#waiting ?? this.#startWorkers()
    this.#waiting = null
    try {
      return await use(workers)
    } finally {
      this.#isStarting = false
      if (this.#running !== workers)
        await Promise.all([workers.reader.terminate(), workers.writer.terminate()])
    }
  }

  #startWorkers(): Workers {
    const { writer, reader } = this.#options.workerFiles
    return {
      writer: new WorkerCalls(this.#startThread(writer), (update) => {
        this.#onUpdate(update)
      }),
      reader: new WorkerCalls(this.#startThread(reader)),
    }
  }

  async #join(workers: Workers, key: Uint8Array): Promise<Opened> {
    await callWithKey(workers.reader, 'open', this.#database(), key)
    this.#running = workers
    await this.#endReading()
    const { writer, reader } = workers
    return {
      kind: 'opened',
      writer: writer.proxy<StorageWriter>(writerMethods),
      reader: {
        ...writer.proxy<Pick<StorageReader, keyof typeof writerThreadReads>>(writerThreadReads),
        ...reader.proxy<Omit<StorageReader, keyof typeof writerThreadReads>>(readerThreadReads),
      },
    }
  }

  #database(): DatabaseOptions {
    const { file, nativeBinding, factNames, appVersion } = this.#options
    return { file, nativeBinding, factNames, appVersion }
  }
}

async function leave(worker: WorkerCalls): Promise<void> {
  try {
    await worker.call('close', [])
  } finally {
    await worker.terminate()
  }
}
