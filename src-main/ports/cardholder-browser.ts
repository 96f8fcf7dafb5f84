import type { Environment } from '../../src-shared/domain/gateway-address'
import type { StepKind } from '../../src-shared/domain/three-ds'

/** Data of this app's browser for the issuer (interface, Endpoints 6 and 7). */
export interface BrowserData {
  readonly userAgent: string
  readonly acceptHeader: string
  /** IETF tag such as `en-GB`, 8 characters at most. */
  readonly language: string
  readonly colorDepth: number
  readonly screenWidth: number
  readonly screenHeight: number
  /** UTC minus local time in minutes, as `Date.getTimezoneOffset` returns it. */
  readonly timeZoneOffsetMinutes: number
}

/** A browser step with the issuer's values from the status answer. Kept in memory only. */
export type IssuerStep =
  | { readonly kind: 'method'; readonly url: string; readonly serverTransId: string }
  | { readonly kind: 'challenge'; readonly url: string; readonly creq: string }
  | { readonly kind: 'pareq'; readonly url: string; readonly pareq: string; readonly md: string }

/** One visit to an issuer's page. It begins with a posted form and ends when a form is posted to `returnUrl`. */
export interface IssuerVisit {
  readonly kind: StepKind
  /** The issuer's page. */
  readonly url: string
  /** Hidden fields of the posted form, in order. */
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  /** Exact return address. The answer is caught there and not sent. */
  readonly returnUrl: string
  readonly timeoutMs: number
  /** The simulator's loopback origin, which is allowed in addition to https; or null. */
  readonly allowedOrigin: string | null
  readonly payment: VisitedPayment
}

/** What the bar above the page says about the payment. */
export interface VisitedPayment {
  readonly environment: Environment
  readonly profileName: string
  /** `9,302.00 EUR`; the client order id when the amount is not known. */
  readonly amount: string
  /** `Visa 1111`; empty when the card is not known. */
  readonly card: string
}

/** How a visit ended. `fields` is the posted form, decoded once and otherwise unchanged. */
export type VisitResult =
  | {
      readonly kind: 'returned'
      readonly fields: readonly { readonly name: string; readonly value: string }[]
    }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly failure: string }

/** Shows issuers' pages to the cardholder. Each page has a temporary session without access to the app. */
export interface CardholderBrowser {
  /** Never rejects. An abort closes the window and gives `closed`. */
  visit(visit: IssuerVisit, signal: AbortSignal): Promise<VisitResult>
  describe(): BrowserData
}
