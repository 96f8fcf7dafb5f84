import type { Clock } from '../platform/clock'
import type { OrderRecord } from '../ports/storage'
import { maxPollMs, maxWatchMs, spreadWindowMs } from './poll-ladder'

/** A followed order: its timer runs, it waits for a free place, or the gateway is being asked about it. */
export interface Followed {
  readonly orderId: string
  readonly profileId: string
  stage: 'waiting' | 'ready' | 'asking'
  cancelTimer: () => void
  /** Where the age counts from: the stored start, the age at the moment of tracking, and that moment (monotonic). */
  followedSinceMs: number
  ageAtStartMs: number
  startedAtMs: number
}

/** Keeps when each followed order is due. At most one entry per order, which is what keeps its questions one at a time. */
export class FollowQueue {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #onDue: () => void
  readonly #followed = new Map<string, Followed>()
  readonly #ready = new Set<Followed>()

  constructor(parts: { readonly clock: Clock; readonly random: () => number; readonly onDue: () => void }) {
    this.#clock = parts.clock
    this.#random = parts.random
    this.#onDue = parts.onDue
  }

  /** Orders whose time has come, longest waiting first. */
  ready(): Iterable<Followed> {
    return this.#ready
  }

  entryOf(order: OrderRecord): Followed {
    const { orderId, profileId } = order.summary
    const known = this.#followed.get(orderId)
    if (known !== undefined) return known
    const followed: Followed = {
      orderId,
      profileId,
      stage: 'waiting',
      cancelTimer: () => undefined,
      followedSinceMs: 0,
      ageAtStartMs: 0,
      startedAtMs: 0,
    }
    this.#startAge(followed, order)
    this.#followed.set(orderId, followed)
    return followed
  }

  /** Waits until the time in the record. A clock that was set back must not put a question off for hours. */
  wait(followed: Followed, order: OrderRecord): void {
    this.#schedule(followed, this.#delayUntilDue(order))
  }

  waitFor(followed: Followed, delayMs: number): void {
    this.#schedule(followed, delayMs)
  }

  /** Takes up many orders; overdue ones come one after the other, not in a burst (T4). */
  waitForAll(orders: readonly OrderRecord[]): void {
    const spread = this.#spread(orders.length)
    for (const order of orders)
      this.#schedule(this.entryOf(order), Math.max(this.#delayUntilDue(order), spread()))
  }

  /** Spreads those that were held back. */
  releaseReady(): void {
    const held = [...this.#ready]
    const spread = this.#spread(held.length)
    for (const followed of held) this.#schedule(followed, spread())
  }

  setReady(followed: Followed): void {
    followed.cancelTimer()
    followed.stage = 'ready'
    this.#ready.add(followed)
  }

  setAsking(followed: Followed): void {
    this.#ready.delete(followed)
    followed.stage = 'asking'
  }

  /** Forgets an order, unless it is being asked about: then the end of the question decides. */
  drop(orderId: string): void {
    const followed = this.#followed.get(orderId)
    if (followed === undefined || followed.stage === 'asking') return
    followed.cancelTimer()
    this.#followed.delete(orderId)
    this.#ready.delete(followed)
  }

  dropProfile(profileId: string): void {
    for (const followed of [...this.#followed.values()])
      if (followed.profileId === profileId) this.drop(followed.orderId)
  }

  clear(): void {
    for (const followed of this.#followed.values()) followed.cancelTimer()
    this.#followed.clear()
    this.#ready.clear()
  }

  isAsking(profileId: string): boolean {
    return [...this.#followed.values()].some(
      (followed) => followed.profileId === profileId && followed.stage === 'asking',
    )
  }

  /** How long an order has been followed; only its start is read from the wall clock (T1). */
  ageOf(followed: Followed, order: OrderRecord): number {
    if (followed.followedSinceMs !== order.followedSinceMs) this.#startAge(followed, order)
    return followed.ageAtStartMs + this.#clock.monotonicMs() - followed.startedAtMs
  }

  #startAge(followed: Followed, order: OrderRecord): void {
    followed.followedSinceMs = order.followedSinceMs
    followed.ageAtStartMs = Math.max(0, this.#clock.nowMs() - order.followedSinceMs)
    followed.startedAtMs = this.#clock.monotonicMs()
  }

  #delayUntilDue(order: OrderRecord): number {
    const nowMs = this.#clock.nowMs()
    const longestMs = order.summary.watchUntilMs === null ? maxPollMs : maxWatchMs
    return Math.min(Math.max(0, (order.summary.nextCheckAtMs ?? nowMs) - nowMs), longestMs)
  }

  #schedule(followed: Followed, delayMs: number): void {
    followed.cancelTimer()
    followed.stage = 'waiting'
    this.#ready.delete(followed)
    followed.cancelTimer = this.#clock.schedule(delayMs, () => {
      this.setReady(followed)
      this.#onDue()
    })
  }

  /** Gives each of `count` orders its place in the window. */
  #spread(count: number): () => number {
    const windowMs = spreadWindowMs(count)
    let index = 0
    return () => Math.round(((index++ + this.#random()) / Math.max(1, count)) * windowMs)
  }
}
