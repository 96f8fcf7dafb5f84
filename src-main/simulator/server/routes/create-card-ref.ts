import { refusals } from '../refusal'
import { sent } from './route'
import type { CardToken } from '../../orders/state'
import type { WireField } from '../wire'
import type { Answer, Call, RouteContext } from './route'

/** create-card-ref v2: a token for the card of a final order. */
export function createCardRef(context: RouteContext, call: Call): Answer {
  return register(context, call, ({ unqCardRefId }) => [['unq-card-ref-id', unqCardRefId]])
}

/** create-card-ref v4: the same token, and two more ids that v2 does not return. */
export function createCardRefV4(context: RouteContext, call: Call): Answer {
  return register(context, call, ({ cardRefId }) => [
    ['recurring-payment-id', `55${cardRefId}`],
    ['dst-card-ref-id', `91${cardRefId}`],
  ])
}

function register(context: RouteContext, call: Call, further: (token: CardToken) => WireField[]): Answer {
  const order = context.orderStore.orderByGatewayId(sent(call, 'orderid'))
  if (order?.clientOrderId !== sent(call, 'client_orderid')) throw refusals.orderNotFound()
  if (!context.orderStore.isFinal(order)) throw refusals.orderNotFinal()
  const token = context.orderStore.tokenFor(order)
  context.orderStore.keepSerial(order, call.serialNumber)
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
