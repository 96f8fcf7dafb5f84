import type { Clock } from '../../platform/clock'
import type { OrderRecord } from '../../ports/storage'
import { AwakeClock } from './awake-clock'
import { maxPollMs, maxWatchMs, minPollMs, spreadWindowMs } from './poll-ladder'

/** A followed order: its timer runs, it waits for a free place, or the gateway is being asked about it. */
export interface Followed {
  readonly orderId: string
  readonly profileId: string
  stage: 'waiting' | 'ready' | 'asking'
  cancelTimer: () => void
  /** When its timer is due (monotonic). */
  dueMs: number
  /** Questions about it in a row whose access was refused. */
  refusals: number
  /** Where the age counts from: the stored start, the age at the moment of tracking, and that moment (awake). */
  followedSinceMs: number
  ageAtStartMs: number
  startedAtMs: number
}

/**
 * Keeps when each followed order is due. At most one entry per order, which keeps its questions one at a time; no
 * question of an order is due within `minPollMs` of the last one, whoever wants it.
 */
export class FollowQueue {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #onDue: () => void
  readonly #awake: AwakeClock
  readonly #followed = new Map<string, Followed>()
  readonly #ready = new Set<Followed>()
  /** When each order was last asked about (monotonic), oldest first; kept for `minPollMs` beyond the entry. */
  readonly #askedAtMs = new Map<string, number>()

  constructor(parts: { readonly clock: Clock; readonly random: () => number; readonly onDue: () => void }) {
    this.#clock = parts.clock
    this.#random = parts.random
    this.#onDue = parts.onDue
    this.#awake = new AwakeClock(parts.clock, () => {
      this.#spreadOverdue()
    })
  }

  /** Orders whose time has come, longest waiting first. */
  ready(): Iterable<Followed> {
    return this.#ready
  }

  get isSuspended(): boolean {
    return this.#awake.isSuspended
  }

  suspend(): void {
    this.#awake.suspend()
  }

  /** Spreads what became due during a sleep. */
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
   * Waits until the time in the record, at least `atLeastMs`. A clock that was set back must not put a question off for
   * hours.
   */
  wait(followed: Followed, order: OrderRecord, atLeastMs = 0): void {
    this.#schedule(followed, Math.max(this.#delayUntilDue(order), atLeastMs))
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

  /** Brings orders forward: one is ready at once, many come one after the other; none comes later than it would have. */
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

  /** Spreads those that were held back, of one profile or of all. */
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

  setAsking(followed: Followed): void {
    this.#ready.delete(followed)
    followed.stage = 'asking'
  }

  /** Notes that a question about the order went out or came to its end. */
  noteAsked(orderId: string): void {
    const nowMs = this.#clock.monotonicMs()
    this.#askedAtMs.delete(orderId)
    this.#askedAtMs.set(orderId, nowMs)
    for (const [oldestId, askedAtMs] of this.#askedAtMs) {
      if (nowMs - askedAtMs < minPollMs) break
      this.#askedAtMs.delete(oldestId)
    }
  }

  /** Forgets an order, unless it is being asked about: then the end of the question decides. */
  drop(orderId: string): void {
    const followed = this.#followed.get(orderId)
    if (followed === undefined || followed.stage === 'asking') return
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

  /** Orders of a profile whose access was refused at the last question. */
  refusedOf(profileId: string): Followed[] {
    return [...this.#followed.values()].filter(
      (followed) => followed.profileId === profileId && followed.refusals > 0,
    )
  }

  /** How many questions of a profile are under way. */
  askingCount(profileId: string): number {
    let count = 0
    for (const followed of this.#followed.values())
      if (followed.profileId === profileId && followed.stage === 'asking') count += 1
    return count
  }

  /** How long an order has been followed while the machine was awake and the app ran; no wall clock is trusted (T1). */
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
    const longestMs = order.summary.watchUntilMs === null ? maxPollMs : maxWatchMs
    return Math.min(Math.max(0, (order.summary.nextCheckAtMs ?? nowMs) - nowMs), longestMs)
  }

  /** How long an order must be left alone after its last question. */
  #restMs(orderId: string): number {
    const askedAtMs = this.#askedAtMs.get(orderId)
    return askedAtMs === undefined ? 0 : askedAtMs + minPollMs - this.#clock.monotonicMs()
  }

  #schedule(followed: Followed, wantedMs: number): void {
    const delayMs = Math.max(wantedMs, this.#restMs(followed.orderId))
    followed.cancelTimer()
    followed.stage = 'waiting'
    followed.dueMs = this.#clock.monotonicMs() + delayMs
    this.#ready.delete(followed)
    followed.cancelTimer = this.#clock.schedule(delayMs, () => {
      const { dueMs } = followed
      // The first late timer after a sleep spreads all that are overdue, this one too.
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

  /** Gives each of `count` orders its place in the window. */
  #spread(count: number): () => number {
    const windowMs = spreadWindowMs(count)
    let index = 0
    return () => Math.round(((index++ + this.#random()) / Math.max(1, count)) * windowMs)
  }
}
