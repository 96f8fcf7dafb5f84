import type { ChargeDraft } from '../../src-shared/domain/charge-draft'
import type { ChargeKind, ChargeState } from '../../src-shared/domain/charge'
import type { CardView } from '../../src-shared/domain/card'
import type { AnswerField, ExchangeOutcome, GatewayOperation } from '../../src-shared/domain/exchange'
import type { FollowState, OrderKind, OrderSummary, TimelineEntry } from '../../src-shared/domain/order'
import type { Environment } from '../../src-shared/domain/gateway-address'
import type { PollPace, RebillControl, Route } from '../../src-shared/domain/profile'
import type { CallbackReading, CallbackSource } from '../../src-shared/domain/callback'
import type { SaleRules } from '../../src-shared/domain/sale-rules'
import type { StepKind, StepState, ThreeDsStep } from '../../src-shared/domain/three-ds'

/** A masked exchange to be stored; never holds control, security code, card number or a 3-D Secure page. */
export interface NewExchange {
  readonly atMs: number
  readonly durationMs: number
  readonly profileId: string
  readonly operation: GatewayOperation
  readonly host: string
  readonly path: string
  readonly outcome: ExchangeOutcome
  readonly httpStatus: number | null
  readonly answerType: string | null
  readonly serialNumber: string | null
  readonly clientOrderId: string | null
  readonly failure: string | null
  readonly request: readonly { readonly name: string; readonly value: string }[]
  readonly answer: readonly AnswerField[]
  readonly unreadableBody: string | null
}

/** The non-secret part of a connection, as stored. */
export interface ProfileRecord {
  readonly profileId: string
  readonly name: string
  readonly environment: Environment
  readonly baseUrl: string | null
  readonly login: string
  readonly routes: readonly Route[]
  readonly rebillControl: RebillControl
  readonly defaultIpAddress: string
  readonly pollPace: PollPace
  readonly safetyLevel: 'read-only' | 'confirm'
  /** Marker that a keychain item must exist: null from the keychain then means locked or lost, not "never set". */
  readonly hasSecret: boolean
  readonly saleRules: SaleRules
  /** What is known of its RSA key without opening it; written by `saveSigningKey` only. */
  readonly signingKey: SigningKeyFacts | null
  readonly createdAtMs: number
}

/** A profile's RSA key as it may be shown, with what it is bound to. */
export interface SigningKeyFacts {
  readonly origin: 'imported' | 'created'
  readonly bits: number
  readonly fingerprint: string
  /** PEM of the public part. */
  readonly publicKey: string
  readonly login: string
  readonly baseUrl: string | null
  readonly createdAtMs: number
}

/** A 3-D Secure step as stored. `stepKey` tells a step from its repetition: a hash of the issuer's values. */
export interface StepRecord extends ThreeDsStep {
  readonly stepKey: string
  /** 0, or 1 while and after the answer was uploaded. */
  readonly transmissions: number
}

/** One change of an order's steps, in the transaction of the order's change. */
export type StepChange =
  /** Errors: `not-allowed-now`, reason `step-known`, when the order has a step with this key. */
  | {
      readonly kind: 'await'
      readonly stepKind: StepKind
      readonly stepKey: string
      readonly host: string | null
    }
  /** A forbidden transition, or another state than `from`, refuses the whole change with `not-allowed-now`. */
  | {
      readonly kind: 'move'
      readonly seq: number
      readonly from: StepState
      readonly to: StepState
      readonly completion?: 'Y' | 'N' | 'U'
      readonly transStatus?: string | null
      /**
       * The issuer's answer, kept until its upload has left; erased with `sent`, `refused`, `outcome-unknown`,
       * `abandoned`.
       */
      readonly answer?: StepAnswer
      readonly answerDigest?: string
      readonly failure?: string | null
    }

/** What is uploaded for a step, byte for byte as caught. */
export type StepAnswer =
  | { readonly kind: 'method'; readonly serverTransId: string; readonly completion: 'Y' | 'N' | 'U' }
  | { readonly kind: 'challenge'; readonly cres: string }
  | { readonly kind: 'pareq'; readonly paRes: string; readonly md: string }

/** A callback to be kept; the same one again (by `sameKey`) only counts. */
export interface NewCallback extends CallbackReading {
  readonly profileId: string | null
  readonly source: CallbackSource
  readonly atMs: number
  /** Status, type and both ids (facts, section 5). */
  readonly sameKey: string
}

/** A charge as stored. `stateVersion` rises with each change; `transmissions` is 0 or 1 for ever. */
export interface ChargeRecord {
  readonly chargeId: string
  readonly profileId: string
  readonly state: ChargeState
  readonly stateVersion: number
  readonly transmissions: number
  readonly kind: ChargeKind
  readonly clientOrderId: string
  /** Null for a sale. */
  readonly cardId: string | null
  readonly cardRefId: string | null
  readonly amountMinor: number
  readonly currency: string
  readonly draft: ChargeDraft
  readonly previewHash: string | null
  readonly orderId: string | null
  readonly createdAtMs: number
}

