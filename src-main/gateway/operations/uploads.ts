import type { GatewayOperation } from '../../../src-shared/domain/exchange'
import { fieldLimits } from '../../../src-shared/domain/fields'
import type { UploadSignedValue } from '../../../src-shared/domain/sale-rules'
import type { StepKind } from '../../../src-shared/domain/three-ds'
import { fail, ok } from '../../../src-shared/util/result'
import type { NamedValue, UploadOutcome, UploadRequest } from '../../ports/gateway-client'
import { browserParameters } from '../browser-parameters'
import { controlPlace, type CallTarget, type Operation, type Parameter, type Rule } from '../operation'
import { asField, clientOrderIdParameter, idUpTo, loginParameter, oneOf } from '../parameter-rules'
import { isRefusalType, refusalOf, typeFailure, wholeRefusal } from '../refusal'

/** The interface names it `cres`. Public pages of the gateway family also show `cRes`. */
const cresName = 'cres'

/** Lengths from public pages of the gateway family. The interface document gives none. */
const limits = { cres: 4096, paRes: 10_240, md: 4096, serverTransId: 36 } as const

type CallOf<K extends StepKind> = Extract<UploadRequest, { kind: K }> & CallTarget
/** An upload of any step. */
export type UploadCall = UploadRequest & CallTarget

/** Upload 3-D Secure method result (interface, Endpoints 7). */
export const uploadMethodResult = upload<CallOf<'method'>>('upload-method-url-result', [
  {
    name: 'threeDSServerTransID',
    field: 'serverTransId',
    read: (call) => call.serverTransId,
    rule: exact(limits.serverTransId),
    isExact: true,
  },
  {
    name: 'threeDSCompInd',
    field: 'completion',
    read: (call) => call.completion,
    rule: oneOf('Y', 'N', 'U'),
  },
  {
    name: 'notificationURL',
    field: 'notificationUrl',
    read: (call) => call.notificationUrl,
    rule: asField('url'),
  },
  { name: 'browserIP', field: 'ipAddress', read: (call) => call.ipAddress, rule: asField('ipAddress') },
  ...browserParameters<CallOf<'method'>>({
    screenWidth: 'browserScreenWidth',
    screenHeight: 'browserScreenHeight',
    colorDepth: 'browserColorDepth',
    userAgent: 'browserUserAgent',
    accept: 'browserAcceptHeader',
    language: 'browserLanguage',
    timeZone: 'browserTZ',
    javascript: 'browserJavascriptEnabled',
    java: 'browserJavaEnabled',
  }),
])

/** Upload challenge response (interface, Endpoints 8). */
export const uploadCres = upload<CallOf<'challenge'>>('upload-cres-result', [
  { name: cresName, field: 'cres', read: (call) => call.cres, rule: exact(limits.cres), isExact: true },
])

/** Upload authentication response of 3-D Secure 1.0.2 (interface, Endpoints 9). */
export const uploadPares = upload<CallOf<'pareq'>>('upload-pares-result', [
  { name: 'paRes', field: 'paRes', read: (call) => call.paRes, rule: exact(limits.paRes), isExact: true },
  { name: 'md', field: 'md', read: (call) => call.md, rule: exact(limits.md), isExact: true },
])

function upload<C extends UploadCall>(
  operation: Extract<GatewayOperation, `upload-${string}`>,
  own: readonly Parameter<C>[],
): Operation<C, UploadOutcome> {
  return {
    operation,
    path: { api: '3ds/v1', name: operation },
    parameters: [
      loginParameter<C>(),
      {
        name: 'orderid',
        field: 'gatewayOrderId',
        read: (call) => call.gatewayOrderId,
        rule: idUpTo(fieldLimits.gatewayOrderId),
      },
      // Uploads write this name with hyphens, all other requests with underscores (interface, Endpoints 7 to 9).
      { ...clientOrderIdParameter<C>(), name: 'client-order-id' },
      controlPlace,
      ...own,
    ],
    // The interface does not give this formula. The profile has it; the default is what public clients sign.
    signed: (call, sent) =>
      call.target.saleRules.uploadControl.map((value) => signedValue(value, call, sent)),
    decisive: ['type', 'merchant-order-id', 'error-code'],
    wholeWith: { ...wholeRefusal, 'async-response': ['merchant-order-id'] },
    readAnswer: (answer, call) => {
      const type = answer.get('type')
      if (isRefusalType(type)) return { outcome: refusalOf(answer), failure: null }
      const failure =
        type !== 'async-response'
          ? typeFailure(answer)
          : foreignFailure(answer.get('merchant-order-id'), call)
      if (failure !== null) return { outcome: { kind: 'unknown', failure }, failure }
      return { outcome: { kind: 'accepted' }, failure: null }
    },
    readLoss: ({ failure, wasSent }) => ({ kind: wasSent ? 'unknown' : 'not-sent', failure }),
  }
}

function foreignFailure(echo: string | null, call: UploadCall): string | null {
  return echo !== null && echo !== '' && echo !== call.clientOrderId.trim() ? 'foreign-answer' : null
}

function signedValue(value: UploadSignedValue, call: UploadCall, sent: (name: string) => string): NamedValue {
  switch (value) {
    case 'route id':
      return { name: value, value: call.route.id }
    case 'login':
      return { name: value, value: sent('login') }
    case 'client order id':
      return { name: 'client-order-id', value: sent('client-order-id') }
    case 'gateway order id':
      return { name: 'orderid', value: sent('orderid') }
  }
}

/** Checks only the length of an issuer's value, and that it has no lone surrogate, which cannot be encoded. */
function exact(maxChars: number): Rule {
  return (value) => {
    if (value.length > maxChars) return fail('too-long')
    return value.isWellFormed() ? ok(value) : fail('unreadable-character')
  }
}
