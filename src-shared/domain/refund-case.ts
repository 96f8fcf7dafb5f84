import { z } from 'zod'
import { fields } from './fields'
import { leftMinor } from './later-transactions'

/**
 * The interface has no refund endpoint, so a person asks the gateway's operator for a refund. `asked`: recorded here.
 * `handed-over`: the operator of the gateway has the request. `proven`: a status check showed the refund; no person sets
 * it. `refused`: the gateway reported a refused refund, or a person wrote down the refusal.
 */
export const refundCaseState = z.enum(['asked', 'handed-over', 'proven', 'refused'])
export type RefundCaseState = z.infer<typeof refundCaseState>

/** A request for a refund of one order. An order has at most one open case. */
export const refundCase = z.object({
  caseId: z.string(),
  state: refundCaseState,
  /** In minor units of the order's currency. */
  amountMinor: z.number().int().positive(),
  /** The day until which the refund is expected, `YYYY-MM-DD`. */
  dueOn: z.string(),
  askedAtMs: z.number().int(),
  askedBy: z.string(),
  reason: z.string(),
  /** The last step: when, by whom (null = the gateway's status), and why. Of a new case the values of its request. */
  stateAtMs: z.number().int(),
  stateBy: z.string().nullable(),
  stateReason: z.string().nullable(),
  /** Refunds of the order before the case, in minor units. */
  refundedBeforeMinor: z.number().int().nonnegative(),
})
export type RefundCase = z.infer<typeof refundCase>

/** True while the refund is neither proven nor refused. */
export function isOpenCase({ state }: Pick<RefundCase, 'state'>): boolean {
  return state === 'asked' || state === 'handed-over'
}

/** A day as `YYYY-MM-DD`. */
export const dueDay = z.iso.date('not-a-day')

/** Who did a step of a case, and why. */
export const caseStep = z.object({ reason: fields.reason, name: fields.name })

/** Why no refund of an order can be asked for; null = it can. */
export type RefundProblem = 'order-not-approved' | 'amount-not-known' | 'nothing-left'

export function refundProblem(
  order: Parameters<typeof leftMinor>[0] & {
    readonly status: string | null
    readonly currency: string | null
  },
): RefundProblem | null {
  if (order.status !== 'approved') return 'order-not-approved'
  const left = leftMinor(order)
  if (left === null || order.currency === null) return 'amount-not-known'
  return left <= 0 ? 'nothing-left' : null
}
