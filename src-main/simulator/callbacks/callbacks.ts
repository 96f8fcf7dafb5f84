import { get } from 'node:http'
import { callbackUrl } from './callback-fields'
import { isFinal } from '../orders/stages'
import type { Book } from '../orders/book'
import type { Clock } from '../clock'
import type { Merchant } from '../server/merchant'
import type { Callback, Order } from '../orders/state'

export interface CallbackParts {
  book: Book
  merchant: Merchant
  clock: Clock
  /** Divides every gap. */
  speed: number
  save: () => Promise<void>
  warn: (message: string) => void
}

/** What is to go wrong with the callbacks of the next result. */
export type CallbackTrick = 'delayed' | 'duplicate' | 'wrong-control' | 'replayed-as-reversal'

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

/** Reports results to the merchant, again and again until the answer is HTTP 200. */
export class Callbacks {
  readonly #calls = new Set<Promise<void>>()
  readonly #ending = new AbortController()
  #nextTrick: CallbackTrick | undefined

  constructor(private readonly parts: CallbackParts) {}

  /** Takes up what an earlier run left behind. */
  start(): void {
    this.#all.filter(({ isOver }) => !isOver).forEach((callback) => this.#await(callback))
  }

  /** No call is made after this resolves. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#calls)
  }

  /** What goes wrong with the next result that is laid down here. */
  playNext(trick: CallbackTrick): void {
    this.#nextTrick = trick
  }

  /** Lays down the reports of an order's results, and drops those of results that will not come any more. */
  plan(order: Order): void {
    const url = order.details.callbackUrl
    if (url === undefined) return
    const { state } = this.parts.book
    const moments = order.steps.filter(({ status }) => isFinal(status)).map(({ atMs }) => atMs)
    state.callbacks = state.callbacks.filter(
      ({ gatewayOrderId, stepAtMs }) => gatewayOrderId !== order.gatewayOrderId || moments.includes(stepAtMs),
    )
    const known = this.#all.filter(({ gatewayOrderId }) => gatewayOrderId === order.gatewayOrderId)
    for (const stepAtMs of moments) {
      if (known.some((callback) => callback.stepAtMs === stepAtMs)) continue
      const isCallable = isLoopback(url)
      if (!isCallable) this.parts.warn(`Not called, since only http on loopback is: ${withoutQuery(url)}`)
      const first = { gatewayOrderId: order.gatewayOrderId, stepAtMs, url, attempts: [], isOver: !isCallable }
      this.#played(first).forEach((callback) => {
        state.callbacks.push(callback)
        if (isCallable) this.#await(callback)
      })
    }
  }

  /** Every attempt and every report that is still to come; nothing that could hold a secret. */
  list(): unknown[] {
    return this.#all.map((callback) => {
      const order = this.#orderOf(callback)
      return {
        gatewayOrderId: callback.gatewayOrderId,
        clientOrderId: order.clientOrderId,
        status: stepOf(order, callback).status,
        url: withoutQuery(callback.url),
        ...(callback.trick ? { trick: callback.trick } : {}),
        attempts: callback.attempts,
        ...(callback.isOver ? {} : { dueAtMs: callback.dueAtMs }),
      }
    })
  }

  get #all(): readonly Callback[] {
    return this.parts.book.state.callbacks
  }

  #played(first: Omit<Callback, 'dueAtMs' | 'trick'>): Callback[] {
    const trick = this.#nextTrick
    this.#nextTrick = undefined
    const at = (afterMs: number) => first.stepAtMs + this.#scaled(firstAfterMs + afterMs)
    const copy = () => ({ ...first, attempts: [] })
    switch (trick) {
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
        return [{ ...first, dueAtMs: at(0), trick: 'wrong-control' }]
      case 'replayed-as-reversal':
        return [
          { ...first, dueAtMs: at(0) },
          { ...copy(), dueAtMs: at(repeatedAfterMs), trick: 'as-reversal' },
        ]
    }
  }

  #await(callback: Callback): void {
    const { clock } = this.parts
    const waitMs = Math.max(0, callback.dueAtMs - clock.nowMs())
    // A timer cannot be set further than some weeks ahead.
    void clock.sleep(Math.min(waitMs, dayMs)).then(() => {
      // The order may have taken another way since.
      if (this.#ending.signal.aborted || !this.#all.includes(callback)) return
      if (clock.nowMs() < callback.dueAtMs) {
        this.#await(callback)
        return
      }
      const call = this.#call(callback)
      this.#calls.add(call)
      void call.finally(() => this.#calls.delete(call))
    })
  }

  async #call(callback: Callback): Promise<void> {
    const { book, merchant, clock, save, warn } = this.parts
    const order = this.#orderOf(callback)
    const url = callbackUrl(callback, order, stepOf(order, callback), merchant.controlKey)
    const atMs = clock.nowMs()
    const httpStatus = await httpStatusOf(url, this.#ending.signal)
    if (this.#ending.signal.aborted || !book.state.callbacks.includes(callback)) return
    callback.attempts.push({ atMs, httpStatus })
    const gapMs = gapsMs[callback.attempts.length - 1]
    if (httpStatus === 200 || gapMs === undefined) callback.isOver = true
    else {
      callback.dueAtMs = clock.nowMs() + this.#scaled(gapMs)
      this.#await(callback)
    }
    await save().catch((error: unknown) => {
      warn(`A callback could not be noted: ${error instanceof Error ? error.message : String(error)}`)
    })
  }

  #scaled(durationMs: number): number {
    return Math.round(durationMs / this.parts.speed)
  }

  #orderOf({ gatewayOrderId }: Callback): Order {
    const order = this.parts.book.orderByGatewayId(gatewayOrderId)
    if (!order) throw new Error(`A callback is about order ${gatewayOrderId}, which does not exist`)
    return order
  }
}

function stepOf(order: Order, { stepAtMs }: Callback) {
  const step = order.steps.find(({ atMs, status }) => atMs === stepAtMs && isFinal(status))
  if (!step) throw new Error(`A callback is about a moment that order ${order.gatewayOrderId} never had`)
  return step
}

/** A simulator must never reach a machine that somebody's callback address happens to name. */
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
