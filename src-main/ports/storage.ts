import type { ChargeDraft } from '../../src-shared/domain/charge-draft'
import type { ChargeKind, ChargeState } from '../../src-shared/domain/charge'
import type { CardView } from '../../src-shared/domain/card'
import type {
  ExchangeOutcome,
  ExchangeSummary,
  ExchangeView,
  GatewayOperation,
} from '../../src-shared/domain/exchange'
import type {
  FollowState,
  OrderKind,
  OrderSummary,
  OrderView,
  TimelineEntry,
} from '../../src-shared/domain/order'
import type { Environment, PollPace, RebillControl, Route } from '../../src-shared/domain/profile'
import type { Settings } from '../../src-shared/domain/app-state'
import type { HomeView, OrderQuery } from '../../src-shared/ipc/contract'

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
  readonly answer: readonly { readonly name: string; readonly value: string }[]
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
  readonly createdAtMs: number
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
  readonly cardId: string
  readonly cardRefId: string
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
  /** When following (or looking up) began; the wait ladder counts from here. */
  readonly followedSinceMs: number
  readonly checks: number
  readonly facts: readonly { readonly name: string; readonly value: string; readonly atMs: number }[]
}

/** A timeline entry to be appended in the same transaction as the change it tells of. `sequence`, exchange id and folding are the store's. */
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
  | 'currency'
  | 'bin'
  | 'lastFour'
  | 'cardholderName'
  | 'errorCode'
  | 'errorMessage'
  | 'transactionType'
  | 'followState'
  | 'answeredAtMs'
  | 'nextCheckAtMs'
  | 'lastCheckFailure'
  | 'alert'
> & { readonly followedSinceMs: number; readonly checks: number }

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
    /** Set when a person re-confirms. */
    readonly previewHash?: string
    readonly sentParameters?: readonly { readonly name: string; readonly value: string }[]
  }
  readonly facts?: readonly { readonly name: string; readonly value: string }[]
  readonly entries: readonly NewTimelineEntry[]
  readonly exchange?: NewExchange
}

/** A card token to be stored or updated; null keeps what is there, an empty string clears a label. */
export interface CardUpsert {
  readonly profileId: string
  readonly cardRefId: string
  readonly routeId: string
  readonly unqCardRefId?: string | null
  readonly recurringPaymentId?: string | null
  readonly dstCardRefId?: string | null
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

/** A card with the entry point it was registered on. */
export interface CardRecord {
  readonly view: CardView
  readonly routeId: string
}

/**
 * The only writing connection. Each method is one transaction that is on disk (WAL, synchronous=FULL) when the promise resolves.
 * Errors: `storage-failed` (nothing was written), `not-allowed-now` (compare-and-set or a forbidden transition), `not-found`.
 */
export interface StorageWriter {
  saveProfile(profile: ProfileRecord): Promise<void>
  removeProfile(profileId: string): Promise<void>
  saveSettings(settings: Settings): Promise<void>
  setActiveProfile(profileId: string | null): Promise<void>
  setRecoveryMade(made: boolean): Promise<void>
  upsertCard(card: CardUpsert): Promise<CardRecord>
  saveDraft(
    charge: Omit<ChargeRecord, 'stateVersion' | 'transmissions' | 'orderId' | 'state'>,
  ): Promise<ChargeRecord>
  discardDraft(chargeId: string): Promise<void>
  /** draft -> recorded: makes the order, its first timeline entries and the link in one transaction (T1). */
  recordCharge(input: {
    readonly chargeId: string
    readonly expectedVersion: number
    readonly previewHash: string
    readonly sentParameters: readonly { readonly name: string; readonly value: string }[]
    readonly order: NewOrder
    readonly entries: readonly NewTimelineEntry[]
  }): Promise<OrderRecord>
  adoptOrder(order: NewOrder, entries: readonly NewTimelineEntry[]): Promise<OrderRecord>
  changeOrder(change: OrderChange): Promise<OrderRecord>
  /** Stores an exchange that belongs to no order (card info, connection test) or only informs about one. */
  recordExchange(exchange: NewExchange, orderId: string | null): Promise<ExchangeView>
  /** Start-up: every charge still `sending` becomes `outcome-unknown` with a timeline entry; idempotent. */
  sweepSending(atMs: number): Promise<readonly OrderRecord[]>
}

/** Reads; each method sees every transaction that was acknowledged before it was called. */
export interface StorageReader {
  listProfiles(): Promise<readonly ProfileRecord[]>
  getState(): Promise<{
    readonly settings: Settings
    readonly activeProfileId: string | null
    readonly isRecoveryMade: boolean
  }>
  counts(): Promise<{ readonly following: number; readonly attention: number }>
  listOrders(
    query: OrderQuery,
    cursor: string | null,
    limit: number,
  ): Promise<{
    readonly rows: readonly OrderSummary[]
    readonly nextCursor: string | null
    readonly total: number
  }>
  getOrder(orderId: string): Promise<OrderRecord | null>
  getOrderView(orderId: string): Promise<OrderView | null>
  findOrder(profileId: string, clientOrderId: string): Promise<OrderRecord | null>
  /** Orders to be asked about, soonest first: followed ones and outcomes that are unknown. */
  listFollowed(): Promise<readonly OrderRecord[]>
  /** Charges that matter to a new one: same card (or its twins by unq id) since `sinceMs`, and every unresolved one. */
  listRelatedCharges(cardId: string, sinceMs: number): Promise<readonly OrderRecord[]>
  getCharge(chargeId: string): Promise<ChargeRecord | null>
  home(
    profileId: string,
    dayStartMs: number,
    month: { readonly year: number; readonly month: number },
  ): Promise<HomeView>
  listCards(profileId: string): Promise<readonly CardView[]>
  getCard(cardId: string): Promise<CardRecord | null>
  listExchanges(
    search: string,
    cursor: string | null,
    limit: number,
  ): Promise<{
    readonly rows: readonly ExchangeSummary[]
    readonly nextCursor: string | null
    readonly total: number
  }>
  getExchange(exchangeId: string): Promise<ExchangeView | null>
  listOrderExchanges(orderId: string): Promise<readonly ExchangeView[]>
  /** quick_check in the background; null = sound, else the first complaint. */
  quickCheck(): Promise<string | null>
  sqliteVersion(): Promise<string>
}

/** What opening the file found; only `opened` gives storage. No result ever replaces an existing file. */
export type OpenResult =
  | { readonly kind: 'opened'; readonly writer: StorageWriter; readonly reader: StorageReader }
  /** No file there; `create` makes one with the key. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'key-does-not-fit' }
  | { readonly kind: 'too-new'; readonly found: number; readonly supported: number }
  | { readonly kind: 'damaged'; readonly reason: string }

/** Opens and closes the two database workers. The key is 32 bytes. */
export interface StorageHost {
  exists(): Promise<boolean>
  open(key: Uint8Array): Promise<OpenResult>
  /** Refuses (`storage-failed`) when a file exists already. */
  create(key: Uint8Array): Promise<Extract<OpenResult, { kind: 'opened' }>>
  close(): Promise<void>
}
