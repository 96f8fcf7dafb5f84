import { receiptPage } from '../../issuer/pages'
import { majorUnits } from '../../orders/money'
import { gatewayTime } from '../../orders/order-fields'
import type { Book } from '../../orders/book'
import type { Page } from '../../issuer/pages'

/** Receipts lie at `/view-receipt/{endpoint id}/{receipt id}/` below the base address. */
export const receiptPath = '/view-receipt/'

/** The receipt that a path names; undefined when there is no such receipt at that endpoint. */
export function receiptAt(book: Book, path: string): Page | undefined {
  const [endpointId, receiptId = '', ...rest] = path.slice(receiptPath.length).replace(/\/$/, '').split('/')
  const order = book.orderByReceipt(receiptId)
  if (!order || order.endpointId !== endpointId || rest.length > 0) return undefined
  return receiptPage([
    ['Receipt', receiptId],
    ['Order', order.clientOrderId],
    ['Description', order.details.description],
    ['Amount', `${majorUnits(order.amountMinor, order.currency)} ${order.currency}`],
    ['Card', `${order.card.bin} ... ${order.card.lastFour}`],
    ['Cardholder', order.card.printedName],
    ['Time', gatewayTime(book.stepOf(order).atMs)],
  ])
}
