import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../../src-shared/domain/app-state'
import type { CallbackView } from '../../../src-shared/domain/callback'
import { nextChargeStates } from '../../../src-shared/domain/charge'
import type { ExchangeView } from '../../../src-shared/domain/exchange'
import { checkedView, type OrderCheck } from '../../../src-shared/domain/order'
import { AppError } from '../../../src-shared/errors/app-error'
import type {
  CardRecord,
  CardUpsert,
  ChargeRecord,
  CheckedOrder,
  NewCallback,
  NewExchange,
  NewOrder,
  NewTimelineEntry,
  OrderChange,
  OrderRecord,
  ProfileRecord,
  RelatedSeen,
  SigningKeyFacts,
  StorageWriter,
  WrittenOrder,
} from '../../../src-main/ports/storage'
import { viewOf } from './in-memory-reader'
import { attachCallback, keepCallback } from './in-memory-callbacks'
import { isRelated, upserted } from './in-memory-cards'
import { requireTrueRefunds } from './in-memory-refunds'
import { stepsAfter, stepSweep } from './in-memory-steps'
import { newStoredOrder, notAllowed, type InMemoryTables, type StoredOrder } from './in-memory-tables'

/** The writing half with the rules of the real one: compare-and-set, allowed moves, one transmission, unique ids. */
export class InMemoryWriter implements StorageWriter {
  readonly #tables: InMemoryTables

  constructor(tables: InMemoryTables) {
    this.#tables = tables
  }

  async proveWritable(): Promise<void> {
    await Promise.resolve()
  }

  async saveProfile(profile: ProfileRecord): Promise<void> {
    await Promise.resolve()
    const { signingKey = null } = this.#tables.profiles.get(profile.profileId) ?? {}
    this.#tables.formerProfiles.delete(profile.profileId)
    this.#tables.profiles.set(profile.profileId, structuredClone({ ...profile, signingKey }))
  }

