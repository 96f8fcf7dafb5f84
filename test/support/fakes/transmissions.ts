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

/** What becomes of one transmission of a charge. `isBooked`: whether the gateway made an order of it. */
export type Transmission =
  | { readonly kind: 'accepted' }
  /** `type` is that of the answer; code 2 means the control only in a validation error. */
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly isBooked?: boolean
      readonly type?: 'error'
    }
  | { readonly kind: 'not-sent'; readonly failure?: string }
  /** `late`: what still comes on the connection once the test lets it. */
  | {
      readonly kind: 'lost'
      readonly isBooked: boolean
      readonly failure?: string
      readonly late?: Transmission
    }
  | { readonly kind: 'foreign-answer' }
  | { readonly kind: 'throws'; readonly isBooked: boolean }

/** What becomes of one transmission of an upload. `isTaken`: whether the gateway went on with it. */
export type UploadTransmission =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'not-sent'; readonly failure?: string }
  | { readonly kind: 'lost'; readonly isTaken: boolean; readonly failure?: string }
  | { readonly kind: 'throws'; readonly isTaken: boolean }

/** Whether the bytes reached the gateway. */
export function isDelivered(planned: Transmission | UploadTransmission): boolean {
  return planned.kind !== 'not-sent'
}

/** Whether the gateway made an order of a charge, given that its control is right. */
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

/** Whether the gateway went on with an upload. */
export function isTaken(planned: UploadTransmission): boolean {
  return planned.kind === 'accepted' || ('isTaken' in planned && planned.isTaken)
}

/** What the app hears of a charge; null = the transport breaks. */
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

/** What the app hears of an upload; null = the transport breaks. */
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

/** The operation that takes an upload. */
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

/** An outcome with the exchange that the log keeps of it. */
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
