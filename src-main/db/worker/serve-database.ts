import { parentPort, type MessagePort } from 'node:worker_threads'
import { serveCalls } from './worker-rpc'

type Methods = Readonly<Record<string, unknown>>

/** An object whose methods may be called by name. */
interface Served {
  readonly target: object
  readonly names: Methods
}

/**
 * Serves calls by name: first the worker's own, then those of what it opened. A name that is on no list is a
 * bug.
 */
export function serveDatabase(own: object & Methods, opened: () => readonly Served[]): void {
  serveCalls(portOfWorker(), (method, args) => {
    if (Object.hasOwn(own, method)) return call(own, method, args)
    const served = opened().find(({ names }) => Object.hasOwn(names, method))
    if (served === undefined) throw new Error(`no method ${method} here`)
    return call(served.target, method, args)
  })
}

function call(target: object, method: string, args: readonly unknown[]): unknown {
  const implementation: unknown = Reflect.get(target, method)
  if (typeof implementation !== 'function') throw new Error(`${method} is not a method`)
  return Reflect.apply(implementation, target, args)
}

function portOfWorker(): MessagePort {
  if (parentPort === null) throw new Error('this file runs as a worker only')
  return parentPort
}
