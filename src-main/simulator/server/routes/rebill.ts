import { refusals } from '../refusal'
import { sent } from './route'
import { takePayment } from './payment'
import type { Answer, Call, RouteContext } from './route'

/** make-rebill and make-rebill-preauth: a payment with a stored card. */
export function rebill(context: RouteContext, call: Call): Answer {
  const token = context.orderStore.token(sent(call, 'cardrefid'))
  if (!token) throw refusals.tokenNotFound()
  return takePayment(context, call, token.card, call.command === 'make-rebill-preauth' ? 'preauth' : 'sale')
}
