import type { CardView } from '../../src-shared/domain/card'
import type { ExchangeQuery, ExchangeSummary, ExchangeView } from '../../src-shared/domain/exchange'
import type { PersonView } from '../../src-shared/domain/person'
import type { OrderSummary, OrderView } from '../../src-shared/domain/order'
import type { StatusCounts } from '../../src-shared/domain/order-status'
import type { CallbackQuery, CallbackView } from '../../src-shared/domain/callback'
import type { Settings } from '../../src-shared/domain/app-state'
import type { StorageTrouble } from '../../src-shared/domain/storage-trouble'
import type { OrderQuery } from '../../src-shared/domain/order-query'
import type { OrderViews } from '../../src-shared/domain/order-views'
import type { ErasureEntry, ErasureScope } from '../../src-shared/domain/erasure'
import type { HistoryUpdate } from '../../src-shared/domain/history-update'
import type { HomeCounts, HomeView } from '../../src-shared/domain/home'
import type { RelatedOrders } from '../../src-shared/domain/related-orders'
import type { ImportedRow, OrderIds } from './order-import'
import type { InsightsView } from '../../src-shared/domain/insights'
import type {
  NewExchange,
  ProfileRecord,
  StoredProfile,
  SigningKeyFacts,
  StepAnswer,
  NewCallback,
  ChargeRecord,
  OrderRecord,
  WrittenOrder,
  CheckedOrder,
  NewTimelineEntry,
  NewOrder,
  OrderChange,
  CardUpsert,
  RelatedCard,
  RelatedSeen,
  CardRecord,
  ImportedBatch,
  NewImport,
  OpenRestore,
  ErasureAct,
  ChainAct,
  ChainAnchor,
  ChainCover,
  ChainProgress,
  ChainSignature,
  ChainStanding,
  ProofLines,
  ProofPlace,
  NewConfirmation,
  OperatorRecord,
} from './records'

export type * from './records'

/**
 * The only writing connection. Each method is one transaction that is on disk (WAL, synchronous=FULL) when the
 * promise resolves. Errors: `storage-failed` (nothing was written), `not-allowed-now` (compare-and-set or a forbidden
 * transition), `not-found`.
 */
