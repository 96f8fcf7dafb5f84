import type { PollPace } from '../../../src-shared/domain/profile'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The interface asks for 3 to 5 seconds between polls of an order. */
export const minPollMs = 3 * secondMs
const halfMinuteRungMs = 30 * secondMs
const slowRungMs = 10 * minuteMs

const firstRungUntilMs = 10 * minuteMs
const secondRungUntilMs = hourMs
const followForMs = 24 * hourMs
// A machine that slept for most of the day has not polled enough to involve the operator.
const minChecksBeforeReview = 12

const seldomAfterMs = 48 * hourMs

/** Wait before the next check of an order whose refund was asked of the gateway's operator, by the age of the request. */
export function refundCaseDelayMs(ageMs: number): number {
  return ageMs < seldomAfterMs ? hourMs : 6 * hourMs
}

/** Longest wait with its jitter. No timer is set further ahead, whatever the clock says. */
export const maxPollMs = 11 * minuteMs

/** The same for a watched charge and for an awaited refund. */
export const maxWatchMs = 24 * hourMs

/** Waits before the three lookups that confirm a refusal. */
export const refusalLookupDelaysMs = [5 * secondMs, 30 * secondMs, 5 * minuteMs] as const

/**
 * Lookups of a charge that was shown as refused or not charged: after 1, 6, 24, 48 and 72 hours, because the gateway
 * may have booked it anyway.
 */
const watchDelaysMs = [hourMs, 5 * hourMs, 18 * hourMs, 24 * hourMs, 24 * hourMs] as const
const watchRetryMs = hourMs

/** Time of the next lookup of a watched charge. `lookups` = lookups that found no order. Null = the watch is over. */
export function watchFrom(
  lookups: number,
  nowMs: number,
): { readonly checks: number; readonly nextCheckAtMs: number; readonly watchUntilMs: number } | null {
  const delayMs = watchDelaysMs[lookups]
  if (delayMs === undefined) return null
  const restMs = watchDelaysMs.slice(lookups).reduce((sum, each) => sum + each, 0)
  return { checks: lookups, nextCheckAtMs: nowMs + delayMs, watchUntilMs: nowMs + restMs }
}

/** Time of the next lookup after one without a readable answer, which proves nothing. */
export function watchRetry(
  watchUntilMs: number,
  nowMs: number,
): { readonly nextCheckAtMs: number; readonly watchUntilMs: number } {
  const nextCheckAtMs = nowMs + watchRetryMs
  return { nextCheckAtMs, watchUntilMs: Math.max(watchUntilMs, nextCheckAtMs) }
}

/** The next step after a check that did not settle the order. */
export type LadderStep =
  { readonly kind: 'ask'; readonly delayMs: number } | { readonly kind: 'needs-review' }

/** The wait before the next poll, by how long the order has been followed. `random` returns 0 to 1. */
export function nextStep(input: {
  readonly ageMs: number
  readonly checks: number
  readonly pace: PollPace
  readonly random: () => number
}): LadderStep {
  if (input.ageMs >= followForMs && input.checks >= minChecksBeforeReview) return { kind: 'needs-review' }
  const ownPaceMs = paceDelayMs(input.pace, input.random)
  if (input.ageMs < firstRungUntilMs) return { kind: 'ask', delayMs: ownPaceMs }
  const rungMs = input.ageMs < secondRungUntilMs ? halfMinuteRungMs : slowRungMs
  return { kind: 'ask', delayMs: Math.max(ownPaceMs, Math.round(rungMs * (0.95 + 0.1 * input.random()))) }
}

/** A wait at the pace of the profile, at least 3 seconds. */
export function paceDelayMs(pace: PollPace, random: () => number): number {
  const shortest = Math.max(minPollMs, pace.minMs)
  const longest = Math.max(shortest, pace.maxMs)
  return Math.round(shortest + random() * (longest - shortest))
}

const spreadPerOrderMs = 300
const maxSpreadMs = 30 * secondMs

/**
 * Window in ms over which the polls of many orders are spread after a start or a sleep, so that they do not start in
 * a burst.
 */
export function spreadWindowMs(orderCount: number): number {
  return Math.min(maxSpreadMs, orderCount * spreadPerOrderMs)
}
