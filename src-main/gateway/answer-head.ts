import type { AnswerHead } from './http-transport'

const defaultPauseMs = 60_000
const maxPauseMs = 15 * 60_000

/** Gateway's clock minus ours in ms, from the Date header; null without a readable one. */
export function clockSkewMs(head: AnswerHead | null, nowMs: number): number | null {
  const atMs = Date.parse(head?.date ?? '')
  return Number.isNaN(atMs) ? null : atMs - nowMs
}

/**
 * The wait that a 429 or 503 asks for (`Retry-After` in seconds or as a date), at most 15 minutes. `waitMs` is null when
 * a 503 gives none. Null for any other answer. A date is compared with the answer's own Date header, because our clock
 * may be wrong.
 */
export function pauseOf(head: AnswerHead | null, nowMs: number): { readonly waitMs: number | null } | null {
  if (head?.status !== 429 && head?.status !== 503) return null
  const asked = head.retryAfter?.trim() ?? ''
  const sentAtMs = Date.parse(head.date ?? '')
  const waitMs = /^[0-9]{1,9}$/.test(asked)
    ? Number(asked) * 1000
    : Date.parse(asked) - (Number.isNaN(sentAtMs) ? nowMs : sentAtMs)
  if (Number.isNaN(waitMs)) return { waitMs: head.status === 429 ? defaultPauseMs : null }
  return { waitMs: Math.min(Math.max(waitMs, 0), maxPauseMs) }
}
