import { createHash } from 'node:crypto'
import { orderFields } from '../orders/order-fields'
import { encodePair } from '../server/wire'
import type { OrderPhase } from '../orders/phases'
import type { Callback, Order } from '../orders/state'
import type { WireField } from '../server/wire'

/** Pairs of names for the same value: the name in a callback, then the name in a status answer. */
const sameValues: readonly (readonly [string, string])[] = [
  ['amount', 'amount'],
  ['descriptor', 'descriptor'],
  // Callbacks write these two with underscores; status answers write them with hyphens.
  ['error_message', 'error-message'],
  ['error_code', 'error-code'],
  ['processor-tx-id', 'processor-tx-id'],
  ['processor-rrn', 'processor-rrn'],
  ['approval-code', 'approval-code'],
  ['bin', 'bin'],
  ['last-four-digits', 'last-four-digits'],
  ['card-type', 'card-type'],
  ['card-holder-name', 'cardholder-name'],
  ['name', 'name'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['gate-partial-reversal', 'gate-partial-reversal'],
  ['gate-partial-capture', 'gate-partial-capture'],
  ['merchantdata', 'merchantdata'],
]

/**
 * The address of a callback with its fields in the query. A query that the merchant's address has already stays in
 * front.
 */
export function callbackUrl(
  { url, fault }: Callback,
  order: Order,
  phase: OrderPhase,
  controlKey: string,
): string {
  const address = new URL(url)
  const query = resultFields(order, phase, controlKey, fault).map(encodePair).join('&')
  address.search = address.search === '' ? query : `${address.search}&${query}`
  address.hash = ''
  return address.href
}

/** The fields that report a result to the merchant, in a callback and in the form that returns the browser. */
export function resultFields(
  order: Order,
  phase: OrderPhase,
  controlKey: string,
  fault?: Callback['fault'],
): WireField[] {
  const { gatewayOrderId, clientOrderId } = order
  const statusFields = new Map(orderFields(order, phase, phase.atMs))
  return [
    ['status', phase.status],
    ['type', fault === 'as-reversal' ? 'reversal' : order.transactionType],
    ['orderid', gatewayOrderId],
    ['merchant_order', clientOrderId],
    ['client_orderid', clientOrderId],
    ...sameValues.flatMap(([name, statusName]) => {
      const value = statusFields.get(statusName)
      return value === undefined ? [] : [[name, value] as const]
    }),
    ['control', controlOf(phase.status + gatewayOrderId + clientOrderId, fault, controlKey)],
  ]
}

/** The control of a callback. As with the real gateway it covers neither type nor amount. */
function controlOf(signed: string, fault: Callback['fault'], controlKey: string): string {
  const key = fault === 'wrong-control' ? 'not the key of this merchant' : controlKey
  return createHash('sha1')
    .update(signed + key, 'utf8')
    .digest('hex')
}
