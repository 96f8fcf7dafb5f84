import { toDecimal } from '../../../src-shared/domain/money'
import type { OrderSummary } from '../../../src-shared/domain/order'
import { orderFilter, type FilterField, type OrderFilter } from '../../../src-shared/domain/order-query'
import type { OrderColumn } from '../../../src-shared/domain/order-views'
import { dayOf, daysRange } from '../../../src-shared/util/day-range'
import { messages } from '../../messages'
import { statusWord } from '../../messages/status-text'
import { amountText, cardText, reasonText, stageText } from '../shared/order-row'

/** The shown text of a cell; `stamp` writes a time in full. */
export function cellText(column: OrderColumn, order: OrderSummary, stamp: (atMs: number) => string): string {
  switch (column) {
    case 'time':
      return stamp(order.createdAtMs)
    case 'changed':
      return stamp(order.changedAtMs)
    case 'amount':
      return amountText(order)
    case 'status':
      return statusWord(order.word)
    case 'reason':
      return reasonText(order)
    case 'name':
      return order.cardholderName ?? ''
    case 'card':
      return cardText(order)
    case 'kind':
      return order.imported === null ? messages.orders.kinds[order.kind] : messages.imports.origin.kind
    case 'stage':
      return stageText(order)
    case 'error':
      return order.errorCode ?? ''
    default:
      return order[column] ?? ''
  }
}

/** The filter that keeps the orders with the value of a cell; null when there is none. */
export function cellFilter(column: OrderColumn, order: OrderSummary, timeZone: string): OrderFilter | null {
  const filter = filterOf(column, order, timeZone)
  // A value that main would refuse, such as a very long description.
  return filter === null ? null : (orderFilter.safeParse(filter).data ?? null)
}

/** The same without the orders of that value; null for times and amounts, which have no such filter. */
export function excludingFilter(filter: OrderFilter): OrderFilter | null {
  return filter.by === 'is' ? { ...filter, not: true } : null
}

const fields: Partial<Record<OrderColumn, readonly [FilterField, (order: OrderSummary) => string | null]>> = {
  currency: ['currency', (order) => order.currency],
  status: ['status', (order) => order.word],
  reason: ['error', (order) => order.errorCode],
  name: ['cardholder', (order) => order.cardholderName],
  card: ['last-four', (order) => order.lastFour],
  reference: ['reference', (order) => order.reference],
  description: ['description', (order) => order.description],
  kind: ['kind', (order) => order.kind],
  stage: ['stage', (order) => order.orderStage],
  error: ['error', (order) => order.errorCode],
}

function filterOf(column: OrderColumn, order: OrderSummary, timeZone: string): OrderFilter | null {
  if (column === 'time') {
    const day = dayOf(order.createdAtMs, timeZone)
    return { by: 'created', ...daysRange(day, day, timeZone) }
  }
  if (column === 'amount') {
    const { amountMinor, currency } = order
    if (amountMinor === null || currency === null) return null
    const amount = toDecimal({ amountMinor, currency })
    return { by: 'amount', from: amount, to: amount }
  }
  const [field, valueOf] = fields[column] ?? []
  const value = valueOf?.(order) ?? null
  return field === undefined || value === null ? null : { by: 'is', field, value, not: false }
}
