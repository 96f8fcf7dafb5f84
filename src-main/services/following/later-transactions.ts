import { splitAmounts } from '../../../src-shared/domain/charge-draft'
import {
  chargedSum,
  disputeKindOf,
  isLaterType,
  refundKindOf,
  type LaterTransactions,
  type RefundState,
} from '../../../src-shared/domain/later-transactions'
import { factValue } from '../../../src-shared/domain/facts'
import { toDecimal } from '../../../src-shared/domain/money'
import type { TimelineEntry } from '../../../src-shared/domain/order'
import { isFinalStatus } from '../../../src-shared/domain/order-status'
import type { StatusAnswer } from '../../ports/gateway-client'
import type { NewTimelineEntry, OrderChange, OrderColumns, OrderRecord } from '../../ports/storage'
import { minorUnitsOf } from '../common/gateway-amount'

/** The total of an order’s refunds as an answer gives it, in minor units. */
type Total = number | 'missing' | 'unusable'

/**
 * Returns the answer as it applies to the payment. The gateway accepts a later transaction only for an approved
 * payment. So a later transaction proves the approval, and a refused refund does not decline the payment.
 */
export function paymentAnswer(answer: StatusAnswer): StatusAnswer {
  if (!isLaterType(answer.transactionType)) return answer
  return { ...answer, status: 'approved', errorCode: null, errorMessage: null }
}

/** Amounts of an enumerate_amounts rebill in minor units. Any of them may have been charged. */
export function candidatesOf(order: OrderRecord, currency: string): number[] {
  const draft = order.charge?.draft
  if (draft === undefined || draft.kind === 'sale') return []
  return splitAmounts(draft.enumerateAmounts)
    .map((text) => minorUnitsOf(text, currency))
    .filter((amountMinor) => amountMinor !== null)
}

/**
 * True when a later transaction explains an amount other than the original: the remaining sum or the sum of that
 * transaction. A sum above the original is never explained.
 */
export function isExplainedByLaterTransaction(
  answer: StatusAnswer,
  originalMinor: number,
  reportedMinor: number,
  currency: string,
): boolean {
  if (reportedMinor > originalMinor) return false
  const total = totalOf(answer, currency)
  if (typeof total === 'number' && reportedMinor === originalMinor - total) return true
  if (!isLaterType(answer.transactionType)) return false
  const isApprovedRefund = refundKindOf(answer.transactionType) !== null && answer.status === 'approved'
  // The sum of an approved refund is part of the total. An undecided or refused refund can name any sum.
  return !isApprovedRefund || typeof total !== 'number' || reportedMinor <= total
}

/**
 * The original amount of an order that is new to this app, perhaps after its first refund; null when the answer does
 * not tell.
 */
export function originalAmount(answer: StatusAnswer): number | null {
  const { amount, currency } = answer
  if (amount === null || currency === null) return null
  const amountMinor = minorUnitsOf(amount, currency)
  const total = totalOf(answer, currency)
  if (amountMinor === null || (total === 'missing' && !isLaterType(answer.transactionType)))
    return amountMinor
  const initial = factValue(answer.fields, 'initialAmount')
  const initialMinor = initial === null ? null : minorUnitsOf(initial, currency)
  if (initialMinor !== null) return initialMinor
  // Without `initial-amount`, the interface says that `amount` is the original. That cannot be true when more than it
  // was refunded.
  return typeof total === 'number' && total > amountMinor ? amountMinor + total : amountMinor
}

type Told = Pick<OrderChange, 'set' | 'entries'> & { readonly facts: NonNullable<OrderChange['facts']> }

/** Adds the refunds and disputes of an answer to a change. */
export function withLaterTransactions<Reduction extends Told>(
  order: OrderRecord,
  answer: StatusAnswer,
  reduction: Reduction,
  atMs: number,
): Reduction {
  const status = reduction.set.status ?? order.summary.status
  if (status !== 'approved' || paymentAnswer(answer).status !== 'approved') return reduction
  const charged = chargedAmount(order, answer)
  const summary = { ...order.summary, ...reduction.set, ...charged }
  const known = order.summary.later
  const sum = { originalMinor: chargedSum(summary), currency: summary.currency }
  const later = laterAfter(known, answer, sum)
  const isTotalRefused = later.refundProblem !== null && totalOf(answer, sum.currency) !== 'missing'
  const told = entriesOf(known, later, answer, sum, atMs)
  return {
    ...reduction,
    set: { ...reduction.set, ...charged, ...(isSame(known, later) ? {} : { later }) },
    // A rejected total must not be stored among the facts.
    facts: isTotalRefused ? withoutTotal(reduction.facts, answer) : reduction.facts,
    entries: mergedEntries(reduction.entries, told, answer, known.refundProblem !== null && isTotalRefused),
  }
}

