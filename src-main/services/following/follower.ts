import { needsNetwork } from '../../../src-shared/domain/gateway-address'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { IssuerStep } from '../../ports/cardholder-browser'
import type { NetworkState } from '../../ports/network'
import type { OrderRecord, ProfileRecord } from '../../ports/storage'
import type { AppStateService } from '../announcing/app-state-service'
import { isAskable } from './follow-plan'
import { FollowQueue, type Followed } from './follow-queue'
import type { GatewayAccess } from '../access/gateway-access'
import type { OpenStorage } from '../common/storage-session'
import type { OrderAnnouncer } from '../announcing/order-announcer'
import { retryDelayMs, type PollingStops } from '../access/polling-stops'
import type { ProfileDirectory } from '../access/profile-directory'
import type { ErrorReporter } from '../common/error-reporter'
import type { CheckResult, StatusCheck } from './status-check'

/** Maximum polls of one profile in flight. A gateway that does not answer delays only its own orders. */
const maxParallelPolls = 32
const afterTroubleMs = 30_000

export interface FollowerParts {
  readonly storage: OpenStorage
  readonly check: StatusCheck
  readonly access: Pick<GatewayAccess, 'unlock'>
  readonly profiles: ProfileDirectory
  readonly stops: PollingStops
  readonly announcer: Pick<OrderAnnouncer, 'announce'>
  readonly appState: Pick<AppStateService, 'refreshSoon'>
  readonly network: NetworkState
  readonly clock: Clock
  readonly random: () => number
  readonly report: ErrorReporter
}

/** Called with every readable answer and the browser step that it asks for. */
export type CheckListener = (order: OrderRecord, step: IssuerStep | null) => void

/**
 * Polls every open order until it is final. Each order has one poll in flight, and the next is planned when the last
 * has ended. The list comes from the database, so a restart loses nothing. Polling never moves money.
 */
