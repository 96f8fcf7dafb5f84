import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '../../src-shared/domain/app-state'
import type { CallbackView } from '../../src-shared/domain/callback'
import type { ExchangeSummary, ExchangeView } from '../../src-shared/domain/exchange'
import {
  checkedSummary,
  type OrderCheck,
  type OrderSummary,
  type TimelineEntry,
} from '../../src-shared/domain/order'
import type { OrderViews } from '../../src-shared/domain/order-views'
import { AppError, isUnreadableRow } from '../../src-shared/errors/app-error'
import type {
  CardRecord,
  CardUpsert,
  ChainAct,
  ChainSignature,
  ChargeRecord,
  CheckedOrder,
  ErasedRows,
  ErasureAct,
  ImportedBatch,
  NewCallback,
  NewExchange,
  NewImport,
  NewOrder,
  NewRestore,
  NewTimelineEntry,
  OperatorRecord,
  OrderChange,
  OrderRecord,
  PersonStart,
  ProfileRecord,
  RelatedSeen,
  SigningKeyFacts,
  StorageWriter,
  WrittenOrder,
} from '../ports/storage'
import type { ImportedRow } from '../ports/order-import'
import type { NewDraft } from './tables/charges'
import type { PlannedErasure } from './tables/erasures'
import type { ImportRow } from './tables/imported-orders'
import type { ChainSeal } from './file/chain-seal'
import { proveWritable, type Sqlite } from './file/connection'
import { People } from './queries/people'
import { RelatedCharges } from './queries/related-charges'
import { AuditChain } from './tables/audit-chain'
import { changedState, toSummary } from './tables/order-rows'
import { notAllowed, notFound, rowNumber } from './tables/row-ids'
import { stepSweep } from './tables/step-moves'
import { readableOf } from './tables/stored-json'
import { isDiskBroken, toStorageError } from './file/sqlite-errors'
import { noFactNames, type FactNames } from '../ports/fact-names'
import type { Synchronous } from './synchronous'
import { Tables } from './tables/tables'
import { isCheckWithoutNews } from './tables/timeline'

type RecordChargeInput = Parameters<StorageWriter['recordCharge']>[0]

/** Callbacks that one call compares, so that other writes do not wait long. */
const mostCompared = 500

/** `StorageWriter`. Each public method is one transaction, which is durable when it returns. */
export class SqliteWriter implements Synchronous<StorageWriter> {
  readonly #db
  readonly #tables
  readonly #related
  readonly #people
  readonly #chain
  #isDiskBroken = false
  #actingOperator: string | null = null

  constructor(db: Sqlite, seal: ChainSeal, names: FactNames = noFactNames) {
    this.#db = db
    this.#tables = new Tables(db, names)
    this.#chain = new AuditChain(db, seal)
    this.#related = new RelatedCharges(db, this.#tables.orders)
    this.#people = new People(db, this.#tables.cards)
  }

