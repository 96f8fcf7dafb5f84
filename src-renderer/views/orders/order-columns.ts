import type { ListColumn } from '../../components/controls/data-list'
import { messages } from '../../messages'

const titles = messages.orders.columns

/** The columns of the orders list. Less important ones are shown only if there is room. */
export const orderColumns: readonly ListColumn[] = [
  { key: 'time', title: titles.time, width: '64px', fits: true, sortable: true },
  { key: 'amount', title: titles.amount, width: '96px', fits: true, align: 'end', sortable: true },
  { key: 'status', title: titles.status, width: '96px', fits: true },
  { key: 'reason', title: titles.reason, width: 'minmax(80px, 1.8fr)', fromWidthPx: 560 },
  { key: 'name', title: titles.name, width: 'minmax(72px, 1fr)' },
  { key: 'card', title: titles.card, width: '96px', fits: true, fromWidthPx: 800 },
  { key: 'clientOrderId', title: titles.clientOrderId, width: 'minmax(80px, 1.1fr)', fromWidthPx: 940 },
  { key: 'gatewayOrderId', title: titles.gatewayOrderId, width: 'minmax(80px, 0.8fr)', fromWidthPx: 1080 },
]