interface Sum {
  readonly originalMinor: number | null
  readonly currency: string | null
}

/**
 * The amount that was charged of an enumerate_amounts rebill. The interface does not say whether the gateway reports
 * that amount or always the first one.
 */
function chargedAmount(order: OrderRecord, answer: StatusAnswer): Partial<OrderColumns> {
  const { amountMinor, chargedMinor, currency, later } = order.summary
  if (chargedMinor !== null || currency === null || answer.amount === null) return {}
  if (isLaterType(answer.transactionType) || totalOf(answer, currency) !== 'missing') return {}
  const reported = minorUnitsOf(answer.amount, currency)
  const isOtherCandidate =
    reported !== null && reported !== amountMinor && candidatesOf(order, currency).includes(reported)
  // An older answer can arrive after a refund. The base of that refund must not change.
  const fitsRefund = reported !== null && later.refundState !== 'full' && later.refundedMinor <= reported
  return isOtherCandidate && fitsRefund ? { chargedMinor: reported } : {}
}

function laterAfter(known: LaterTransactions, answer: StatusAnswer, sum: Sum): LaterTransactions {
  const refunded = afterRefund(known, answer, sum)
  const dispute = answer.status === 'approved' ? disputeKindOf(answer.transactionType) : null
  // To a list that cannot be read, nothing is added: it would be written over.
  if (dispute === null || (known.disputes?.includes(dispute) ?? true)) return refunded
  return { ...refunded, disputes: [...(refunded.disputes ?? []), dispute] }
}

function afterRefund(known: LaterTransactions, answer: StatusAnswer, sum: Sum): LaterTransactions {
  const kind = refundKindOf(answer.transactionType)
  const withSum = afterTotal(known, answer, kind, sum)
  if (kind === null) return withSum
  return { ...withSum, refundKind: kind, refundState: refundStateAfter(withSum, answer.status, sum) }
}

/** An unlisted or missing status does not end a refund; only a final status does. */
function refundStateAfter(later: LaterTransactions, status: string | null, sum: Sum): RefundState {
  if (!isFinalStatus(status)) return 'in-progress'
  return status === 'approved' ? stateOfSum(later.refundedMinor, sum.originalMinor) : 'refused'
}

function stateOfSum(refundedMinor: number, originalMinor: number | null): RefundState {
  if (refundedMinor === 0) return 'none'
  return refundedMinor === originalMinor ? 'full' : 'partial'
}

/** Applies the gateway’s total. It is cumulative: it can only rise, never above the original amount. */
function afterTotal(
  known: LaterTransactions,
  answer: StatusAnswer,
  kind: LaterTransactions['refundKind'] | null,
  sum: Sum,
): LaterTransactions {
  const total = totalOf(answer, sum.currency)
  const isApprovedRefund = kind !== null && answer.status === 'approved'
  if (total === 'missing') return isApprovedRefund ? approvedWithoutTotal(known, kind, sum) : known
  const problem = problemOf(known, total, isApprovedRefund, sum)
  if (problem !== null || typeof total !== 'number') return { ...known, refundProblem: problem }
  // The interface does not say whether an undecided refund is part of the total, so its total is used only after the
  // outcome.
  if (total === known.refundedMinor || !isFinalStatus(answer.status))
    return {
      ...known,
      refundProblem: null,
      ...(total === known.refundedMinor && isFinalStatus(answer.status) ? { refundBasis: 'reported' } : {}),
    }
  return {
    ...known,
    refundedMinor: total,
    refundBasis: 'reported',
    refundProblem: null,
    refundState: kind === null ? stateOfSum(total, sum.originalMinor) : known.refundState,
  }
}

function problemOf(
  known: LaterTransactions,
  total: number | 'unusable',
  isApprovedRefund: boolean,
  sum: Sum,
): LaterTransactions['refundProblem'] {
  if (total === 'unusable' || sum.originalMinor === null || (total === 0 && isApprovedRefund))
    return 'total-unusable'
  if (total > sum.originalMinor) return 'total-above-amount'
  return total < known.refundedMinor && known.refundBasis !== 'assumed-full' ? 'total-fell' : null
}

/**
 * The gateway’s own plugin treats a refund without a total as a full one. The app does so only while no total was
 * ever reported, and the screen says that the sum is assumed. A cancellation is always full.
 */
