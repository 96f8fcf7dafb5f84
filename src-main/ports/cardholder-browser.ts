import type { StepKind } from '../../src-shared/domain/three-ds'

/** What the issuer is told of the browser that shows its pages: the one of this app (interface, Endpoints 6 and 7). */
export interface BrowserData {
  readonly userAgent: string
  readonly acceptHeader: string
  /** IETF tag such as `en-GB`, 8 characters at most. */
  readonly language: string
  readonly colorDepth: number
  readonly screenWidth: number
  readonly screenHeight: number
  /** Minutes that UTC is ahead of local time, as `Date.getTimezoneOffset` counts. */
  readonly timeZoneOffsetMinutes: number
}

/** A browser step with the issuer's raw values as the status answer gave them; memory only. */
export type IssuerStep =
  | { readonly kind: 'method'; readonly url: string; readonly serverTransId: string }
  | { readonly kind: 'challenge'; readonly url: string; readonly creq: string }
  | { readonly kind: 'pareq'; readonly url: string; readonly pareq: string; readonly md: string }

/** One visit to an issuer's page: a form is posted there, and what is posted to `returnUrl` ends it. */
export interface IssuerVisit {
  readonly kind: StepKind
  /** The issuer's page. */
  readonly url: string
  /** Hidden fields of the posted form, in order. */
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  /** Exact address at which the answer is caught; nothing is ever sent to it. */
  readonly returnUrl: string
  readonly timeoutMs: number
  /** Loopback origin that counts as allowed beside https: the simulator's own, or null. */
  readonly allowedOrigin: string | null
  /** What the window says about the order, e.g. `25.00 EUR`. */
  readonly title: string
}

/** How a visit ended. `fields` are what the issuer posted, decoded once and otherwise untouched. */
export type VisitResult =
  | {
      readonly kind: 'returned'
      readonly fields: readonly { readonly name: string; readonly value: string }[]
    }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly failure: string }

/** Shows issuers' pages to the cardholder at this desk, each in a throw-away window without access to the app (C9). */
export interface CardholderBrowser {
  /** Never rejects; aborting closes the window and answers `closed`. */
  visit(visit: IssuerVisit, signal: AbortSignal): Promise<VisitResult>
  describe(): BrowserData
}
