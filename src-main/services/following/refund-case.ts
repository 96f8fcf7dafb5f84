import { toDecimal } from '../../../src-shared/domain/money'
import type { NewTimelineEntry, OrderChange, OrderColumns, OrderRecord } from '../../ports/storage'

interface Checked {
  readonly set: Partial<OrderColumns>
  readonly entries: readonly NewTimelineEntry[]
  readonly refundCase?: OrderChange['refundCase']
}

const approvals: ReadonlySet<string> = new Set(['refund-approved', 'cancel-approved'])
const refusals: ReadonlySet<string> = new Set(['refund-refused', 'cancel-refused'])

/**
 * Closes the open refund case of an order when its check shows the refund, or that it was refused. Part of the change of
 * the check, so that a case is proven by nothing else.
 */
export function withRefundCase<Reduction extends Checked>(
  order: OrderRecord,
  reduction: Reduction,
  atMs: number,
): Reduction {
  const { openCase } = order
  if (openCase === null) return reduction
  const refusal = reduction.entries.find(({ kind }) => refusals.has(kind))
  const isShown = reduction.entries.some(({ kind }) => approvals.has(kind)) && isCovered(order, reduction)
  if (!isShown && refusal === undefined) return reduction
  const to = isShown ? 'proven' : 'refused'
  const text = isShown ? shownText(order, reduction) : (refusal?.text ?? null)
  return {
    ...reduction,
    refundCase: { kind: 'move', caseId: openCase.caseId, to, stateBy: null, stateReason: text },
    entries: [
      ...reduction.entries,
      { atMs, kind: `refund-case-${to}`, actor: null, changes: [], text } satisfies NewTimelineEntry,
    ],
  }
}

/**
 * True when the refunds since the request cover the requested amount. Without a total of the gateway the amount is not
 * known: then the approved refund itself is what the gateway shows, and the text of the step names no amount.
 */
function isCovered({ summary, openCase }: OrderRecord, { set }: Checked): boolean {
  const later = set.later ?? summary.later
  if (openCase === null || later.refundProblem !== null) return false
  if (later.refundBasis !== 'reported') return true
  return later.refundedMinor >= openCase.refundedBeforeMinor + openCase.amountMinor
}

/** The amount that was refunded since the request, with its currency; `no-sum` when the gateway named none. */
function shownText({ summary, openCase }: OrderRecord, { set }: Checked): string {
  const later = set.later ?? summary.later
  const currency = set.currency ?? summary.currency
  if (openCase === null || currency === null || later.refundBasis !== 'reported') return 'no-sum'
  return `${toDecimal({ amountMinor: later.refundedMinor - openCase.refundedBeforeMinor, currency })} ${currency}`
}
