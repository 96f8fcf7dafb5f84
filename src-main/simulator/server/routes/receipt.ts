import { receiptPage } from '../../issuer/pages'
import { majorUnits } from '../../orders/money'
import { gatewayTime } from '../../orders/order-fields'
import type { OrderStore } from '../../orders/order-store'
import type { Page } from '../../issuer/pages'

/** Path of receipts below the base address: `/view-receipt/{endpoint id}/{receipt id}/`. */
export const receiptPath = '/view-receipt/'

/** The receipt of a path; undefined when the endpoint has no such receipt. */
export function receiptAt(orderStore: OrderStore, path: string): Page | undefined {
  const [endpointId, receiptId = '', ...rest] = path.slice(receiptPath.length).replace(/\/$/, '').split('/')
  const order = orderStore.orderByReceipt(receiptId)
  if (!order || order.endpointId !== endpointId || rest.length > 0) return undefined
  return receiptPage([
    ['Receipt', receiptId],
    ['Order', order.clientOrderId],
    ['Description', order.details.description],
    ['Amount', `${majorUnits(order.amountMinor, order.currency)} ${order.currency}`],
    ['Card', `${order.card.bin} ... ${order.card.lastFour}`],
    ['Cardholder', order.card.printedName],
    ['Time', gatewayTime(orderStore.currentPhase(order).atMs)],
  ])
}
