import { createHash } from 'node:crypto'
import { orderFields } from '../orders/order-fields'
import { encodePair } from '../server/wire'
import type { Step } from '../orders/stages'
import type { Callback, Order } from '../orders/state'
import type { WireField } from '../server/wire'

/** Names in a callback, and the name that the same value has in a status answer. */
const sameValues: readonly (readonly [string, string])[] = [
  ['amount', 'amount'],
  ['descriptor', 'descriptor'],
  // Callbacks write these with underscores, unlike the gateway's answers.
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

/** The address of a callback with its fields in the query, behind the query that it may have already. */
export function callbackUrl({ url, trick }: Callback, order: Order, step: Step, controlKey: string): string {
  const address = new URL(url)
  const query = resultFields(order, step, controlKey, trick).map(encodePair).join('&')
  address.search = address.search === '' ? query : `${address.search}&${query}`
  address.hash = ''
  return address.href
}

/** What the gateway tells the merchant of a result: by a callback, and by the browser that comes back. */
export function resultFields(
  order: Order,
  step: Step,
  controlKey: string,
  trick?: Callback['trick'],
): WireField[] {
  const { gatewayOrderId, clientOrderId } = order
  const told = new Map(orderFields(order, step, step.atMs))
  return [
    ['status', step.status],
    ['type', trick === 'as-reversal' ? 'reversal' : order.transactionType],
    ['orderid', gatewayOrderId],
    ['merchant_order', clientOrderId],
    ['client_orderid', clientOrderId],
    ...sameValues.flatMap(([name, statusName]) => {
      const value = told.get(statusName)
      return value === undefined ? [] : [[name, value] as const]
    }),
    ['control', controlOf(step.status + gatewayOrderId + clientOrderId, trick, controlKey)],
  ]
}

/** Neither type nor amount is covered: that is the gateway's own way, and why a callback is only a hint. */
function controlOf(signed: string, trick: Callback['trick'], controlKey: string): string {
  const key = trick === 'wrong-control' ? 'not the key of this merchant' : controlKey
  return createHash('sha1')
    .update(signed + key, 'utf8')
    .digest('hex')
}
