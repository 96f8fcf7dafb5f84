import {
  chargedSum,
  disputeKind,
  leftMinor,
  type DisputeKind,
  type LaterTransactions,
} from '../../../src-shared/domain/later-transactions'
import { formatMoney } from '../../../src-shared/domain/money'
import type { OrderSummary } from '../../../src-shared/domain/order'
import { messages } from '../../messages'
import type { IconName } from './icons'

/** How a refund, cancellation or dispute is shown next to the status of a payment. */
export interface LaterMark {
  readonly icon: IconName
  readonly tone: 'open' | 'declined' | 'unknown' | 'plain'
  readonly text: string
}

const words = messages.later

/** Disputes that took or will take money are red. The others need an answer. */
const disputeTones: Record<DisputeKind, LaterMark['tone']> = {
  retrieval: 'unknown',
  dispute: 'unknown',
  fraud: 'declined',
  chargeback: 'declined',
}

const refundTones: Record<LaterTransactions['refundState'], LaterMark['tone']> = {
  none: 'plain',
  'in-progress': 'open',
  partial: 'plain',
  full: 'plain',
  refused: 'unknown',
}

/** Disputes of an order that can be read, the most serious first. */
export function mostSeriousFirst(order: OrderSummary): DisputeKind[] {
  return disputeKind.options.filter((kind) => order.later.disputes?.includes(kind)).reverse()
}

export function disputeMark(kind: DisputeKind): LaterMark {
  return { icon: kind, tone: disputeTones[kind], text: words.disputes[kind] }
}

/** The marks of all disputes, the most serious first; one mark when they cannot be read. */
export function disputeMarks(order: OrderSummary): LaterMark[] {
  if (order.later.disputes === null)
    return [{ icon: 'warning', tone: 'declined', text: words.unreadableDisputes.mark }]
  return mostSeriousFirst(order).map(disputeMark)
}

/** The mark of the newest refund or cancellation; null if there is none. */
export function refundMark(order: OrderSummary): LaterMark | null {
  const { refundKind, refundState, refundProblem } = order.later
  if (refundProblem !== null) return { icon: refundKind, tone: 'unknown', text: words.problemMark }
  if (refundState === 'none') return null
  return { icon: refundKind, tone: refundTones[refundState], text: words.marks[refundKind][refundState] }
}

/** The mark of a row: the most serious dispute, otherwise the refund; null if there is neither. */
export function rowMark(order: OrderSummary): LaterMark | null {
  return disputeMarks(order)[0] ?? refundMark(order)
}

/** The text of a row's mark. A partial refund starts with the amount, so that the amount is never cut off. */
export function laterText(order: OrderSummary): string | null {
  const { currency, later } = order
  const isSumTold =
    later.refundState === 'partial' && later.refundProblem === null && later.disputes?.length === 0
  if (!isSumTold || currency === null) return rowMark(order)?.text ?? null
  return words.withSum({
    kind: later.refundKind,
    refunded: formatMoney({ amountMinor: later.refundedMinor, currency }),
  })
}

/** The refunded and the remaining amount in one sentence; null if nothing was refunded or disputed. */
export function refundLine(order: OrderSummary): string | null {
  const { currency, later } = order
  const [charged, left] = [chargedSum(order), leftMinor(order)]
  if (currency === null || charged === null || left === null || later.refundState === 'none') return null
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency })
  const kind = later.refundKind
  if (later.refundedMinor === 0) {
    const text = later.refundState === 'in-progress' ? words.nothingBackYet : words.nothingBack
    return text({ kind, left: money(left) })
  }
  if (left === 0) return words.fullLine({ refunded: money(charged) })
  const text = later.refundBasis === 'at-least' ? words.atLeastLine : words.line
  return text({ kind, refunded: money(later.refundedMinor), left: money(left) })
}