export interface StorageWriter {
  /** Commits a transaction without changes, which proves that a write would succeed and be durable now. */
  proveWritable(): Promise<void>
  saveProfile(profile: ProfileRecord): Promise<void>
  removeProfile(profileId: string): Promise<void>
  saveSettings(settings: Settings): Promise<void>
  saveOrderViews(views: OrderViews): Promise<void>
  setActiveProfile(profileId: string | null): Promise<void>
  setRecoveryMade(made: boolean): Promise<void>
  /** Adds or changes an operator. */
  saveOperator(operator: OperatorRecord): Promise<void>
  removeOperator(operatorId: string): Promise<void>
  setWrongPins(operatorId: string, wrongPins: number): Promise<void>
  /** The name that the audit chain gives to acts from now on that name nobody themselves. It is stored nowhere else. */
  setActingOperator(name: string | null): Promise<void>
  saveLockMinutes(minutes: number): Promise<void>
  upsertCard(card: CardUpsert): Promise<CardRecord>
  saveDraft(
    charge: Omit<
      ChargeRecord,
      'stateVersion' | 'transmissions' | 'orderId' | 'state' | 'confirmedAtMs' | 'mostMinor'
    >,
  ): Promise<ChargeRecord>
  discardDraft(chargeId: string): Promise<void>
  /**
   * draft -> recorded: creates the order, its first timeline entries and the link in one transaction. Errors:
   * `not-allowed-now`, reason `related-changed`, when the related charges differ from those that the guards used.
   */
  recordCharge(input: {
    readonly chargeId: string
    readonly expectedVersion: number
    readonly previewHash: string
    readonly sentParameters: readonly { readonly name: string; readonly value: string }[]
    readonly related: RelatedSeen
    readonly confirmation: NewConfirmation
    readonly order: NewOrder
    readonly entries: readonly NewTimelineEntry[]
  }): Promise<WrittenOrder>
  /**
   * Errors: `not-allowed-now`, reason `already-in-log`; reason `first-attempt-unknown` while an order with this client
   * order id has no gateway id yet.
   */
  adoptOrder(order: NewOrder, entries: readonly NewTimelineEntry[]): Promise<WrittenOrder>
  /** Stores where orders of a file come from, before the first of them. Returns its id. */
  startImport(newImport: NewImport): Promise<string>
  /**
   * Adds the orders of some rows, all in one transaction. They are not followed, and nothing is asked about them. An order
   * that is in the history is left as it is.
   */
  importOrders(
    importId: string,
    place: Pick<NewOrder, 'profileId' | 'environment' | 'route'>,
    rows: readonly ImportedRow[],
  ): Promise<ImportedBatch>
  changeOrder(change: OrderChange): Promise<WrittenOrder>
  /** The same for a status check. A check without news returns only its changes. */
  recordCheck(change: OrderChange): Promise<WrittenOrder | CheckedOrder>
  /** Stores an exchange without an order (card info, connection test), or one that does not change its order. */
  recordExchange(exchange: NewExchange, orderId: string | null): Promise<ExchangeView>
  /**
   * At start-up: every charge that is still `sending` becomes `outcome-unknown` with a timeline entry. Idempotent.
   */
  sweepSending(atMs: number): Promise<readonly OrderRecord[]>
  /** At start-up: `open` steps are awaited again, `sending` uploads become `outcome-unknown`. Idempotent. */
  sweepSteps(atMs: number): Promise<readonly OrderRecord[]>
  saveSigningKey(profileId: string, facts: SigningKeyFacts, sealed: Uint8Array): Promise<void>
  removeSigningKey(profileId: string): Promise<void>
  /** A person has checked what is missing since a restore. Does nothing when no restore is open. */
  settleRestore(atMs: number, actor: string | null): Promise<void>
  keepCallback(callback: NewCallback): Promise<CallbackView>
  /** Errors: `not-found`; `not-allowed-now` (reason `attached`) when it is attached to another order. */
  attachCallback(callbackId: string, orderId: string): Promise<CallbackView>
  /**
   * Compares some of the callbacks of an earlier version of the app, which did not store the result. Returns their number;
   * 0 = all are compared.
   */
  compareCallbacks(): Promise<number>
  /**
   * Plans to erase the personal data of all cards and orders on the page of a person. Errors: `not-found`;
   * `not-allowed-now` with the reason `order-in-flight`, or `person-changed` when there are not `orders` orders.
   */
  planPersonErasure(person: PersonStart, orders: number, act: ErasureAct): Promise<void>
  /** Plans to erase the personal data of orders that the retention rule found. */
  planRetentionErasure(orderIds: readonly string[], act: ErasureAct): Promise<void>
  /**
   * Erases planned orders and cards until `budgetMs` are over, at least one. An order that came into flight again is left
   * out.
   */
  eraseNext(atMs: number, budgetMs: number): Promise<ErasedRows>
  /** Ends the erasures of which nothing is planned any more, and empties the write-ahead log. */
  finishErasures(atMs: number): Promise<void>
  /** Writes an act to the audit chain that changes nothing else. `actor` null = the app itself. */
  noteAct(act: ChainAct, actor: string | null): Promise<void>
  /** Accepts the history as it is now, flaws included, and signs that in the chain. */
  signChain(signature: ChainSignature): Promise<void>
}

/** What one step of an erasure erased. */
export interface ErasedRows {
  /** Nothing is planned any more. */
  readonly isDone: boolean
  readonly orderIds: readonly string[]
  readonly cardIds: readonly string[]
}

/** A card or an order whose person is meant. */
export interface PersonStart {
  readonly of: 'card' | 'order'
  readonly id: string
}

/** The days of Home in ms: the start of today and of yesterday, and the present time of day yesterday. */
export interface HomeDays {
  readonly todayMs: number
  readonly yesterdayMs: number
  readonly yesterdayNowMs: number
}

/** A page of a list. */
interface ListPage<T> {
  readonly rows: readonly T[]
  readonly nextCursor: string | null
  readonly total: number
  /** False: every count of the page is at least that many. */
  readonly isTotalExact: boolean
}