export class Follower {
  readonly #parts: FollowerParts
  readonly #queue: FollowQueue
  #onChecked: CheckListener = () => undefined
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
    parts.stops.onChange((profileId) => {
      this.#onAccessChanged(profileId)
    })
  }

  /** One listener. It is called after the answer is on disk. */
  onChecked(listener: CheckListener): void {
    this.#onChecked = listener
  }

  /** Starts to follow every open order in the database. */
  async start(): Promise<void> {
    this.stop()
    this.#aborter = new AbortController()
    const orders = await this.#parts.storage.reader.listFollowed()
    this.#queue.waitForAll(orders.filter(isAskable))
  }

  /** Stops polling. Later answers are dropped; the database does not change. */
  stop(): void {
    this.#aborter?.abort()
    this.#aborter = null
    this.#queue.clear()
  }

  /** Follows an order or stops, as its record says. */
  follow(order: OrderRecord): void {
    if (this.#aborter === null) return
    if (order.summary.followState !== 'following' || !isAskable(order))
      this.#queue.drop(order.summary.orderId)
    else {
      const followed = this.#queue.entryOf(order)
      if (followed.stage !== 'polling') this.#queue.wait(followed, order)
    }
  }

  /**
   * Polls now: one order, final or not, or all open orders of a profile, spread over a window. An order is polled at
   * most once in three seconds. A stopped profile gets one test poll at once; a profile without an open keychain,
   * after the operator has unlocked it. Returns how many orders are polled. Errors: `offline`, `not-found`,
   * `not-allowed-now` while the gateway asks for a pause.
   */
  async recheck(what: { readonly orderId: string } | { readonly profileId: string }): Promise<number> {
    const orders =
      'orderId' in what ? [await this.#requireOrder(what.orderId)] : await this.#openOrdersOf(what.profileId)
    const askable = orders.filter(isAskable)
    for (const profileId of new Set(askable.map((order) => order.summary.profileId))) {
      const profile = await this.#parts.profiles.require(profileId)
      if (this.#isOffline(profile)) throw new AppError('offline')
      if (this.#parts.stops.pausedUntilMs(profileId) !== null)
        throw new AppError('not-allowed-now', { reason: 'gateway-paused' })
      if (this.#parts.stops.waitsForKeychain(profileId)) this.#askForUnlock(profile)
      else this.#parts.stops.note(profileId, { kind: 'try-now' })
    }
    this.#queue.hasten(askable.map((order) => this.#queue.entryOf(order)))
    void this.#pump()
    return askable.length
  }

  /** The machine is about to sleep. */
  suspend(): void {
    this.#queue.suspend()
  }

  /** The machine woke up. */
  resume(): void {
    this.#queue.resume()
  }

  /** The key or address of the profile was changed, or a connection test succeeded. */
  resumeProfile(profileId: string): void {
    this.#parts.stops.note(profileId, { kind: 'mended' })
    this.#queue.hasten(this.#queue.refusedOf(profileId))
    void this.#pump()
  }

  /** Stops following all orders of a profile. */
  forgetProfile(profileId: string): void {
    this.#queue.dropProfile(profileId)
    this.#parts.stops.clear(profileId)
  }

  /** Does not wait for the unlock prompt. The profile continues when the keychain is open. */
  #askForUnlock(profile: ProfileRecord): void {
    const { access, report } = this.#parts
    access.unlock(profile).catch((error: unknown) => {
      report('follower', error)
    })
  }

  /** Counts of followed orders and of orders that need the operator. */
  async #openOrdersOf(profileId: string): Promise<OrderRecord[]> {
    const { reader } = this.#parts.storage
    const followed = (await reader.listFollowed()).filter((order) => order.summary.profileId === profileId)
    return [...followed, ...(await reader.listInReview(profileId))]
  }

  async #requireOrder(orderId: string): Promise<OrderRecord> {
    const order = await this.#parts.storage.reader.getOrder(orderId)
    if (order === null) throw new AppError('not-found', { reason: 'order' })
    return order
  }

  /** Starts waiting polls while their profiles have free places. */
  async #pump(): Promise<void> {
    try {
      const profiles = await this.#parts.profiles.list()
      const unreadable = await this.#parts.profiles.listUnreadable()
      const free = new Map(profiles.map((profile) => [profile.profileId, this.#freePlaces(profile)]))
      for (const followed of [...this.#queue.ready()]) {
        if (this.#aborter === null || this.#queue.isSuspended) return
        const profile = profiles.find((candidate) => candidate.profileId === followed.profileId)
        if (profile === undefined) {
          // The orders of a profile that cannot be read wait until it is saved again.
          if (!unreadable.some(({ profileId }) => profileId === followed.profileId))
            this.#queue.drop(followed.orderId)
          continue
        }
        const places = free.get(profile.profileId) ?? 0
        if (places <= 0) continue
        free.set(profile.profileId, places - 1)
        void this.#ask(followed, profile, this.#aborter.signal)
      }
    } catch (error) {
      this.#parts.report('follower', error)
      this.#parts.clock.schedule(afterTroubleMs, () => void this.#pump())
    }
  }

  async #ask(followed: Followed, profile: ProfileRecord, signal: AbortSignal): Promise<void> {
    this.#queue.setPolling(followed)
    const result = await this.#check(followed, profile, signal)
    if (signal.aborted) return
    this.#afterCheck(followed, profile, result)
    await this.#pump()
  }

  async #check(
    followed: Followed,
    profile: ProfileRecord,
    signal: AbortSignal,
  ): Promise<CheckResult | 'trouble' | 'gone' | 'held'> {
    const { check, storage, report, stops, random } = this.#parts
    try {
      const order = await storage.reader.getOrder(followed.orderId)
      if (order === null || !isAskable(order)) return 'gone'
      return await check.run(order, profile, {
        signal,
        ageOf: (current) => this.#queue.ageOf(followed, current),
        retryMs: retryDelayMs(followed.refusals, random),
        isHeld: () => this.#isOffline(profile) || stops.allows(profile.profileId) === 'none',
        onPolled: () => this.#queue.notePolled(followed.orderId),
      })
    } catch (error) {
      report('follower', error)
      return 'trouble'
    }
  }

  #afterCheck(
    followed: Followed,
    { profileId }: ProfileRecord,
    result: CheckResult | 'trouble' | 'gone' | 'held',
  ): void {
    this.#queue.waitFor(followed, afterTroubleMs)
    if (result === 'trouble') return
    if (result === 'held') {
      this.#queue.setReady(followed)
      return
    }
    if (result === 'gone') {
      this.#queue.drop(followed.orderId)
      return
    }
    const { order, written, access } = result
    followed.refusals = access?.kind === 'refused' ? followed.refusals + 1 : 0
    if (access !== null) this.#parts.stops.note(profileId, access)
    if (order.summary.followState !== 'following') this.#queue.drop(followed.orderId)
    else if (access?.kind === 'no-key') this.#queue.setReady(followed)
    else this.#queue.wait(followed, order, access?.kind === 'refused' ? result.retryMs : 0)
    if (written !== null) this.#parts.announcer.announce(written)
    if (result.step !== undefined) this.#onChecked(order, result.step)
  }

  /** Continues at once where a stop was lifted, or with one test poll when the next try is due. */
  #onAccessChanged(profileId: string): void {
    const { stops, clock, appState } = this.#parts
    appState.refreshSoon()
    const waitMs = stops.nextTryInMs(profileId)
    if (waitMs === null) this.#queue.releaseReady(profileId)
    else clock.schedule(waitMs, () => this.#tryStopped(profileId))
  }

  #tryStopped(profileId: string): void {
    const { stops, appState } = this.#parts
    appState.refreshSoon()
    // Without an order to poll, nothing is stopped.
    if (this.#aborter !== null && stops.nextTryInMs(profileId) === 0 && !this.#queue.follows(profileId))
      stops.clear(profileId)
    void this.#pump()
  }

  #freePlaces(profile: ProfileRecord): number {
    const allowed = this.#isOffline(profile) ? 'none' : this.#parts.stops.allows(profile.profileId)
    if (allowed === 'none') return 0
    return (allowed === 'one' ? 1 : maxParallelPolls) - this.#queue.pollingCount(profile.profileId)
  }

  #isOffline(profile: ProfileRecord): boolean {
    return needsNetwork(profile.environment) && !this.#parts.network.isOnline()
  }
}
