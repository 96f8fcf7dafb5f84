import { chargedSum } from '../../../src-shared/domain/later-transactions'
import { formatMoney } from '../../../src-shared/domain/money'
import { shownWord, type OrderSummary } from '../../../src-shared/domain/order'
import type { ImportedFacts } from '../../../src-shared/domain/order-import'
import { laterText, rowMark } from '../../components/controls/later-mark'
import { inWords } from '../../composables/use-fact-text'
import { messages } from '../../messages'
import { shortCard } from '../../messages/card-text'
import { listed, statusReason, statusWord } from '../../messages/status-text'

const { awaited, unnamedAmount } = messages.orders
/** The gateway writes the status in front of the reason, such as "Decline, insufficient funds". */
const statusPrefix = /^declined?, */i

/** What an order waits for; otherwise a contradiction, the gateway's reason, a later refund or dispute, or the order stage. */
export function reasonText(order: OrderSummary): string {
  const reason = statusReason(shownWord(order))
  const fileStatus = order.status === null ? (order.imported?.status ?? '') : ''
  if (order.awaitedStep !== null && order.family === 'open') return awaited[order.awaitedStep]
  if (fileStatus !== '') return messages.imports.origin.says({ status: fileStatus })
  if (reason !== null) return reason
  if (order.alert !== null) return messages.orders.alerts[order.alert].title
  if (order.followState === 'needs-review') return statusReason('needs review') ?? ''
  if (order.errorMessage !== null) return sentence(order.errorMessage.replace(statusPrefix, ''))
  if (order.family === 'approved') return laterText(order) ?? ''
  return stageText(order)
}

/** The stage in plain words; empty when it only repeats the status, as in `sale_processing`. */
export function stageText({ orderStage, status }: OrderSummary): string {
  if (orderStage === null || orderStage.endsWith(`_${status ?? ''}`)) return ''
  return inWords(orderStage)
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The amount of an order with its currency, as text. */
export function amountText(order: OrderSummary): string {
  const amountMinor = chargedSum(order)
  const { currency } = order
  if (amountMinor !== null && currency !== null) return formatMoney({ amountMinor, currency })
  return order.imported?.amount
    ? messages.imports.origin.amount({ amount: fileAmount(order.imported) })
    : unnamedAmount
}

/** The amount of an order as its file has it. */
export function fileAmount({ amount, currency }: ImportedFacts): string {
  return `${amount} ${currency}`.trim()
}

/** The card of an order, such as "Visa ·1111", else as its file has it. Empty when neither names it. */
export function cardText({ bin, lastFour, imported }: OrderSummary): string {
  return lastFour === null ? (imported?.card ?? '') : shortCard(bin, lastFour)
}

/** The accessible name of an order's row. */
export function rowName(order: OrderSummary): string {
  const parts = [
    statusWord(shownWord(order)),
    rowMark(order)?.text ?? '',
    reasonText(order),
    amountText(order),
    order.cardholderName ?? '',
    order.clientOrderId,
  ]
  // The reason of a refund can be the text of its mark.
  return listed([...new Set(parts)])
}

/** Everything that a row shows. A check without news does not change it, so the row is not highlighted. */
export function shownContent(order: OrderSummary): string {
  return [rowName(order), cardText(order), order.gatewayOrderId].join()
}
