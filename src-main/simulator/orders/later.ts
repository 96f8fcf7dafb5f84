import { z } from 'zod'
import { minorUnits } from './money'
import { shownAmount } from './order-fields'
import { laterTypes } from './state'
import type { Book } from './book'
import type { Order } from './state'
import type { WireField } from '../server/wire'

/** Body of `later` on the control route. */
export const laterCommand = z.strictObject({
  clientOrderId: z.string(),
  type: z.enum(laterTypes),
  status: z.string().min(1),
  /** Left out: the total that was told before. Null: the field is not sent. */
  total: z.string().nullable().optional(),
  /** Left out: the amount that was told before, at first that of the payment. */
  amount: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
})
type LaterCommand = z.infer<typeof laterCommand>

/** Why a later transaction makes no sense, or undefined. The gateway accepts one only for an approved payment. */
export function laterProblem(book: Book, command: LaterCommand): string | undefined {
  const order = book.orderByClientId(command.clientOrderId)
  if (!order) return `later names ${command.clientOrderId}, which is no order`
  if (book.stepOf(order).status !== 'approved') return `${command.clientOrderId} is not approved`
  const sums = [command.total ?? '0', command.amount ?? '0']
  return sums.some((sum) => minorUnits(sum, order.currency) === undefined)
    ? `later gives no amount of ${order.currency}`
    : undefined
}

/** Adds a later transaction to the order; the status answers tell of it from now on. */
export function addLater(book: Book, { clientOrderId, ...said }: LaterCommand, atMs: number): void {
  const order = book.orderByClientId(clientOrderId)
  if (!order) return
  const { total, amount, type, status, code, message } = said
  const last = order.later?.at(-1)
  order.later = [
    ...(order.later ?? []),
    {
      ...{ atMs, type, status },
      total: total === undefined ? (last?.total ?? null) : total,
      amount: amount ?? last?.amount ?? shownAmount(order, 'approved'),
      ...(code === undefined ? {} : { code }),
      ...(message === undefined ? {} : { message }),
    },
  ]
}

/** The fields of a status answer with what the order's latest transaction says in place of the payment's. */
export function withLater(fields: WireField[], order: Order, nowMs: number): WireField[] {
  const last = order.later?.findLast(({ atMs }) => atMs <= nowMs)
  if (!last) return fields
  const { type, status, total, amount, code, message } = last
  const told: WireField[] = [
    ['status', status],
    ['transaction-type', type],
    ['order-stage', `${type === 'refund' ? 'reversal' : type}_${status}`],
    ['amount', amount],
    ...(total === null ? [] : [['total-reversal-amount', total] as const]),
    ...(code === undefined ? [] : [['error-code', code] as const]),
    ...(message === undefined ? [] : [['error-message', message] as const]),
  ]
  const names = new Set(told.map(([name]) => name))
  return [...fields.filter(([name]) => !names.has(name)), ...told]
}
