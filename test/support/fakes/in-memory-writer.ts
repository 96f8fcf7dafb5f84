import type { Settings } from '../../../src-shared/domain/app-state'
import type { CardView } from '../../../src-shared/domain/card'
import { nextChargeStates } from '../../../src-shared/domain/charge'
import type { ExchangeView } from '../../../src-shared/domain/exchange'
import { AppError } from '../../../src-shared/errors/app-error'
import type {
  CardRecord,
  CardUpsert,
  ChargeRecord,
  NewExchange,
  NewOrder,
  NewTimelineEntry,
  OrderChange,
  OrderRecord,
  ProfileRecord,
  StorageWriter,
} from '../../../src-main/ports/storage'
import { notAllowed, type InMemoryTables, type StoredOrder } from './in-memory-tables'

/** The writing half with the rules of the real one: compare-and-set, allowed moves, one transmission, unique ids. */
export class InMemoryWriter implements StorageWriter {
  readonly #tables: InMemoryTables

  constructor(tables: InMemoryTables) {
    this.#tables = tables
  }

  async saveProfile(profile: ProfileRecord): Promise<void> {
    await Promise.resolve()
    this.#tables.profiles.set(profile.profileId, structuredClone(profile))
  }

  async removeProfile(profileId: string): Promise<void> {
    await Promise.resolve()
    if (!this.#tables.profiles.delete(profileId)) throw new AppError('not-found', { reason: 'profile' })
    if (this.#tables.activeProfileId === profileId) this.#tables.activeProfileId = null
  }

  async saveSettings(settings: Settings): Promise<void> {
    await Promise.resolve()
    this.#tables.settings = { ...settings }
  }

  async setActiveProfile(profileId: string | null): Promise<void> {
    await Promise.resolve()
    if (profileId !== null && !this.#tables.profiles.has(profileId))
      throw new AppError('not-found', { reason: 'profile' })
    this.#tables.activeProfileId = profileId
  }

  async setRecoveryMade(made: boolean): Promise<void> {
    await Promise.resolve()
    this.#tables.isRecoveryMade = made
  }

  async upsertCard(card: CardUpsert): Promise<CardRecord> {
    await Promise.resolve()
    const { cards } = this.#tables
    const existing = [...cards.values()].find(
      ({ view }) => view.profileId === card.profileId && view.cardRefId === card.cardRefId,
    )
    const before = existing?.view ?? newCard(String(cards.size + 1), card)
    const stored = { view: { ...before, ...given(card) }, routeId: card.routeId }
    cards.set(before.cardId, stored)
    return structuredClone(stored)
  }

  async saveDraft(
    draft: Omit<ChargeRecord, 'stateVersion' | 'transmissions' | 'orderId' | 'state'>,
  ): Promise<ChargeRecord> {
    await Promise.resolve()
    const charge: ChargeRecord = structuredClone({
      ...draft,
      state: 'draft',
      stateVersion: 1,
      transmissions: 0,
      orderId: null,
    })
    this.#tables.charges.set(charge.chargeId, charge)
    return structuredClone(charge)
  }

  async discardDraft(chargeId: string): Promise<void> {
    await Promise.resolve()
    if (this.#requireCharge(chargeId).state !== 'draft') throw notAllowed('charge-state')
    this.#tables.charges.delete(chargeId)
  }

  async recordCharge(input: Parameters<StorageWriter['recordCharge']>[0]): Promise<OrderRecord> {
    await Promise.resolve()
    const charge = this.#requireCharge(input.chargeId)
    if (charge.state !== 'draft' || charge.stateVersion !== input.expectedVersion)
      throw notAllowed('charge-state')
    const order = this.#insertOrder(input.order, input.entries)
    order.chargeId = charge.chargeId
    order.summary = { ...order.summary, chargeId: charge.chargeId }
    order.sentParameters = structuredClone(input.sentParameters)
    this.#tables.moves.push({ chargeId: charge.chargeId, from: 'draft', to: 'recorded' })
    this.#tables.charges.set(charge.chargeId, {
      ...charge,
      state: 'recorded',
      stateVersion: charge.stateVersion + 1,
      previewHash: input.previewHash,
      orderId: order.summary.orderId,
    })
    return this.#tables.recordOf(order)
  }

  async adoptOrder(order: NewOrder, entries: readonly NewTimelineEntry[]): Promise<OrderRecord> {
    await Promise.resolve()
    return this.#tables.recordOf(this.#insertOrder(order, entries))
  }

  async changeOrder(change: OrderChange): Promise<OrderRecord> {
    await Promise.resolve()
    return this.#change(change)
  }

  async recordExchange(exchange: NewExchange, orderId: string | null): Promise<ExchangeView> {
    await Promise.resolve()
    return structuredClone(this.#insertExchange(exchange, orderId))
  }

  async sweepSending(atMs: number): Promise<readonly OrderRecord[]> {
    await Promise.resolve()
    const sending = [...this.#tables.charges.values()].filter((charge) => charge.state === 'sending')
    return sending.map((charge) => {
      const order = this.#tables.requireOrder(charge.orderId ?? '')
      return this.#change({
        orderId: order.summary.orderId,
        expectedRevision: order.summary.revision,
        atMs,
        set: { followState: 'following', followedSinceMs: atMs, checks: 0, nextCheckAtMs: atMs },
        charge: { from: 'sending', expectedVersion: charge.stateVersion, to: 'outcome-unknown' },
        entries: [{ atMs, kind: 'swept-at-start', actor: null, changes: [], text: null }],
      })
    })
  }

  #change(change: OrderChange): OrderRecord {
    const order = this.#tables.requireOrder(change.orderId)
    if (order.summary.revision !== change.expectedRevision) throw notAllowed('revision')
    if (change.charge !== undefined) this.#moveCharge(order, change.charge)
    const { followedSinceMs, checks, ...columns } = change.set
    order.summary = {
      ...order.summary,
      ...columns,
      revision: order.summary.revision + 1,
      changedAtMs: change.atMs,
    }
    order.followedSinceMs = followedSinceMs ?? order.followedSinceMs
    order.checks = checks ?? order.checks
    for (const { name, value } of change.facts ?? []) order.facts.set(name, { value, atMs: change.atMs })
    const exchange =
      change.exchange === undefined ? null : this.#insertExchange(change.exchange, change.orderId)
    this.#append(order, change.entries, exchange)
    return this.#tables.recordOf(order)
  }

  #moveCharge(order: StoredOrder, move: NonNullable<OrderChange['charge']>): void {
    const charge = this.#requireCharge(order.chargeId ?? '')
    if (charge.state !== move.from || charge.stateVersion !== move.expectedVersion)
      throw notAllowed('charge-state')
    if (!nextChargeStates(move.from).includes(move.to)) throw notAllowed('forbidden-transition')
    const transmissions = move.transmissions ?? charge.transmissions
    const expected = move.to === 'sending' ? 1 : move.to === 'not-sent' ? 0 : charge.transmissions
    if (transmissions !== expected) throw notAllowed('transmissions')
    if (move.sentParameters !== undefined) order.sentParameters = structuredClone(move.sentParameters)
    this.#tables.moves.push({ chargeId: charge.chargeId, from: move.from, to: move.to })
    this.#tables.charges.set(charge.chargeId, {
      ...charge,
      state: move.to,
      stateVersion: charge.stateVersion + 1,
      transmissions,
      previewHash: move.previewHash ?? charge.previewHash,
    })
  }

  #insertOrder(order: NewOrder, entries: readonly NewTimelineEntry[]): StoredOrder {
    const { orders } = this.#tables
    const isTaken = [...orders.values()].some(
      ({ summary }) => summary.profileId === order.profileId && summary.clientOrderId === order.clientOrderId,
    )
    if (isTaken) throw notAllowed('already-in-log')
    const { route, ...columns } = structuredClone(order)
    const stored: StoredOrder = {
      summary: {
        ...columns,
        orderId: String(orders.size + 1),
        revision: 1,
        changedAtMs: order.createdAtMs,
        family: 'open',
        word: '',
        chargeId: null,
        chargeState: null,
        status: null,
        orderStage: null,
        errorCode: null,
        errorMessage: null,
        transactionType: null,
        answeredAtMs: null,
        lastCheckFailure: null,
        alert: null,
      },
      route,
      chargeId: null,
      followedSinceMs: order.createdAtMs,
      checks: 0,
      facts: new Map(),
      timeline: [],
      sentParameters: [],
    }
    orders.set(stored.summary.orderId, stored)
    this.#append(stored, entries, null)
    return stored
  }

  #append(order: StoredOrder, entries: readonly NewTimelineEntry[], exchange: ExchangeView | null): void {
    for (const entry of entries) {
      const last = order.timeline.at(-1)
      const isFolded =
        (entry.kind === 'status-unchanged' || entry.kind === 'check-failed') &&
        entry.changes.length === 0 &&
        last?.kind === entry.kind &&
        last.text === entry.text
      if (isFolded) {
        last.repeat = { count: (last.repeat?.count ?? 1) + 1, lastAtMs: entry.atMs }
        continue
      }
      order.timeline.push({
        ...structuredClone(entry),
        seq: order.timeline.length + 1,
        exchangeId: exchange?.exchangeId ?? null,
        serialNumber: exchange?.serialNumber ?? null,
        repeat: null,
      })
    }
  }

  #insertExchange(exchange: NewExchange, orderId: string | null): ExchangeView {
    const exchangeId = String(this.#tables.exchanges.size + 1)
    const view: ExchangeView = {
      ...structuredClone(exchange),
      request: [...exchange.request],
      answer: [...exchange.answer],
      exchangeId,
      orderId,
    }
    this.#tables.exchanges.set(exchangeId, view)
    return view
  }

  #requireCharge(chargeId: string): ChargeRecord {
    const charge = this.#tables.charges.get(chargeId)
    if (charge === undefined) throw new AppError('not-found', { reason: 'charge' })
    return charge
  }
}

function newCard(cardId: string, card: CardUpsert): CardView {
  return {
    cardId,
    profileId: card.profileId,
    cardRefId: card.cardRefId,
    unqCardRefId: null,
    recurringPaymentId: null,
    dstCardRefId: null,
    nickname: '',
    customerReference: '',
    bin: null,
    lastFour: null,
    expireMonth: null,
    expireYear: null,
    printedName: null,
    sourceClientOrderId: null,
    createdAtMs: card.atMs,
    infoAtMs: null,
    chargeCount: 0,
    lastCharge: null,
  }
}

/** What an upsert names; null keeps what is there. */
function given(card: CardUpsert): Partial<CardView> {
  const { routeId: _routeId, atMs: _atMs, ...values } = card
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  )
}
