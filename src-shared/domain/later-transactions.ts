import { z } from 'zod'

/** How the last refund or cancellation of an order ended; `none` = nothing was given back or asked back. */
export const refundState = z.enum(['none', 'in-progress', 'partial', 'full', 'refused'])
export type RefundState = z.infer<typeof refundState>

/** What the bank or the card network opened against a payment, mildest first. */
export const disputeKind = z.enum(['retrieval', 'dispute', 'fraud', 'chargeback'])
export type DisputeKind = z.infer<typeof disputeKind>

/**
 * What happened to an order after its payment was approved. The payment keeps its own status `approved`; this stands
 * beside it. Sums are in minor units of the order's currency.
 */
export const laterTransactions = z.object({
  refundState,
  /** `cancellation`: a hold was released or a payment was voided before it was cleared. */
  refundKind: z.enum(['refund', 'cancellation']),
  /** Refunded in all: the gateway's total is cumulative, so refunds are never added up here. */
  refundedMinor: z.number().int().nonnegative(),
  /**
   * Where the sum comes from: the gateway's total; a full refund that is assumed since no answer ever gave a total; or
   * a last known total after which another refund was approved without one.
   */
  refundBasis: z.enum(['reported', 'assumed-full', 'at-least']),
  /** Why the last total of the gateway was not taken; null = it was. */
  refundProblem: z.enum(['total-fell', 'total-above-amount', 'total-unusable']).nullable(),
  disputes: z.array(disputeKind),
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

/** What kind of giving back a transaction type is; null for any other type (facts, section 4). */
export function refundKindOf(transactionType: string | null): LaterTransactions['refundKind'] | null {
  if (transactionType === null) return null
  if (refundTypes.has(transactionType)) return 'refund'
  return cancellationTypes.has(transactionType) ? 'cancellation' : null
}

export function disputeKindOf(transactionType: string | null): DisputeKind | null {
  return disputeKind.options.find((kind) => kind === transactionType) ?? null
}

/** True for a transaction that follows an approved payment on the same order; its status is not the payment's. */
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

/** The sum that went through, from which refunds are taken; null when it is not known yet. */
export function chargedSum(order: Charged): number | null {
  return order.chargedMinor ?? order.amountMinor
}

/** What is left of the payment after its refunds; null when its sum is not known. */
export function leftMinor(order: Charged & { readonly later: LaterTransactions }): number | null {
  const charged = chargedSum(order)
  return charged === null ? null : charged - order.later.refundedMinor
}
