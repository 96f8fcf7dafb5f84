import type { ChargeKind } from '../../src-shared/domain/charge'
import type { BrowserData } from './cardholder-browser'

/** The entry point in the path. */
export interface GatewayRoute {
  readonly kind: 'endpoint' | 'group'
  readonly id: string
}

/** The values of a rebill. Empty optional values are not sent. */
export interface RebillRequest {
  readonly kind: Exclude<ChargeKind, 'sale'>
  readonly route: GatewayRoute
  readonly clientOrderId: string
  readonly cardRefId: string
  readonly orderDescription: string
  readonly amountMinor: number
  readonly currency: string
  readonly ipAddress: string
  readonly enumerateAmounts: string
  readonly comment: string
  readonly purpose: string
  readonly merchantData: string
  readonly redirectUrl: string
  readonly redirectSuccessUrl: string
  readonly redirectFailUrl: string
  readonly serverCallbackUrl: string
  readonly recurrentScenario: '' | 'REGULAR' | 'IRREGULAR'
  readonly recurrentInitiator: '' | 'CARDHOLDER' | 'MERCHANT'
}

/** The values of a sale without the card. Empty optional values are not sent. */
export interface SaleRequest {
  readonly route: GatewayRoute
  readonly clientOrderId: string
  readonly orderDescription: string
  readonly amountMinor: number
  readonly currency: string
  readonly ipAddress: string
  /** Return address of the browser. The issuer's window catches it. */
  readonly redirectUrl: string
  readonly printedName: string
  readonly expireMonth: number
  /** Four digits. Two digits are sent. */
  readonly expireYear: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly country: string
  readonly city: string
  readonly zipCode: string
  readonly address1: string
  readonly browser: BrowserData
}

/** A typed card, for one request. */
export interface TypedCard {
  readonly number: string
  /** Empty or three to four digits. */
  readonly cvv2: string
}

/** A 3-D Secure result to upload (interface, Endpoints 7 to 9). Values are sent byte for byte. */
export type UploadRequest = {
  readonly route: GatewayRoute
  readonly clientOrderId: string
  readonly gatewayOrderId: string
} & (
  | {
      readonly kind: 'method'
      readonly serverTransId: string
      readonly completion: 'Y' | 'N' | 'U'
      readonly notificationUrl: string
      readonly browser: BrowserData
      readonly ipAddress: string
    }
  | { readonly kind: 'challenge'; readonly cres: string }
  | { readonly kind: 'pareq'; readonly paRes: string; readonly md: string }
)

/** The outcome of sending an upload once. Its effect on the order is known from the next status answer. */
export type UploadOutcome =
  | { readonly kind: 'accepted' }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      readonly isWrongControl: boolean
    }
  | { readonly kind: 'not-sent'; readonly failure: string }
  | { readonly kind: 'unknown'; readonly failure: string }
