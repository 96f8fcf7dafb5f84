import type { Clock } from '../../platform/clock'
import type { OrderRecord } from '../../ports/storage'
import { AwakeClock } from './awake-clock'
import { isRefundAwaited } from './follow-plan'
import { maxPollMs, maxWatchMs, minPollMs, spreadWindowMs } from './poll-ladder'

/** A followed order: its timer runs, it waits for a free place, or its poll is in flight. */
export interface Followed {
  readonly orderId: string
  readonly profileId: string
  stage: 'waiting' | 'ready' | 'polling'
  cancelTimer: () => void
  /** Monotonic time in ms at which its timer fires. */
  dueMs: number
  /** Polls in a row whose access was refused. */
  refusals: number
  /** Base of the age: the stored start, the age when tracking began, and that moment (awake time). */
  followedSinceMs: number
  ageAtStartMs: number
  startedAtMs: number
}

/**
 * Schedules the polls of followed orders. Each order has at most one entry, so its polls do not overlap. No poll of
 * an order is due within `minPollMs` of the last one.
 */
export class FollowQueue {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #onDue: () => void
  readonly #awake: AwakeClock
  readonly #followed = new Map<string, Followed>()
  readonly #ready = new Set<Followed>()
  /**
   * Monotonic time of the last poll of each order, oldest first. It is kept for `minPollMs` even after the entry is
   * gone.
   */
  readonly #polledAtMs = new Map<string, number>()