function approvedWithoutTotal(
  known: LaterTransactions,
  kind: LaterTransactions['refundKind'],
  sum: Sum,
): LaterTransactions {
  if (sum.originalMinor === null) return { ...known, refundProblem: 'total-unusable' }
  const isTotalKnown = known.refundedMinor > 0 && known.refundBasis !== 'assumed-full'
  if (!isTotalKnown || kind === 'cancellation')
    return {
      ...known,
      refundedMinor: sum.originalMinor,
      refundBasis: kind === 'cancellation' ? 'reported' : 'assumed-full',
    }
  // The same answer without its total is not another refund.
  const isAnotherRefund = known.refundState === 'in-progress' || known.refundState === 'refused'
  return isAnotherRefund && known.refundedMinor < sum.originalMinor
    ? { ...known, refundBasis: 'at-least' }
    : known
}

function totalOf(answer: StatusAnswer, currency: string | null): Total {
  const text = factValue(answer.fields, 'refundedTotal')
  if (text === null || text.trim() === '') return 'missing'
  return (currency === null ? null : minorUnitsOf(text, currency)) ?? 'unusable'
}

/** The changes without that of the total of refunds. */
function withoutTotal<T extends { readonly name: string }>(changes: readonly T[], answer: StatusAnswer): T[] {
  const isTotal = (name: string) =>
    answer.fields.some((field) => field.name === name && field.fact === 'refundedTotal')
  return changes.filter(({ name }) => !isTotal(name))
}

function isSame(one: LaterTransactions, other: LaterTransactions): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

type Kind = TimelineEntry['kind']

/** Timeline entries for the difference. Their text has the sums as "basis, now, in all, left, currency". */
function entriesOf(
  known: LaterTransactions,
  later: LaterTransactions,
  answer: StatusAnswer,
  sum: Sum,
  atMs: number,
): NewTimelineEntry[] {
  const prefix = later.refundKind === 'cancellation' ? 'cancel' : 'refund'
  const isSumNews =
    later.refundedMinor !== known.refundedMinor ||
    later.refundBasis !== known.refundBasis ||
    (known.refundState !== later.refundState && later.refundState !== 'none')
  const told: [Kind, string | null][] = []
  if (later.refundState === 'in-progress' && known.refundState !== 'in-progress')
    told.push([`${prefix}-started`, null])
  if (isSumNews && (later.refundState === 'partial' || later.refundState === 'full'))
    told.push([`${prefix}-approved`, sumText(known, later, sum)])
  if (later.refundState === 'refused' && known.refundState !== 'refused')
    told.push([`${prefix}-refused`, reasonOf(answer)])
  if (later.refundProblem !== null && later.refundProblem !== known.refundProblem)
    told.push(['refund-contradicted', later.refundProblem])
  for (const dispute of later.disputes ?? [])
    if (known.disputes?.includes(dispute) === false) told.push([dispute, reasonOf(answer)])
  return told.map(([kind, text]) => ({ atMs, kind, actor: null, changes: [], text }))
}

function sumText(known: LaterTransactions, later: LaterTransactions, sum: Sum): string {
  const { originalMinor, currency } = sum
  if (originalMinor === null || currency === null) return later.refundBasis
  const text = (amountMinor: number) => toDecimal({ amountMinor, currency })
  const before = known.refundBasis === 'assumed-full' ? 0 : known.refundedMinor
  return [
    later.refundBasis,
    text(later.refundedMinor - before),
    text(later.refundedMinor),
    text(originalMinor - later.refundedMinor),
    currency,
  ].join(' ')
}

function reasonOf({ errorCode, errorMessage }: StatusAnswer): string | null {
  return [errorCode, errorMessage].filter((part) => part !== null && part !== '').join(' ') || null
}

/** One event gives one entry: the changes of the check are part of the refund entry. */
function mergedEntries(
  entries: readonly NewTimelineEntry[],
  told: readonly NewTimelineEntry[],
  answer: StatusAnswer,
  isRepeatedProblem: boolean,
): readonly NewTimelineEntry[] {
  const [first, ...others] = told
  return entries.flatMap((entry) => {
    if (entry.kind === 'final')
      return isLaterType(answer.transactionType)
        ? [{ ...entry, text: 'told-by-later-transaction' }, ...told]
        : [entry, ...told]
    if (entry.kind !== 'status-changed' && entry.kind !== 'status-unchanged') return [entry]
    if (first !== undefined) return [{ ...first, changes: entry.changes }, ...others]
    const changes = isRepeatedProblem ? withoutTotal(entry.changes, answer) : entry.changes
    return [changes.length > 0 ? { ...entry, changes } : { ...entry, kind: 'status-unchanged', changes }]
  })
}
