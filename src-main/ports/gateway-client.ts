import type { AnswerField } from '../../src-shared/domain/exchange'
import type { Environment } from '../../src-shared/domain/gateway-address'
import type { RebillControl } from '../../src-shared/domain/profile'
import type { SaleRules } from '../../src-shared/domain/sale-rules'
import type { IssuerStep } from './cardholder-browser'
import type { NewExchange } from './storage'
import type {
  GatewayRoute,
  RebillRequest,
  SaleRequest,
  TypedCard,
  UploadOutcome,
  UploadRequest,
} from './payment-requests'

export type * from './payment-requests'

/** Where calls of a profile go; no secret in it. */
export interface GatewayTarget {
  readonly profileId: string
  readonly environment: Environment
  /** With path prefix, without a trailing slash. */
  readonly baseUrl: string
  readonly login: string
  readonly rebillControl: RebillControl
  readonly saleRules: Pick<SaleRules, 'control' | 'uploadControl' | 'uploadRoute'>
}

/** A target with its key; lives for one call. */
export interface GatewayCredentials extends GatewayTarget {
  readonly controlKey: string
}

/** A target with the merchant's private RSA key as PKCS#8 PEM, for one v4 call. */
export interface SigningCredentials extends GatewayTarget {
  readonly privateKey: string
}

/** What would be sent, control and security code masked; computed without a key. */
export interface PaymentPreview {
  readonly host: string
  readonly path: string
  readonly parameters: readonly NamedValue[]
  /** Names of the signed values in order. */
  readonly signedValues: readonly string[]
  readonly controlSource: 'interface' | 'clients' | 'profile'
}

/** A parameter or field in the order of the wire. */
export interface NamedValue {
  readonly name: string
  readonly value: string
}

/** What became of the one transmission of a rebill. `not-sent` is proof: the connection never stood. */
export type PaymentOutcome =
  | { readonly kind: 'accepted'; readonly gatewayOrderId: string }
  /** Well-formed refusal without an order id; lookups follow before it is believed. */
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      readonly isWrongControl: boolean
    }
  | { readonly kind: 'not-sent'; readonly failure: string }
  /** Sent, and no readable answer; `isForeignAnswer` when the answer names another order (N26). */
  | { readonly kind: 'unknown'; readonly failure: string; readonly isForeignAnswer: boolean }

/** A status request; without `gatewayOrderId` the order is looked up by client order id alone. */
export interface StatusRequest {
  readonly route: GatewayRoute
  readonly clientOrderId: string
  readonly gatewayOrderId: string | null
  readonly bySerialNumber: string | null
}

/** A readable status answer. Values are strings as given, one trailing line feed removed. */
export interface StatusAnswer {
  readonly status: string | null
  readonly orderStage: string | null
  readonly clientOrderId: string | null
  readonly gatewayOrderId: string | null
  /** Decimal text as given. */
  readonly amount: string | null
  readonly currency: string | null
  readonly bin: string | null
  readonly lastFour: string | null
  readonly cardholderName: string | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly transactionType: string | null
  readonly serialNumber: string | null
  /** The browser step that the gateway waits for, with the issuer's raw values; never stored, never leaves main. */
  readonly step: IssuerStep | null
  /** Every field that may be kept, in wire order, masked; pages and challenge values as length and hash only. */
  readonly fields: readonly AnswerField[]
}

/** How a status request ended. A refusal never says anything about money by itself. */
export type StatusOutcome =
  | { readonly kind: 'answered'; readonly answer: StatusAnswer }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      readonly isWrongControl: boolean
    }
  /** Nothing readable came back; the last known truth stays. */
  | { readonly kind: 'no-answer'; readonly failure: string; readonly isAccessDenied: boolean }

