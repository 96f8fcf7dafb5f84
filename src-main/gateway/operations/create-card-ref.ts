import { fieldLimits } from '../../../src-shared/domain/fields'
import type { CardRefOutcome } from '../../ports/gateway-client'
import { controlPlace, type AnswerReading, type CallTarget, type Operation } from '../operation'
import { clientOrderIdParameter, idUpTo, loginParameter } from '../parameter-rules'
import { idIn, isRefusalType, refusalOf, typeFailure } from '../refusal'

/** The interface gives no length for this id. */
const maxUnqCardRefId = 128

export interface CreateCardRefCall extends CallTarget {
  readonly clientOrderId: string
  readonly gatewayOrderId: string
}

/** Card registration v2 (interface, Endpoints 1). */
export const createCardRef: Operation<CreateCardRefCall, CardRefOutcome> = {
  operation: 'create-card-ref',
  parameters: [
    loginParameter(),
    clientOrderIdParameter(),
    {
      name: 'orderid',
      field: 'gatewayOrderId',
      read: (call) => call.gatewayOrderId,
      rule: idUpTo(fieldLimits.gatewayOrderId),
    },
    controlPlace,
  ],
  signed: (_, sent) => [
    { name: 'login', value: sent('login') },
    { name: 'client_orderid', value: sent('client_orderid') },
    { name: 'orderid', value: sent('orderid') },
  ],
  readAnswer: (answer) => {
    if (isRefusalType(answer.get('type'))) return { outcome: refusalOf(answer), failure: null }
    if (answer.get('type') !== 'create-card-ref-response') return noAnswer(typeFailure(answer))
    const status = answer.get('status') ?? ''
    if (status === '') return noAnswer('no-status')
    // The interface gives approved as an example of a registration's status; any other is no token.
    if (status !== 'approved') return { outcome: refusalOf(answer), failure: null }
    const cardRefId = idIn(answer, 'card-ref-id', fieldLimits.cardRefId)
    if (cardRefId === null) return noAnswer('unreadable-field:card-ref-id')
    const unqCardRefId = idIn(answer, 'unq-card-ref-id', maxUnqCardRefId)
    return { outcome: { kind: 'registered', cardRefId, unqCardRefId }, failure: null }
  },
  readLoss: ({ failure, wasSent }) => ({ kind: 'no-answer', failure, wasSent }),
}

function noAnswer(failure: string): AnswerReading<CardRefOutcome> {
  return { outcome: { kind: 'no-answer', failure, wasSent: true }, failure }
}
