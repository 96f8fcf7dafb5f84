import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseOptions } from '../db/file/connection'
import type { ExportJob, ExportProgress, ExportResult } from '../ports/order-export'
import { exportFromDatabase } from './export-orders'

/** What the thread gets at its start. The key is transferred, not shared, and wiped after use. */
export interface ExportWorkerData {
  readonly database: DatabaseOptions
  readonly key: Uint8Array
  readonly job: ExportJob
  /** One number; not 0 = cancelled. */
  readonly cancelled: SharedArrayBuffer
}

export type ExportMessage = { readonly progress: ExportProgress } | { readonly result: ExportResult }

const leastMsBetweenReports = 100

const port = parentPort
if (port === null) throw new Error('this file runs as a worker only')
const { database, key, job, cancelled } = workerData as ExportWorkerData
const flag = new Int32Array(cancelled)
let reportedAtMs = 0

const result = exportFromDatabase(database, key, job, {
  isCancelled: () => Atomics.load(flag, 0) !== 0,
  nowMs: () => Date.now(),
  onProgress: (progress) => {
    const nowMs = Date.now()
    if (progress.written > 0 && nowMs - reportedAtMs < leastMsBetweenReports) return
    reportedAtMs = nowMs
    port.postMessage({ progress } satisfies ExportMessage)
  },
})
port.postMessage({ result } satisfies ExportMessage)
