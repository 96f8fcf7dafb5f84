import { Worker } from 'node:worker_threads'
import { AppError } from '../../src-shared/errors/app-error'
import type { OpenResult, StorageHost, StorageReader, StorageWriter } from '../ports/storage'
import type { DatabaseOptions } from './connection'
import { isOccupied } from './database-file'
import type { OpenRefusal } from './open-database'
import { patientMethods, promptMethods, writerMethods } from './worker-protocol'
import { WorkerCalls } from './worker-rpc'

type Opened = Extract<OpenResult, { kind: 'opened' }>

/** Where the database and the two built worker programs are. */
export interface WorkerStorageOptions extends DatabaseOptions {
  readonly workerFiles: { readonly writer: string | URL; readonly reader: string | URL }
}

/** Runs the database in two threads, so that neither a commit nor a long list ever holds up the app. */
export class WorkerStorageHost implements StorageHost {
  readonly #options
  #running: { readonly writer: WorkerCalls; readonly reader: WorkerCalls } | null = null

  constructor(options: WorkerStorageOptions) {
    this.#options = options
  }

  exists(): Promise<boolean> {
    return Promise.resolve(isOccupied(this.#options.file))
  }

  async open(key: Uint8Array): Promise<OpenResult> {
    const writer = this.#start(this.#options.workerFiles.writer)
    try {
      const opening = (await callWithKey(writer, 'open', this.#database(), key)) as
        OpenRefusal | { kind: 'opened' }
      if (opening.kind === 'opened') return await this.#join(writer, key)
      await writer.terminate()
      return opening
    } catch (error) {
      await writer.terminate()
      throw error
    }
  }

  async create(key: Uint8Array): Promise<Opened> {
    const writer = this.#start(this.#options.workerFiles.writer)
    try {
      await callWithKey(writer, 'create', this.#database(), key)
      return await this.#join(writer, key)
    } catch (error) {
      await writer.terminate()
      throw error
    }
  }

  /** The reader goes first: the last connection to leave tidies the log away. */
  async close(): Promise<void> {
    const running = this.#running
    this.#running = null
    if (running === null) return
    try {
      await leave(running.reader)
    } finally {
      await leave(running.writer)
    }
  }

  #start(file: string | URL): WorkerCalls {
    if (this.#running !== null) throw new AppError('storage-failed', { reason: 'already-open' })
    return new WorkerCalls(new Worker(file))
  }

  async #join(writer: WorkerCalls, key: Uint8Array): Promise<Opened> {
    const reader = this.#start(this.#options.workerFiles.reader)
    try {
      await callWithKey(reader, 'open', this.#database(), key)
    } catch (error) {
      await reader.terminate()
      throw error
    }
    this.#running = { writer, reader }
    return {
      kind: 'opened',
      writer: writer.proxy<StorageWriter>(writerMethods),
      reader: {
        ...writer.proxy<Pick<StorageReader, keyof typeof promptMethods>>(promptMethods),
        ...reader.proxy<Omit<StorageReader, keyof typeof promptMethods>>(patientMethods),
      },
    }
  }

  #database(): DatabaseOptions {
    const { file, nativeBinding } = this.#options
    return { file, nativeBinding }
  }
}

/** The worker gets a copy that leaves this thread altogether; the caller's key stays the caller's to wipe. */
function callWithKey(
  worker: WorkerCalls,
  method: string,
  options: DatabaseOptions,
  key: Uint8Array,
): Promise<unknown> {
  const copy = new Uint8Array(key)
  return worker.call(method, [options, copy], [copy.buffer])
}

async function leave(worker: WorkerCalls): Promise<void> {
  try {
    await worker.call('close', [])
  } finally {
    await worker.terminate()
  }
}
