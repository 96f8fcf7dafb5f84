import { factOfField } from '../../../src-main/gateway/fact-names'
import type { StatusAnswer, StatusOutcome } from '../../../src-main/ports/gateway-client'
import type { IssuerStep } from '../../../src-main/ports/cardholder-browser'

/** An order at the gateway. */
export interface BookedOrder {
  readonly clientOrderId: string
  readonly gatewayOrderId: string
  readonly amount: string
  readonly currency: string
  status: string
  stage: string
  /** Browser steps that it waits for, the current one first. */
  steps: readonly IssuerStep[]
  /** The refund or dispute that a status reports instead of the payment. */
  later?: LaterTransaction
}

/** A refund or dispute as the gateway reports it. */
export interface LaterTransaction {
  readonly type: string
  readonly status: string
  readonly total?: string
}

/** The refusal of a wrong key. */
export const wrongControl = {
  kind: 'refused',
  code: '2',
  message: 'INVALID_CONTROL_CODE',
  isWrongControl: true,
} as const

/** A status request without a readable answer. */
export function noAnswer(failure: string, parts: { readonly isAccessDenied?: boolean } = {}): StatusOutcome {
  return { kind: 'no-answer', failure, isAccessDenied: parts.isAccessDenied ?? false }
}

/** The answer of the gateway about an order in its book. */
export function answerOf(order: BookedOrder): StatusAnswer {
  const step = order.steps[0] ?? null
  const status = order.later?.status ?? order.status
  return {
    status,
    orderStage: order.stage,
    clientOrderId: order.clientOrderId,
    gatewayOrderId: order.gatewayOrderId,
    amount: order.amount,
    currency: order.currency,
    bin: '411111',
    lastFour: '1111',
    cardholderName: 'ANN LEE',
    errorCode: null,
    errorMessage: null,
    transactionType: order.later?.type ?? 'sale',
    serialNumber: '00000000-0000-0000-0000-0000005a11ce',
    step,
    fields: [
      { name: 'type', value: 'status-response' },
      { name: 'serial-number', value: `0000-${status}` },
      { name: 'merchant-order-id', value: order.clientOrderId },
      { name: 'paynet-order-id', value: order.gatewayOrderId },
      { name: 'status', value: status },
      { name: 'order-stage', value: order.stage },
      { name: 'amount', value: order.amount },
      ...(order.later?.total === undefined
        ? []
        : [{ name: 'total-reversal-amount', value: order.later.total }]),
      ...(step === null ? [] : [{ name: 'tds-status', value: tdsStatus[step.kind] }]),
    ].map((field) => ({ ...field, fact: factOfField(field.name) })),
  }
}

const tdsStatus = { method: 'MethodUrlFrame', challenge: 'CReqForm', pareq: 'PaReqForm' } as const

/** Browser steps in the format of an issuer. */
export const issuerSteps = {
  method: {
    kind: 'method',
    url: 'https://acs.bank.example/method',
    serverTransId: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
  },
  challenge: { kind: 'challenge', url: 'https://acs.bank.example/challenge', creq: 'eyJjcmVxIjoxfQ' },
  pareq: { kind: 'pareq', url: 'https://acs.bank.example/pareq', pareq: 'eJxVUtt+w=', md: 'MD+1/2=' },
} as const satisfies Record<string, IssuerStep>
