import { fieldLimits } from '../../src-shared/domain/fields'
import type { PaymentOutcome } from '../ports/gateway-client'
import type { AnswerReading, Loss } from './operation'
import { idIn, isRefusalType, refusalOf, typeFailure, wholeRefusal } from './refusal'
import type { WireAnswer } from './wire-format'

/** The rules for answers to payments; see `Operation`. */
export const paymentAnswerRules = {
  decisive: ['type', 'merchant-order-id', 'paynet-order-id', 'error-code'],
  wholeWith: { ...wholeRefusal, 'async-response': ['merchant-order-id', 'paynet-order-id'] },
} as const

/** Reads the answer of a payment. All payments have the same answers. */
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

  // With an order id an order exists, even when the type of the answer is an error.
  if (echo === '') return unknown('no-merchant-order-id')
  const gatewayOrderId = idIn(answer, 'paynet-order-id', fieldLimits.gatewayOrderId)
  if (gatewayOrderId === null) return unknown('unreadable-field:paynet-order-id')
  return { outcome: { kind: 'accepted', gatewayOrderId }, failure: null }
}

/** The outcome of a payment without a readable answer. When anything was sent, money may have moved. */
export function readPaymentLoss({ failure, wasSent }: Loss): PaymentOutcome {
  return wasSent ? { kind: 'unknown', failure, isForeignAnswer: false } : { kind: 'not-sent', failure }
}

function unknown(failure: string, isForeignAnswer = false): AnswerReading<PaymentOutcome> {
  return { outcome: { kind: 'unknown', failure, isForeignAnswer }, failure }
}
