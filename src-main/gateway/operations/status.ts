import { fieldLimits } from '../../../src-shared/domain/fields'
import type { StatusAnswer, StatusOutcome, StatusRequest } from '../../ports/gateway-client'
import { factOfField } from '../fact-names'
import { issuerStepIn } from '../issuer-step'
import { controlPlace, type CallTarget, type Operation } from '../operation'
import { clientOrderIdParameter, idUpTo, loginParameter } from '../parameter-rules'
import { isRefusalType, refusalOf, typeFailure, wholeRefusal } from '../refusal'
import { stepNames, type WireAnswer } from '../wire-format'

export type StatusCall = StatusRequest & CallTarget

/** Fields that tell the order and the amount of an answer. */
const identityNames = ['merchant-order-id', 'paynet-order-id', 'amount', 'currency']

/** Order status (interface, Endpoints 5). */
export const status: Operation<StatusCall, StatusOutcome> = {
  operation: 'status',
  isQuestion: true,
  parameters: [
    loginParameter(),
    clientOrderIdParameter(),
    {
      name: 'orderid',
      field: 'gatewayOrderId',
      read: (call) => call.gatewayOrderId ?? '',
      rule: idUpTo(fieldLimits.gatewayOrderId),
      isOptional: true,
    },
    {
      name: 'by-request-sn',
      field: 'bySerialNumber',
      read: (call) => call.bySerialNumber ?? '',
      rule: idUpTo(fieldLimits.serialNumber),
      isOptional: true,
    },
    controlPlace,
  ],
  // The interface does not say what is signed without orderid or with by-request-sn. The gateway accepts a signature
  // with an empty text for a missing orderid and without by-request-sn.
  signed: (_, sent) => [
    { name: 'login', value: sent('login') },
    { name: 'client_orderid', value: sent('client_orderid') },
    { name: 'orderid', value: sent('orderid') },
  ],
  decisive: [
    ...['type', 'status', 'transaction-type', 'error-code', ...identityNames],
    ...['initial-amount', 'total-reversal-amount', 'last-four-digits'],
    ...stepNames,
  ],
  // The fields that tell the order of an answer, and whether its status is the status of the payment.
  wholeWith: {
    ...wholeRefusal,
    'status-response': ['status', ...identityNames, 'transaction-type'],
  },
  readAnswer: (answer, _call, raw) => {
    const type = answer.get('type')
    if (type === 'status-response')
      return { outcome: { kind: 'answered', answer: asStatus(answer, raw) }, failure: null }
    if (isRefusalType(type)) return { outcome: refusalOf(answer), failure: null }
    const failure = typeFailure(answer)
    return { outcome: { kind: 'no-answer', failure, isAccessDenied: false }, failure }
  },
  readLoss: ({ failure, httpStatus }) => ({
    kind: 'no-answer',
    failure,
    isAccessDenied: httpStatus === 401 || httpStatus === 403,
  }),
}

function asStatus(answer: WireAnswer, raw: WireAnswer): StatusAnswer {
  return {
    // Some installations send an empty value in place of a missing field.
    status: answer.get('status') || null,
    orderStage: answer.get('order-stage'),
    clientOrderId: answer.get('merchant-order-id'),
    gatewayOrderId: answer.get('paynet-order-id'),
    amount: answer.get('amount'),
    currency: answer.get('currency'),
    bin: answer.get('bin'),
    lastFour: answer.get('last-four-digits'),
    cardholderName: answer.get('cardholder-name') ?? answer.get('name'),
    errorCode: answer.get('error-code'),
    errorMessage: answer.get('error-message'),
    transactionType: answer.get('transaction-type'),
    serialNumber: answer.get('serial-number'),
    step: issuerStepIn(raw),
    fields: answer.fields.map((field) => ({ ...field, fact: factOfField(field.name) })),
  }
}
