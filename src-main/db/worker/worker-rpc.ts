import { parentPort, type Worker } from 'node:worker_threads'
import type { HistoryUpdate } from '../../../src-shared/domain/history-update'
import { AppError, type AppErrorDescription } from '../../../src-shared/errors/app-error'
import { fail, ok, type Result } from '../../../src-shared/util/result'
import type { DatabaseOptions } from '../file/connection'
import { toStorageError } from '../file/sqlite-errors'

interface CallMessage {
  readonly id: number
  readonly method: string
  readonly args: readonly unknown[]
}

interface ReplyMessage {
  readonly id: number
  readonly result: Result<unknown, AppErrorDescription>
}

/** What a thread tells while a call still runs. */
interface NewsMessage {
  readonly update: HistoryUpdate
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: AppError) => void
}

/** All methods of a port by name. A record, so that a missing one does not compile. */
export type MethodNames<T> = { readonly [K in keyof T]: true }

/** An object with methods that can be called by name. */
interface Served {
  readonly target: object
  readonly names: Readonly<Record<string, unknown>>
}

/**
 * Serves calls by name one after the other: the worker’s own methods first, then those of the opened storage. An
 * unknown name is a bug. Runs only in a worker.
 */
export function serveDatabase(own: object & Served['names'], opened: () => readonly Served[]): void {
  const port = parentPort
  if (port === null) throw new Error('this file runs as a worker only')
  const answer = (method: string, args: readonly unknown[]) => {
    const served = [{ target: own, names: own }, ...opened()].find(({ names }) =>
      Object.hasOwn(names, method),
    )
    if (served === undefined) throw new Error(`no method ${method} here`)
    return call(served.target, method, args)
  }
  port.on('message', ({ id, method, args }: CallMessage) => {
    port.postMessage({ id, result: resultOf(() => answer(method, args)) } satisfies ReplyMessage)
    overwriteDeadStack()
  })
}

/** Tells main how far the update of the history is. Runs only in a worker. */
export function tellMain(update: HistoryUpdate): void {
  parentPort?.postMessage({ update } satisfies NewsMessage)
}

/** 128 kB of arguments. The deepest copy of a key was found 40 kB down. */
const zeros = Array.from({ length: 16_384 }, () => 0)

/**
 * The driver expands the key on the stack whenever it reads or writes a page, and leaves it there. Later calls often do
 * not go as deep, so it would stay. The arguments of a call lie on the same stack. Takes about 20 µs.
 */
function overwriteDeadStack(): void {
  Math.max(...zeros)
}

function call(target: object, method: string, args: readonly unknown[]): unknown {
  const implementation: unknown = Reflect.get(target, method)
  if (typeof implementation !== 'function') throw new Error(`${method} is not a method`)
  return Reflect.apply(implementation, target, args)
}

function resultOf(step: () => unknown): Result<unknown, AppErrorDescription> {
  try {
    return ok(step())
  } catch (error) {
    return fail(toStorageError(error).describe())
  }
}

/** The calling side of one worker. When the worker ends, waiting and later calls reject with `storage-failed`. */
export class WorkerCalls {
  readonly #worker
  readonly #waiting = new Map<number, Waiting>()
  #nextId = 1
  #hasEnded = false

  constructor(worker: Worker, onUpdate: (update: HistoryUpdate) => void = () => undefined) {
    this.#worker = worker
    worker.on('message', (message: ReplyMessage | NewsMessage) => {
      if ('update' in message) {
        onUpdate(message.update)
        return
      }
      const { id, result } = message
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (result.ok) waiting?.resolve(result.value)
      else waiting?.reject(AppError.from(result.error))
    })
    // An error without a listener would end the app. The exit event rejects the calls.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      this.#end()
    })
  }

  call(method: string, args: readonly unknown[], transfer: readonly ArrayBuffer[] = []): Promise<unknown> {
    if (this.#hasEnded) return Promise.reject(workerEnded())
    return new Promise((resolve, reject) => {
      const id = this.#nextId++
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, method, args } satisfies CallMessage, [...transfer])
    })
  }

  /** Returns an object whose methods call the worker. */
  proxy<T>(names: MethodNames<T>): T {
    const methods = Object.keys(names).map((name) => [name, (...args: unknown[]) => this.call(name, args)])
    return Object.fromEntries(methods) as T
  }

  /** True while a call runs or waits. */
  get isAnswering(): boolean {
    return this.#waiting.size > 0
  }

  async terminate(): Promise<void> {
    this.#end()
    await this.#worker.terminate()
  }

  #end(): void {
    this.#hasEnded = true
    for (const waiting of this.#waiting.values()) waiting.reject(workerEnded())
    this.#waiting.clear()
  }
}

/** Sends a copy of the key that is transferred to the worker. The caller wipes its own key. */
export function callWithKey(
  worker: WorkerCalls,
  method: string,
  options: DatabaseOptions,
  key: Uint8Array,
  ...rest: readonly unknown[]
): Promise<unknown> {
  // Allocated outside V8’s heap: a small array inside it leaves its bytes there when its buffer is transferred.
  const copy = new Uint8Array(new ArrayBuffer(key.length))
  copy.set(key)
  return worker.call(method, [options, copy, ...rest], [copy.buffer])
}

function workerEnded(): AppError {
  return new AppError('storage-failed', { reason: 'worker-ended' })
}
