import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { ImportChoices } from '../../src-shared/domain/order-import'
import type { FileMark, ImportedRow, OrderIds, PreviewResult, ReadResult } from '../ports/order-import'
import { previewOrders, readOrders } from './read-orders'

/** What the thread gets at its start. `mark` null = a preview. */
export interface ImportWorkerData {
  readonly file: string
  readonly choices: ImportChoices | null
  readonly mark: FileMark | null
  /** One number; not 0 = cancelled. */
  readonly cancelled: SharedArrayBuffer
}

/** The thread waits for an answer to `rows`: true = go on. A preview hands over ids only. */
export type ImportMessage =
  | { readonly rows: readonly ImportedRow[] | readonly OrderIds[] }
  | { readonly result: PreviewResult | ReadResult }

const port = parentPort
if (port === null) throw new Error('this file runs as a worker only')
const { file, choices, mark, cancelled } = workerData as ImportWorkerData
const flag = new Int32Array(cancelled)
const isCancelled = () => Atomics.load(flag, 0) !== 0

async function onRows(rows: readonly ImportedRow[] | readonly OrderIds[]): Promise<boolean> {
  port?.postMessage({ rows } satisfies ImportMessage)
  const [goesOn] = (await once(port as NonNullable<typeof port>, 'message')) as [boolean]
  return goesOn
}

const result =
  mark === null || choices === null
    ? await previewOrders(file, choices, { isCancelled, onIds: onRows })
    : await readOrders(file, choices, mark, { isCancelled, onRows })
port.postMessage({ result } satisfies ImportMessage)
