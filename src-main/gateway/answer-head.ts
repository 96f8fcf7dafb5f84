import type { AnswerHead } from './http-transport'

const defaultPauseMs = 60_000
const maxPauseMs = 15 * 60_000

/** The gateway's clock minus ours in ms by its Date header, null without a readable one. */
export function clockSkewMs(head: AnswerHead | null, nowMs: number): number | null {
  const atMs = Date.parse(head?.date ?? '')
  return Number.isNaN(atMs) ? null : atMs - nowMs
}

/** How long a 429 asks to wait, from seconds or a date, at most a quarter of an hour; null for any other answer. */
export function pauseMs(head: AnswerHead | null, nowMs: number): number | null {
  if (head?.status !== 429) return null
  const asked = head.retryAfter?.trim() ?? ''
  const waitMs = /^[0-9]{1,9}$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - nowMs
  if (Number.isNaN(waitMs)) return defaultPauseMs
  return Math.min(Math.max(waitMs, 0), maxPauseMs)
}
