import { refusals } from '../refusal'
import { lookupAnswer, sent } from './route'
import type { Answer, Call, RouteContext } from './route'

/** get-card-info: the public data of a stored card. */
export function getCardInfo(context: RouteContext, call: Call): Answer {
  const token = context.orderStore.token(sent(call, 'cardrefid'))
  if (!token) throw refusals.tokenNotFound()
  const { card } = token
  return lookupAnswer(call, [
    ['type', 'get-card-info-response'],
    ['serial-number', call.serialNumber],
    ['card-printed-name', card.printedName],
    ['expire-year', String(card.expireYear)],
    ['expire-month', String(card.expireMonth)],
    ['bin', card.bin],
    ['last-four-digits', card.lastFour],
  ])
}
