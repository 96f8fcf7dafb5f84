import { cardFingerprint } from '../../orders/cards'
import { sent } from './route'
import { takePayment } from './payment'
import type { Card } from '../../orders/cards'
import type { Answer, Call, RouteContext } from './route'

/** sale: a payment with the number of a card. A later rebill can use its card. */
export function sale(context: RouteContext, call: Call): Answer {
  return takePayment(context, call, cardOf(context, call), 'sale')
}

function cardOf(context: RouteContext, call: Call): Card {
  const cardNumber = sent(call, 'credit_card_number')
  const year = sent(call, 'expire_year')
  return {
    printedName: sent(call, 'card_printed_name'),
    bin: cardNumber.slice(0, 6),
    lastFour: cardNumber.slice(-4),
    expireMonth: Number(sent(call, 'expire_month')),
    expireYear: Number(year.length === 2 ? `20${year}` : year),
    fingerprint: cardFingerprint(cardNumber, context.orderStore.state.salt),
  }
}
