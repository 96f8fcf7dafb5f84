import type { OrderSummary } from '../../../src-shared/domain/order'
import { laterText } from '../../components/controls/later-mark'
import { messages } from '../../messages'

/** What an order waits for; otherwise the gateway's reason, a later refund or dispute, or the order stage. */
export function reasonText(order: OrderSummary): string {
  if (order.chargeState === 'outcome-unknown') return messages.orders.reasons.outcomeUnknown
  if (order.chargeState === 'needs-review') return messages.orders.reasons.needsReview
  if (order.awaitedStep !== null) return messages.orders.reasons.awaited[order.awaitedStep]
  if (order.errorMessage !== null) return order.errorMessage
  if (order.family === 'approved') return laterText(order) ?? ''
  return order.orderStage ?? ''
}