/** An order with what the engine and the follower need beside the shown summary. */
export interface OrderRecord {
  readonly summary: OrderSummary
  readonly route: { readonly kind: 'endpoint' | 'group'; readonly id: string }
  readonly charge: ChargeRecord | null
  /** When following (or looking up) began, by the wall clock. */
  readonly followedSinceMs: number
  /**
   * How long it had been followed at its last check, counted while the machine was awake; what the wait ladder goes by.
   */
  readonly followedForMs: number
  /**
   * When the gateway confirmed the charge, by its clock where that is known. Null until then, and where `createdAtMs` is
   * right within two minutes.
   */
  readonly confirmedAtMs: number | null
  readonly checks: number
  /** Oldest first; empty for anything but a sale. */
  readonly steps: readonly StepRecord[]
  readonly facts: readonly { readonly name: string; readonly value: string; readonly atMs: number }[]
}

/**
 * A timeline entry to be appended in the same transaction as the change it tells of. `sequence`, exchange id and
 * folding are the store's.
 */
export type NewTimelineEntry = Pick<TimelineEntry, 'atMs' | 'kind' | 'actor' | 'changes' | 'text'>

/** An order to be created. */
export interface NewOrder {
  readonly profileId: string
  readonly environment: Environment
  readonly kind: OrderKind
  readonly route: { readonly kind: 'endpoint' | 'group'; readonly id: string }
  readonly clientOrderId: string
  readonly gatewayOrderId: string | null
  readonly amountMinor: number | null
  readonly currency: string | null
  readonly cardId: string | null
  readonly bin: string | null
  readonly lastFour: string | null
  readonly cardholderName: string | null
  readonly description: string | null
  readonly reference: string | null
  readonly createdAtMs: number
  readonly followState: FollowState
  readonly nextCheckAtMs: number | null
}

/** The columns a change may set. */
export type OrderColumns = Pick<
  OrderSummary,
  | 'status'
  | 'orderStage'
  | 'gatewayOrderId'
  | 'amountMinor'
  | 'chargedMinor'
  | 'currency'
  | 'bin'
  | 'lastFour'
  | 'cardholderName'
  | 'errorCode'
  | 'errorMessage'
  | 'isControlRefused'
  | 'transactionType'
  | 'followState'
  | 'answeredAtMs'
  | 'nextCheckAtMs'
  | 'watchUntilMs'
  | 'lastCheckFailure'
  | 'alert'
  | 'awaitedStep'
  | 'later'
> & {
  /** A new start sets `followedForMs` to 0, unless the change names it. */
  readonly followedSinceMs: number
  readonly followedForMs: number
  readonly confirmedAtMs: number | null
  readonly checks: number
}

/** One atomic change of an order: columns, charge state, facts, timeline and exchange together or not at all. */
export interface OrderChange {
  readonly orderId: string
  /** Compare-and-set: another revision on disk refuses the whole change with `not-allowed-now`, reason `revision`. */
  readonly expectedRevision: number
  readonly atMs: number
  readonly set: Partial<OrderColumns>
  /** Absent = the charge stays. The schema's triggers refuse a forbidden transition. */
  readonly charge?: {
    readonly from: ChargeState
    readonly expectedVersion: number
    readonly to: ChargeState
    readonly transmissions?: 0 | 1
    /** Set when a person confirms. Errors: `not-allowed-now`, reason `related-changed`. */
    readonly related?: RelatedSeen
    /** Set when a person re-confirms. */
    readonly previewHash?: string
    readonly sentParameters?: readonly { readonly name: string; readonly value: string }[]
  }
  readonly facts?: readonly { readonly name: string; readonly value: string }[]
  readonly entries: readonly NewTimelineEntry[]
  readonly exchange?: NewExchange
  readonly step?: StepChange
}

/** A card token to be stored or updated; null keeps what is there, an empty string clears a label. */
export interface CardUpsert {
  readonly profileId: string
  readonly cardRefId: string
  readonly routeId: string
  readonly unqCardRefId?: string | null
  readonly recurringPaymentId?: string | null
  readonly dstCardRefId?: string | null
  readonly cardHashId?: string | null
  readonly nickname?: string
  readonly customerReference?: string
  readonly bin?: string | null
  readonly lastFour?: string | null
  readonly expireMonth?: number | null
  readonly expireYear?: number | null
  readonly printedName?: string | null
  readonly sourceClientOrderId?: string | null
  readonly infoAtMs?: number
  readonly atMs: number
}

/**
 * The card of a charge: a stored token with its twins (the same token in another profile of the same login and address,
 * or the same unique id or card hash at that address), and any card of that login and address with the same first six
 * and last four digits.
 */
export interface RelatedCard {
  readonly profileId: string
  readonly cardId: string | null
  readonly bin: string | null
  readonly lastFour: string | null
}

/**
 * The related charges by which the guards of a charge were decided. The writer reads them again in the transaction that
 * records or sends the charge, and refuses it when they differ: another process may have charged the card meanwhile.
 */
export interface RelatedSeen {
  readonly card: RelatedCard
  readonly sinceMs: number
  /** In any order; the charge itself is left out of the comparison. */
  readonly charges: readonly Pick<ChargeRecord, 'chargeId' | 'stateVersion'>[]
}

/** A card with the entry point it was registered on. */
export interface CardRecord {
  readonly view: CardView
  readonly routeId: string
}
