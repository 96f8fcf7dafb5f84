import type { ChargeKind } from '../../src-shared/domain/charge'
import type { BrowserData } from './cardholder-browser'

/** The entry point in the path. */
export interface GatewayRoute {
  readonly kind: 'endpoint' | 'group'
  readonly id: string
}

/** A rebill as the interface names its parts; empty optional parts are left out of the request. */
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

/** A sale as the interface names its parts, without what exists only in the one request; empty optional parts are left out. */
export interface SaleRequest {
  readonly route: GatewayRoute
  readonly clientOrderId: string
  readonly orderDescription: string
  readonly amountMinor: number
  readonly currency: string
  readonly ipAddress: string
  /** Where the browser would return to; caught in the issuer's window. */
  readonly redirectUrl: string
  readonly printedName: string
  readonly expireMonth: number
  /** Four digits; two are sent. */
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

/** A card typed in; lives for one request. */
export interface TypedCard {
  readonly number: string
  /** Empty or three to four digits. */
  readonly cvv2: string
}

/** A 3-D Secure result to upload (interface, Endpoints 7 to 9). Values go out byte for byte. */
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

/** What became of the one transmission of an upload; what it led to, only a status answer tells. */
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
