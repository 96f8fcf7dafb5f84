import type { CallbackQuery, CallbackView } from '../../src-shared/domain/callback'
import type { CardView } from '../../src-shared/domain/card'
import type { ExchangeQuery, ExchangeView } from '../../src-shared/domain/exchange'
import type { PersonView } from '../../src-shared/domain/person'
import type { OrderView } from '../../src-shared/domain/order'
import type { OrderQuery } from '../../src-shared/domain/order-query'
import type { OrderViews } from '../../src-shared/domain/order-views'
import type { StatusCounts } from '../../src-shared/domain/order-status'
import type { ErasureEntry, ErasureScope } from '../../src-shared/domain/erasure'
import type { HomeCounts, HomeView } from '../../src-shared/domain/home'
import type { RelatedOrders as Related } from '../../src-shared/domain/related-orders'
import type {
  CardRecord,
  ChainAnchor,
  ChainCover,
  ChainProgress,
  ChainStanding,
  ChargeRecord,
  HomeDays,
  OpenRestore,
  OperatorRecord,
  OrderRecord,
  PersonStart,
  ProofLines,
  ProofPlace,
  StoredProfile,
  RelatedCard,
  StepAnswer,
  StorageReader,
} from '../ports/storage'
import type { ChainSeal } from './file/chain-seal'
import type { Sqlite } from './file/connection'
import { ChainCheck } from './queries/chain-check'
import { CallbackList } from './queries/callback-list'
import { ExchangeList, type ExchangePage } from './queries/exchange-list'
import { ExpiredOrders } from './queries/expired-orders'
import { Home } from './queries/home'
import { Insights } from './queries/insights'
import { OrderList, type OrderPage } from './queries/order-list'
import type { Page } from './queries/paging'
import { People } from './queries/people'
import { RelatedCharges } from './queries/related-charges'
import { RelatedOrders } from './queries/related-orders'
import { toStorageError } from './file/sqlite-errors'
import { noFactNames, type FactNames } from '../ports/fact-names'
import type { OrderIds } from '../ports/order-import'
import type { Synchronous } from './synchronous'
import { AuditChain } from './tables/audit-chain'
import { Tables } from './tables/tables'

/** `StorageReader` over any connection. All queries of a method see the same state of the database. */
export class SqliteReader implements Synchronous<StorageReader> {
  readonly #db
  readonly #tables
  readonly #orderList
  readonly #exchangeList
  readonly #callbackList
  readonly #related
  readonly #relatedOrders
  readonly #home
  readonly #insights
  readonly #people
  readonly #expired
  readonly #chain
  readonly #chainCheck

  constructor(db: Sqlite, seal: ChainSeal, names: FactNames = noFactNames) {
    this.#db = db
    this.#tables = new Tables(db, names)
    this.#chain = new AuditChain(db, seal)
    this.#chainCheck = new ChainCheck(db, seal)
    this.#orderList = new OrderList(db)
    this.#exchangeList = new ExchangeList(db)
    this.#callbackList = new CallbackList(db, names)
    this.#related = new RelatedCharges(db, this.#tables.orders)
    this.#relatedOrders = new RelatedOrders(db, this.#tables.orders)
    this.#home = new Home(db, this.#tables)
    this.#insights = new Insights(db)
    this.#people = new People(db, this.#tables.cards)
    this.#expired = new ExpiredOrders(db)
  }

  chainStanding(anchor: ChainAnchor | null): ChainStanding | null {
    return this.#read(() => this.#chain.standing(anchor))
  }

  checkChain(progress: ChainProgress | null): ChainProgress {
    return this.#read(() => this.#chainCheck.next(progress))
  }

  coverChain(cover: ChainCover | null): ChainCover {
    return this.#read(() => this.#chainCheck.cover(cover))
  }

  proofLines(after: ProofPlace | null): ProofLines {
    return this.#read(() => this.#chainCheck.lines(after))
  }

  listFormerProfiles(): { profileId: string; name: string }[] {
    return this.#read(() => this.#tables.profiles.listFormer())
  }

  listProfiles(): StoredProfile[] {
    return this.#read(() => this.#tables.profiles.list())
  }

  getState(): ReturnType<Tables['appState']['get']> {
    return this.#read(() => this.#tables.appState.get())
  }

  listOperators(): OperatorRecord[] {
    return this.#read(() => this.#tables.operators.list())
  }

  getOrderViews(): OrderViews {
    return this.#read(() => this.#tables.orderViews.get())
  }

  openRestore(): OpenRestore | null {
    return this.#read(() => this.#tables.restores.open())
  }

  counts(profileId: string | null): HomeCounts {
    return this.#read(() => this.#home.counts(profileId))
  }

  listOrders(query: OrderQuery, cursor: string | null, limit: number): OrderPage {
    return this.#read(() => this.#orderList.page(query, cursor, limit))
  }

  countOrders(query: OrderQuery): StatusCounts {
    return this.#read(() => this.#orderList.count(query))
  }

  getOrder(orderId: string): OrderRecord | null {
    return this.#read(() => this.#tables.orders.get(orderId))
  }

  getOrderView(orderId: string): OrderView | null {
    return this.#read(() => this.#tables.orders.view(orderId))
  }

