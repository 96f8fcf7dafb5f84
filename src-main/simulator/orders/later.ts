import { z } from 'zod'
import { minorUnits } from './money'
import { shownAmount } from './order-fields'
import { laterTypes } from './state'
import type { OrderStore } from './order-store'
import type { Order } from './state'
import type { WireField } from '../server/wire'

/** The value of `later` in a command of the control API. Amounts are in major units. */
export const laterCommand = z.strictObject({
  clientOrderId: z.string(),
  type: z.enum(laterTypes),
  status: z.string().min(1),
  /** Left out: the total of the transaction before. Null: the field is not sent. */
  total: z.string().nullable().optional(),
  /** Left out: the amount of the transaction before; for the first one, the amount of the payment. */
  amount: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
})
type LaterCommand = z.infer<typeof laterCommand>

/** The reason why a later transaction is not possible, or undefined. It needs an approved payment. */
export function laterProblem(orderStore: OrderStore, command: LaterCommand): string | undefined {
  const order = orderStore.orderByClientId(command.clientOrderId)
  if (!order) return `later names ${command.clientOrderId}, which is no order`
  if (orderStore.currentPhase(order).status !== 'approved') return `${command.clientOrderId} is not approved`
  const sums = [command.total ?? '0', command.amount ?? '0']
  return sums.some((sum) => minorUnits(sum, order.currency) === undefined)
    ? `later gives no amount of ${order.currency}`
    : undefined
}

/** Adds a later transaction to the order. Status answers report it from now on. */
export function addLater(
  orderStore: OrderStore,
  { clientOrderId, ...command }: LaterCommand,
  atMs: number,
): void {
  const order = orderStore.orderByClientId(clientOrderId)
  if (!order) return
  const { total, amount, type, status, code, message } = command
  const last = order.later?.at(-1)
  orderStore.addLater(order, {
    ...{ atMs, type, status },
    total: total === undefined ? (last?.total ?? null) : total,
    amount: amount ?? last?.amount ?? shownAmount(order, 'approved'),
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
  })
}

/** The fields of a status answer, with those of the order's latest transaction in place of the payment's. */
export function withLater(fields: WireField[], order: Order, nowMs: number): WireField[] {
  const last = order.later?.findLast(({ atMs }) => atMs <= nowMs)
  if (!last) return fields
  const { type, status, total, amount, code, message } = last
  const laterFields: WireField[] = [
    ['status', status],
    ['transaction-type', type],
    ['order-stage', `${type === 'refund' ? 'reversal' : type}_${status}`],
    ['amount', amount],
    ...(total === null ? [] : [['total-reversal-amount', total] as const]),
    ...(code === undefined ? [] : [['error-code', code] as const]),
    ...(message === undefined ? [] : [['error-message', message] as const]),
  ]
  const names = new Set(laterFields.map(([name]) => name))
  return [...fields.filter(([name]) => !names.has(name)), ...laterFields]
}
