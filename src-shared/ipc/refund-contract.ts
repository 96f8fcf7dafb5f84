import { z } from 'zod'
import { fields, refuseSplitCardNumber } from '../domain/fields'
import { orderView } from '../domain/order'
import { caseStep, dueDay } from '../domain/refund-case'
import { id } from './contract-parts'

/** The commands for refund cases. None of them sends anything, and none of them proves a refund. */
export const refundCommands = {
  /** Opens a case. `amount` is a decimal in the order's currency, at most what is left of the charged amount. */
  'refundCases.ask': {
    kind: 'write',
    input: z
      .strictObject({ orderId: id, amount: fields.amountText, dueOn: dueDay, ...caseStep.shape })
      .superRefine(refuseSplitCardNumber('reason', 'name')),
    output: orderView,
  },
  /** The request is with the gateway's operator. */
  'refundCases.handOver': {
    kind: 'write',
    input: z
      .strictObject({ orderId: id, caseId: id, ...caseStep.shape })
      .superRefine(refuseSplitCardNumber('reason', 'name')),
    output: orderView,
  },
  /** The gateway's operator refused the refund, or it is not wanted any more. */
  'refundCases.refuse': {
    kind: 'write',
    input: z
      .strictObject({ orderId: id, caseId: id, ...caseStep.shape })
      .superRefine(refuseSplitCardNumber('reason', 'name')),
    output: orderView,
  },
} as const
