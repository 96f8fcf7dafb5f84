import type { PollingStop } from '../../../src-shared/domain/profile'
import type { Clock } from '../../platform/clock'

const secondMs = 1000
const minuteMs = 60 * secondMs

/** Waits between the test polls of a stopped profile, or between polls of one order whose access was refused. */
const retryDelaysMs = [1, 2, 5, 15, 60].map((minutes) => minutes * minuteMs)
/** Waits after 429 or 503 without a given time. */
const busyDelaysMs = [5, 10, 20, 40, 80, 160, 300].map((seconds) => seconds * secondMs)

type StopReason = PollingStop['reason']
/** Reasons why the gateway refuses a login or a key. */
export type AccessRefusal = Extract<StopReason, 'access-denied' | 'wrong-control'>
export type KeyTrouble = Extract<
  StopReason,
  'secret-missing' | 'secret-store-locked' | 'secret-store-unavailable'
>

/** Polling state of a profile: whether its orders may be polled, and when a stopped profile is tried next. */
export interface Access {
  readonly stop: (PollingStop & { readonly tries: number; readonly nextTryMs: number }) | null
  /**
   * The order whose access was refused since the last good answer for the profile. A refusal for a second order stops
   * the profile.
   */
  readonly doubtedBy: string | null
  /** True after a stop was lifted without proof: one poll at a time until one gets an answer. */
  readonly isOnTrial: boolean
}

export type AccessEvent =
  /** A readable answer arrived: login and key are right. */
  | { readonly kind: 'answered' }
  | { readonly kind: 'refused'; readonly reason: AccessRefusal; readonly orderId: string }
  | { readonly kind: 'no-key'; readonly reason: KeyTrouble }
  /** HTTP 429 or 503; `waitMs` as the gateway asks for, null when it does not say. */
  | { readonly kind: 'busy'; readonly waitMs: number | null }
  /** The key or address was changed, or a connection test succeeded. */
  | { readonly kind: 'mended' }
  /** The operator asked, or the keychain was opened: the next poll need not wait. */
  | { readonly kind: 'try-now' }

export interface AccessMoment {
  /** Monotonic. */
  readonly nowMs: number
  /** Wall clock, for display. */
  readonly wallMs: number
  readonly random: () => number
}

/** Initial state: no known problem. */
export const openAccess: Access = { stop: null, doubtedBy: null, isOnTrial: false }

/** The wait before the next try, by the number of failed tries. `random` returns 0 to 1. */
export function retryDelayMs(tries: number, random: () => number): number {
  return delayOf(retryDelaysMs, tries, random)
}

/** Returns the state of a profile after an event. */
export function accessAfter(access: Access, event: AccessEvent, moment: AccessMoment): Access {
  const { stop } = access
  const isTryDue = stop !== null && stop.nextTryMs <= moment.nowMs
  // A pause that the gateway asked for ends only by time.
  const isPause = stop?.reason === 'gateway-busy' && !isTryDue
  switch (event.kind) {
    case 'answered':
      return isPause ? access : openAccess
    case 'mended':
      return isPause ? access : { ...openAccess, isOnTrial: stop !== null || access.isOnTrial }
    case 'try-now':
      return stop === null || isPause
        ? access
        : { ...access, stop: { ...stop, nextTryMs: moment.nowMs, nextTryAtMs: moment.wallMs } }
    case 'refused':
      if (stop === null && (access.doubtedBy ?? event.orderId) === event.orderId)
        return { ...access, doubtedBy: event.orderId }
      // Polls that were in flight when the profile was stopped do not count as new tries.
      return stop !== null && !isTryDue ? access : stopped(access, event.reason, moment)
    case 'no-key':
      return stop !== null && !isTryDue ? access : stopped(access, event.reason, moment)
    case 'busy':
      return paused(access, event.waitMs, moment)
  }
}

function stopped(access: Access, reason: StopReason, moment: AccessMoment): Access {
  const tries = access.stop === null ? 0 : access.stop.tries + 1
  return withStop(access, reason, tries, retryDelayMs(tries, moment.random), moment)
}

