import type { SafetyLevel } from '../../src-shared/domain/charge-limits'
import type { ChargeKind } from '../../src-shared/domain/charge'
import type { Environment } from '../../src-shared/domain/gateway-address'
import type { ProofFinding } from '../../src-shared/domain/history-proof'

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
  /** The keys of it are deleted, and cannot come back. */
  | { readonly kind: 'removal'; readonly removed: 'profile' | 'signing-key' }
  | { readonly kind: 'recovery-code' }
  | {
      readonly kind: 'limits'
      readonly safetyLevel: SafetyLevel
      /** `per charge 500.00 EUR; asks above 100.00 EUR`; one line for each currency. */
      readonly limits: readonly string[]
    }
  | {
      readonly kind: 'operator'
      readonly change: 'add' | 'change' | 'remove'
      readonly name: string
      readonly manages: boolean
    }
  | { readonly kind: 'erase-person'; readonly orders: number }
  /** Months after which personal data is erased. */
  | { readonly kind: 'retention'; readonly months: number }
  | { readonly kind: 'restore'; readonly file: string }
  /** Versions of the app. */
  | { readonly kind: 'install-update'; readonly from: string; readonly to: string }
  /** What the proof of the history found is accepted; after `deleted`, a new history begins. */
  | {
      readonly kind: 'accept-history'
      readonly finding: ProofFinding['kind']
      readonly name: string
      readonly reason: string
    }

/** What a person gives in the window beside the click. */
export type ConsentDemand =
  | { readonly kind: 'click' }
  | { readonly kind: 'typed' }
  /** The PIN of one of these people. */
  | {
      readonly kind: 'second-person'
      readonly people: readonly { readonly operatorId: string; readonly name: string }[]
    }

/** What was typed in the window, as it was typed; empty where nothing was asked. */
export interface TypedConsent {
  readonly amount: string
  readonly operatorId: string
  readonly pin: string
}

/** What the window shows: the action, and the profile that it is for. */
export interface ConsentRequest {
  readonly question: ConsentQuestion
  readonly demand: ConsentDemand
  /** Why what was typed the last time was refused; null at first. */
  readonly problem: ConsentProblem | null
  /** Null = the action is not for one profile. */
  readonly profile: { readonly name: string; readonly environment: Environment } | null
  /** The person who acts; null = no name is set. */
  readonly operator: string | null
  /** A release before this time is not taken. Monotonic clock. */
  readonly notBeforeMs: number
}

export type ConsentProblem = 'not-the-amount' | 'wrong-pin' | 'pin-wait'

/** `not-shown`: the window could not be opened, so nobody was asked. */
export type ConsentAnswer =
  | { readonly kind: 'released'; readonly typed: TypedConsent }
  | { readonly kind: 'declined' }
  | { readonly kind: 'not-shown' }

/** Asks a person in a window of main, which the page can neither see nor operate. */
export interface ConsentPrompt {
  /** Never rejects. An abort closes the window and gives `declined`. */
  ask(request: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer>
}
