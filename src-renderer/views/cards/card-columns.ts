import type { ListColumn } from '../../components/controls/data-list'
import { messages } from '../../messages'

const titles = messages.cards.columns

export const cardColumns: readonly ListColumn[] = [
  { key: 'name', title: titles.name, width: 'minmax(80px, 1.4fr)' },
  { key: 'number', title: titles.number, width: 'minmax(112px, 1fr)' },
  { key: 'expiry', title: titles.expiry, width: '104px' },
  { key: 'last', title: titles.last, width: 'minmax(80px, 0.8fr)', fromWidthPx: 560 },
  { key: 'amount', title: titles.amount, width: '96px', fits: true, align: 'end', fromWidthPx: 700 },
  { key: 'customer', title: titles.customer, width: 'minmax(80px, 1fr)', fromWidthPx: 820 },
]