  constructor(parts: { readonly clock: Clock; readonly random: () => number; readonly onDue: () => void }) {
    this.#clock = parts.clock
    this.#random = parts.random
    this.#onDue = parts.onDue
    this.#awake = new AwakeClock(parts.clock, () => {
      this.#spreadOverdue()
    })
  }

  /** Due orders, longest waiting first. */
  ready(): Iterable<Followed> {
    return this.#ready
  }

  get isSuspended(): boolean {
    return this.#awake.isSuspended
  }

  suspend(): void {
    this.#awake.suspend()
  }

  /** Spreads the polls that became due during a sleep. */
  resume(): void {
    this.#awake.resume()
  }

  entryOf(order: OrderRecord): Followed {
    const { orderId, profileId } = order.summary
    const known = this.#followed.get(orderId)
    if (known !== undefined) return known
    this.#awake.start()
    const followed: Followed = {
      orderId,
      profileId,
      stage: 'waiting',
      cancelTimer: () => undefined,
      dueMs: Number.POSITIVE_INFINITY,
      refusals: 0,
      followedSinceMs: 0,
      ageAtStartMs: 0,
      startedAtMs: 0,
    }
    this.#startAge(followed, order)
    this.#followed.set(orderId, followed)
    return followed
  }

  /**
   * Waits until the stored time, at least `atLeastMs`. The wait has an upper limit, so that a clock that was set back
   * cannot delay a poll for hours.
   */
  wait(followed: Followed, order: OrderRecord, atLeastMs = 0): void {
    this.#schedule(followed, Math.max(this.#delayUntilDue(order), atLeastMs))
  }

  waitFor(followed: Followed, delayMs: number): void {
    this.#schedule(followed, delayMs)
  }

  /** Schedules many orders. Overdue ones are spread over a window instead of polled in a burst. */
  waitForAll(orders: readonly OrderRecord[]): void {
    const spread = this.#spread(orders.length)
    for (const order of orders)
      this.#schedule(this.entryOf(order), Math.max(this.#delayUntilDue(order), spread()))
  }

  /** Polls orders earlier: one at once, many spread over a window, none later than planned. */
  hasten(entries: readonly Followed[]): void {
    const waiting = entries.filter((followed) => followed.stage === 'waiting')
    const spread = waiting.length === 1 ? () => 0 : this.#spread(waiting.length)
    const nowMs = this.#clock.monotonicMs()
    for (const followed of waiting) {
      const delayMs = Math.max(Math.min(spread(), followed.dueMs - nowMs), this.#restMs(followed.orderId))
      if (delayMs > 0) this.#schedule(followed, delayMs)
      else this.setReady(followed)
    }
  }

  /** Spreads the waiting polls of one profile or of all. */
  releaseReady(profileId: string | null = null): void {
    this.#spreadAll(
      [...this.#ready].filter((followed) => profileId === null || followed.profileId === profileId),
    )
  }

  setReady(followed: Followed): void {
    followed.cancelTimer()
    followed.stage = 'ready'
    this.#ready.add(followed)
  }

  setPolling(followed: Followed): void {
    this.#ready.delete(followed)
    followed.stage = 'polling'
  }

  /** Notes that a poll of the order was sent or ended. */
  notePolled(orderId: string): void {
    const nowMs = this.#clock.monotonicMs()
    this.#polledAtMs.delete(orderId)
    this.#polledAtMs.set(orderId, nowMs)
    for (const [oldestId, polledAtMs] of this.#polledAtMs) {
      if (nowMs - polledAtMs < minPollMs) break
      this.#polledAtMs.delete(oldestId)
    }
  }

  /** Removes an order. With a poll in flight, the end of the poll decides. */
  drop(orderId: string): void {
    const followed = this.#followed.get(orderId)
    if (followed === undefined || followed.stage === 'polling') return
    followed.cancelTimer()
    this.#followed.delete(orderId)
    this.#ready.delete(followed)
    if (this.#followed.size === 0) this.#awake.stop()
  }

  dropProfile(profileId: string): void {
    for (const followed of [...this.#followed.values()])
      if (followed.profileId === profileId) this.drop(followed.orderId)
  }

  clear(): void {
    for (const followed of this.#followed.values()) followed.cancelTimer()
    this.#followed.clear()
    this.#ready.clear()
    this.#awake.stop()
  }

  follows(profileId: string): boolean {
    return [...this.#followed.values()].some((followed) => followed.profileId === profileId)
  }

  /** Orders of a profile whose last poll was refused access. */
  refusedOf(profileId: string): Followed[] {
    return [...this.#followed.values()].filter(
      (followed) => followed.profileId === profileId && followed.refusals > 0,
    )
  }

  /** Number of polls of a profile in flight. */
  pollingCount(profileId: string): number {
    let count = 0
    for (const followed of this.#followed.values())
      if (followed.profileId === profileId && followed.stage === 'polling') count += 1
    return count
  }

  /**
   * How long an order has been followed in ms while the app ran and the machine was awake. The wall clock is not
   * used, because it can be set while the app runs.
   */
  ageOf(followed: Followed, order: OrderRecord): number {
    if (followed.followedSinceMs !== order.followedSinceMs) this.#startAge(followed, order)
    return followed.ageAtStartMs + this.#awake.nowMs() - followed.startedAtMs
  }

  #startAge(followed: Followed, order: OrderRecord): void {
    followed.followedSinceMs = order.followedSinceMs
    followed.ageAtStartMs = order.followedForMs
    followed.startedAtMs = this.#awake.nowMs()
  }

  #delayUntilDue(order: OrderRecord): number {
    const nowMs = this.#clock.nowMs()
    const isSeldom = order.summary.watchUntilMs !== null || isRefundAwaited(order)
    const longestMs = isSeldom ? maxWatchMs : maxPollMs
    return Math.min(Math.max(0, (order.summary.nextCheckAtMs ?? nowMs) - nowMs), longestMs)
  }

  /** Time in ms until the order may be polled again. */
  #restMs(orderId: string): number {
    const polledAtMs = this.#polledAtMs.get(orderId)
    return polledAtMs === undefined ? 0 : polledAtMs + minPollMs - this.#clock.monotonicMs()
  }

  #schedule(followed: Followed, wantedMs: number): void {
    const delayMs = Math.max(wantedMs, this.#restMs(followed.orderId))
    followed.cancelTimer()
    followed.stage = 'waiting'
    followed.dueMs = this.#clock.monotonicMs() + delayMs
    this.#ready.delete(followed)
    followed.cancelTimer = this.#clock.schedule(delayMs, () => {
      const { dueMs } = followed
      // The first late timer after a sleep spreads all overdue polls, including its own.
      this.#awake.nowMs()
      if (followed.dueMs !== dueMs) return
      this.setReady(followed)
      this.#onDue()
    })
  }

  #spreadOverdue(): void {
    const nowMs = this.#clock.monotonicMs()
    this.#spreadAll(
      [...this.#followed.values()].filter(
        ({ stage, dueMs }) => stage === 'ready' || (stage === 'waiting' && dueMs <= nowMs),
      ),
    )
  }

  #spreadAll(entries: readonly Followed[]): void {
    const spread = this.#spread(entries.length)
    for (const followed of entries) this.#schedule(followed, spread())
  }

  /** Returns a delay for each of `count` orders in the window. */
  #spread(count: number): () => number {
    const windowMs = spreadWindowMs(count)
    let index = 0
    return () => Math.round(((index++ + this.#random()) / Math.max(1, count)) * windowMs)
  }
}