/** Reads. Each method sees every transaction that was acknowledged before the call. */
export interface StorageReader {
  /** All profiles, also those that cannot be read as a whole; see `isReadable`. */
  listProfiles(): Promise<readonly StoredProfile[]>
  /** The last names of removed profiles, whose orders stay. */
  listFormerProfiles(): Promise<readonly { readonly profileId: string; readonly name: string }[]>
  getState(): Promise<{
    readonly settings: Settings
    readonly activeProfileId: string | null
    readonly isRecoveryMade: boolean
    readonly lockMinutes: number
  }>
  /** The operators that are not removed, in the order in which they were added. */
  listOperators(): Promise<readonly OperatorRecord[]>
  getOrderViews(): Promise<OrderViews>
  /** The restores that nobody has settled; null = none. */
  openRestore(): Promise<OpenRestore | null>
  /** `profileId` is the active profile; null = none. */
  counts(profileId: string | null): Promise<HomeCounts>
  listOrders(
    query: OrderQuery,
    cursor: string | null,
    limit: number,
  ): Promise<
    ListPage<OrderSummary> & {
      /** Counts of all orders that match the query without its families. */
      readonly counts: StatusCounts
    }
  >
  /** The exact counts of a query without its families. */
  countOrders(query: OrderQuery): Promise<StatusCounts>
  getOrder(orderId: string): Promise<OrderRecord | null>
  getOrderView(orderId: string): Promise<OrderView | null>
  /** The labels of all orders, each once, sorted; at most 200. */
  listLabels(): Promise<readonly string[]>
  /** What an erasure of a person would do; null = the card or order does not exist. */
  erasureScope(person: PersonStart): Promise<ErasureScope | null>
  /** The log of erasures, newest first. */
  listErasures(): Promise<readonly ErasureEntry[]>
  /** How many final orders from before a time still have their personal data. */
  countExpired(beforeMs: number): Promise<number>
  /** Their ids, oldest first. */
  listExpired(beforeMs: number, limit: number): Promise<readonly string[]>
  /** Errors: `not-found`. */
  listRelatedOrders(orderId: string): Promise<RelatedOrders>
  /**
   * The order with both ids. Without a gateway order id, the first order with this client order id; that is the order
   * of our charge, if there is one.
   */
  findOrder(
    profileId: string,
    clientOrderId: string,
    gatewayOrderId?: string | null,
  ): Promise<OrderRecord | null>
  /** How many of these orders the history of the profile has, by the rule of an import. */
  countKnownOrders(profileId: string, ids: readonly OrderIds[]): Promise<number>
  /** Orders to poll, soonest first: followed ones and those with an unknown outcome. */
  listFollowed(): Promise<readonly OrderRecord[]>
  /**
   * Orders of a profile that are no longer followed and need the operator, newest first. Includes orders with an
   * unfinished refund.
   */
  listInReview(profileId: string): Promise<readonly OrderRecord[]>
  /**
   * Charges that matter to a new one: those of the same card since `sinceMs`, and all that are unresolved, watched or
   * not sent yet.
   */
  listRelatedCharges(card: RelatedCard, sinceMs: number): Promise<readonly OrderRecord[]>
  /**
   * Sum in minor units that an operator charged in a profile since a time; null = charges without an operator. A charge
   * without a known outcome counts in full.
   */
  chargedByOperator(request: {
    readonly profileId: string
    readonly operatorId: string | null
    readonly currency: string
    readonly sinceMs: number
    readonly exceptChargeId: string
  }): Promise<number>
  /**
   * Time of the profile’s newest charge that the gateway has, by the gateway’s clock where that is known; null =
   * none.
   */
  lastConfirmedChargeMs(profileId: string): Promise<number | null>
  /** The encrypted private key, or null. */
  readSigningKey(profileId: string): Promise<Uint8Array | null>
  /** The caught answer of a step that is `answered`, `sending` or `not-sent`; else null. */
  readStepAnswer(orderId: string, seq: number): Promise<StepAnswer | null>
  listCallbacks(query: CallbackQuery, cursor: string | null, limit: number): Promise<ListPage<CallbackView>>
  /** Errors: `not-found`. */
  getCallback(callbackId: string): Promise<CallbackView>
  getCharge(chargeId: string): Promise<ChargeRecord | null>
  home(
    profileId: string,
    days: HomeDays,
    month: { readonly year: number; readonly month: number },
  ): Promise<HomeView>
  /** Rates, amounts and times of a range. Its bounds are at full quarters of an hour. */
  insights(range: {
    readonly profileId: string
    readonly withAdopted: boolean
    readonly days: readonly { readonly fromMs: number; readonly untilMs: number }[]
    /** Parts of the range in which local time is ahead of UTC by the same offset. */
    readonly offsets: readonly {
      readonly fromMs: number
      readonly untilMs: number
      readonly offsetMs: number
    }[]
  }): Promise<Pick<InsightsView, 'adopted' | 'withoutCurrency' | 'currencies'>>
  /** Null when there is no such card or order. */
  person(of: 'card' | 'order', id: string): Promise<PersonView | null>
  listCards(profileId: string): Promise<readonly CardView[]>
  getCard(cardId: string): Promise<CardRecord | null>
  /** `searchedToMs`: where a filter stopped; null = it reached the oldest exchange. */
  listExchanges(
    query: ExchangeQuery,
    cursor: string | null,
    limit: number,
  ): Promise<ListPage<ExchangeSummary> & { readonly searchedToMs: number | null }>
  getExchange(exchangeId: string): Promise<ExchangeView | null>
  listOrderExchanges(orderId: string, after?: string): Promise<readonly ExchangeView[]>
  /** What the audit chain says about itself and about an anchor; null = a history without a chain. */
  chainStanding(anchor: ChainAnchor | null): Promise<ChainStanding | null>
  /** Checks a further part of the chain, and of the orders against it. */
  checkChain(progress: ChainProgress | null): Promise<ChainProgress>
  /** Reads a further part of what a signature covers. */
  coverChain(cover: ChainCover | null): Promise<ChainCover>
  /** Entries of the chain after a place, as lines of a proof file; null = from the first one on. */
  proofLines(after: ProofPlace | null): Promise<ProofLines>
  /** The tables that `quickCheck` takes one by one. */
  listTables(): Promise<readonly string[]>
  /**
   * SQLite’s quick_check of one table and its indexes, or of the whole file; null = intact, else the first finding. It
   * cannot be interrupted, and a large file takes half a minute.
   */
  quickCheck(table?: string): Promise<string | null>
  sqliteVersion(): Promise<string>
}

