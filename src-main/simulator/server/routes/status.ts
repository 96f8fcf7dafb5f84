import { browserStepFields } from '../../issuer/step-fields'
import { withLater } from '../../orders/later'
import { given, orderFields } from '../../orders/order-fields'
import { refusals } from '../refusal'
import { lookupAnswer, sent } from './route'
import type { WireField } from '../wire'
import type { Answer, Call, RouteContext } from './route'

/** Order of the fields in answers of the real gateway. Fields that are not in this list come last. */
const wireOrder = [
  ...['type', 'serial-number', 'merchant-order-id', 'paynet-order-id', 'status', 'amount', 'currency'],
  ...['original-gate-descriptor', 'html', 'redirect-to', 'transaction-type', 'receipt-id', 'name'],
  ...['cardholder-name', 'card-exp-month', 'card-exp-year', 'email', 'order-stage', 'last-four-digits'],
  ...['bin', 'card-type', 'phone'],
  ...['bank-name', 'paynet-processing-date', 'card-hash-id', 'card-country-alpha-three-code'],
  ...['first-name', 'last-name', 'ips-src-payment-product-code', 'ips-src-payment-product-name'],
  ...['ips-src-payment-type-code', 'ips-src-payment-type-name', 'initial-amount'],
]

/** status: the current state of an order, found by both ids or by the client order id alone. */
export function status(context: RouteContext, call: Call): Answer {
  const order = context.orderStore.orderByClientId(sent(call, 'client_orderid'))
  const gatewayOrderId = sent(call, 'orderid')
  if (!order || (gatewayOrderId !== '' && gatewayOrderId !== order.gatewayOrderId)) {
    throw refusals.orderNotFound()
  }
  const requestSerial = sent(call, 'by-request-sn')
  if (requestSerial !== '' && !order.requestSerials.includes(requestSerial.toLowerCase())) {
    throw refusals.requestNotFound()
  }
  context.orderStore.keepSerial(order, call.serialNumber)
  const phase = context.orderStore.currentPhase(order)
  const nowMs = context.clock.nowMs()
  const payment: WireField[] = [
    ['type', 'status-response'],
    ['serial-number', call.serialNumber],
    ['merchant-order-id', order.clientOrderId],
    ['paynet-order-id', order.gatewayOrderId],
    ['status', phase.status],
    ...orderFields(order, phase, nowMs),
    ...browserStepFields(order, phase, context.baseUrl()),
    ...given('by-request-sn', requestSerial),
  ]
  // A status by the serial number of the payment reports the payment, not its later transactions.
  const isOfPayment = requestSerial !== '' && requestSerial.toLowerCase() === order.requestSerials[0]
  const fields = isOfPayment ? payment : withLater(payment, order, nowMs)
  return { ...lookupAnswer(call, inWireOrder(fields)), gatewayOrderId: order.gatewayOrderId }
}

function inWireOrder(fields: WireField[]): WireField[] {
  const place = ([name]: WireField) => (wireOrder.includes(name) ? wireOrder.indexOf(name) : wireOrder.length)
  return fields.toSorted((left, right) => place(left) - place(right))
}