  async removeProfile(profileId: string): Promise<void> {
    await Promise.resolve()
    const profile = this.#tables.profiles.get(profileId)
    if (profile !== undefined) this.#tables.formerProfiles.set(profileId, profile.name)
    if (!this.#tables.profiles.delete(profileId)) throw new AppError('not-found', { reason: 'profile' })
    this.#tables.signingKeys.delete(profileId)
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
    const view = upserted(existing?.view ?? null, String(cards.size + 1), card)
    const stored = { view, routeId: card.routeId }
    cards.set(view.cardId, stored)
    return structuredClone(stored)
  }

  async saveDraft(
    draft: Omit<ChargeRecord, 'stateVersion' | 'transmissions' | 'orderId' | 'state'>,
  ): Promise<ChargeRecord> {
    await Promise.resolve()
    if ((draft.kind === 'sale') !== (draft.cardId === null)) throw new AppError('internal')
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

  async recordCharge(input: Parameters<StorageWriter['recordCharge']>[0]): Promise<WrittenOrder> {
    await Promise.resolve()
    const charge = this.#requireCharge(input.chargeId)
    if (charge.state !== 'draft' || charge.stateVersion !== input.expectedVersion)
      throw notAllowed('charge-state')
    this.#requireRelated(input.related, charge.chargeId)
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
    return this.#written(order, null)
  }

  async adoptOrder(order: NewOrder, entries: readonly NewTimelineEntry[]): Promise<WrittenOrder> {
    await Promise.resolve()
    return this.#written(this.#insertOrder(order, entries), null)
  }

  async changeOrder(change: OrderChange): Promise<WrittenOrder> {
    await Promise.resolve()
    return this.#change(change)
  }

  async recordCheck(change: OrderChange): Promise<WrittenOrder | CheckedOrder> {
    await Promise.resolve()
    const stored = this.#tables.requireOrder(change.orderId)
    const before = viewOf(this.#tables, stored)
    const written = this.#change(change)
    const { orderId, revision, answeredAtMs, nextCheckAtMs } = written.summary
    const last = written.view.timeline.at(-1)
    if (last === undefined || last.repeat === null) return written
    const { seq, exchangeId, serialNumber, repeat } = last
    const check: OrderCheck = {
      ...{ orderId, revision, answeredAtMs, nextCheckAtMs },
      run: { seq, count: repeat.count, lastAtMs: repeat.lastAtMs, exchangeId, serialNumber },
    }
    return isDeepStrictEqual(checkedView(before, check), written.view)
      ? { ...this.#tables.recordOf(stored), check }
      : written
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

  async sweepSteps(atMs: number): Promise<readonly OrderRecord[]> {
    await Promise.resolve()
    return [...this.#tables.orders.values()].flatMap((order) =>
      order.steps.flatMap(({ seq }) => {
        const change = stepSweep(this.#tables.recordOf(order), seq, atMs)
        return change === null ? [] : [this.#change(change)]
      }),
    )
  }

  async saveSigningKey(profileId: string, facts: SigningKeyFacts, sealed: Uint8Array): Promise<void> {
    await Promise.resolve()
    const profile = this.#tables.profiles.get(profileId)
    if (profile === undefined) throw new AppError('not-found', { reason: 'profile' })
    this.#tables.profiles.set(profileId, { ...profile, signingKey: structuredClone(facts) })
    this.#tables.signingKeys.set(profileId, Uint8Array.from(sealed))
  }

  async removeSigningKey(profileId: string): Promise<void> {
    await Promise.resolve()
    const profile = this.#tables.profiles.get(profileId)
    if (profile !== undefined) this.#tables.profiles.set(profileId, { ...profile, signingKey: null })
    this.#tables.signingKeys.delete(profileId)
  }

  async keepCallback(callback: NewCallback): Promise<CallbackView> {
    await Promise.resolve()
    return keepCallback(this.#tables, callback)
  }

  async attachCallback(callbackId: string, orderId: string): Promise<CallbackView> {
    await Promise.resolve()
    return attachCallback(this.#tables, callbackId, orderId)
  }

  #written(order: StoredOrder, exchange: ExchangeView | null): WrittenOrder {
    return { ...this.#tables.recordOf(order), view: viewOf(this.#tables, order), exchange }
  }

  #change(change: OrderChange): WrittenOrder {
    const order = this.#tables.requireOrder(change.orderId)
    if (order.summary.revision !== change.expectedRevision) throw notAllowed('revision')
    const steps = stepsAfter(order.steps, change.step, change.atMs)
    const { followedSinceMs, followedForMs, confirmedAtMs, checks, ...columns } = change.set
    requireTrueRefunds(order.summary, { ...order.summary, ...columns })
    if (change.charge !== undefined) this.#moveCharge(order, change.charge)
    order.steps = steps
    order.summary = {
      ...order.summary,
      ...columns,
      revision: order.summary.revision + 1,
      changedAtMs: change.atMs,
    }
    order.followedForMs = followedForMs ?? (followedSinceMs === undefined ? order.followedForMs : 0)
    order.followedSinceMs = followedSinceMs ?? order.followedSinceMs
    order.confirmedAtMs = confirmedAtMs ?? order.confirmedAtMs
    order.checks = checks ?? order.checks
    for (const { name, value } of change.facts ?? []) order.facts.set(name, { value, atMs: change.atMs })
    const exchange =
      change.exchange === undefined ? null : this.#insertExchange(change.exchange, change.orderId)
    this.#append(order, change.entries, exchange)
    return this.#written(order, exchange)
  }

  #moveCharge(order: StoredOrder, move: NonNullable<OrderChange['charge']>): void {
    const charge = this.#requireCharge(order.chargeId ?? '')
    if (charge.state !== move.from || charge.stateVersion !== move.expectedVersion)
      throw notAllowed('charge-state')
    if (!nextChargeStates(move.from).includes(move.to)) throw notAllowed('forbidden-transition')
    if (move.related !== undefined) this.#requireRelated(move.related, charge.chargeId)
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

  #requireRelated({ card, sinceMs, charges }: RelatedSeen, ownChargeId: string): void {
    const now = [...this.#tables.orders.values()]
      .map((order) => this.#tables.recordOf(order))
      .filter((order) => isRelated(this.#tables, card, order, sinceMs))
      .flatMap(({ charge }) => charge ?? [])
    const versions = (list: RelatedSeen['charges']) =>
      list.map((one) => [one.chargeId, one.stateVersion]).filter(([chargeId]) => chargeId !== ownChargeId)
    if (!isDeepStrictEqual(new Set(versions(now)), new Set(versions(charges))))
      throw notAllowed('related-changed')
  }

  #insertOrder(order: NewOrder, entries: readonly NewTimelineEntry[]): StoredOrder {
    const { orders } = this.#tables
    const { profileId, clientOrderId, gatewayOrderId } = order
    const attempts = [...orders.values()].filter(
      ({ summary }) => summary.profileId === profileId && summary.clientOrderId === clientOrderId,
    )
    const isTaken = order.kind !== 'adopted' || gatewayOrderId === null
    if (attempts.some(({ summary }) => isTaken || summary.gatewayOrderId === gatewayOrderId))
      throw notAllowed('already-in-log')
    if (attempts.some(({ summary }) => summary.gatewayOrderId === null))
      throw notAllowed('first-attempt-unknown')
    const stored = newStoredOrder(String(orders.size + 1), order)
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