/** The result of opening the file. Only `opened` gives storage. No result ever replaces an existing file. */
export type OpenResult =
  | { readonly kind: 'opened'; readonly writer: StorageWriter; readonly reader: StorageReader }
  /** The file is ours and the key fits, but it cannot be written now. `openForReading` may still open it. */
  | { readonly kind: 'cannot-write'; readonly reason: StorageTrouble }
  /** There is no file; `create` makes one with the key. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'key-does-not-fit' }
  | { readonly kind: 'too-new'; readonly found: number; readonly supported: number }
  | { readonly kind: 'damaged'; readonly reason: string }

/** A connection for a check. */
export interface OpenedForChecking {
  readonly reader: Pick<StorageReader, 'listTables' | 'quickCheck'>
  close(): Promise<void>
}

/** Opens and closes the database workers. The key is 32 bytes. */
export interface StorageHost {
  exists(): Promise<boolean>
  /**
   * May be called while the file is open read-only. Reading continues unless the result is `opened`. `onUpdate` is called before
   * each step that brings an older file to the format of this version.
   */
  open(key: Uint8Array, onUpdate?: (update: HistoryUpdate) => void): Promise<OpenResult>
  /**
   * Opens a file that cannot be written. The reader sees every acknowledged transaction. Returns the same reader when
   * it is already open. Errors: `storage-failed`.
   */
  openForReading(key: Uint8Array): Promise<StorageReader>
  /** Opens the history once more, in a thread of its own, for a check that nobody waits for. Errors: `storage-failed`. */
  openForChecking(key: Uint8Array): Promise<OpenedForChecking>
  /** Refuses (`storage-failed`) when a file exists already. */
  create(key: Uint8Array): Promise<Extract<OpenResult, { kind: 'opened' }>>
  close(): Promise<void>
}