function paused(access: Access, waitMs: number | null, moment: AccessMoment): Access {
  const { stop } = access
  const isUnderWay = stop !== null && stop.nextTryMs > moment.nowMs
  const wasBusy = stop?.reason === 'gateway-busy'
  const tries = wasBusy ? stop.tries + (isUnderWay ? 0 : 1) : 0
  const delayMs = waitMs ?? delayOf(busyDelaysMs, tries, moment.random)
  // Another answer of the gateway can make the pause longer, never shorter.
  if (isUnderWay && (waitMs === null || stop.nextTryMs >= moment.nowMs + delayMs)) return access
  if (stop !== null && isUnderWay && !wasBusy)
    return withStop(access, stop.reason, stop.tries, delayMs, moment)
  return withStop(access, 'gateway-busy', tries, delayMs, moment)
}

function withStop(
  access: Access,
  reason: StopReason,
  tries: number,
  delayMs: number,
  { nowMs, wallMs }: AccessMoment,
): Access {
  const sinceMs = access.stop?.reason === reason ? access.stop.sinceMs : wallMs
  return {
    stop: { reason, sinceMs, tries, nextTryMs: nowMs + delayMs, nextTryAtMs: wallMs + delayMs },
    doubtedBy: null,
    isOnTrial: false,
  }
}

function delayOf(delaysMs: readonly number[], tries: number, random: () => number): number {
  const baseMs = delaysMs[Math.min(tries, delaysMs.length - 1)] ?? 0
  return Math.round(baseMs * (0.9 + 0.2 * random()))
}

/**
 * The polling state of all profiles. Services report events, the follower reads the state, and the app state shows
 * it.
 */
export class PollingStops {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #access = new Map<string, Access>()
  readonly #listeners: ((profileId: string) => void)[] = []

  constructor(parts: { readonly clock: Clock; readonly random: () => number }) {
    this.#clock = parts.clock
    this.#random = parts.random
  }

  /** The listener is called after each change. */
  onChange(listener: (profileId: string) => void): void {
    this.#listeners.push(listener)
  }

  /** The stop as shown; null while the profile is polled or its pause is over. */
  get(profileId: string): PollingStop | null {
    const { stop } = this.#of(profileId)
    if (stop === null || (stop.reason === 'gateway-busy' && this.#isTryDue(stop))) return null
    const { reason, sinceMs, nextTryAtMs } = stop
    return { reason, sinceMs, nextTryAtMs }
  }

  /** How many polls may be in flight: none, one test poll, or any number. */
  allows(profileId: string): 'none' | 'one' | 'any' {
    const { stop, isOnTrial } = this.#of(profileId)
    if (stop !== null) return this.#isTryDue(stop) ? 'one' : 'none'
    return isOnTrial ? 'one' : 'any'
  }

  /** End of the pause that the gateway asked for (wall clock); null without one. */
  pausedUntilMs(profileId: string): number | null {
    const stop = this.get(profileId)
    return stop?.reason === 'gateway-busy' ? stop.nextTryAtMs : null
  }

  /** Milliseconds until a stopped profile may be tried; null when it is not stopped. */
  nextTryInMs(profileId: string): number | null {
    const { stop } = this.#of(profileId)
    return stop === null ? null : Math.max(0, stop.nextTryMs - this.#clock.monotonicMs())
  }

  note(profileId: string, event: AccessEvent): void {
    const before = this.#of(profileId)
    const after = accessAfter(before, event, {
      nowMs: this.#clock.monotonicMs(),
      wallMs: this.#clock.nowMs(),
      random: this.#random,
    })
    if (JSON.stringify(after) === JSON.stringify(before)) return
    this.#access.set(profileId, after)
    this.#announce(profileId)
  }

  /** A keychain that was locked or gone is open again. */
  noteKeychainOpened(): void {
    for (const profileId of this.#access.keys())
      if (this.waitsForKeychain(profileId)) this.note(profileId, { kind: 'try-now' })
  }

  /** True for a profile that is stopped because the keychain is locked or cannot be reached. */
  waitsForKeychain(profileId: string): boolean {
    const reason = this.#of(profileId).stop?.reason
    return reason === 'secret-store-locked' || reason === 'secret-store-unavailable'
  }

  isWaitingForKeychain(): boolean {
    return [...this.#access.keys()].some((profileId) => this.waitsForKeychain(profileId))
  }

  clear(profileId: string): void {
    if (this.#access.delete(profileId)) this.#announce(profileId)
  }

  #announce(profileId: string): void {
    for (const listener of this.#listeners) listener(profileId)
  }

  #of(profileId: string): Access {
    return this.#access.get(profileId) ?? openAccess
  }

  #isTryDue({ nextTryMs }: { readonly nextTryMs: number }): boolean {
    return nextTryMs <= this.#clock.monotonicMs()
  }
}
