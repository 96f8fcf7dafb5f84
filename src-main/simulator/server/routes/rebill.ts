import { refusals } from '../refusal'
import { sent } from './call'
import { takePayment } from './payment'
import type { Answer, Call, Desk } from './call'

/** make-rebill and make-rebill-preauth: a payment with a stored card. */
export function rebill(desk: Desk, call: Call): Answer {
  const token = desk.book.token(sent(call, 'cardrefid'))
  if (!token) throw refusals.tokenNotFound()
  return takePayment(desk, call, token.card, call.command === 'make-rebill-preauth' ? 'preauth' : 'sale')
}
