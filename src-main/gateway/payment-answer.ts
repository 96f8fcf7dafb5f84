import { fieldLimits } from '../../src-shared/domain/fields'
import type { PaymentOutcome } from '../ports/gateway-client'
import type { AnswerReading, Loss } from './operation'
import { idIn, isRefusalType, refusalOf, typeFailure, wholeRefusal } from './refusal'
import type { WireAnswer } from './wire-format'

/** How a payment's answer is judged before it is read; see `Operation`. */
export const paymentAnswerRules = {
  decisive: ['type', 'merchant-order-id', 'paynet-order-id', 'error-code'],
  wholeWith: { ...wholeRefusal, 'async-response': ['merchant-order-id', 'paynet-order-id'] },
} as const

/** What a payment's answer means; every payment of the interface is answered alike. */
export function readPaymentAnswer(
  answer: WireAnswer,
  call: { readonly clientOrderId: string },
): AnswerReading<PaymentOutcome> {
  const isRefusal = isRefusalType(answer.get('type'))
  if (answer.get('type') !== 'async-response' && !isRefusal) return unknown(typeFailure(answer))

  const echo = answer.get('merchant-order-id') ?? ''
  if (echo !== '' && echo !== call.clientOrderId.trim()) return unknown('foreign-answer', true)
  if ((answer.get('paynet-order-id') ?? '') === '')
    return isRefusal ? { outcome: refusalOf(answer), failure: null } : unknown('no-order-id')

  // An order id means that an order exists, even when the answer calls itself an error (N28).
  if (echo === '') return unknown('no-merchant-order-id')
  const gatewayOrderId = idIn(answer, 'paynet-order-id', fieldLimits.gatewayOrderId)
  if (gatewayOrderId === null) return unknown('unreadable-field:paynet-order-id')
  return { outcome: { kind: 'accepted', gatewayOrderId }, failure: null }
}

/** Money may have moved as soon as anything left the machine. */
export function readPaymentLoss({ failure, wasSent }: Loss): PaymentOutcome {
  return wasSent ? { kind: 'unknown', failure, isForeignAnswer: false } : { kind: 'not-sent', failure }
}

function unknown(failure: string, isForeignAnswer = false): AnswerReading<PaymentOutcome> {
  return { outcome: { kind: 'unknown', failure, isForeignAnswer }, failure }
}
