import { chargedSum, leftMinor } from '../../../src-shared/domain/later-transactions'
import { formatMoney } from '../../../src-shared/domain/money'
import type { OrderSummary, OrderView, TimelineEntry } from '../../../src-shared/domain/order'
import { isOpenCase, type RefundCase } from '../../../src-shared/domain/refund-case'
import { messages } from '../../messages'

const words = messages.refunds

const storyKinds: ReadonlySet<TimelineEntry['kind']> = new Set([
  'refund-case-asked',
  'refund-case-handed-over',
  'refund-case-proven',
  'refund-case-refused',
  'refund-started',
  'refund-approved',
  'refund-refused',
  'cancel-started',
  'cancel-approved',
  'cancel-refused',
  'refund-contradicted',
  'retrieval',
  'dispute',
  'fraud',
  'chargeback',
])

/** True when anything was asked for, refunded or disputed. */
export function hasRefundStory({ summary, refundCases }: OrderView): boolean {
  const { refundState, refundProblem, disputes } = summary.later
  return refundCases.length > 0 || refundState !== 'none' || refundProblem !== null || disputes?.length !== 0
}

/** The open refund case of an order; undefined = none. */
export function openCaseOf({ refundCases }: OrderView): RefundCase | undefined {
  return refundCases.find(isOpenCase)
}

/** The entries of the timeline about refunds and disputes, oldest first. */
export function storyEntries({ timeline }: OrderView): TimelineEntry[] {
  return timeline.filter(({ kind }) => storyKinds.has(kind))
}

interface Figure {
  readonly name: string
  readonly value: string
}

/** The sums of the story in the order's currency. What the gateway does not report is called not known. */
export function storyFigures(view: OrderView): Figure[] {
  const { summary } = view
  const { currency, later } = summary
  const money = (amountMinor: number | null) =>
    amountMinor === null || currency === null ? words.notKnown : formatMoney({ amountMinor, currency })
  const open = openCaseOf(view)
  return [
    { name: words.charged, value: money(chargedSum(summary)) },
    {
      name: later.refundKind === 'cancellation' ? words.cancelled : words.refunded,
      value: refundedText(summary, money(later.refundedMinor)),
    },
    ...(open === undefined ? [] : [{ name: words.asked, value: money(open.amountMinor) }]),
    { name: words.left, value: leftText(summary, money(leftMinor(summary))) },
  ]
}

function refundedText({ later }: OrderSummary, amount: string): string {
  if (later.refundProblem !== null) return words.notKnown
  if (later.refundBasis === 'assumed-full') return words.assumed({ amount })
  return later.refundBasis === 'at-least' ? words.atLeast({ amount }) : amount
}

function leftText({ later }: OrderSummary, amount: string): string {
  if (later.disputes === null) return words.leftDisputed
  if (later.disputes.includes('chargeback')) return words.leftAfterChargeback
  if (later.refundProblem !== null || later.refundBasis === 'assumed-full') return words.notKnown
  return later.refundBasis === 'at-least' ? words.atMost({ amount }) : amount
}
