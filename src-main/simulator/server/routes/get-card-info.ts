import { refusals } from '../refusal'
import { lookupAnswer, sent } from './call'
import type { Answer, Call, Desk } from './call'

/** get-card-info: what may be shown of a stored card. */
export function getCardInfo(desk: Desk, call: Call): Answer {
  const token = desk.book.token(sent(call, 'cardrefid'))
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
