import { get } from 'node:http'
import { callbackUrl } from './callback-fields'
import { isFinal } from '../orders/phases'
import type { OrderStore } from '../orders/order-store'
import type { Clock } from '../clock'
import type { Merchant } from '../server/merchant'
import type { Callback, Order } from '../orders/state'

export interface CallbackParts {
  orderStore: OrderStore
  merchant: Merchant
  clock: Clock
  /** Divides every gap. */
  speed: number
  save: () => Promise<void>
  warn: (message: string) => void
}

/** The fault to inject into the callbacks of the next result. */
export type CallbackFault = 'delayed' | 'duplicate' | 'wrong-control' | 'replayed-as-reversal'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const firstAfterMs = 500
const delayedByMs = minuteMs
const repeatedAfterMs = 2_000
const answerTimeoutMs = 10_000

/** Gaps between attempts: growing, then daily to day 11, then every six hours; thirty attempts in all. */
const gapsMs = [
  ...[2, 5, 10, 20, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12, 18].map((hours) => hours * hourMs),
  ...Array.from({ length: 9 }, () => dayMs),
  ...Array.from({ length: 9 }, () => 6 * hourMs),
]

/** Reports results to the merchant and repeats each report until the answer is HTTP 200. */
export class Callbacks {
  readonly #calls = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #nextFault: CallbackFault | undefined

  constructor(private readonly parts: CallbackParts) {}

  /** Schedules the callbacks that an earlier run did not finish. */
  start(): void {
    this.#all.filter(({ isFinished }) => !isFinished).forEach((callback) => this.#schedule(callback))
  }

  /** No call is made after this resolves. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#calls)
  }

  /** Injects a fault into the callbacks of the next result that is planned. */
  failNext(fault: CallbackFault): void {
    this.#nextFault = fault
  }

  /** Schedules the callbacks of an order's results, and drops callbacks of results that the order no longer reaches. */
  plan(order: Order): void {
    const url = order.details.callbackUrl
    if (url === undefined) return
    const { state } = this.parts.orderStore
    const resultTimes = order.phases.filter(({ status }) => isFinal(status)).map(({ atMs }) => atMs)
    state.callbacks = state.callbacks.filter(
      ({ gatewayOrderId, phaseAtMs }) =>
        gatewayOrderId !== order.gatewayOrderId || resultTimes.includes(phaseAtMs),
    )
    const known = this.#all.filter(({ gatewayOrderId }) => gatewayOrderId === order.gatewayOrderId)
    for (const phaseAtMs of resultTimes) {
      if (known.some((callback) => callback.phaseAtMs === phaseAtMs)) continue
      const isCallable = isLoopback(url)
      if (!isCallable) this.parts.warn(`Not called, since only http on loopback is: ${withoutQuery(url)}`)
      const first = {
        gatewayOrderId: order.gatewayOrderId,
        phaseAtMs,
        url,
        attempts: [],
        isFinished: !isCallable,
      }
      this.#planned(first).forEach((callback) => {
        state.callbacks.push(callback)
        if (isCallable) this.#schedule(callback)
      })
    }
  }

  /**
   * Every callback with its attempts and its next time. Leaves out the query of the address, which may hold a secret.
   */
  list(): unknown[] {
    return this.#all.map((callback) => {
      const order = this.#orderOf(callback)
      return {
        gatewayOrderId: callback.gatewayOrderId,
        clientOrderId: order.clientOrderId,
        status: phaseOf(order, callback).status,
        url: withoutQuery(callback.url),
        ...(callback.fault ? { fault: callback.fault } : {}),
        attempts: callback.attempts,
        ...(callback.isFinished ? {} : { dueAtMs: callback.dueAtMs }),
      }
    })
  }

  get #all(): readonly Callback[] {
    return this.parts.orderStore.state.callbacks
  }

  #planned(first: Omit<Callback, 'dueAtMs' | 'fault'>): Callback[] {
    const fault = this.#nextFault
    this.#nextFault = undefined
    const at = (afterMs: number) => first.phaseAtMs + this.#scaled(firstAfterMs + afterMs)
    const copy = () => ({ ...first, attempts: [] })
    switch (fault) {
      case undefined:
        return [{ ...first, dueAtMs: at(0) }]
      case 'delayed':
        return [{ ...first, dueAtMs: at(delayedByMs) }]
      case 'duplicate':
        return [
          { ...first, dueAtMs: at(0) },
          { ...copy(), dueAtMs: at(repeatedAfterMs) },
        ]
      case 'wrong-control':
        return [{ ...first, dueAtMs: at(0), fault: 'wrong-control' }]
      case 'replayed-as-reversal':
        return [
          { ...first, dueAtMs: at(0) },
          { ...copy(), dueAtMs: at(repeatedAfterMs), fault: 'as-reversal' },
        ]
    }
  }

  #schedule(callback: Callback): void {
    const { clock } = this.parts
    const waitMs = Math.max(0, callback.dueAtMs - clock.nowMs())
    // Node's timers overflow after 24.8 days, so longer waits are split into days.
    void clock.sleep(Math.min(waitMs, dayMs)).then(() => {
      // plan() drops a callback when the order no longer reaches its result.
      if (this.#stopping.signal.aborted || !this.#all.includes(callback)) return
      if (clock.nowMs() < callback.dueAtMs) {
        this.#schedule(callback)
        return
      }
      const call = this.#call(callback)
      this.#calls.add(call)
      void call.finally(() => this.#calls.delete(call))
    })
  }

  async #call(callback: Callback): Promise<void> {
    const { orderStore, merchant, clock, save, warn } = this.parts
    const order = this.#orderOf(callback)
    const url = callbackUrl(callback, order, phaseOf(order, callback), merchant.controlKey)
    const atMs = clock.nowMs()
    const httpStatus = await httpStatusOf(url, this.#stopping.signal)
    if (this.#stopping.signal.aborted || !orderStore.state.callbacks.includes(callback)) return
    callback.attempts.push({ atMs, httpStatus })
    const gapMs = gapsMs[callback.attempts.length - 1]
    if (httpStatus === 200 || gapMs === undefined) callback.isFinished = true
    else {
      callback.dueAtMs = clock.nowMs() + this.#scaled(gapMs)
      this.#schedule(callback)
    }
    await save().catch((error: unknown) => {
      warn(`A callback could not be noted: ${error instanceof Error ? error.message : String(error)}`)
    })
  }

  #scaled(durationMs: number): number {
    return Math.round(durationMs / this.parts.speed)
  }

  #orderOf({ gatewayOrderId }: Callback): Order {
    const order = this.parts.orderStore.orderByGatewayId(gatewayOrderId)
    if (!order) throw new Error(`A callback is about order ${gatewayOrderId}, which does not exist`)
    return order
  }
}

function phaseOf(order: Order, { phaseAtMs }: Callback) {
  const phase = order.phases.find(({ atMs, status }) => atMs === phaseAtMs && isFinal(status))
  if (!phase) throw new Error(`A callback is about a result that order ${order.gatewayOrderId} never had`)
  return phase
}

/** Only loopback addresses are called, so that the simulator never sends a request to another machine. */
function isLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && /^(127(\.\d{1,3}){3}|\[::1\]|localhost)$/.test(hostname)
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** Null when no answer came. */
function httpStatusOf(url: string, signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: answerTimeoutMs, signal }, (response) => {
      resolve(response.statusCode ?? null)
      response.destroy()
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(null))
    request.on('close', () => resolve(null))
  })
}
