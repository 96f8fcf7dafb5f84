import { isUnresolved } from '../../../src-shared/domain/charge'
import type { CallbackView } from '../../../src-shared/domain/callback'
import { comparedNow } from '../../../src-shared/domain/callback-comparison'
import type { CardView } from '../../../src-shared/domain/card'
import { splitAmounts } from '../../../src-shared/domain/charge-draft'
import type { ExchangeSummary, ExchangeView } from '../../../src-shared/domain/exchange'
import type { OrderSummary, OrderView } from '../../../src-shared/domain/order'
import type { OrderQuery } from '../../../src-shared/domain/order-query'
import type { HomeView } from '../../../src-shared/domain/home'
import type {
  CardRecord,
  ChargeRecord,
  OrderRecord,
  ProfileRecord,
  RelatedCard,
  StepAnswer,
  StorageReader,
} from '../../../src-main/ports/storage'
import { callbacksOf } from './in-memory-callbacks'
import { isRelated } from './in-memory-cards'
import type { InMemoryTables, StoredOrder } from './in-memory-tables'

/** The reading half. Lists know the filters that services use. */
export class InMemoryReader implements StorageReader {
  readonly #tables: InMemoryTables
  /** What `quickCheck` answers. */
  complaint: string | null = null

  constructor(tables: InMemoryTables) {
    this.#tables = tables
  }

