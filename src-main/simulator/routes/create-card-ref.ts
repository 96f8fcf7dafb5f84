import { refusals } from '../refusal'
import { sent } from './call'
import type { Answer, Call, Desk } from './call'

/** create-card-ref v2: a token for the card of a finished order. */
export function createCardRef(desk: Desk, call: Call): Answer {
  const order = desk.book.orderByGatewayId(sent(call, 'orderid'))
  if (order?.clientOrderId !== sent(call, 'client_orderid')) throw refusals.orderNotFound()
  if (!desk.book.isFinal(order)) throw refusals.orderNotFinal()
  const token = desk.book.tokenFor(order)
  return {
    fields: [
      ['type', 'create-card-ref-response'],
      ['serial-number', call.serialNumber],
      ['status', 'approved'],
      ['card-ref-id', token.cardRefId],
      ['unq-card-ref-id', token.unqCardRefId],
      ['end-point-id', order.endpointId],
    ],
    reply: call.forced?.reply ?? { kind: 'normal' },
    result: 'answered',
    gatewayOrderId: order.gatewayOrderId,
  }
}
