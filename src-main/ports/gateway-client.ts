import type { NamedField } from '../../src-shared/domain/exchange'
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

/** The target of a profile's calls; contains no secret. */
export interface GatewayTarget {
  readonly profileId: string
  readonly environment: Environment
  /** With path prefix, without a trailing slash. */
  readonly baseUrl: string
  readonly login: string
  readonly rebillControl: RebillControl
  readonly saleRules: Pick<SaleRules, 'control' | 'uploadControl' | 'uploadRoute'>
}

/** A target with its control key, for one call. */
export interface GatewayCredentials extends GatewayTarget {
  readonly controlKey: string
}

/** A target with the merchant's private RSA key as PKCS#8 PEM, for one v4 call. */
export interface SigningCredentials extends GatewayTarget {
  readonly privateKey: string
}

/** The parameters that would be sent. Control and security code are masked; no key is needed. */
export interface PaymentPreview {
  readonly host: string
  readonly path: string
  readonly parameters: readonly NamedValue[]
  /** Name of the security code's parameter, which is left out when there is no code; null = the operation has none. */
  readonly codeParameter: string | null
  /** Names of the signed values in signing order. */
  readonly signedValues: readonly string[]
  readonly controlSource: 'interface' | 'clients' | 'profile'
}

/** A parameter or field. Lists have the order of the wire. */
export interface NamedValue {
  readonly name: string
  readonly value: string
}

/** The outcome of sending a payment once. `not-sent` proves that nothing was sent: there was no connection. */
export type PaymentOutcome =
  | { readonly kind: 'accepted'; readonly gatewayOrderId: string }
  /** A well-formed refusal without an order id. It counts only after lookups confirm it. */
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      readonly isWrongControl: boolean
    }
  | { readonly kind: 'not-sent'; readonly failure: string }
  /** Sent without a readable answer. `isForeignAnswer`: the answer named another order. */
  | { readonly kind: 'unknown'; readonly failure: string; readonly isForeignAnswer: boolean }

/** A status request. Without `gatewayOrderId` the order is looked up by its client order id alone. */
export interface StatusRequest {
  readonly route: GatewayRoute
  readonly clientOrderId: string
  readonly gatewayOrderId: string | null
  readonly bySerialNumber: string | null
}

/** A readable status answer. Values are unchanged strings without their line feed. */
export interface StatusAnswer {
  readonly status: string | null
  readonly orderStage: string | null
  readonly clientOrderId: string | null
  readonly gatewayOrderId: string | null
  /** Decimal text, unchanged. */
  readonly amount: string | null
  readonly currency: string | null
  readonly bin: string | null
  readonly lastFour: string | null
  readonly cardholderName: string | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly transactionType: string | null
  readonly serialNumber: string | null
  /** The browser step that the gateway waits for, with the issuer's values. Not stored and not sent to the window. */
  readonly step: IssuerStep | null
  /** All fields that may be stored, in wire order, masked. Pages and challenge values have only length and hash. */
  readonly fields: readonly NamedField[]
}

/** How a status request ended. A refusal alone says nothing about money. */
export type StatusOutcome =
  | { readonly kind: 'answered'; readonly answer: StatusAnswer }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      readonly isWrongControl: boolean
    }
  /** No readable answer came. The last known state stays. */
  | { readonly kind: 'no-answer'; readonly failure: string; readonly isAccessDenied: boolean }

/** How a card registration ended. */
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
  /**
   * `isAccessDenied`: HTTP 401 or 403. The gateway answers so when it does not accept signature, key or clock of a v4
   * call.
   */
  | {
      readonly kind: 'no-answer'
      readonly failure: string
      readonly wasSent: boolean
      readonly isAccessDenied: boolean
    }

/** How a card info lookup ended. The BIN has six digits. */
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

/** An outcome with the masked exchange, which is stored in every case. */
export interface Exchanged<T> {
  readonly outcome: T
  readonly exchange: NewExchange
  /** Gateway's clock minus ours in ms, from the Date header; null without it. */
  readonly clockSkewMs: number | null
}

/** Information in the head of an answer, for every call. */
export interface AnswerSignals {
  readonly profileId: string
  /** Gateway's clock minus ours in ms, from the Date header; null without it. */
  readonly clockSkewMs: number | null
  /** Set after HTTP 429 and 503. `waitMs` is null when the gateway gives no time. */
  readonly pause: { readonly waitMs: number | null } | null
}

/** A call that is encoded and signed. `send` works once, and only the network can fail in it. */
export interface PreparedCall<T> {
  send(signal: AbortSignal): Promise<Exchanged<T> & LateAnswer<Exchanged<T>>>
}

/** Set for a payment without an answer at its deadline: the answer that came later on the same connection, or null. */
export interface LateAnswer<A> {
  readonly late?: Promise<A | null>
}

/**
 * The gateway for services. Every method throws `validation-failed` before anything is sent when a value is invalid.
 */
export interface GatewayClient {
  previewRebill(target: GatewayTarget, request: RebillRequest): PaymentPreview
  /** `cvv2` is the security code or empty. It is used in the body of this one request only. */
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
  /** The card is used in the body of this one request only. */
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
  /** The same with OAuth 1.0a and RSA-SHA256. Returns the other kinds of tokens. */
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

/** Finds the proxy for a URL in the settings of the operating system: `DIRECT` or `PROXY host:port`. */
export interface ProxyResolver {
  resolve(url: string): Promise<string>
}
