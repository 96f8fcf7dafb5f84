import type { FactName } from '../../../src-shared/domain/facts'
import type { FieldChange } from '../../../src-shared/domain/order'

/** The facts that tell staff most, the most telling first. The status is in the title of the entry already. */
const mostTelling: readonly FactName[] = [
  'errorMessage',
  'declineReason',
  'refundedTotal',
  'threeDsStep',
  'threeDsResult',
  'orderStage',
  'approvalCode',
  'errorCode',
  'transactionType',
  'amount',
  'status',
  'gatewayOrderId',
]
const shownAtMost = 3

/** The changes of one response: the three most telling ones are `shown`, the rest is `folded` behind a summary line. */
export function rankFieldChanges(changes: readonly FieldChange[]): {
  readonly shown: readonly FieldChange[]
  readonly folded: readonly FieldChange[]
} {
  const rank = ({ fact }: FieldChange) => {
    const at = fact === undefined ? -1 : mostTelling.indexOf(fact)
    return at < 0 ? mostTelling.length : at
  }
  // The sort is stable: equally telling changes keep the gateway's order.
  const sorted = [...changes].sort((a, b) => rank(a) - rank(b))
  return { shown: sorted.slice(0, shownAtMost), folded: sorted.slice(shownAtMost) }
}
