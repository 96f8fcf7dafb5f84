import { z } from 'zod'
import type { ChargeState } from './charge'

/** The six ways an order is shown: one colour, icon and word each. */
export const statusFamily = z.enum(['open', 'approved', 'declined', 'error', 'filtered', 'unknown'])
export type StatusFamily = z.infer<typeof statusFamily>

/** How many orders there are of each family. */
export const statusCounts = z.record(statusFamily, z.number().int())
export type StatusCounts = Readonly<z.infer<typeof statusCounts>>

const finalStatuses: ReadonlySet<string> = new Set(['approved', 'declined', 'error', 'filtered'])
const openStatuses: ReadonlySet<string> = new Set(['processing', 'chain_declined'])

/** True for the four outcomes after which an order does not change by itself; exact lower-case match (interface, States). */
export function isFinalStatus(status: string | null): boolean {
  return status !== null && finalStatuses.has(status)
}

/** The family of a gateway status; a value outside the list is never final and counts as unknown (facts, section 4). */
export function familyOfStatus(status: string | null): StatusFamily {
  if (status === null || openStatuses.has(status)) return 'open'
  return finalStatuses.has(status) ? (status as StatusFamily) : 'unknown'
}

/** Raised by contradictions: another order's answer, a changed final, a duplicate decisive field. */
export const orderAlert = z.enum(['mismatch', 'changed-after-final', 'protocol'])
export type OrderAlert = z.infer<typeof orderAlert>

/** What an order is shown as: the gateway's word once there is one, ours for a charge that has none yet. */
export interface ShownStatus {
  readonly family: StatusFamily
  /** The gateway's raw status, or one of our own words such as `not-sent`. */
  readonly word: string
}

/** Joins the charge's state and the gateway's status into the one thing a person sees. */
export function shownStatus(order: {
  readonly chargeState: ChargeState | null
  readonly status: string | null
  readonly isControlRefused: boolean
  readonly alert: OrderAlert | null
}): ShownStatus {
  switch (order.chargeState) {
    case 'draft':
    case 'recorded':
      return { family: 'open', word: 'not sent yet' }
    case 'sending':
      return { family: 'open', word: 'sending' }
    case 'not-sent':
      return { family: 'error', word: 'not sent' }
    case 'cancelled':
      return { family: 'error', word: 'cancelled' }
    case 'rejected':
      return { family: 'error', word: 'refused' }
    case 'rejected-unverified':
      // A wrong control is refused before an order can exist; every other refusal stays amber until lookups agree.
      return order.isControlRefused
        ? { family: 'error', word: 'refused' }
        : { family: 'unknown', word: 'refused, checking' }
    case 'outcome-unknown':
      return { family: 'unknown', word: 'outcome unknown' }
    case 'needs-review':
      return { family: 'unknown', word: 'needs review' }
    case 'resolved-present':
      return { family: 'unknown', word: 'settled: charged' }
    case 'resolved-absent':
      return { family: 'error', word: 'settled: not charged' }
    case 'accepted':
    case 'final':
    case null:
      // A final outcome was told before by an answer that fits.
      if (order.alert === 'mismatch' && !isFinalStatus(order.status))
        return { family: 'unknown', word: 'answer of another order' }
      return { family: familyOfStatus(order.status), word: order.status ?? 'processing' }
  }
}
