import { z } from 'zod'

/** State of the last refund or cancellation of an order; `none` = there was none. */
export const refundState = z.enum(['none', 'in-progress', 'partial', 'full', 'refused'])
export type RefundState = z.infer<typeof refundState>

/** Kinds of disputes by the bank or the card network, the least serious first. */
export const disputeKind = z.enum(['retrieval', 'dispute', 'fraud', 'chargeback'])
export type DisputeKind = z.infer<typeof disputeKind>

/**
 * Refunds, cancellations and disputes after the approval of a payment. The payment keeps its own status `approved`.
 * Amounts are in minor units of the order's currency.
 */
export const laterTransactions = z.object({
  refundState,
  /** `cancellation`: a hold was released or a payment was voided before it was cleared. */
  refundKind: z.enum(['refund', 'cancellation']),
  /** Refunded amount in total. The gateway reports a cumulative total, so the app never adds refunds up. */
  refundedMinor: z.number().int().nonnegative(),
  /**
   * Source of the amount. `reported`: the gateway's total. `assumed-full`: no answer gave a total, so a full refund is
   * assumed. `at-least`: the last known total; another refund was approved later without a total.
   */
  refundBasis: z.enum(['reported', 'assumed-full', 'at-least']),
  /** Why the last total of the gateway was not used; null = it was used. */
  refundProblem: z.enum(['total-fell', 'total-above-amount', 'total-unusable']).nullable(),
  /** In the order of report. Null = the stored list cannot be read, so there may be disputes. */
  disputes: z.array(disputeKind).nullable(),
})
export type LaterTransactions = z.infer<typeof laterTransactions>

export const noLaterTransactions: LaterTransactions = {
  refundState: 'none',
  refundKind: 'refund',
  refundedMinor: 0,
  refundBasis: 'reported',
  refundProblem: null,
  disputes: [],
}

const refundTypes: ReadonlySet<string> = new Set(['reversal', 'refund'])
const cancellationTypes: ReadonlySet<string> = new Set(['cancel', 'void'])

/** The refund kind of a transaction type; null for every other type. */
export function refundKindOf(transactionType: string | null): LaterTransactions['refundKind'] | null {
  if (transactionType === null) return null
  if (refundTypes.has(transactionType)) return 'refund'
  return cancellationTypes.has(transactionType) ? 'cancellation' : null
}

export function disputeKindOf(transactionType: string | null): DisputeKind | null {
  return disputeKind.options.find((kind) => kind === transactionType) ?? null
}

/**
 * True for the type of a transaction after the payment, on the same order. Its status is not the status of the payment.
 */
export function isLaterType(transactionType: string | null): boolean {
  return (
    transactionType === 'capture' ||
    refundKindOf(transactionType) !== null ||
    disputeKindOf(transactionType) !== null
  )
}

interface Charged {
  readonly amountMinor: number | null
  readonly chargedMinor: number | null
}

/** The charged amount, which refunds reduce; null while it is not known. */
export function chargedSum(order: Charged): number | null {
  return order.chargedMinor ?? order.amountMinor
}

/** The charged amount minus refunds; null while the charged amount is not known. */
export function leftMinor(order: Charged & { readonly later: LaterTransactions }): number | null {
  const charged = chargedSum(order)
  return charged === null ? null : charged - order.later.refundedMinor
}
