import type { CardView } from '../../src-shared/domain/card'
import type { ExchangeSummary, ExchangeView } from '../../src-shared/domain/exchange'
import type { OrderSummary, OrderView } from '../../src-shared/domain/order'
import type { CallbackView } from '../../src-shared/domain/callback'
import type { Settings } from '../../src-shared/domain/app-state'
import type { StorageTrouble } from '../../src-shared/domain/storage-trouble'
import type { OrderQuery } from '../../src-shared/domain/order-query'
import type { HomeView } from '../../src-shared/domain/home'
import type {
  NewExchange,
  ProfileRecord,
  SigningKeyFacts,
  StepAnswer,
  NewCallback,
  ChargeRecord,
  OrderRecord,
  NewTimelineEntry,
  NewOrder,
  OrderChange,
  CardUpsert,
  RelatedCard,
  RelatedSeen,
  CardRecord,
} from './records'

export type * from './records'

/**
 * The only writing connection. Each method is one transaction that is on disk (WAL, synchronous=FULL) when the promise resolves.
 * Errors: `storage-failed` (nothing was written), `not-allowed-now` (compare-and-set or a forbidden transition), `not-found`.
 */
export interface StorageWriter {
  /** Commits a transaction that changes nothing: proves that a write would be taken and be durable now. */
  proveWritable(): Promise<void>
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
  /**
   * draft -> recorded: makes the order, its first timeline entries and the link in one transaction (T1).
   * Errors: `not-allowed-now`, reason `related-changed`, when the related charges are not those that the guards saw.
   */
  recordCharge(input: {
    readonly chargeId: string
    readonly expectedVersion: number
    readonly previewHash: string
    readonly sentParameters: readonly { readonly name: string; readonly value: string }[]
    readonly related: RelatedSeen
    readonly order: NewOrder
    readonly entries: readonly NewTimelineEntry[]
  }): Promise<OrderRecord>
  /**
   * Errors: `not-allowed-now`, reason `already-in-log`; reason `first-attempt-unknown` while an order with this client
   * order id has no gateway id yet.
   */
  adoptOrder(order: NewOrder, entries: readonly NewTimelineEntry[]): Promise<OrderRecord>
  changeOrder(change: OrderChange): Promise<OrderRecord>
  /** Stores an exchange that belongs to no order (card info, connection test) or only informs about one. */
  recordExchange(exchange: NewExchange, orderId: string | null): Promise<ExchangeView>
  /** Start-up: every charge still `sending` becomes `outcome-unknown` with a timeline entry; idempotent. */
  sweepSending(atMs: number): Promise<readonly OrderRecord[]>
  /** Start-up: steps left `open` are awaited again, uploads left `sending` become `outcome-unknown`; idempotent. */
  sweepSteps(atMs: number): Promise<readonly OrderRecord[]>
  saveSigningKey(profileId: string, facts: SigningKeyFacts, sealed: Uint8Array): Promise<void>
  removeSigningKey(profileId: string): Promise<void>
  keepCallback(callback: NewCallback): Promise<CallbackView>
  /** Errors: `not-found`; `not-allowed-now` (reason `attached`) when it is beside another order. */
  attachCallback(callbackId: string, orderId: string): Promise<CallbackView>
}

/** Reads; each method sees every transaction that was acknowledged before it was called. */
export interface StorageReader {
  listProfiles(): Promise<readonly ProfileRecord[]>
  /** The last names of removed profiles, whose orders stay. */
  listFormerProfiles(): Promise<readonly { readonly profileId: string; readonly name: string }[]>
  getState(): Promise<{
    readonly settings: Settings
    readonly activeProfileId: string | null
    readonly isRecoveryMade: boolean
  }>
  /** `following` leaves out the watched ones. */
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
  /** The order with both ids; without one, the first of this client order id: that of our charge, if there is one. */
  findOrder(
    profileId: string,
    clientOrderId: string,
    gatewayOrderId?: string | null,
  ): Promise<OrderRecord | null>
  /** Orders to be asked about, soonest first: followed ones and outcomes that are unknown. */
  listFollowed(): Promise<readonly OrderRecord[]>
  /**
   * Orders of a profile that are not followed any more and need a person, newest first; also one with a refund that did
   * not end.
   */
  listInReview(profileId: string): Promise<readonly OrderRecord[]>
  /**
   * Charges that matter to a new one: same card since `sinceMs`, and every one that is unresolved, watched or not sent
   * yet.
   */
  listRelatedCharges(card: RelatedCard, sinceMs: number): Promise<readonly OrderRecord[]>
  /**
   * When the profile's newest charge that the gateway has was made, by the gateway's clock where that is known; null =
   * none.
   */
  lastConfirmedChargeMs(profileId: string): Promise<number | null>
  /** The sealed private key, or null. */
  readSigningKey(profileId: string): Promise<Uint8Array | null>
  /** The caught answer of a step that is `answered`, `sending` or `not-sent`; else null. */
  readStepAnswer(orderId: string, seq: number): Promise<StepAnswer | null>
  listCallbacks(
    cursor: string | null,
    limit: number,
  ): Promise<{
    readonly rows: readonly CallbackView[]
    readonly nextCursor: string | null
    readonly total: number
  }>
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
  /** It is ours and fits, and cannot be written now; `openForReading` may still show it. */
  | { readonly kind: 'cannot-write'; readonly reason: StorageTrouble }
  /** No file there; `create` makes one with the key. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'key-does-not-fit' }
  | { readonly kind: 'too-new'; readonly found: number; readonly supported: number }
  | { readonly kind: 'damaged'; readonly reason: string }

/** Opens and closes the two database workers. The key is 32 bytes. */
export interface StorageHost {
  exists(): Promise<boolean>
  /**
   * May be called again while the file is open for reading only; that reading goes on unless the answer is `opened`.
   */
  open(key: Uint8Array): Promise<OpenResult>
  /**
   * Opens a file that cannot be written, without a need to write: every acknowledged transaction is seen. Answers the
   * same reader when it is open already. Errors: `storage-failed`.
   */
  openForReading(key: Uint8Array): Promise<StorageReader>
  /** Refuses (`storage-failed`) when a file exists already. */
  create(key: Uint8Array): Promise<Extract<OpenResult, { kind: 'opened' }>>
  close(): Promise<void>
}