  listLabels(): string[] {
    return this.#read(() => this.#tables.labels.used())
  }

  listRelatedOrders(orderId: string): Related {
    return this.#read(() => this.#relatedOrders.of(orderId))
  }

  findOrder(
    profileId: string,
    clientOrderId: string,
    gatewayOrderId: string | null = null,
  ): OrderRecord | null {
    return this.#read(() => this.#tables.orders.find(profileId, clientOrderId, gatewayOrderId))
  }

  countKnownOrders(profileId: string, ids: readonly OrderIds[]): number {
    return this.#read(() => this.#tables.imports.countKnown(profileId, ids))
  }

  listFollowed(): OrderRecord[] {
    return this.#read(() => this.#tables.orders.listFollowed())
  }

  listInReview(profileId: string): OrderRecord[] {
    return this.#read(() => this.#tables.orders.listInReview(profileId))
  }

  listRelatedCharges(card: RelatedCard, sinceMs: number): OrderRecord[] {
    return this.#read(() => this.#related.list(card, sinceMs))
  }

  chargedByOperator(request: Parameters<StorageReader['chargedByOperator']>[0]): number {
    return this.#read(() => this.#tables.charges.sumByOperator(request))
  }

  lastConfirmedChargeMs(profileId: string): number | null {
    return this.#read(() => this.#tables.orders.lastConfirmedChargeMs(profileId))
  }

  readSigningKey(profileId: string): Uint8Array | null {
    return this.#read(() => this.#tables.signingKeys.sealedOf(profileId))
  }

  readStepAnswer(orderId: string, seq: number): StepAnswer | null {
    return this.#read(() => this.#tables.steps.answerOf(orderId, seq))
  }

  listCallbacks(query: CallbackQuery, cursor: string | null, limit: number): Page<CallbackView> {
    return this.#read(() => this.#callbackList.page(query, cursor, limit))
  }

  getCallback(callbackId: string): CallbackView {
    return this.#read(() => this.#tables.callbacks.get(callbackId))
  }

  getCharge(chargeId: string): ChargeRecord | null {
    return this.#read(() => this.#tables.charges.get(chargeId))
  }

  home(
    profileId: string,
    days: HomeDays,
    month: { readonly year: number; readonly month: number },
  ): HomeView {
    return this.#read(() => this.#home.view(profileId, days, month))
  }

  person(of: 'card' | 'order', id: string): PersonView | null {
    return this.#read(() => this.#people.of(of, id))
  }

  erasureScope({ of, id }: PersonStart): ErasureScope | null {
    return this.#read(() => {
      const found = this.#people.everythingOf(of, id)
      if (found === null) return null
      const { orderIds, cardIds, inFlight } = found
      return {
        orders: orderIds.length,
        cards: cardIds.length,
        openOrders: inFlight.length,
        openOrder: inFlight[0] ?? null,
      }
    })
  }

  listErasures(): ErasureEntry[] {
    return this.#read(() => this.#tables.erasures.list())
  }

  countExpired(beforeMs: number): number {
    return this.#read(() => this.#expired.count(beforeMs))
  }

  listExpired(beforeMs: number, limit: number): string[] {
    return this.#read(() => this.#expired.list(beforeMs, limit))
  }

  insights(
    range: Parameters<StorageReader['insights']>[0],
  ): ReturnType<Synchronous<StorageReader>['insights']> {
    return this.#read(() => this.#insights.of(range))
  }

  listCards(profileId: string): CardView[] {
    return this.#read(() => this.#tables.cards.listOfProfile(profileId))
  }

  getCard(cardId: string): CardRecord | null {
    return this.#read(() => this.#tables.cards.get(cardId))
  }

  listExchanges(query: ExchangeQuery, cursor: string | null, limit: number): ExchangePage {
    return this.#read(() => this.#exchangeList.page(query, cursor, limit))
  }

  getExchange(exchangeId: string): ExchangeView | null {
    return this.#read(() => this.#tables.exchanges.get(exchangeId))
  }

  listOrderExchanges(orderId: string, after?: string): ExchangeView[] {
    return this.#read(() => this.#tables.exchanges.ofOrder(orderId, after))
  }

  listTables(): string[] {
    return this.#read(() =>
      this.#db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
    )
  }

  quickCheck(table?: string): string | null {
    return this.#read(() => {
      this.#renewSearchIndexes()
      const limit = table === undefined ? '1' : `"${table.replaceAll('"', '""')}"`
      const complaint = this.#db.pragma(`quick_check(${limit})`, { simple: true }) as string
      return complaint === 'ok' ? null : complaint
    })
  }

  /**
   * A full-text index keeps its structure from the last search of this connection. The check would compare it with newer
   * rows and report damage. A search reads the structure again.
   */
  #renewSearchIndexes(): void {
    for (const table of ['order_search', 'order_search_words', 'callback_search'])
      try {
        this.#db.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH '"abc"' LIMIT 1`).all()
      } catch {
        // The check reports a damaged index.
      }
  }

  sqliteVersion(): string {
    return this.#read(
      () => this.#db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? 'unknown',
    )
  }

  #read<T>(question: () => T): T {
    try {
      return this.#db.transaction(question).deferred()
    } catch (error) {
      throw toStorageError(error)
    }
  }
}
