import type { CurrencyLimits, SafetyLevel } from '../../src-shared/domain/charge-limits'
import type { JournalledCharge } from '../../src-shared/domain/app-state'
import type { ChargeDraft } from '../../src-shared/domain/charge-draft'
import type { ChargeKind, ChargeState } from '../../src-shared/domain/charge'
import type { FileColumnName } from '../../src-shared/domain/order-file'
import type { SkippedOrder } from '../../src-shared/domain/order-import'
import type { CardView } from '../../src-shared/domain/card'
import type {
  AnswerField,
  ExchangeOutcome,
  ExchangeSummary,
  GatewayOperation,
} from '../../src-shared/domain/exchange'
import type {
  FollowState,
  OrderCheck,
  OrderKind,
  OrderSummary,
  OrderFact,
  OrderView,
  TimelineEntry,
} from '../../src-shared/domain/order'
import type { Environment } from '../../src-shared/domain/gateway-address'
import type { PollPace, RebillControl, Route } from '../../src-shared/domain/profile'
import type { CallbackReading, CallbackSource } from '../../src-shared/domain/callback'
import type { RefundCase, RefundCaseState } from '../../src-shared/domain/refund-case'
import type { SaleRules } from '../../src-shared/domain/sale-rules'
import type { StepKind, StepState, ThreeDsStep } from '../../src-shared/domain/three-ds'

/** A masked exchange to be stored. It never contains control, security code, card number or a 3-D Secure page. */
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

/** A profile as stored, without its secrets. What is null cannot be read. */
export interface StoredProfile {
  readonly profileId: string
  readonly name: string
  readonly environment: Environment
  readonly baseUrl: string | null
  readonly login: string
  readonly routes: readonly Route[] | null
  readonly rebillControl: RebillControl
  readonly defaultIpAddress: string
  readonly pollPace: PollPace
  readonly safetyLevel: SafetyLevel
  readonly limits: readonly CurrencyLimits[] | null
  /**
   * True when a keychain item must exist. If the keychain then returns null, it is locked or lost, not "never set".
   */
  readonly hasSecret: boolean
  readonly saleRules: SaleRules | null
  /** The data of its RSA key that may be shown. Written only by `saveSigningKey`. */
  readonly signingKey: SigningKeyFacts | null
  readonly createdAtMs: number
}

/** A profile that can be read as a whole. Only such a profile is used for requests. */
export interface ProfileRecord extends StoredProfile {
  readonly routes: readonly Route[]
  readonly saleRules: SaleRules
  readonly limits: readonly CurrencyLimits[]
}

/** True when every part of the stored profile could be read. */
export function isReadable(profile: StoredProfile): profile is ProfileRecord {
  return profile.routes !== null && profile.saleRules !== null && profile.limits !== null
}

/** The data of a profile’s RSA key that may be shown, with the login and address it belongs to. */
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

/** A 3-D Secure step as stored. `stepKey` identifies a step: a hash of the issuer’s values. */
export interface StepRecord extends ThreeDsStep {
  readonly stepKey: string
  /** 0, or 1 once the answer was uploaded. */
  readonly transmissions: number
}

/** One change of an order’s steps, stored in the transaction of the order’s change. */
export type StepChange =
  /** Errors: `not-allowed-now`, reason `step-known`, when the order has a step with this key. */
  | {
      readonly kind: 'await'
      readonly stepKind: StepKind
      readonly stepKey: string
      readonly host: string | null
    }
  /** A forbidden transition or another state than `from` refuses the whole change with `not-allowed-now`. */
  | {
      readonly kind: 'move'
      readonly seq: number
      readonly from: StepState
      readonly to: StepState
      readonly completion?: 'Y' | 'N' | 'U'
      readonly transStatus?: string | null
      /**
       * The issuer’s answer, kept until its upload was sent. Erased with `sent`, `refused`, `outcome-unknown`,
       * `abandoned`.
       */
      readonly answer?: StepAnswer
      readonly answerDigest?: string
      readonly failure?: string | null
    }

/** The values that are uploaded for a step, byte for byte as caught. */
export type StepAnswer =
  | { readonly kind: 'method'; readonly serverTransId: string; readonly completion: 'Y' | 'N' | 'U' }
  | { readonly kind: 'challenge'; readonly cres: string }
  | { readonly kind: 'pareq'; readonly paRes: string; readonly md: string }

/** A callback to be stored. An equal one (by `sameKey`) is only counted. */
export interface NewCallback extends CallbackReading {
  readonly profileId: string | null
  readonly source: CallbackSource
  readonly atMs: number
  /** Status, type and both ids, by which an equal callback is recognised. */
  readonly sameKey: string
}

/** The computer, its account and the version of the app with which a person acts. */
export interface Workplace {
  readonly osUser: string
  readonly host: string
  readonly appVersion: string
}

/** Who acts. Main alone decides it. */
export interface Actor {
  /** Null = no name is set. */
  readonly name: string | null
  /** Null = the app has no operators. */
  readonly operatorId: string | null
  /** Null in rows of earlier versions of the app. */
  readonly place: Workplace | null
}

