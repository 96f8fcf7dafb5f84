import { z } from 'zod'
import type { ChargeState } from './charge'

/** The six groups in which statuses are shown, each with its colour and icon. */
export const statusFamily = z.enum(['open', 'approved', 'declined', 'error', 'filtered', 'unknown'])
export type StatusFamily = z.infer<typeof statusFamily>

/** How many orders there are of each family. */
export const statusCounts = z.record(statusFamily, z.number().int())
export type StatusCounts = Readonly<z.infer<typeof statusCounts>>

const finalStatuses: ReadonlySet<string> = new Set(['approved', 'declined', 'error', 'filtered'])
const openStatuses: ReadonlySet<string> = new Set(['processing', 'chain_declined'])

/** True for the four statuses that end a payment. Compares exactly, in lower case (interface, section States). */
export function isFinalStatus(status: string | null): boolean {
  return status !== null && finalStatuses.has(status)
}

/** The family of a gateway status. A status that the interface does not list is never final and counts as unknown. */
export function familyOfStatus(status: string | null): StatusFamily {
  if (status === null || openStatuses.has(status)) return 'open'
  return finalStatuses.has(status) ? (status as StatusFamily) : 'unknown'
}

/** A contradiction: an answer about another order, a final status that changed, or a decisive field that came twice. */
export const orderAlert = z.enum(['mismatch', 'changed-after-final', 'protocol'])
export type OrderAlert = z.infer<typeof orderAlert>

/** The status that is shown: the gateway's status, or the state of our charge while the gateway has not answered. */
export interface ShownStatus {
  readonly family: StatusFamily
  /** The gateway's unchanged status, or a word of this app such as `not-sent`. */
  readonly word: string
}

/** Combines the state of the charge and the gateway's status into the status that is shown. */
export function shownStatus(order: {
  readonly chargeState: ChargeState | null
  readonly status: string | null
  readonly isControlRefused: boolean
  readonly alert: OrderAlert | null
  /** Missing or null = the order came from no file. What a file says is no answer. */
  readonly imported?: object | null
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
      // After a wrong control no order can exist. Every other refusal counts as unknown until lookups confirm it.
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
      // A final status came from an earlier answer that belongs to this order, so it is still shown.
      if (order.alert === 'mismatch' && !isFinalStatus(order.status))
        return { family: 'unknown', word: 'answer of another order' }
      if (order.imported && order.status === null) return { family: 'unknown', word: 'imported' }
      return { family: familyOfStatus(order.status), word: order.status ?? 'processing' }
  }
}
