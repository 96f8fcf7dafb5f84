import { needsNetwork } from '../../src-shared/domain/profile'
import { AppError } from '../../src-shared/errors/app-error'
import type { Clock } from '../platform/clock'
import type { IssuerStep } from '../ports/cardholder-browser'
import type { NetworkState } from '../ports/network'
import type { OrderRecord, ProfileRecord } from '../ports/storage'
import type { AppStateService } from './app-state-service'
import { isAskable } from './follow-plan'
import { FollowQueue, type Followed } from './follow-queue'
import type { OpenStorage } from './open-storage'
import type { OrderAnnouncer } from './order-announcer'
import { ordersOf } from './order-pages'
import type { PollingStop, PollingStops } from './polling-stops'
import type { ProfileDirectory } from './profile-directory'
import type { ReportProblem } from './report-problem'
import type { CheckResult, StatusCheck } from './status-check'

/** Questions that may be under way at once over all profiles; beyond that the waits stretch evenly (B5). */
const maxParallelPolls = 32
const maxPauseMs = 15 * 60_000
const afterTroubleMs = 30_000

export interface FollowerParts {
  readonly storage: OpenStorage
  readonly check: StatusCheck
  readonly profiles: ProfileDirectory
  readonly stops: PollingStops
  readonly announcer: OrderAnnouncer
  readonly appState: AppStateService
  readonly network: NetworkState
  readonly clock: Clock
  readonly random: () => number
  readonly report: ReportProblem
}

/** Told of every readable answer, with the browser step that it asks for. */
export type CheckListener = (order: OrderRecord, step: IssuerStep | null) => void

/**
 * Follows every open order until it is final: one question in flight per order, the next is set only when the last has
 * ended. It starts from the log, so that a restart loses nothing, and it only asks: nothing here can move money.
 */
export class Follower {
  readonly #parts: FollowerParts
  readonly #queue: FollowQueue
  readonly #pausedUntilMs = new Map<string, number>()
  /** Profiles that were stopped and are tried again: one question at a time until one is answered. */
  readonly #onProbation = new Set<string>()
  #onChecked: CheckListener = () => undefined
  #inFlight = 0
  #isSuspended = false
  #aborter: AbortController | null = null

