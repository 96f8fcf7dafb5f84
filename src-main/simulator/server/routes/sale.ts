import { cardFingerprint } from '../../orders/cards'
import { sent } from './call'
import { takePayment } from './payment'
import type { Card } from '../../orders/cards'
import type { Answer, Call, Desk } from './call'

/** sale: a payment with a card typed in, the source of an initial order. */
export function sale(desk: Desk, call: Call): Answer {
  return takePayment(desk, call, cardOf(desk, call), 'sale')
}

function cardOf(desk: Desk, call: Call): Card {
  const cardNumber = sent(call, 'credit_card_number')
  const year = sent(call, 'expire_year')
  return {
    printedName: sent(call, 'card_printed_name'),
    bin: cardNumber.slice(0, 6),
    lastFour: cardNumber.slice(-4),
    expireMonth: Number(sent(call, 'expire_month')),
    expireYear: Number(year.length === 2 ? `20${year}` : year),
    fingerprint: cardFingerprint(cardNumber, desk.book.state.salt),
  }
}
