import { Worker } from 'node:worker_threads'
import type { DatabaseOptions } from '../db/file/connection'
import type {
  ExportJob,
  ExportProgress,
  ExportResult,
  OrderExporter,
  RunningExport,
} from '../ports/order-export'
import type { ExportMessage, ExportWorkerData } from './export-worker'

/** Runs each export in a thread of its own, so that neither the app nor the lists wait for it. */
export class ExportThreads implements OrderExporter {
  readonly #database: DatabaseOptions
  readonly #program: string | URL

  constructor(database: DatabaseOptions, program: string | URL) {
    this.#database = database
    this.#program = program
  }

  start(job: ExportJob, key: Uint8Array, onProgress: (progress: ExportProgress) => void): RunningExport {
    const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
    // Allocated outside V8’s heap: a small array inside it leaves its bytes there when its buffer is transferred.
    const copy = new Uint8Array(new ArrayBuffer(key.length))
    copy.set(key)
    const data: ExportWorkerData = { database: this.#database, key: copy, job, cancelled }
    const worker = new Worker(this.#program, { workerData: data, transferList: [copy.buffer] })
    const result = new Promise<ExportResult>((resolve) => {
      worker.on('message', (message: ExportMessage) => {
        if ('progress' in message) onProgress(message.progress)
        else resolve(message.result)
      })
      worker.on('error', (error) => {
        resolve({ kind: 'failed', problem: 'unknown', cause: String(error) })
      })
      worker.on('exit', (code) => {
        resolve({ kind: 'failed', problem: 'unknown', cause: `the thread ended with ${String(code)}` })
      })
    })
    return { result, cancel: () => void Atomics.store(new Int32Array(cancelled), 0, 1) }
  }
}
