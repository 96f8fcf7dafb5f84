import { Worker } from 'node:worker_threads'
import type { ImportChoices } from '../../src-shared/domain/order-import'
import type {
  FileMark,
  ImportedRow,
  OrderIds,
  OrderFileReader,
  PreviewResult,
  ReadResult,
  RunningRead,
} from '../ports/order-import'
import type { ImportMessage, ImportWorkerData } from './import-worker'

/** Enough for the longest record and the parser; a file that needs more is refused instead of filling the memory. */
const mostHeapMb = 256

/** Reads each file in a thread of its own. */
export class ImportThreads implements OrderFileReader {
  readonly #program: string | URL

  constructor(program: string | URL) {
    this.#program = program
  }

  preview(
    file: string,
    choices: ImportChoices | null,
    onIds: (ids: readonly OrderIds[]) => Promise<boolean>,
  ): RunningRead<PreviewResult> {
    return this.#run<PreviewResult, OrderIds>({ file, choices, mark: null }, onIds)
  }

  read(
    file: string,
    choices: ImportChoices,
    mark: FileMark,
    onRows: (rows: readonly ImportedRow[]) => Promise<boolean>,
  ): RunningRead<ReadResult> {
    return this.#run<ReadResult, ImportedRow>({ file, choices, mark }, onRows)
  }

  #run<Result extends PreviewResult | ReadResult, Row extends OrderIds>(
    what: Omit<ImportWorkerData, 'cancelled'>,
    onRows: (rows: readonly Row[]) => Promise<boolean>,
  ): RunningRead<Result> {
    const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
    const data: ImportWorkerData = { ...what, cancelled }
    const worker = new Worker(this.#program, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
    })
    const result = new Promise<Result>((resolve) => {
      const fail = (cause: string) => {
        resolve({ kind: 'refused', problem: 'unknown', cause } as Result)
      }
      worker.on('message', (message: ImportMessage) => {
        if ('result' in message) resolve(message.result as Result)
        else
          onRows(message.rows as readonly Row[]).then(
            (goesOn) => {
              worker.postMessage(goesOn)
            },
            () => {
              worker.postMessage(false)
            },
          )
      })
      // The message of an error may quote the file.
      worker.on('error', (error: Error) => {
        fail(error.name)
      })
      worker.on('exit', (code) => {
        fail(`the thread ended with ${String(code)}`)
      })
    })
    // An open listener for messages keeps a thread alive.
    void result.finally(() => void worker.terminate())
    return { result, cancel: () => void Atomics.store(new Int32Array(cancelled), 0, 1) }
  }
}