  /** Writes the first entry of the audit chain, if there is none. */
  beginChain(): void {
    this.#write(() => {
      this.#chain.begin()
    })
  }

  noteAct({ kind, facts }: ChainAct, actor: string | null): void {
    this.#write(() => {
      this.#chain.append(kind, facts, { actor })
    })
  }

  signChain({ finding, replaces, covers, ...words }: ChainSignature): void {
    const { seq, hash, flawedOrders } = covers
    this.#write(() => {
      const facts = { finding, replaces, covers: { seq, digest: hash }, orders: flawedOrders.length }
      this.#chain.sign(facts, words)
      const actors = { actor: words.name, second: words.second }
      for (const orderId of flawedOrders)
        this.#chain.appendOrder(orderId, { acts: ['accepted-as-found'] }, actors, null)
    })
  }

  proveWritable(): void {
    this.#write(() => {
      proveWritable(this.#db)
    })
  }

  saveProfile(profile: ProfileRecord): void {
    this.#write(() => {
      const { profiles } = this.#tables
      const before = profiles.list().find(({ profileId }) => profileId === profile.profileId)
      profiles.save(profile)
      const { profileId, environment } = profile
      this.#note('profile-saved', { profileId, environment, changed: changedNames(before ?? {}, profile) })
    })
  }

  removeProfile(profileId: string): void {
    this.#write(() => {
      this.#tables.profiles.remove(profileId)
      this.#tables.signingKeys.remove(profileId)
      if (this.#tables.appState.get().activeProfileId === profileId)
        this.#tables.appState.setActiveProfile(null)
      this.#note('profile-removed', { profileId })
    })
  }

  saveSettings(settings: Settings): void {
    this.#write(() => {
      const { appState } = this.#tables
      const changed = changedNames(appState.get().settings, settings)
      appState.saveSettings(settings)
      this.#note('settings-saved', { changed })
    })
  }

  saveOrderViews(views: OrderViews): void {
    this.#write(() => {
      this.#tables.orderViews.save(views)
    })
  }

  setActiveProfile(profileId: string | null): void {
    this.#write(() => {
      this.#tables.appState.setActiveProfile(profileId)
    })
  }

  setRecoveryMade(made: boolean): void {
    this.#write(() => {
      this.#tables.appState.setRecoveryMade(made)
      this.#note('recovery-code', { isMade: made })
    })
  }

  saveOperator(operator: OperatorRecord): void {
    this.#write(() => {
      const { operatorId } = operator
      const before = this.#tables.operators.list().find((each) => each.operatorId === operatorId)
      this.#tables.operators.save(operator)
      this.#note('operator-saved', { operatorId, changed: changedNames(before ?? {}, operator) })
    })
  }

  removeOperator(operatorId: string): void {
    this.#write(() => {
      this.#tables.operators.remove(operatorId)
      this.#note('operator-removed', { operatorId })
    })
  }

  setWrongPins(operatorId: string, wrongPins: number): void {
    this.#write(() => {
      this.#tables.operators.setWrongPins(operatorId, wrongPins)
    })
  }

  setActingOperator(name: string | null): void {
    this.#actingOperator = name
  }

  saveLockMinutes(minutes: number): void {
    this.#write(() => {
      this.#tables.appState.setLockMinutes(minutes)
      this.#note('lock-saved', { minutes })
    })
  }

  upsertCard(card: CardUpsert): CardRecord {
    return this.#write(() => {
      const { cards, profiles } = this.#tables
      const stored = cards.upsert(card, profiles.keyOf(card.profileId))
      this.#note('card-saved', { cardId: stored.view.cardId })
      return stored
    })
  }

  saveDraft(draft: NewDraft): ChargeRecord {
    return this.#write(() => {
      const profileKey = this.#tables.profiles.keyOf(draft.profileId)
      if (draft.cardId !== null && this.#tables.cards.get(draft.cardId)?.view.profileId !== draft.profileId)
        throw notFound('card')
      const saved = this.#tables.charges.saveDraft(draft, profileKey)
      const { chargeId, kind, clientOrderId: client, amountMinor, currency } = saved
      this.#note('charge-drafted', { chargeId, kind, client, amountMinor, currency })
      return saved
    })
  }

  discardDraft(chargeId: string): void {
    this.#write(() => {
      this.#tables.charges.discard(chargeId)
      this.#note('charge-discarded', { chargeId })
    })
  }

  recordCharge(input: RecordChargeInput): WrittenOrder {
    return this.#write(() => {
      const charge = this.#tables.charges.get(input.chargeId)
      if (charge === null) throw notFound('charge')
      if (!isOrderOf(charge, input.order)) throw notAllowed('order-differs')
      this.#requireRelated(input.related, input.chargeId)
      const orderId = this.#insertOrder(
        input.order,
        'recorded',
        input.entries,
        charge.draft.kind === 'sale' ? charge.draft.email : null,
      )
      this.#tables.charges.record({ ...input, orderId })
      this.#noteOrder(orderId, input.entries, null)
      return this.#written(this.#tables.orders.requireRecord(orderId), null)
    })
  }

  adoptOrder(order: NewOrder, entries: readonly NewTimelineEntry[]): WrittenOrder {
    return this.#write(() => {
      const orderId = this.#insertOrder(order, null, entries, null)
      this.#noteOrder(orderId, entries, null)
      return this.#written(this.#tables.orders.requireRecord(orderId), null)
    })
  }

  startImport(newImport: NewImport): string {
    return this.#write(() => {
      const profileKey = this.#tables.profiles.keyOf(newImport.profileId)
      const importId = String(this.#tables.imports.start(newImport, profileKey))
      this.#note('import-started', { importId, profileId: newImport.profileId })
      return importId
    })
  }

  importOrders(
    importId: string,
    place: Pick<NewOrder, 'profileId' | 'environment' | 'route'>,
    rows: readonly ImportedRow[],
  ): ImportedBatch {
    return this.#write(() => {
      const { imports } = this.#tables
      const under = imports.requireImport(rowNumber(importId) ?? 0)
      const known = rows.filter((row) => {
        if (imports.isKnown(under, row)) return true
        this.#insertImported(under, place, row)
        return false
      })
      this.#note('orders-imported', { importId, added: rows.length - known.length, known: known.length })
      return {
        added: rows.length - known.length,
        known: known.map(({ line, clientOrderId }) => ({ line, clientOrderId })),
      }
    })
  }

  changeOrder(change: OrderChange): WrittenOrder {
    return this.#write(() => {
      const { orderId, exchangeId } = this.#change(change)
      return this.#written(this.#tables.orders.requireRecord(orderId), summaryOf(change, exchangeId))
    })
  }

  recordCheck(change: OrderChange): WrittenOrder | CheckedOrder {
    return this.#write(() => {
      const { orders, timeline } = this.#tables
      const row = orders.requireRow(change.orderId)
      const lastSeq = timeline.lastSeq(row.order_id)
      const { orderId, exchangeId } = this.#change(change)
      const order = orders.requireRecord(orderId)
      const check = checkOf(order.summary, timeline.last(orderId))
      const hasParts =
        (change.facts ?? []).length > 0 ||
        change.step !== undefined ||
        change.charge !== undefined ||
        change.refundCase !== undefined
      const isNothingNew =
        check !== null &&
        !hasParts &&
        check.run.seq === lastSeq &&
        isDeepStrictEqual(checkedSummary(toSummary(row), check), order.summary)
      return isNothingNew ? { ...order, check } : this.#written(order, summaryOf(change, exchangeId))
    })
  }

  recordExchange(exchange: NewExchange, orderId: string | null): ExchangeView {
    return this.#write(() => {
      const orderRow = orderId === null ? null : this.#tables.orders.requireRow(orderId).order_id
      const profileKey = this.#tables.profiles.keyOf(exchange.profileId)
      const { erasures, exchanges } = this.#tables
      const isErased = orderRow !== null && erasures.isErased(orderRow)
      const safe = isErased ? erasures.exchangeWithoutPerson(exchange) : exchange
      const exchangeId = exchanges.insert(safe, profileKey, orderRow)
      const stored = this.#tables.exchanges.get(String(exchangeId))
      if (stored === null) throw new AppError('internal')
      return stored
    })
  }

  sweepSending(atMs: number): OrderRecord[] {
    return this.#write(() =>
      readableOf(this.#tables.charges.sendingOrderIds(), (id) => this.#sweep(id, atMs)),
    )
  }

  sweepSteps(atMs: number): OrderRecord[] {
    return this.#write(() =>
      readableOf(this.#tables.steps.listUnfinished(), ({ order_id: orderId, seq }) => {
        const order = this.#tables.orders.requireRecord(orderId)
        const step = order.steps.find((one) => one.seq === seq)
        if (step === undefined) throw notFound('step')
        this.#change(stepSweep(order, step, atMs))
        return this.#tables.orders.requireRecord(orderId)
      }),
    )
  }

  settleRestore(atMs: number, actor: string | null): void {
    this.#write(() => {
      this.#tables.restores.settle(atMs, actor)
      this.#chain.append('restore-settled', {}, { actor })
    })
  }

  /**
   * Makes a backup safe to use before it takes the place of a newer history, in which its charges may have gone on. What
   * it calls not sent may have been sent since, so its outcome is unknown and the gateway is asked. Forms of unconfirmed
   * charges are removed: they may have been confirmed since.
   */
  noteRestore(restore: NewRestore): void {
    this.#write(() => {
      this.#chain.begin()
      const { atMs, actor } = restore
      const { charges, restores } = this.#tables
      charges.discardDrafts()
      for (const orderId of charges.unsentOrderIds()) this.#doubt(orderId, atMs, actor)
      for (const orderId of charges.sendingOrderIds()) this.#sweep(orderId, atMs)
      for (const { order_id: orderId, seq } of this.#tables.steps.listKeptAnswers())
        this.#doubtStep(orderId, seq, atMs)
      restores.add(restore)
      const { replaces, isComplete, missing } = restore
      this.#chain.append('restored', { replaces, isComplete, missing: missing.length }, { actor })
    })
  }

  saveSigningKey(profileId: string, facts: SigningKeyFacts, sealed: Uint8Array): void {
    this.#write(() => {
      this.#tables.signingKeys.save(profileId, facts, sealed)
      this.#note('signing-key-saved', { profileId, origin: facts.origin, fingerprint: facts.fingerprint })
    })
  }

  removeSigningKey(profileId: string): void {
    this.#write(() => {
      this.#tables.signingKeys.remove(profileId)
      this.#note('signing-key-removed', { profileId })
    })
  }

  keepCallback(callback: NewCallback): CallbackView {
    return this.#write(() => {
      const { callbacks, orders, profiles } = this.#tables
      const kept = callbacks.keep(callback, {
        profileKey: callback.profileId === null ? null : profiles.keyOf(callback.profileId),
        orderRow: callback.orderId === null ? null : orders.requireRow(callback.orderId).order_id,
      })
      if (kept.orderId === null) return kept
      this.#tables.erasures.eraseCallbacks(Number(kept.orderId))
      orders.compareCallbacks(Number(kept.orderId))
      return callbacks.get(kept.callbackId)
    })
  }

  attachCallback(callbackId: string, orderId: string): CallbackView {
    return this.#write(() => {
      const orderRow = this.#tables.orders.requireRow(orderId).order_id
      const { callbacks, erasures, orders } = this.#tables
      callbacks.attach(callbackId, orderRow)
      this.#note('callback-attached', { callbackId, orderId })
      erasures.eraseCallbacks(orderRow)
      orders.compareCallbacks(orderRow)
      return callbacks.get(callbackId)
    })
  }

  compareCallbacks(): number {
    return this.#write(() => {
      const { callbacks, orders } = this.#tables
      const found = callbacks.notCompared(mostCompared)
      for (const { callbackId, orderId } of found)
        if (orderId === null) callbacks.setMatch({ callbackId, comparison: [] })
        else orders.compareCallbacks(Number(orderId))
      return found.length
    })
  }

  planPersonErasure({ of, id }: PersonStart, orders: number, act: ErasureAct): void {
    this.#write(() => {
      const found = this.#people.everythingOf(of, id)
      if (found === null) throw notFound(of)
      if (found.inFlight.length > 0) throw notAllowed('order-in-flight')
      if (found.orderIds.length !== orders) throw notAllowed('person-changed')
      const { erasures } = this.#tables
      erasures.removeDrafts(found.cardIds, found.emails)
      erasures.plan(act, found.orderIds, found.cardIds)
      this.#noteErasure(act, found.orderIds.length, found.cardIds.length)
    })
  }

  planRetentionErasure(orderIds: readonly string[], act: ErasureAct): void {
    this.#write(() => {
      const { erasures, orders } = this.#tables
      const numbers = orderIds.map((orderId) => orders.requireRow(orderId).order_id)
      erasures.plan(act, numbers, [])
      this.#noteErasure(act, numbers.length, 0)
    })
  }

  eraseNext(atMs: number, budgetMs: number): ErasedRows {
    return this.#write(() => {
      const { erasures } = this.#tables
      const endMs = performance.now() + budgetMs
      const orderIds: string[] = []
      const cardIds: string[] = []
      do {
        const order = erasures.next()
        const card = order === undefined ? erasures.nextCard() : undefined
        if (order !== undefined) {
          if (this.#eraseOrder(order, atMs)) orderIds.push(String(order.id))
        } else if (card !== undefined) {
          erasures.eraseCard(card)
          cardIds.push(String(card.id))
        } else return { isDone: true, orderIds, cardIds }
      } while (performance.now() < endMs)
      return { isDone: false, orderIds, cardIds }
    })
  }

  finishErasures(atMs: number): void {
    this.#write(() => {
      this.#tables.erasures.finish(atMs)
      this.#chain.append('erasures-finished', {}, { actor: null })
    })
    this.#emptyLog()
  }

  /** Writes an act to the chain. The name of the settings counts only without operators. */
  #note(kind: string, facts: Readonly<Record<string, unknown>>): void {
    const { operators, appState } = this.#tables
    const hasOperators = operators.list().length > 0
    const actor = hasOperators ? this.#actingOperator : appState.get().settings.operatorName
    this.#chain.append(kind, facts, { actor })
  }

  #noteErasure({ keptMonths, actor }: ErasureAct, orders: number, cards: number): void {
    this.#chain.append('erasure-planned', { keptMonths, orders, cards }, { actor: actor?.name ?? null })
  }

  /** `before`: the facts of the order before the act; null for a new order. */
  #noteOrder(orderId: number, entries: readonly NewTimelineEntry[], before: string | null): void {
    const acts = entries.map(({ kind }) => kind)
    const nameIn = (isSecond: boolean) =>
      entries.findLast((entry) => entry.actor !== null && (entry.kind === 'seconded') === isSecond)?.actor
        ?.name
    const actors = { actor: nameIn(false) ?? null, second: nameIn(true) ?? null }
    this.#chain.appendOrder(orderId, { acts }, actors, before)
  }

  /**
   * The write-ahead log still holds pages from before. A reader that is at work keeps it; then the next checkpoint or the
   * close of the database empties it.
   */
  #emptyLog(): void {
    const timeout = String(this.#db.pragma('busy_timeout', { simple: true }))
    this.#db.pragma('busy_timeout = 0')
    try {
      this.#db.pragma('wal_checkpoint(TRUNCATE)')
    } catch {
      // What was erased is durable. Only its old pages stay a while longer.
    } finally {
      this.#db.pragma(`busy_timeout = ${timeout}`)
    }
  }

  /** False for an order that is left out. */
  #eraseOrder(planned: PlannedErasure, atMs: number): boolean {
    const { erasures, orders, timeline } = this.#tables
    try {
      if (!erasures.isInFlight(planned.id)) {
        this.#db.transaction(() => {
          erasures.erase(planned)
          const actor =
            planned.rule === 'person' ? this.#tables.actors.of(planned.actor, planned.actorId) : null
          timeline.append(planned.id, [{ atMs, kind: 'erased', actor, changes: [], text: null }], null)
          orders.compareCallbacks(planned.id)
        })()
        return true
      }
    } catch (error) {
      if (!isUnreadableRow(error)) throw error
    }
    erasures.skip(planned)
    return false
  }

  #insertImported(
    under: ImportRow,
    place: Pick<NewOrder, 'profileId' | 'environment' | 'route'>,
    row: ImportedRow,
  ): void {
    const { imports, orders, identities, timeline, words } = this.#tables
    const { file_name: fileName, at_ms: atMs } = under
    const actor = this.#tables.actors.of(under.actor, under.actor_id)
    const { clientOrderId, gatewayOrderId, cells } = row
    const orderId = orders.insert(
      {
        ...place,
        ...{ kind: 'adopted', clientOrderId, gatewayOrderId, cardId: null, followState: 'stopped' },
        // Money and card of an order are what the gateway reports. Those of the file stay beside it.
        ...{ amountMinor: null, currency: null, bin: null, lastFour: null, nextCheckAtMs: null },
        cardholderName: cells.cardholderName ?? null,
        description: cells.description ?? null,
        reference: cells.reference ?? null,
        createdAtMs: row.createdAtMs ?? atMs,
      },
      under.profile_key,
      {
        chargeState: null,
        email: cells.email ?? null,
        orderId: imports.orderIdFor(under, row),
        imported: { cells, atMs },
      },
    )
    imports.add(orderId, under, row)
    const codes = [cells.rrn, cells.approvalCode, cells.card?.match(/[0-9]{4}$/)?.[0]]
    words.follow(orderId, {
      cardholderName: cells.cardholderName ?? null,
      outcome: [],
      codes: codes.filter((code) => code !== undefined),
      notes: [],
    })
    identities.add(orderId, { cardHash: null, email: cells.email ?? null })
    timeline.append(orderId, [{ atMs, kind: 'imported', actor, changes: [], text: fileName }], null)
  }

  #insertOrder(
    order: NewOrder,
    chargeState: 'recorded' | null,
    entries: readonly NewTimelineEntry[],
    email: string | null,
  ): number {
    const profileKey = this.#tables.profiles.keyOf(order.profileId)
    if (order.cardId !== null && this.#tables.cards.get(order.cardId) === null) throw notFound('card')
    const orderId = this.#tables.orders.insert(order, profileKey, {
      ...{ chargeState, email, orderId: null, imported: null },
    })
    this.#tables.identities.add(orderId, { cardHash: null, email: email || null })
    this.#tables.timeline.append(orderId, entries, null)
    return orderId
  }

  /** The order after a change. */
  #written(order: OrderRecord, exchange: ExchangeSummary | null): WrittenOrder {
    const view = this.#tables.orders.view(order.summary.orderId)
    if (view === null) throw notFound('order')
    return { ...order, view, exchange }
  }

  /** Row numbers of the order and of its stored exchange. */
  #change(asked: OrderChange): { readonly orderId: number; readonly exchangeId: number | null } {
    const { orders, charges, erasures, exchanges, facts } = this.#tables
    const { identities, profiles, refundCases, steps, timeline, words } = this.#tables
    const row = orders.requireRow(asked.orderId)
    const change = erasures.isErased(row.order_id) ? erasures.withoutPerson(asked) : asked
    if (row.revision !== change.expectedRevision) throw notAllowed('revision')
    const before = this.#chain.orderFacts(row.order_id)
    if (change.charge !== undefined) {
      if (row.charge_id === null) throw notFound('charge')
      if (change.charge.related !== undefined) this.#requireRelated(change.charge.related, row.charge_id)
      charges.move(row.charge_id, change.charge)
    }
    if (change.step !== undefined) steps.change(row.order_id, change.step, change.atMs)
    const state = changedState(row, change.set)
    orders.update(row, state, change.charge?.to ?? row.charge_state, change.atMs)
    if (change.label !== undefined) this.#tables.labels.change(row.order_id, change.label)
    if (change.refundCase !== undefined) refundCases.change(row.order_id, change.refundCase, change.atMs)
    const { exchange } = change
    const exchangeId =
      exchange === undefined
        ? null
        : exchanges.insert(exchange, profiles.keyOf(exchange.profileId), row.order_id)
    const codes = facts.merge(row.order_id, change.facts ?? [], change.atMs)
    identities.take(row.order_id, change.facts ?? [])
    orders.compareCallbacks(row.order_id)
    timeline.append(row.order_id, change.entries, exchangeId)
    // A check without news is no act.
    if (
      change.entries.some((entry) => !isCheckWithoutNews(entry)) ||
      before !== this.#chain.orderFacts(row.order_id)
    )
      this.#noteOrder(row.order_id, change.entries, before)
    words.follow(row.order_id, {
      cardholderName: state.cardholder_name,
      outcome: [state.order_stage, state.error_code, state.error_message],
      codes,
      notes: change.entries.flatMap(({ kind, text }) => (kind === 'note' && text !== null ? [text] : [])),
    })
    return { orderId: row.order_id, exchangeId }
  }

  /** The guards of a charge are valid only for the related charges that they used. */
  #requireRelated({ card, sinceMs, charges }: RelatedSeen, ownChargeId: string): void {
    const now = this.#related.list(card, sinceMs).flatMap(({ charge }) => charge ?? [])
    if (relatedMark(now, ownChargeId) !== relatedMark(charges, ownChargeId))
      throw notAllowed('related-changed')
  }

  #sweep(orderId: number, atMs: number): OrderRecord {
    const { summary, charge } = this.#tables.orders.requireRecord(orderId)
    if (charge === null) throw notFound('charge')
    this.#change({
      orderId: summary.orderId,
      expectedRevision: summary.revision,
      atMs,
      set: { followState: 'following', followedSinceMs: atMs, checks: 0, nextCheckAtMs: atMs },
      charge: { from: 'sending', expectedVersion: charge.stateVersion, to: 'outcome-unknown' },
      entries: [{ atMs, kind: 'swept-at-start', actor: null, changes: [], text: null }],
    })
    return this.#tables.orders.requireRecord(orderId)
  }

  /** Counts a transmission that may have happened in a newer history. */
  #doubt(orderId: number, atMs: number, name: string | null): void {
    const actor = this.#tables.actors.of(name, null)
    for (;;) {
      const { summary, charge } = this.#tables.orders.requireRecord(orderId)
      if (charge === null) throw notFound('charge')
      if (charge.state === 'sending') break
      const entry: NewTimelineEntry = { atMs, kind: 'restored', actor, changes: [], text: null }
      const isRecorded = charge.state === 'recorded'
      this.#change({
        orderId: summary.orderId,
        expectedRevision: summary.revision,
        atMs,
        set: {},
        charge: {
          from: charge.state,
          expectedVersion: charge.stateVersion,
          to: isRecorded ? 'sending' : 'recorded',
          ...(isRecorded ? { transmissions: 1 as const } : {}),
        },
        entries: isRecorded ? [entry] : [],
      })
    }
    this.#sweep(orderId, atMs)
  }

  /** The same for a stored answer of an issuer. */
  #doubtStep(orderId: number, seq: number, atMs: number): void {
    const before = this.#tables.orders.requireRecord(orderId)
    const step = before.steps.find((one) => one.seq === seq)
    if (step === undefined) throw notFound('step')
    if (step.state !== 'sending')
      this.#change({
        orderId: before.summary.orderId,
        expectedRevision: before.summary.revision,
        atMs,
        set: {},
        step: { kind: 'move', seq, from: step.state, to: 'sending' },
        entries: [{ atMs, kind: 'restored', actor: null, changes: [], text: null }],
      })
    const order = this.#tables.orders.requireRecord(orderId)
    this.#change(stepSweep(order, { ...step, state: 'sending' }, atMs))
  }

  #write<T>(step: () => T): T {
    if (this.#isDiskBroken) throw new AppError('storage-failed', { reason: 'disk-failed-earlier' })
    try {
      return this.#db.transaction(step).immediate()
    } catch (error) {
      this.#isDiskBroken ||= isDiskBroken(error)
      throw toStorageError(error)
    }
  }
}