  async listProfiles(): Promise<readonly ProfileRecord[]> {
    await Promise.resolve()
    return structuredClone([...this.#tables.profiles.values()])
  }

  async listFormerProfiles(): ReturnType<StorageReader['listFormerProfiles']> {
    await Promise.resolve()
    return [...this.#tables.formerProfiles].map(([profileId, name]) => ({ profileId, name }))
  }

  async getState(): ReturnType<StorageReader['getState']> {
    await Promise.resolve()
    const { settings, activeProfileId, isRecoveryMade } = this.#tables
    return { settings: { ...settings }, activeProfileId, isRecoveryMade }
  }

  async counts(): Promise<{ readonly following: number; readonly attention: number }> {
    await Promise.resolve()
    const summaries = this.#summaries()
    return {
      following: summaries.filter(isFollowed).length,
      attention: summaries.filter(needsAttention).length,
    }
  }

  async listOrders(
    query: OrderQuery,
    cursor: string | null,
    limit: number,
  ): Promise<{
    readonly rows: readonly OrderSummary[]
    readonly nextCursor: string | null
    readonly total: number
  }> {
    await Promise.resolve()
    const rows = this.#summaries().filter(
      (order) =>
        (query.profileId === null || order.profileId === query.profileId) &&
        (query.families.length === 0 || query.families.includes(order.family)) &&
        order.clientOrderId.includes(query.search),
    )
    const start = Number(cursor ?? '0')
    const nextCursor = start + limit < rows.length ? String(start + limit) : null
    return { rows: rows.slice(start, start + limit), nextCursor, total: rows.length }
  }

  async getOrder(orderId: string): Promise<OrderRecord | null> {
    await Promise.resolve()
    const order = this.#tables.orders.get(orderId)
    return order === undefined ? null : this.#tables.recordOf(order)
  }

  async getOrderView(orderId: string): Promise<OrderView | null> {
    await Promise.resolve()
    const order = this.#tables.orders.get(orderId)
    return order === undefined ? null : this.#viewOf(order)
  }

  async findOrder(
    profileId: string,
    clientOrderId: string,
    gatewayOrderId: string | null = null,
  ): Promise<OrderRecord | null> {
    await Promise.resolve()
    const orders = [...this.#tables.orders.values()].filter(
      ({ summary }) => summary.profileId === profileId && summary.clientOrderId === clientOrderId,
    )
    const order = orders.find(({ summary }) => summary.gatewayOrderId === gatewayOrderId) ?? orders[0]
    return order === undefined ? null : this.#tables.recordOf(order)
  }

  async listFollowed(): Promise<readonly OrderRecord[]> {
    await Promise.resolve()
    return this.#records()
      .filter((order) => order.summary.nextCheckAtMs !== null || order.charge?.state === 'outcome-unknown')
      .sort((a, b) => (a.summary.nextCheckAtMs ?? 0) - (b.summary.nextCheckAtMs ?? 0))
  }

  async listInReview(profileId: string): Promise<readonly OrderRecord[]> {
    await Promise.resolve()
    return this.#records()
      .filter(({ summary }) => summary.followState === 'needs-review' && summary.profileId === profileId)
      .reverse()
  }

  async listRelatedCharges(card: RelatedCard, sinceMs: number): Promise<readonly OrderRecord[]> {
    await Promise.resolve()
    return this.#records().filter((order) => isRelated(this.#tables, card, order, sinceMs))
  }

  async lastConfirmedChargeMs(profileId: string): Promise<number | null> {
    await Promise.resolve()
    const last = this.#records()
      .filter(({ summary }) => summary.profileId === profileId)
      .filter(({ charge }) => charge?.state === 'accepted' || charge?.state === 'final')
      .sort((a, b) => Number(b.summary.orderId) - Number(a.summary.orderId))[0]
    return last === undefined ? null : (last.confirmedAtMs ?? last.summary.createdAtMs)
  }

  async readSigningKey(profileId: string): Promise<Uint8Array | null> {
    await Promise.resolve()
    return structuredClone(this.#tables.signingKeys.get(profileId) ?? null)
  }

  async readStepAnswer(orderId: string, seq: number): Promise<StepAnswer | null> {
    await Promise.resolve()
    const step = this.#tables.orders.get(orderId)?.steps.find((one) => one.seq === seq)
    return structuredClone(step?.answer ?? null)
  }

  async listCallbacks(
    cursor: string | null,
    limit: number,
  ): Promise<{
    readonly rows: readonly CallbackView[]
    readonly nextCursor: string | null
    readonly total: number
  }> {
    await Promise.resolve()
    const all = callbacksOf(this.#tables)
    const rows = all.filter(({ callbackId }) => cursor === null || Number(callbackId) < Number(cursor))
    const shown = rows.slice(0, limit)
    const nextCursor = rows.length > limit ? (shown.at(-1)?.callbackId ?? null) : null
    return { rows: shown, nextCursor, total: all.length }
  }

  async getCharge(chargeId: string): Promise<ChargeRecord | null> {
    await Promise.resolve()
    return structuredClone(this.#tables.charges.get(chargeId) ?? null)
  }

  async home(profileId: string): Promise<HomeView> {
    await Promise.resolve()
    const summaries = this.#summaries()
    return {
      attention: summaries.filter(needsAttention),
      inFlight: summaries.filter((order) => order.profileId === profileId && isFollowed(order)),
      today: [],
      expiring: [],
      orderCount: summaries.filter((order) => order.profileId === profileId).length,
    }
  }

  async listCards(profileId: string): Promise<readonly CardView[]> {
    await Promise.resolve()
    return structuredClone(
      [...this.#tables.cards.values()].map(({ view }) => view).filter((card) => card.profileId === profileId),
    )
  }

  async getCard(cardId: string): Promise<CardRecord | null> {
    await Promise.resolve()
    return structuredClone(this.#tables.cards.get(cardId) ?? null)
  }

  async listExchanges(): Promise<{
    readonly rows: readonly ExchangeSummary[]
    readonly nextCursor: string | null
    readonly total: number
  }> {
    await Promise.resolve()
    const rows = structuredClone([...this.#tables.exchanges.values()])
    return { rows, nextCursor: null, total: rows.length }
  }

  async getExchange(exchangeId: string): Promise<ExchangeView | null> {
    await Promise.resolve()
    return structuredClone(this.#tables.exchanges.get(exchangeId) ?? null)
  }

  async listOrderExchanges(orderId: string): Promise<readonly ExchangeView[]> {
    await Promise.resolve()
    return structuredClone(
      [...this.#tables.exchanges.values()].filter((exchange) => exchange.orderId === orderId),
    )
  }

  async quickCheck(): Promise<string | null> {
    await Promise.resolve()
    return this.complaint
  }

  async sqliteVersion(): Promise<string> {
    await Promise.resolve()
    return '3.50.0'
  }

  #records(): OrderRecord[] {
    return [...this.#tables.orders.values()].map((order) => this.#tables.recordOf(order))
  }

  #summaries(): OrderSummary[] {
    return [...this.#tables.orders.values()].map((order) => this.#tables.summaryOf(order))
  }

  #viewOf(order: StoredOrder): OrderView {
    const { charge, facts, steps, summary } = this.#tables.recordOf(order)
    const draft = charge?.draft
    return structuredClone({
      summary,
      facts: [...facts],
      timeline: order.timeline,
      sentParameters: [...order.sentParameters],
      enumeratedAmounts:
        draft === undefined || draft.kind === 'sale' ? [] : splitAmounts(draft.enumerateAmounts),
      presence: draft?.kind === 'sale' ? draft.presence : null,
      steps: steps.map(({ stepKey: _stepKey, transmissions: _transmissions, ...step }) => step),
      callbacks: callbacksOf(this.#tables)
        .filter(({ orderId }) => orderId === summary.orderId)
        .map((callback) => comparedNow(callback, { summary, facts })),
    })
  }
}

function isFollowed(order: OrderSummary): boolean {
  return order.nextCheckAtMs !== null && order.watchUntilMs === null
}

function needsAttention(order: OrderSummary): boolean {
  const isDoubtful =
    order.chargeState !== null && order.chargeState !== 'sending' && isUnresolved(order.chargeState)
  return (
    isDoubtful ||
    order.followState === 'needs-review' ||
    order.alert !== null ||
    order.awaitedStep !== null ||
    order.later.refundProblem !== null
  )
}