/** The hash of a PIN (scrypt) with its parameters; salt and hash are base64. */
export interface PinHash {
  readonly n: number
  readonly r: number
  readonly p: number
  readonly salt: string
  readonly hash: string
}

/** An operator as stored. */
export interface OperatorRecord {
  readonly operatorId: string
  readonly name: string
  readonly manages: boolean
  readonly pinHash: PinHash
  /** Wrong PINs since the last right one. */
  readonly wrongPins: number
  readonly createdAtMs: number
}

/** A confirmation of a charge. */
export interface NewConfirmation {
  readonly actor: Actor
  readonly atMs: number
  /** The largest amount that the gateway may take for the charge. */
  readonly mostMinor: number
}

/** Who erases personal data and when. `keptMonths` is that of the retention rule; null = a person is erased. */
export interface ErasureAct {
  readonly atMs: number
  readonly actor: Actor | null
  readonly keptMonths: number | null
}

/** A charge as stored. `stateVersion` rises with each change; `transmissions` is 0 or 1 and never falls. */
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
  /** The last confirmation; null for a draft, and for charges of earlier versions of the app. */
  readonly confirmedAtMs: number | null
  /** The largest amount that the gateway may take for it; null as above. */
  readonly mostMinor: number | null
}

/** An order with the data that services need besides the shown summary. */
export interface OrderRecord {
  readonly summary: OrderSummary
  readonly route: { readonly kind: 'endpoint' | 'group'; readonly id: string }
  readonly charge: ChargeRecord | null
  /** Wall-clock time in ms at which following or looking up began. */
  readonly followedSinceMs: number
  /**
   * How long it was followed at its last check in ms, counted while the machine was awake. The poll ladder uses it.
   */
  readonly followedForMs: number
  /**
   * When the gateway confirmed the charge, by its own clock where that is known. Null before, and where `createdAtMs`
   * is right within two minutes.
   */
  readonly confirmedAtMs: number | null
  readonly checks: number
  /** Oldest first; empty for every other kind than a sale. */
  readonly steps: readonly StepRecord[]
  readonly facts: readonly OrderFact[]
  /** The refund case that is neither proven nor refused; null = none. */
  readonly openCase: RefundCase | null
}

/** An order after a write, with the data to publish. */
export interface WrittenOrder extends OrderRecord {
  readonly view: OrderView
  /** The exchange stored with the change; null without one. */
  readonly exchange: ExchangeSummary | null
}

/** An order after a check without news, with the data to publish. */
export interface CheckedOrder extends OrderRecord {
  readonly check: OrderCheck
}

/**
 * A timeline entry to be appended in the transaction of its change. Storage sets `sequence`, exchange id and repeat
 * count.
 */
export type NewTimelineEntry = Pick<TimelineEntry, 'atMs' | 'kind' | 'changes' | 'text'> & {
  /** Null for the app and the gateway. */
  readonly actor: Actor | null
}

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

/** A file whose orders are added. */
export interface NewImport {
  readonly profileId: string
  readonly fileName: string
  readonly atMs: number
  readonly actor: Actor | null
  /** The columns that the file has. */
  readonly columns: readonly FileColumnName[]
  /** Rows that can be imported. */
  readonly total: number
  readonly isNewestFirst: boolean
}

/** What became of some rows of a file. */
export interface ImportedBatch {
  readonly added: number
  /** Rows whose order is in the history already. Nothing of it was changed. */
  readonly known: readonly SkippedOrder[]
}

/** The columns that a change may set. */
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
  /** A new start sets `followedForMs` to 0, unless the change sets it. */
  readonly followedSinceMs: number
  readonly followedForMs: number
  readonly confirmedAtMs: number | null
  readonly checks: number
  /** The country of the card's issuer, as the gateway writes it (ISO 3166, three letters). */
  readonly cardCountry: string | null
}

/** One atomic change of an order: columns, charge state, facts, timeline and exchange. */
export interface OrderChange {
  readonly orderId: string
  /** Compare-and-set: another stored revision refuses the whole change with `not-allowed-now`, reason `revision`. */
  readonly expectedRevision: number
  readonly atMs: number
  readonly set: Partial<OrderColumns>
  /** Absent = the charge stays. The triggers of the schema refuse a forbidden transition. */
  readonly charge?: {
    readonly from: ChargeState
    readonly expectedVersion: number
    readonly to: ChargeState
    readonly transmissions?: 0 | 1
    /** Set when the operator confirms. Errors: `not-allowed-now`, reason `related-changed`. */
    readonly related?: RelatedSeen
    /** Set when the operator confirms again. */
    readonly previewHash?: string
    readonly sentParameters?: readonly { readonly name: string; readonly value: string }[]
    readonly confirmation?: NewConfirmation
  }
  readonly facts?: readonly { readonly name: string; readonly value: string }[]
  readonly entries: readonly NewTimelineEntry[]
  readonly exchange?: NewExchange
  readonly step?: StepChange
  readonly refundCase?: RefundCaseChange
  readonly label?: LabelChange
}

/** Errors: `not-allowed-now`, reason `too-many-labels`. */
export interface LabelChange {
  readonly kind: 'add' | 'remove'
  readonly label: string
}

