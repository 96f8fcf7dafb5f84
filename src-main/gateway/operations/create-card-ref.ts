import { fieldLimits } from '../../../src-shared/domain/fields'
import type { CardRefOutcome } from '../../ports/gateway-client'
import {
  controlPlace,
  type AnswerReading,
  type CallTarget,
  type Loss,
  type Operation,
  type Parameter,
} from '../operation'
import { clientOrderIdParameter, idUpTo, loginParameter } from '../parameter-rules'
import { idIn, isRefusalType, refusalOf, typeFailure, wholeRefusal } from '../refusal'
import type { WireAnswer } from '../wire-format'

/** The interface gives no length for the other ids of a card. */
const maxSiblingId = 128

export interface CreateCardRefCall extends CallTarget {
  readonly clientOrderId: string
  readonly gatewayOrderId: string
}

const registrationRules = {
  decisive: ['type', 'status', 'card-ref-id', 'error-code'],
  wholeWith: { ...wholeRefusal, 'create-card-ref-response': ['status', 'card-ref-id'] },
} as const

/** Card registration v2 (interface, Endpoints 1). */
export const createCardRef: Operation<CreateCardRefCall, CardRefOutcome> = {
  operation: 'create-card-ref',
  parameters: [loginParameter(), clientOrderIdParameter(), gatewayOrderIdParameter(), controlPlace],
  signed: (_, sent) => [
    { name: 'login', value: sent('login') },
    { name: 'client_orderid', value: sent('client_orderid') },
    { name: 'orderid', value: sent('orderid') },
  ],
  ...registrationRules,
  readAnswer: readRegistration,
  readLoss,
}

/**
 * Card registration v4 (interface, Endpoints 2). The body has no login and no control; the header has the signature.
 */
export const createCardRefV4: Operation<CreateCardRefCall, CardRefOutcome> = {
  operation: 'create-card-ref-v4',
  path: { api: 'v4', name: 'create-card-ref' },
  parameters: [
    { ...loginParameter<CreateCardRefCall>(), isInHeader: true },
    clientOrderIdParameter(),
    gatewayOrderIdParameter(),
  ],
  signed: () => [],
  ...registrationRules,
  readAnswer: readRegistration,
  readLoss,
}

function gatewayOrderIdParameter(): Parameter<CreateCardRefCall> {
  return {
    name: 'orderid',
    field: 'gatewayOrderId',
    read: (call) => call.gatewayOrderId,
    rule: idUpTo(fieldLimits.gatewayOrderId),
  }
}

function readRegistration(answer: WireAnswer): AnswerReading<CardRefOutcome> {
  if (isRefusalType(answer.get('type'))) return { outcome: refusalOf(answer), failure: null }
  if (answer.get('type') !== 'create-card-ref-response') return noAnswer(typeFailure(answer))
  const status = answer.get('status') ?? ''
  if (status === '') return noAnswer('no-status')
  // The interface shows only `approved` as the status of a registration. Any other status is a refusal.
  if (status !== 'approved') return { outcome: refusalOf(answer), failure: null }
  const cardRefId = idIn(answer, 'card-ref-id', fieldLimits.cardRefId)
  if (cardRefId === null) return noAnswer('unreadable-field:card-ref-id')
  const sibling = (name: string) => idIn(answer, name, maxSiblingId)
  return {
    outcome: {
      kind: 'registered',
      cardRefId,
      unqCardRefId: sibling('unq-card-ref-id'),
      recurringPaymentId: sibling('recurring-payment-id'),
      dstCardRefId: sibling('dst-card-ref-id'),
    },
    failure: null,
  }
}

function readLoss({ failure, wasSent, httpStatus }: Loss): CardRefOutcome {
  return { kind: 'no-answer', failure, wasSent, isAccessDenied: httpStatus === 401 || httpStatus === 403 }
}

function noAnswer(failure: string): AnswerReading<CardRefOutcome> {
  return { outcome: { kind: 'no-answer', failure, wasSent: true, isAccessDenied: false }, failure }
}
