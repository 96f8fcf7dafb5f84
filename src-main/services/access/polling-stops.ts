import type { PollingStop } from '../../../src-shared/domain/profile'
import type { Clock } from '../../platform/clock'

const secondMs = 1000
const minuteMs = 60 * secondMs

/** Waits between the single questions that try a stopped profile, or one order whose access is refused. */
const retryDelaysMs = [1, 2, 5, 15, 60].map((minutes) => minutes * minuteMs)
/** Waits while the gateway is too busy and does not say for how long. */
const busyDelaysMs = [5, 10, 20, 40, 80, 160, 300].map((seconds) => seconds * secondMs)

type StopReason = PollingStop['reason']
/** The gateway refused who asks, not the question. */
export type AccessRefusal = Extract<StopReason, 'access-denied' | 'wrong-control'>
export type KeyTrouble = Extract<
  StopReason,
  'secret-missing' | 'secret-store-locked' | 'secret-store-unavailable'
>

/** Whether a profile may be asked about its orders, and when a stopped one is tried next. */
export interface Access {
  readonly stop: (PollingStop & { readonly tries: number; readonly nextTryMs: number }) | null
  /** The order whose access was refused since the profile was last answered; a second order stops the profile. */
  readonly doubtedBy: string | null
  /** True after a stop was lifted unproven: one question at a time until one is answered. */
  readonly isOnTrial: boolean
}

export type AccessEvent =
  /** A readable answer: login and key are right. */
  | { readonly kind: 'answered' }
  | { readonly kind: 'refused'; readonly reason: AccessRefusal; readonly orderId: string }
  | { readonly kind: 'no-key'; readonly reason: KeyTrouble }
  /** HTTP 429 or 503; `waitMs` as the gateway asks for, null when it does not say. */
  | { readonly kind: 'busy'; readonly waitMs: number | null }
  /** The key or address was mended, or a connection test worked. */
  | { readonly kind: 'mended' }
  /** A person asks, or the keychain was opened: the next question need not wait. */
  | { readonly kind: 'try-now' }

export interface AccessMoment {
  /** Monotonic. */
  readonly nowMs: number
  /** Wall clock, for what people see. */
  readonly wallMs: number
  readonly random: () => number
}

/** No trouble is known. */
export const openAccess: Access = { stop: null, doubtedBy: null, isOnTrial: false }

/** The wait before the next try, by how many tries failed before. `random` gives 0 to 1. */
export function retryDelayMs(tries: number, random: () => number): number {
  return delayOf(retryDelaysMs, tries, random)
}

/** What an event makes of a profile's access. */
export function accessAfter(access: Access, event: AccessEvent, moment: AccessMoment): Access {
  const { stop } = access
  const isTryDue = stop !== null && stop.nextTryMs <= moment.nowMs
  // A gateway that asked for a pause gets it: nothing but its end lifts it.
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
      // Questions that were under way when the profile was stopped are no new tries.
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
  // A pause is made longer by a gateway that says so, never shorter.
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

/** The access of every profile; whoever talks to a gateway tells it, the follower obeys it, the app state shows it. */
export class PollingStops {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #access = new Map<string, Access>()
  readonly #listeners: ((profileId: string) => void)[] = []

  constructor(parts: { readonly clock: Clock; readonly random: () => number }) {
    this.#clock = parts.clock
    this.#random = parts.random
  }

  /** The listener is told after each change. */
  onChange(listener: (profileId: string) => void): void {
    this.#listeners.push(listener)
  }

  /** The stop as shown, null while the profile is asked. A pause that is over is none, also before it is tried. */
  get(profileId: string): PollingStop | null {
    const { stop } = this.#of(profileId)
    if (stop === null || (stop.reason === 'gateway-busy' && this.#isTryDue(stop))) return null
    const { reason, sinceMs, nextTryAtMs } = stop
    return { reason, sinceMs, nextTryAtMs }
  }

  /** How many questions may be under way: none, one that tries, or any number. */
  allows(profileId: string): 'none' | 'one' | 'any' {
    const { stop, isOnTrial } = this.#of(profileId)
    if (stop !== null) return this.#isTryDue(stop) ? 'one' : 'none'
    return isOnTrial ? 'one' : 'any'
  }

  /** Until when the gateway asked to be left alone (wall clock); null when it did not. */
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