/** One change of an order's refund cases, stored in the transaction of the order's change, after its columns. */
export type RefundCaseChange =
  /** Errors: `not-allowed-now`, reason `refund-case-open`, `order-not-approved` or `refund-above-amount`. */
  | ({ readonly kind: 'ask' } & Pick<
      RefundCase,
      'amountMinor' | 'dueOn' | 'reason' | 'askedBy' | 'refundedBeforeMinor'
    >)
  /** Errors: `not-allowed-now`, reason `refund-case-state`, or `refund-not-proven` without a refund of the order. */
  | ({ readonly kind: 'move'; readonly to: Exclude<RefundCaseState, 'asked'> } & Pick<
      RefundCase,
      'caseId' | 'stateBy' | 'stateReason'
    >)

/** A card token to be stored or updated. Null keeps the stored value, an empty string clears a label. */
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
 * The related charges that the guards of a charge used. The writer reads them again in the transaction that records
 * or sends the charge, and refuses it when they differ: another process may have charged the card in the meantime.
 */
export interface RelatedSeen {
  readonly card: RelatedCard
  readonly sinceMs: number
  /** In any order. The charge itself is left out of the comparison. */
  readonly charges: readonly Pick<ChargeRecord, 'chargeId' | 'stateVersion'>[]
}

/** A card with the entry point it was registered on. */
export interface CardRecord {
  readonly view: CardView
  readonly routeId: string
}

/** A backup that is put in the place of a newer history. */
export interface NewRestore {
  readonly atMs: number
  readonly actor: string | null
  /** The newest order of the backup; null = it has none. */
  readonly lastKnownMs: number | null
  /** The name of the file that is replaced. */
  readonly keptFile: string
  /** True when the replaced history could be read, so that `missing` is the whole list. */
  readonly isComplete: boolean
  /** Sent charges of the replaced history that the backup does not have. */
  readonly missing: readonly JournalledCharge[]
  /** The anchor of the replaced history; null = it had none. */
  readonly replaces: ChainAnchor | null
}

/** A restore whose missing charges nobody has checked yet. */
export type OpenRestore = Omit<NewRestore, 'keptFile' | 'replaces'>

/** An entry of the audit chain as the keychain keeps it: which history, how far, and its link. */
export interface ChainAnchor {
  readonly history: string
  readonly seq: number
  readonly link: string
  readonly atMs: number
}

/** Where an anchor is in a chain. `replaced`: a restore or an acknowledgement of this history names it. */
export type AnchorPlace =
  'absent' | 'in-the-chain' | 'replaced' | 'beyond-the-end' | 'of-another-entry' | 'of-another-history'

/** What a chain says about itself and about an anchor. */
export interface ChainStanding {
  /** Its newest entry. */
  readonly head: ChainAnchor
  /** True when the chain says that it was anchored before. */
  readonly hasBeenAnchored: boolean
  readonly anchorIs: AnchorPlace
}

/** An entry, with the hash over all entries up to it, which anybody can compute without a key. */
export interface ProofPlace {
  readonly seq: number
  readonly hash: string
  readonly link: string
}

/** Lines of a proof file, and the last entry that they hold; null = there are no more. */
export interface ProofLines {
  readonly lines: string
  readonly last: ProofPlace | null
}

/** How far a check of the chain is. The first call has none; the last one returns the part `done`. */
export interface ChainProgress extends ProofPlace {
  /** `newest`: the end of the chain and the orders it names; then everything, from the first entry on. */
  readonly part: 'newest' | 'entries' | 'orders' | 'done'
  readonly orderId: number
  readonly entries: number
  readonly flaw: ChainFlaw | null
}

/**
 * What a signature covers: all entries so far, and all orders that differ from the entries about them or are gone. It is
 * read part by part; the last call returns the part `done`.
 */
export interface ChainCover extends ProofPlace {
  readonly part: 'entries' | 'orders' | 'done'
  /** The last order that was compared. */
  readonly orderId: number
  readonly flawedOrders: readonly number[]
}

/** The first thing in the history that does not fit its chain. */
export interface ChainFlaw {
  readonly kind: 'entry-changed' | 'entry-missing' | 'order-changed' | 'order-missing'
  readonly seq: number | null
  readonly orderId: string | null
  /** The time of the newest entry before it. */
  readonly atMs: number | null
}

/** An act that changes no row: it is only written to the chain. */
export interface ChainAct {
  readonly kind:
    | 'anchored'
    | 'backed-up'
    | 'charge-refused'
    | 'orders-exported'
    | 'pin-refused'
    | 'proof-exported'
    | 'release-declined'
  /** Without personal data. */
  readonly facts: Readonly<Record<string, string | number | null>>
}

/** A person accepts the history as it is, with the flaws that were shown. */
export interface ChainSignature {
  readonly name: string
  readonly reason: string
  /** The second person who signed; null without other operators. */
  readonly second: string | null
  /** What was shown. */
  readonly finding: string
  readonly covers: Pick<ChainCover, 'seq' | 'hash' | 'flawedOrders'>
  /** The anchor that does not fit any more. */
  readonly replaces: ChainAnchor | null
}
