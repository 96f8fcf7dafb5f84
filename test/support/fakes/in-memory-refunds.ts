import { chargedSum } from '../../../src-shared/domain/later-transactions'
import type { OrderSummary } from '../../../src-shared/domain/order'
import { notAllowed } from './in-memory-tables'

/** Refuses what the schema's trigger refuses: refunds that are not true of the payment, and news that take something back. */
export function requireTrueRefunds(before: OrderSummary, after: OrderSummary): void {
  const { refundState, refundedMinor, disputes } = after.later
  const sum = chargedSum(after)
  if (before.chargedMinor !== null && after.chargedMinor !== before.chargedMinor)
    throw notAllowed('charged-is-fixed')
  const isUntouched = refundState === 'none' && refundedMinor === 0 && disputes.length === 0
  if (!isUntouched && after.status !== 'approved') throw notAllowed('refund-of-unpaid')
  if (refundedMinor > (sum ?? 0)) throw notAllowed('refund-above-amount')
  if (refundedMinor < before.later.refundedMinor && before.later.refundBasis !== 'assumed-full')
    throw notAllowed('refund-fell')
  if (
    (refundState === 'none' && refundedMinor > 0) ||
    (refundState === 'partial' && refundedMinor === 0) ||
    (refundState === 'full' && refundedMinor !== sum)
  )
    throw notAllowed('refund-state')
  if (before.later.disputes.some((dispute) => !disputes.includes(dispute)))
    throw notAllowed('dispute-is-kept')
}