  constructor(parts: FollowerParts) {
    this.#parts = parts
    this.#queue = new FollowQueue({
      clock: parts.clock,
      random: parts.random,
      onDue: () => void this.#pump(),
    })
    parts.network.onChange((online) => {
      if (online) this.#queue.releaseReady()
    })
  }

  /** One listener; it hears of an answer after it is on disk. */
  onChecked(listener: CheckListener): void {
    this.#onChecked = listener
  }

  /** Takes up every open order from the log. */
  async start(): Promise<void> {
    this.stop()
    this.#aborter = new AbortController()
    const orders = await this.#parts.storage.reader.listFollowed()
    this.#queue.waitForAll(orders.filter(isAskable))
  }

  /** Ends following; answers that are still to come are dropped, the log stays as it is. */
  stop(): void {
    this.#aborter?.abort()
    this.#aborter = null
    this.#queue.clear()
    this.#inFlight = 0
  }

  /** Follows an order as its record says, or no longer. */
  follow(order: OrderRecord): void {
    if (this.#aborter === null) return
    if (order.summary.followState !== 'following' || !isAskable(order))
      this.#queue.drop(order.summary.orderId)
    else {
      const followed = this.#queue.entryOf(order)
      if (followed.stage !== 'asking') this.#queue.wait(followed, order)
    }
  }

  /**
   * Asks now: about one order, final or not, or about every open order of a profile. Answers how many are asked.
   * Errors: `offline`, `gateway-auth-failed` while the profile's key is known to be wrong, `not-found`.
   */
  async recheck(what: { readonly orderId: string } | { readonly profileId: string }): Promise<number> {
    const orders =
      'orderId' in what ? [await this.#requireOrder(what.orderId)] : await this.#openOrdersOf(what.profileId)
    const askable = orders.filter(isAskable)
    for (const owner of new Set(askable.map((order) => order.summary.profileId)))
      await this.#prepareRecheck(owner)
    for (const order of askable) {
      const followed = this.#queue.entryOf(order)
      if (followed.stage === 'waiting') this.#queue.setReady(followed)
    }
    void this.#pump()
    return askable.length
  }

  /** The machine goes to sleep. */
  suspend(): void {
    this.#isSuspended = true
  }

  /** The machine woke up. */
  resume(): void {
    this.#isSuspended = false
    this.#queue.releaseReady()
  }

  /** No more questions for a profile until a person acts. */
  stopProfile(profileId: string, stop: PollingStop): void {
    this.#parts.stops.set(profileId, stop)
    this.#parts.appState.refreshSoon()
  }

  /** The profile's key or address was mended, or its connection was tried and works. */
  resumeProfile(profileId: string): void {
    if (this.#parts.stops.get(profileId) === null) return
    this.#parts.stops.clear(profileId)
    this.#onProbation.add(profileId)
    this.#parts.appState.refreshSoon()
    this.#queue.releaseReady()
  }

  /** Follows nothing of a profile any more. */
  forgetProfile(profileId: string): void {
    this.#queue.dropProfile(profileId)
    this.#parts.stops.clear(profileId)
  }

  /** Followed orders and those that went to a person. */
  async #openOrdersOf(profileId: string): Promise<OrderRecord[]> {
    const { reader } = this.#parts.storage
    const orders = (await reader.listFollowed()).filter((order) => order.summary.profileId === profileId)
    for await (const summary of ordersOf(reader, profileId, ['open', 'unknown']))
      if (summary.followState === 'needs-review') orders.push(await this.#requireOrder(summary.orderId))
    return orders
  }

  async #requireOrder(orderId: string): Promise<OrderRecord> {
    const order = await this.#parts.storage.reader.getOrder(orderId)
    if (order === null) throw new AppError('not-found', { reason: 'order' })
    return order
  }

  async #prepareRecheck(profileId: string): Promise<void> {
    const profile = await this.#parts.profiles.require(profileId)
    if (this.#isOffline(profile)) throw new AppError('offline')
    if (this.#parts.stops.get(profileId) === 'wrong-control')
      throw new AppError('gateway-auth-failed', { reason: 'wrong-control', profileName: profile.name })
    this.resumeProfile(profileId)
  }

  /** Starts as many waiting questions as there are free places. */
  async #pump(): Promise<void> {
    try {
      const profiles = await this.#parts.profiles.list()
      for (const followed of this.#queue.ready()) {
        if (this.#aborter === null || this.#isSuspended || this.#inFlight >= maxParallelPolls) return
        const profile = profiles.find((candidate) => candidate.profileId === followed.profileId)
        if (profile === undefined) this.#queue.drop(followed.orderId)
        else if (!this.#isHeld(profile)) void this.#ask(followed, profile, this.#aborter.signal)
      }
    } catch (error) {
      this.#parts.report('follower', error)
      this.#parts.clock.schedule(afterTroubleMs, () => void this.#pump())
    }
  }

  async #ask(followed: Followed, profile: ProfileRecord, signal: AbortSignal): Promise<void> {
    this.#queue.setAsking(followed)
    this.#inFlight += 1
    const result = await this.#check(followed, profile, signal)
    if (signal.aborted) return
    this.#inFlight -= 1
    this.#afterCheck(followed, profile, result)
    await this.#pump()
  }

  async #check(
    followed: Followed,
    profile: ProfileRecord,
    signal: AbortSignal,
  ): Promise<CheckResult | 'trouble' | 'gone'> {
    const { check, storage, report } = this.#parts
    try {
      const order = await storage.reader.getOrder(followed.orderId)
      if (order === null || !isAskable(order)) return 'gone'
      const result = await check.run(
        order,
        profile,
        (current) => this.#queue.ageOf(followed, current),
        signal,
      )
      return result ?? 'gone'
    } catch (error) {
      report('follower', error)
      return 'trouble'
    }
  }

  #afterCheck(followed: Followed, profile: ProfileRecord, result: CheckResult | 'trouble' | 'gone'): void {
    this.#queue.waitFor(followed, afterTroubleMs)
    if (result === 'trouble') return
    if (result === 'gone') {
      this.#queue.drop(followed.orderId)
      return
    }
    this.#applyToProfile(profile.profileId, result)
    if (result.order.summary.followState !== 'following') this.#queue.drop(followed.orderId)
    else if (result.stop !== null) this.#queue.setReady(followed)
    else this.#queue.wait(followed, result.order)
    if (result.isChanged) this.#parts.announcer.announce(result.order, { hasExchange: result.hasExchange })
    if (result.step !== undefined) this.#onChecked(result.order, result.step)
  }

  #applyToProfile(profileId: string, result: CheckResult): void {
    if (result.stop !== null) this.stopProfile(profileId, result.stop)
    else if (result.order.summary.lastCheckFailure === null) this.#onProbation.delete(profileId)
    if (result.pauseMs === null) return
    const pauseMs = Math.min(result.pauseMs, maxPauseMs)
    this.#pausedUntilMs.set(profileId, this.#parts.clock.monotonicMs() + pauseMs)
    this.#parts.clock.schedule(pauseMs, () => {
      this.#queue.releaseReady()
    })
  }

  #isHeld(profile: ProfileRecord): boolean {
    const { profileId } = profile
    return (
      this.#isOffline(profile) ||
      this.#parts.stops.get(profileId) !== null ||
      (this.#pausedUntilMs.get(profileId) ?? 0) > this.#parts.clock.monotonicMs() ||
      (this.#onProbation.has(profileId) && this.#queue.isAsking(profileId))
    )
  }

  #isOffline(profile: ProfileRecord): boolean {
    return needsNetwork(profile.environment) && !this.#parts.network.isOnline()
  }
}