/** The change of a check that only joined the last run of checks; null when there is no run. */
function checkOf(summary: OrderSummary, last: TimelineEntry | null): OrderCheck | null {
  if (last === null || last.repeat === null) return null
  const { orderId, revision, answeredAtMs, nextCheckAtMs } = summary
  const { seq, exchangeId, serialNumber, repeat } = last
  return {
    ...{ orderId, revision, answeredAtMs, nextCheckAtMs },
    run: { seq, count: repeat.count, lastAtMs: repeat.lastAtMs, exchangeId, serialNumber },
  }
}

/** The stored exchange of a change, as in the API log. */
function summaryOf({ exchange, orderId }: OrderChange, exchangeId: number | null): ExchangeSummary | null {
  if (exchange === undefined || exchangeId === null) return null
  const { request: _request, answer: _answer, unreadableBody: _body, ...summary } = exchange
  return { ...summary, exchangeId: String(exchangeId), orderId }
}

/** The names of the fields that differ. */
function changedNames(before: object, after: object): string[] {
  return Object.entries(after)
    .filter(([name, value]) => !isDeepStrictEqual(Reflect.get(before, name), value))
    .map(([name]) => name)
}

/** True when the order matches the confirmed charge. */
function isOrderOf(charge: ChargeRecord, order: NewOrder): boolean {
  return (
    order.profileId === charge.profileId &&
    order.kind === charge.kind &&
    order.clientOrderId === charge.clientOrderId &&
    order.amountMinor === charge.amountMinor &&
    order.currency === charge.currency &&
    isCardOf(charge.cardId, order.cardId)
  )
}

/** A text that changes when a related charge is added, removed or changes its state. */
function relatedMark(charges: RelatedSeen['charges'], ownChargeId: string): string {
  return charges
    .filter(({ chargeId }) => chargeId !== ownChargeId)
    .map(({ chargeId, stateVersion }) => `${chargeId} ${String(stateVersion)}`)
    .sort()
    .join()
}

/** A sale has a typed card, so both ids are null. */
function isCardOf(charged: string | null, ordered: string | null): boolean {
  if (charged === null || ordered === null) return charged === ordered
  return rowNumber(ordered) !== null && rowNumber(ordered) === rowNumber(charged)
}