/** How a registration ended. */
export type CardRefOutcome =
  | {
      readonly kind: 'registered'
      readonly cardRefId: string
      /** v2 only. */
      readonly unqCardRefId: string | null
      /** v4 only, as is `dstCardRefId`. */
      readonly recurringPaymentId: string | null
      readonly dstCardRefId: string | null
    }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      readonly isWrongControl: boolean
    }
  /** `isAccessDenied`: HTTP 401 or 403, which v4 answers to a signature, key or clock that it does not accept. */
  | {
      readonly kind: 'no-answer'
      readonly failure: string
      readonly wasSent: boolean
      readonly isAccessDenied: boolean
    }

/** How a card info lookup ended. BIN is cut to six digits. */
export type CardInfoOutcome =
  | {
      readonly kind: 'answered'
      readonly printedName: string | null
      readonly expireMonth: number | null
      readonly expireYear: number | null
      readonly bin: string | null
      readonly lastFour: string | null
    }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      readonly isWrongControl: boolean
    }
  | { readonly kind: 'no-answer'; readonly failure: string; readonly wasSent: boolean }

/** An outcome with the masked exchange to be stored, whatever happened. */
export interface Exchanged<T> {
  readonly outcome: T
  readonly exchange: NewExchange
  /** Gateway clock minus ours in ms from the Date header, if any. */
  readonly clockSkewMs: number | null
}

/** What the head of an answer says beside the answer itself, whatever was called. */
export interface AnswerSignals {
  readonly profileId: string
  /** Gateway clock minus ours in ms from the Date header, if any. */
  readonly clockSkewMs: number | null
  /** Set by HTTP 429 and 503: how long to wait, null when the gateway does not say. */
  readonly pause: { readonly waitMs: number | null } | null
}

/** A call that is encoded and signed already: only the network can fail in `send`, which works once. */
export interface PreparedCall<T> {
  send(signal: AbortSignal): Promise<Exchanged<T> & LateAnswer<Exchanged<T>>>
}

/** Set for a payment without an answer at its deadline: the answer that still came on its connection, else null. */
export interface LateAnswer<A> {
  readonly late?: Promise<A | null>
}

/** What services need of a gateway. Every method throws `validation-failed` before anything is sent when a value breaks the interface. */
export interface GatewayClient {
  previewRebill(target: GatewayTarget, request: RebillRequest): PaymentPreview
  /** `cvv2` is empty or the code; it is in the body of this one request and nowhere else. */
  prepareRebill(
    credentials: GatewayCredentials,
    request: RebillRequest,
    cvv2: string,
  ): PreparedCall<PaymentOutcome>
  previewSale(
    target: GatewayTarget,
    request: SaleRequest,
    card: { readonly bin: string; readonly lastFour: string },
  ): PaymentPreview
  /** The card is in the body of this one request and nowhere else. */
  prepareSale(
    credentials: GatewayCredentials,
    request: SaleRequest,
    card: TypedCard,
  ): PreparedCall<PaymentOutcome>
  prepareUpload(credentials: GatewayCredentials, request: UploadRequest): PreparedCall<UploadOutcome>
  status(
    credentials: GatewayCredentials,
    request: StatusRequest,
    signal: AbortSignal,
  ): Promise<Exchanged<StatusOutcome>>
  createCardRef(
    credentials: GatewayCredentials,
    request: {
      readonly route: GatewayRoute
      readonly clientOrderId: string
      readonly gatewayOrderId: string
    },
    signal: AbortSignal,
  ): Promise<Exchanged<CardRefOutcome>>
  /** The same with OAuth 1.0a RSA-SHA256; gives the other token kinds. */
  createCardRefV4(
    credentials: SigningCredentials,
    request: {
      readonly route: GatewayRoute
      readonly clientOrderId: string
      readonly gatewayOrderId: string
    },
    signal: AbortSignal,
  ): Promise<Exchanged<CardRefOutcome>>
  getCardInfo(
    credentials: GatewayCredentials,
    request: { readonly route: GatewayRoute; readonly cardRefId: string },
    signal: AbortSignal,
  ): Promise<Exchanged<CardInfoOutcome>>
}

/** Finds the proxy for a URL: `DIRECT` or `PROXY host:port` as the OS settings say. */
export interface ProxyResolver {
  resolve(url: string): Promise<string>
}
