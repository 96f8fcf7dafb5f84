import type { ChargeKind } from '../../src-shared/domain/charge'
import type { Environment } from '../../src-shared/domain/gateway-address'

/** An action that a person has to release outside of the page. Texts are shown as they are given here. */
export type ConsentQuestion =
  | {
      readonly kind: 'charge'
      readonly chargeKind: ChargeKind
      /** `1,238.86 EUR` */
      readonly amount: string
      /** `Visa 411111 •••• 1111`; empty when the digits are not known. */
      readonly card: string
      /** Empty when the name is not known. */
      readonly cardholder: string
      readonly description: string
      readonly clientOrderId: string
      readonly gateway: string
    }
  | {
      readonly kind: 'resolution'
      readonly outcome: 'present' | 'absent'
      /** Empty when the amount is not known. */
      readonly amount: string
      readonly clientOrderId: string
      readonly name: string
      readonly reason: string
    }
  | {
      readonly kind: 'profile'
      readonly gateway: string
      readonly login: string
      readonly isReadOnly: boolean
      /** A control key is stored for this address and login. */
      readonly hasNewKey: boolean
    }
  | { readonly kind: 'signing-key'; readonly gateway: string; readonly login: string }
  | { readonly kind: 'recovery-code' }

/** What the window shows: the action, and the profile that it is for. */
export interface ConsentRequest {
  readonly question: ConsentQuestion
  /** Null = the action is not for one profile. */
  readonly profile: { readonly name: string; readonly environment: Environment } | null
  /** The person who acts; null = no name is set. */
  readonly operator: string | null
  /** A release before this time is not taken. Monotonic clock. */
  readonly notBeforeMs: number
}

/** `not-shown`: the window could not be opened, so nobody was asked. */
export type ConsentAnswer = 'released' | 'declined' | 'not-shown'

/** Asks a person in a window of main, which the page can neither see nor operate. */
export interface ConsentPrompt {
  /** Never rejects. An abort closes the window and gives `declined`. */
  ask(request: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer>
}
