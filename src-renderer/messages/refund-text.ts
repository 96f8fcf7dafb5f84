import { chargedSum } from '../../src-shared/domain/later-transactions'
import { formatMoney } from '../../src-shared/domain/money'
import type { OrderSummary } from '../../src-shared/domain/order'
import type { RefundCase } from '../../src-shared/domain/refund-case'
import { messages } from '.'
import { cardNumber } from './card-text'

/**
 * The request that a person gives to the gateway's operator: ids, amounts, date and masked card. The reason stays in the
 * app. `paidOn` is the date of the payment as text; null = not known.
 */
export function refundRequest(order: OrderSummary, asked: RefundCase, paidOn: string | null): string {
  const { request } = messages.refunds
  const currency = order.currency ?? ''
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency })
  const charged = chargedSum(order) ?? 0
  const amount = money(asked.amountMinor)
  const isInFull = asked.amountMinor === charged
  const line = (name: string, value: string | null) => (value === null ? [] : [`${name}: ${value}`])
  return [
    request.heading,
    ...line(request.clientOrderId, order.clientOrderId),
    ...line(request.gatewayOrderId, order.gatewayOrderId),
    ...line(request.refund, isInFull ? request.inFull({ amount }) : request.inPart({ amount })),
    ...line(request.charged, money(charged)),
    ...line(
      request.refundedBefore,
      asked.refundedBeforeMinor === 0 ? null : money(asked.refundedBeforeMinor),
    ),
    ...line(request.date, paidOn),
    ...line(request.card, order.lastFour === null ? null : cardNumber(order.bin, order.lastFour)),
  ].join('\n')
}

const dayMs = 86_400_000

/** When a case is due, from its day, today (both `YYYY-MM-DD`), and the day as it is shown. */
export function dueText(dueOn: string, today: string, day: string): { text: string; isOverdue: boolean } {
  const count = Math.round((Date.parse(today) - Date.parse(dueOn)) / dayMs)
  if (count === 0) return { text: messages.refunds.dueToday, isOverdue: false }
  const isOverdue = count > 0
  return {
    text: isOverdue ? messages.refunds.overdue({ day, count }) : messages.refunds.due({ day }),
    isOverdue,
  }
}
