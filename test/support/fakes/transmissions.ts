import type { GatewayOperation } from '../../../src-shared/domain/exchange'
import { toDecimal } from '../../../src-shared/domain/money'
import type {
  Exchanged,
  GatewayRoute,
  GatewayTarget,
  PaymentOutcome,
  PaymentPreview,
  RebillRequest,
  SaleRequest,
  UploadOutcome,
  UploadRequest,
} from '../../../src-main/ports/gateway-client'
import type { NewExchange } from '../../../src-main/ports/storage'

/** Outcome of one transmission of a charge. `isBooked`: whether the gateway made an order. */
export type Transmission =
  | { readonly kind: 'accepted' }
  /** `type` is that of the answer. Code 2 means a wrong control only in a validation error. */
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly isBooked?: boolean
      readonly type?: 'error'
    }
  | { readonly kind: 'not-sent'; readonly failure?: string }
  /** `late`: the answer that arrives on the connection when the test releases it. */
  | {
      readonly kind: 'lost'
      readonly isBooked: boolean
      readonly failure?: string
      readonly late?: Transmission
    }
  | { readonly kind: 'foreign-answer' }
  | { readonly kind: 'throws'; readonly isBooked: boolean }

/** Outcome of one upload. `isTaken`: whether the gateway continued with it. */
export type UploadTransmission =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'not-sent'; readonly failure?: string }
  | { readonly kind: 'lost'; readonly isTaken: boolean; readonly failure?: string }
  | { readonly kind: 'throws'; readonly isTaken: boolean }

/** True when the bytes reached the gateway. */
export function isDelivered(planned: Transmission | UploadTransmission): boolean {
  return planned.kind !== 'not-sent'
}

/** True when the gateway made an order of the charge, provided that its control is right. */
export function isBooked(planned: Transmission): boolean {
  switch (planned.kind) {
    case 'not-sent':
      return false
    case 'lost':
    case 'throws':
      return planned.isBooked
    case 'refused':
      return planned.isBooked === true
    case 'accepted':
    case 'foreign-answer':
      return true
  }
}

/** True when the gateway continued with the upload. */
export function isTaken(planned: UploadTransmission): boolean {
  return planned.kind === 'accepted' || ('isTaken' in planned && planned.isTaken)
}

/** The answer that the app receives for a charge; null = the transport fails. */
export function paymentOutcome(planned: Transmission, gatewayOrderId: string): PaymentOutcome | null {
  switch (planned.kind) {
    case 'not-sent':
      return { kind: 'not-sent', failure: planned.failure ?? 'ECONNREFUSED' }
    case 'lost':
      return { kind: 'unknown', failure: planned.failure ?? 'ECONNRESET', isForeignAnswer: false }
    case 'throws':
      return null
    case 'foreign-answer':
      return { kind: 'unknown', failure: 'other-order', isForeignAnswer: true }
    case 'refused':
      return { ...refusal(planned.code), ...(planned.type === 'error' ? { isWrongControl: false } : {}) }
    case 'accepted':
      return { kind: 'accepted', gatewayOrderId }
  }
}

/** The answer that the app receives for an upload; null = the transport fails. */
export function uploadOutcome(planned: UploadTransmission): UploadOutcome | null {
  switch (planned.kind) {
    case 'not-sent':
      return { kind: 'not-sent', failure: planned.failure ?? 'ECONNREFUSED' }
    case 'lost':
      return { kind: 'unknown', failure: planned.failure ?? 'ECONNRESET' }
    case 'throws':
      return null
    case 'refused':
      return refusal(planned.code)
    case 'accepted':
      return { kind: 'accepted' }
  }
}

/** The operation of an upload. */
export function uploadOperation(request: UploadRequest): GatewayOperation {
  switch (request.kind) {
    case 'method':
      return 'upload-method-url-result'
    case 'challenge':
      return 'upload-cres-result'
    case 'pareq':
      return 'upload-pares-result'
  }
}

export function rebillPreviewOf(target: GatewayTarget, request: RebillRequest): PaymentPreview {
  return {
    host: new URL(target.baseUrl).host,
    path: `/api/v2/make-rebill/${pathOf(request.route)}`,
    parameters: [
      { name: 'client_orderid', value: request.clientOrderId },
      { name: 'login', value: target.login },
      { name: 'cardrefid', value: request.cardRefId },
      { name: 'order_desc', value: request.orderDescription },
      { name: 'amount', value: toDecimal(request) },
      { name: 'currency', value: request.currency },
      { name: 'control', value: '••••••••' },
    ],
    codeParameter: null,
    signedValues: ['login', 'client_orderid', 'cardrefid', 'amount', 'currency', 'merchant_control'],
    controlSource: target.rebillControl === 'without-endpoint' ? 'interface' : 'profile',
  }
}

export function salePreviewOf(
  target: GatewayTarget,
  request: SaleRequest,
  card: { readonly bin: string; readonly lastFour: string },
): PaymentPreview {
  return {
    host: new URL(target.baseUrl).host,
    path: `/api/v2/sale/${pathOf(request.route)}`,
    parameters: [
      { name: 'client_orderid', value: request.clientOrderId },
      { name: 'order_desc', value: request.orderDescription },
      { name: 'amount', value: toDecimal(request) },
      { name: 'currency', value: request.currency },
      { name: 'control', value: '••••••••' },
      { name: 'redirect_url', value: request.redirectUrl },
      { name: 'card_printed_name', value: request.printedName },
      { name: 'credit_card_number', value: `${card.bin}••••${card.lastFour}` },
      { name: 'customer_user_agent', value: request.browser.userAgent },
    ],
    codeParameter: null,
    signedValues: [...target.saleRules.control, 'merchant_control'],
    controlSource: 'clients',
  }
}

/** An outcome with its stored exchange. */
export function exchanged<T extends { readonly kind: string }>(
  outcome: T,
  target: GatewayTarget,
  operation: GatewayOperation,
  about: {
    readonly clientOrderId: string | null
    readonly httpStatus?: number | null
    readonly clockSkewMs?: number | null
  },
): Exchanged<T> {
  const isAnswered = !['no-answer', 'unknown', 'not-sent'].includes(outcome.kind)
  const exchange: NewExchange = {
    atMs: 1,
    durationMs: 12,
    profileId: target.profileId,
    operation,
    host: 'gate.example.test',
    path: `/api/v2/${operation}/4411`,
    outcome: isAnswered ? 'answered' : outcome.kind === 'not-sent' ? 'not-sent' : 'no-readable-answer',
    httpStatus: about.httpStatus ?? (isAnswered ? 200 : null),
    answerType: null,
    serialNumber: isAnswered ? '00000000-0000-0000-0000-0000005a11ce' : null,
    clientOrderId: about.clientOrderId,
    failure: isAnswered ? null : 'failure',
    request: [],
    answer: [],
    unreadableBody: null,
  }
  return { outcome, exchange, clockSkewMs: about.clockSkewMs ?? null }
}

function refusal(code: string) {
  return { kind: 'refused', code, message: 'REFUSED', isWrongControl: code === '2' } as const
}

function pathOf(route: GatewayRoute): string {
  return `${route.kind === 'group' ? 'group/' : ''}${route.id}`
}
