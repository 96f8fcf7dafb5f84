import { refusals } from '../refusal'
import { sent } from './call'
import type { CardToken } from '../../orders/state'
import type { WireField } from '../wire'
import type { Answer, Call, Desk } from './call'

/** create-card-ref v2: a token for the card of a finished order. */
export function createCardRef(desk: Desk, call: Call): Answer {
  return register(desk, call, ({ unqCardRefId }) => [['unq-card-ref-id', unqCardRefId]])
}

/** create-card-ref v4: the same token, and two more that v2 does not tell. */
export function createCardRefV4(desk: Desk, call: Call): Answer {
  return register(desk, call, ({ cardRefId }) => [
    ['recurring-payment-id', `55${cardRefId}`],
    ['dst-card-ref-id', `91${cardRefId}`],
  ])
}

function register(desk: Desk, call: Call, further: (token: CardToken) => WireField[]): Answer {
  const order = desk.book.orderByGatewayId(sent(call, 'orderid'))
  if (order?.clientOrderId !== sent(call, 'client_orderid')) throw refusals.orderNotFound()
  if (!desk.book.isFinal(order)) throw refusals.orderNotFinal()
  const token = desk.book.tokenFor(order)
  desk.book.keepSerial(order, call.serialNumber)
  return {
    fields: [
      ['type', 'create-card-ref-response'],
      ['serial-number', call.serialNumber],
      ['status', 'approved'],
      ['card-ref-id', token.cardRefId],
      ...further(token),
      ['end-point-id', order.endpointId],
    ],
    reply: call.forced?.reply ?? { kind: 'normal' },
    result: 'answered',
    gatewayOrderId: order.gatewayOrderId,
  }
}
