import type { OrderSort } from '../../../src-shared/domain/order-query'
import { orderColumn, type ColumnChoice, type OrderColumn } from '../../../src-shared/domain/order-views'
import type { ListColumn } from '../../components/controls/data-list'
import { messages } from '../../messages'

const titles = messages.orders.columns

/** The sort of each column that main can sort by. */
const sorts: Partial<Record<OrderColumn, OrderSort>> = {
  time: 'created',
  changed: 'changed',
  amount: 'amount',
  status: 'status',
  name: 'cardholder',
  card: 'last-four',
  clientOrderId: 'client-order-id',
  gatewayOrderId: 'gateway-order-id',
  reference: 'reference',
}

const widths: Record<OrderColumn, Pick<ListColumn, 'width' | 'fits' | 'align'>> = {
  time: { width: '64px', fits: true },
  changed: { width: '64px', fits: true },
  amount: { width: '96px', fits: true, align: 'end' },
  currency: { width: '72px', fits: true },
  status: { width: '96px', fits: true },
  reason: { width: 'minmax(80px, 1.8fr)' },
  name: { width: 'minmax(56px, 1fr)' },
  card: { width: '96px', fits: true },
  clientOrderId: { width: 'minmax(80px, 1.25fr)' },
  gatewayOrderId: { width: 'minmax(80px, 0.95fr)' },
  reference: { width: 'minmax(80px, 1fr)' },
  description: { width: 'minmax(80px, 1.4fr)' },
  kind: { width: 'minmax(80px, 0.8fr)' },
  stage: { width: 'minmax(80px, 0.8fr)' },
  error: { width: 'minmax(72px, 0.5fr)' },
}

/** The columns of a list without a choice. Less important ones are shown only if there is room. */
const fromWidthPx: Partial<Record<OrderColumn, number>> = {
  time: 0,
  amount: 0,
  status: 0,
  reason: 560,
  name: 0,
  card: 800,
  clientOrderId: 940,
  gatewayOrderId: 1080,
}
const defaultKeys: readonly OrderColumn[] = [
  'time',
  'amount',
  'status',
  'reason',
  'name',
  'card',
  'clientOrderId',
  'gatewayOrderId',
]

/** The choice that shows what a list without a choice shows. */
export const defaultChoice: ColumnChoice = defaultKeys.map((key) => ({ key, widthPx: null }))

/** The columns of the orders list. */
export function orderColumnsOf(choice: ColumnChoice): ListColumn[] {
  if (choice.length === 0)
    return defaultKeys.map((key) => ({ ...columnOf(key), fromWidthPx: fromWidthPx[key] ?? 0 }))
  return choice.map(({ key, widthPx }) => ({ ...columnOf(key), chosenPx: widthPx }))
}

/** The sort of a column; null when main cannot sort by it. */
export function sortOf(key: string): OrderSort | null {
  const column = orderColumn.safeParse(key)
  return column.success ? (sorts[column.data] ?? null) : null
}

/** The column that shows a sort. */
export function columnOfSort(sort: OrderSort): string {
  return orderColumn.options.find((key) => sorts[key] === sort) ?? ''
}

function columnOf(key: OrderColumn): ListColumn {
  return { key, title: titles[key], sortable: sorts[key] !== undefined, ...widths[key] }
}
