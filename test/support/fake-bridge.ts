import type { LockState } from '../../src-shared/domain/operator'
import type { AppState } from '../../src-shared/domain/app-state'
import type { CallbackView } from '../../src-shared/domain/callback'
import type { CardView } from '../../src-shared/domain/card'
import type { ExchangeView } from '../../src-shared/domain/exchange'
import type { LinkedOrder } from '../../src-shared/domain/linked-order'
import type { OrderView } from '../../src-shared/domain/order'
import { noViews, type OrderViews } from '../../src-shared/domain/order-views'
import type { ProfileView } from '../../src-shared/domain/profile'
import type { UpdateView } from '../../src-shared/domain/update'
import { AppError, type AppErrorDescription } from '../../src-shared/errors/app-error'
import type { DeskBridge, Envelope } from '../../src-shared/ipc/bridge'
import { commands, events } from '../../src-shared/ipc/contract'
import type {
  CommandHandlers,
  CommandName,
  CommandOutput,
  EventName,
  EventPayload,
  ParsedInput,
} from '../../src-shared/ipc/contract-types'
import { fail, ok } from '../../src-shared/util/result'
import { callbackReading, callbackView, isFoundBy } from './view-callbacks'
import { appState, card, exchange, historyCopy, signingKey } from './view-data'
import { orderView, summary } from './view-orders'
import { countsOf, matchingRows, page } from './view-pages'
import { preview, salePreview, sentOrder } from './view-preview'
import { insightsView } from './view-insights'

export interface FakeBridgeOptions {
  readonly state?: Partial<AppState>
  readonly orderCount?: number
  readonly cardCount?: number
  readonly exchangeCount?: number
  /** Delay of every answer in ms. */
  readonly delayMs?: number
}

type Listener = (name: string, payload: unknown) => void

/** A build without an update address. */
const noUpdates: UpdateView = {
  ...{ revision: 0, host: null, isDaily: false, lastCheckAtMs: null },
  ...{ installsItself: false, step: { kind: 'idle' } },
}

/**
 * A bridge without a main process, made from the contract. It refuses whatever the contract refuses, in both
 * directions.
 */
const erasureEntry = {
  ...{ erasureId: '1', rule: 'person' as const, keptMonths: null, startedAtMs: 0, actor: 'Iva' },
  ...{ orders: 1, cards: 1, skipped: 0, doneAtMs: 1 },
}

export class FakeBridge implements DeskBridge {
  state: AppState
  readonly orders = new Map<string, OrderView>()
  orderViews: OrderViews = noViews
  lockState: LockState = {
    isLocked: false,
    operators: [],
    lastId: null,
    hasRecoveryCode: true,
    theme: 'system',
  }
  readonly pin = '274915'
  readonly cards = new Map<string, CardView>()
  readonly callbacks = new Map<string, CallbackView>()
  readonly exchanges: ExchangeView[]
  readonly calls: { readonly name: CommandName; readonly input: unknown }[] = []
  readonly #listeners = new Set<Listener>()
  readonly #replies = new Map<string, (input: never) => unknown>()
  readonly #options: FakeBridgeOptions

  constructor(options: FakeBridgeOptions = {}) {
    this.#options = options
    this.state = appState(options.state)
    for (let index = 0; index < (options.orderCount ?? 40); index++) {
      const view = orderView(summary(index))
      this.orders.set(view.summary.orderId, view)
    }
    for (let index = 0; index < (options.cardCount ?? 24); index++)
      this.cards.set(`card-${index}`, card(index))
    this.exchanges = Array.from({ length: options.exchangeCount ?? 60 }, (_, index) => exchange(index))
  }

  async call(name: string, input: unknown): Promise<Envelope> {
    if (!Object.hasOwn(commands, name)) return fail({ code: 'not-allowed-now', details: {} })
    return this.#answer(name as CommandName, input)
  }

  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    const parsed = events[name].parse(payload)
    for (const listener of this.#listeners) listener(name, parsed)
  }

  /** Sets the answer of a command from now on. */
  reply<N extends CommandName>(
    name: N,
    answer: (input: ParsedInput<N>) => CommandOutput<N> | Promise<CommandOutput<N>>,
  ): void {
    this.#replies.set(name, answer)
  }

  /** The command is answered when the returned function is called. */
  hold<N extends CommandName>(name: N, value: CommandOutput<N>): () => void {
    let answer = () => {}
    this.reply(name, () => new Promise<CommandOutput<N>>((resolve) => (answer = () => resolve(value))))
    return () => answer()
  }

  refuse(name: CommandName, error: AppErrorDescription): void {
    this.#replies.set(name, () => {
      throw AppError.from(error)
    })
  }

  callsOf(name: CommandName): unknown[] {
    return this.calls.filter((each) => each.name === name).map((each) => each.input)
  }

  changeState(change: Partial<AppState>): AppState {
    this.state = { ...this.state, ...change, revision: this.state.revision + 1 }
    this.emit('appState.changed', this.state)
    return this.state
  }

  changeOrder(orderId: string, change: (view: OrderView) => OrderView): OrderView {
    const { revision } = this.#order(orderId).summary
    const changed = change(this.#order(orderId))
    const next = { ...changed, summary: { ...changed.summary, revision: revision + 1 } }
    this.orders.set(orderId, next)
    this.emit('orders.changed', next)
    return next
  }

  async #answer(name: CommandName, input: unknown): Promise<Envelope> {
    const { delayMs = 0 } = this.#options
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    const parsed = commands[name].input.safeParse(structuredClone(input))
    if (!parsed.success) return fail({ code: 'validation-failed', details: {} })
    this.calls.push({ name, input: parsed.data })
    try {
      const handler = (this.#replies.get(name) ?? this.#handlers[name]) as (given: unknown) => unknown
      return ok(commands[name].output.parse(await handler(parsed.data)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return fail(error.describe())
    }
  }

  #order(orderId: string): OrderView {
    const view = this.orders.get(orderId)
    if (view === undefined) throw new AppError('not-found', { reason: 'order' })
    return view
  }

  #card(cardId: string): CardView {
    const found = this.cards.get(cardId)
    if (found === undefined) throw new AppError('not-found', { reason: 'card' })
    return found
  }

  #changeCard(cardId: string, change: Partial<CardView>): CardView {
    const next = { ...this.#card(cardId), ...change }
    this.cards.set(cardId, next)
    this.emit('cards.changed', next)
    return next
  }

  startsAtLogin = false
  /** What a link of another program names. */
  linked: LinkedOrder | null = null
  #draft: ParsedInput<'charges.prepare'>['draft'] | null = null

  #send(): OrderView {
    const draft = this.#draft
    if (draft === null) throw new AppError('not-allowed-now', { reason: 'preview-changed' })
    const known = this.orders.get('o-new')
    if (known !== undefined) return known
    const paid = draft.kind === 'sale' ? { ...draft, cardId: null } : this.#card(draft.cardId)
    const sent = sentOrder(draft, paid)
    this.orders.set('o-new', sent)
    return sent
  }

  readonly #handlers: CommandHandlers = {
    'appState.get': async () => this.state,
    'historyUpdate.get': async () => ({ update: null }),
    'start.retry': async () => this.state,
    'start.recover': async () => this.changeState({ start: { kind: 'ready' } }),
    'start.trySimulator': async () => this.changeState({ start: { kind: 'ready' } }),
    'recovery.create': async () => ({
      code: '7K2QX-M4W9T-0HJ3B-Z8RCD-5VNE1-PQ6SY-A2GFK',
      askGroups: [1, 4],
    }),
    'recovery.confirm': async () => this.changeState({ recovery: 'made' }),
    'history.acknowledgeMissing': async () => this.changeState({ missingCharges: [], restored: null }),
    'history.verify': async () => this.state,
    'history.saveProof': async () => ({ fileName: 'proof-2026-11-29.jsonl' }),
    'history.accept': async () =>
      this.changeState({ start: { kind: 'ready' }, proof: { ...this.state.proof, finding: null } }),
    'history.backUp': async () => this.state.care,
    'history.stopBackup': async () => this.state.care,
    'history.saveSchedule': async (schedule) =>
      this.changeState({ care: { ...this.state.care, schedule } }).care,
    'backups.list': async () => ({ copies: [historyCopy] }),
    'history.chooseCopy': async () => ({ copies: [{ ...historyCopy, name: 'chosen', kind: 'chosen' }] }),
    'history.restore': async () => this.changeState({ start: { kind: 'ready' } }),
    'history.check': async () => this.state,
    'erasureScope.get': async () => ({ orders: 1, cards: 1, openOrders: 0, openOrder: null, copies: [] }),
    'erasures.erasePerson': async ({ orders }) => ({ ...erasureEntry, orders }),
    'erasures.list': async () => ({ erasures: [erasureEntry] }),
    'expiredOrders.count': async () => ({ orders: 3 }),
    'erasures.saveRetention': async ({ months }) =>
      this.changeState({
        care: { ...this.state.care, retention: { ...this.state.care.retention, months } },
      }).care,
    'lock.get': async () => this.lockState,
    'lock.unlock': async ({ pin }) => {
      if (pin !== this.pin) throw new AppError('not-allowed-now', { reason: 'wrong-pin' })
      this.lockState = { ...this.lockState, isLocked: false }
      return this.lockState
    },
    'lock.resetPin': async () => {
      this.lockState = { ...this.lockState, isLocked: false }
      return this.lockState
    },
    'lock.now': async () => {
      this.lockState = { ...this.lockState, isLocked: true }
      return {}
    },
    'lock.saveMinutes': async ({ minutes }) =>
      this.changeState({ operators: { ...this.state.operators, lockMinutes: minutes } }),
    'limits.save': async ({ profileId, safetyLevel, limits }) => {
      const profiles = this.state.profiles.map((each) =>
        each.profileId === profileId ? { ...each, safetyLevel, limits } : each,
      )
      const saved = this.changeState({ profiles }).profiles.find((each) => each.profileId === profileId)
      if (saved === undefined) throw new AppError('not-found', { reason: 'profile' })
      return saved
    },
    'operators.save': async ({ operatorId, name, manages }) => {
      const saved = { operatorId: operatorId ?? 'op-new', name, manages }
      const others = this.state.operators.list.filter((each) => each.operatorId !== operatorId)
      return this.changeState({
        operators: {
          ...this.state.operators,
          list: [...others, saved],
          currentId: this.state.operators.currentId ?? saved.operatorId,
        },
      })
    },
    'operators.remove': async ({ operatorId }) =>
      this.changeState({
        operators: {
          ...this.state.operators,
          list: this.state.operators.list.filter((each) => each.operatorId !== operatorId),
        },
      }),
    'settings.save': async (settings) => this.changeState({ settings }),
    'profiles.save': async () => this.#firstProfile(),
    'profiles.remove': async ({ profileId }) => {
      this.changeState({ profiles: this.state.profiles.filter((each) => each.profileId !== profileId) })
      return {}
    },
    'profiles.select': async ({ profileId }) => this.changeState({ activeProfileId: profileId }),
    'signingKeys.import': async ({ profileId }) =>
      this.#changeProfile(profileId, { signingKey: signingKey({ origin: 'imported' }) }),
    'signingKeys.create': async ({ profileId, bits }) =>
      this.#changeProfile(profileId, { signingKey: signingKey({ bits }) }),
    'signingKeys.remove': async ({ profileId }) => this.#changeProfile(profileId, { signingKey: null }),
    'profiles.test': async () => ({
      outcome: 'works',
      durationMs: 231,
      serialNumber: '00000000-0000-0000-0000-000002d9b22a',
      gatewayCode: null,
      gatewayMessage: null,
      failure: null,
      httpStatus: 200,
      clockSkewMs: 400,
    }),
    'home.get': async () => {
      const rows = [...this.orders.values()].map((view) => view.summary)
      return {
        attention: rows.filter((row) => row.family === 'unknown'),
        inFlight: rows.filter((row) => row.family === 'open'),
        days: {
          today:
            rows.length === 0
              ? []
              : [
                  { currency: 'EUR', approvedMinor: 120_450, approvedCount: 14, declinedCount: 3 },
                  { currency: 'JPY', approvedMinor: 73_000, approvedCount: 2, declinedCount: 0 },
                ],
          yesterdayUntilNow: [],
          yesterday: [],
        },
        declines: rows.filter((row) => row.family === 'declined').slice(0, 3),
        expiring: [...this.cards.values()].slice(0, 3),
        refundCases: [],
      }
    },
    'insights.get': async () => insightsView(),
    'orders.list': async ({ query, cursor, limit }) => {
      return {
        ...page(matchingRows(this.orders.values(), query), cursor, limit),
        counts: countsOf(matchingRows(this.orders.values(), { ...query, families: [] })),
      }
    },
    'orderViews.get': async () => this.orderViews,
    'orderViews.save': async (views) => (this.orderViews = views),
    'orders.count': async ({ query }) => ({
      counts: countsOf(matchingRows(this.orders.values(), { ...query, families: [] })),
    }),
    'orders.get': async ({ orderId }) => this.#order(orderId),
    'orders.related': async () => ({
      sameCard: { rows: [], hasMore: false },
      sameFamily: { rows: [], hasMore: false },
    }),
    'orders.exchanges': async ({ orderId, after }) => ({
      exchanges: this.exchanges
        .slice(this.exchanges.findIndex(({ exchangeId }) => exchangeId === after) + 1)
        .filter((each) => each.orderId === orderId),
    }),
    'orders.recheck': async ({ orderId }) => ({ asked: orderId === null ? 3 : 1 }),
    'orders.adopt': async ({ clientOrderId }) =>
      orderView(summary(0, { orderId: 'o-adopted', kind: 'adopted', clientOrderId, chargeState: null })),
    'orders.note': async ({ orderId }) => this.changeOrder(orderId, (view) => view),
    'orders.supportBundle': async ({ to }) => ({ fileName: to === 'file' ? 'order-NS-1.json' : null }),
    'orders.copyReceiptAddress': async () => ({}),
    'orders.setLabel': async ({ orderId, label, isSet }) =>
      this.changeOrder(orderId, (view) => ({
        ...view,
        labels: [...view.labels.filter((each) => each !== label), ...(isSet ? [label] : [])],
      })),
    'labels.list': async () => ({ labels: ['Subscription', 'VIP'] }),
    'orders.lookupRequest': async () => exchange(999),
    'people.get': async ({ of, id }) => {
      const itself = of === 'card' ? this.#card(id) : null
      const reason = 'token' as const
      const rows =
        of === 'order' ? [this.#order(id).summary] : [...this.orders.values()].map((one) => one.summary)
      return {
        profileId: 'p-sim',
        cards: itself === null ? [] : [{ card: itself, reason: 'itself' }],
        orders: rows.filter((row) => of === 'order' || row.cardId === id).map((order) => ({ order, reason })),
        ...{ orderTotal: 0, isTotalExact: true, sums: [], emails: [], sharedEmails: [] },
      }
    },
    'cards.list': async () => ({ cards: [...this.cards.values()] }),
    'cards.get': async ({ cardId }) => this.#card(cardId),
    'cards.add': async ({ cardRefId, nickname }) => {
      this.cards.set('added', card(900, { cardId: 'added', cardRefId, nickname }))
      return this.#card('added')
    },
    'cards.update': async ({ cardId, ...labels }) => this.#changeCard(cardId, labels),
    'cards.refreshInfo': async ({ cardId }) => this.#changeCard(cardId, { infoAtMs: Date.now() }),
    'cards.register': async () => this.#card('card-0'),
    'charges.prepare': async ({ draft }) => {
      this.#draft = draft
      const { name } = this.#firstProfile()
      return draft.kind === 'sale' ? salePreview(draft, name) : preview(draft, this.#card(draft.cardId), name)
    },
    'charges.discard': async () => ({}),
    'charges.confirm': async () => this.#send(),
    'charges.sendAgain': async () => {
      throw new AppError('not-allowed-now', { reason: 'already-sent' })
    },
    'threeDs.continue': async ({ orderId }) => this.#order(orderId),
    'threeDs.sendAnswer': async ({ orderId }) => this.#order(orderId),
    'threeDs.stop': async ({ orderId }) => this.#order(orderId),
    'charges.cancel': async () => this.#order('o-6'),
    'charges.resolve': async () => this.#order('o-10'),
    'refundCases.ask': async ({ orderId }) => this.#order(orderId),
    'refundCases.handOver': async ({ orderId }) => this.#order(orderId),
    'refundCases.refuse': async ({ orderId }) => this.#order(orderId),
    'exchanges.list': async ({ query, cursor, limit }) => {
      const { search, outcome, operation } = query
      const rows = this.exchanges.filter(
        (each) =>
          JSON.stringify(each).includes(search) &&
          (outcome === null || each.outcome === outcome) &&
          (operation === null || each.operation === operation),
      )
      return { ...page(rows, cursor, limit), searchedToMs: null }
    },
    'exchanges.get': async ({ exchangeId }) => {
      const found = this.exchanges.find((each) => each.exchangeId === exchangeId)
      if (found === undefined) throw new AppError('not-found', { reason: 'exchange' })
      return found
    },
    'callbacks.read': async () => ({ callbacks: [callbackReading()], unreadableLines: 0 }),
    'callbacks.keep': async ({ source }) => ({
      callbacks: [this.#keepCallback(callbackView(this.callbacks.size, { source }))],
    }),
    'callbacks.list': async ({ query, cursor, limit }) =>
      page([...this.callbacks.values()].filter(isFoundBy(query)), cursor, limit),
    'callbacks.get': async ({ callbackId }) => {
      const found = this.callbacks.get(callbackId)
      if (found === undefined) throw new AppError('not-found', { reason: 'callback' })
      return found
    },
    'callbacks.attach': async ({ callbackId, orderId }) => {
      const found = this.callbacks.get(callbackId)
      if (found === undefined) throw new AppError('not-found', { reason: 'callback' })
      return this.#keepCallback({ ...found, orderId })
    },
    'callbacks.listen': async ({ port }) =>
      this.changeState({
        callbackListener:
          port === null
            ? { kind: 'off' }
            : { kind: 'on', url: 'http://127.0.0.1:40832/callback', port: 40_832 },
      }),
    'adoptions.read': async () => ({
      separator: null,
      titles: [],
      columns: { clientOrderId: 0, gatewayOrderId: null, hasTitles: false },
      lines: [],
      isCut: false,
    }),
    'adoptions.start': async () => ({
      ...{ revision: 1, state: 'running', total: 0, added: 0, known: 0, failed: 0, last: null },
    }),
    'adoptions.get': async () => ({ last: null }),
    'adoptions.pause': async () => ({}),
    'adoptions.resume': async () => ({}),
    'adoptions.stop': async () => ({}),
    'updates.get': async () => noUpdates,
    'updates.check': async () => noUpdates,
    'updates.download': async () => noUpdates,
    'updates.cancel': async () => noUpdates,
    'updates.install': async () => noUpdates,
    'updates.saveDaily': async () => noUpdates,
    'exports.get': async () => ({ last: null }),
    'imports.get': async () => ({ last: null }),
    'imports.choose': async () => ({ reading: null }),
    'imports.read': async () => {
      throw new AppError('not-allowed-now', { reason: 'no-file-chosen' })
    },
    'imports.start': async () => {
      throw new AppError('not-allowed-now', { reason: 'no-file-chosen' })
    },
    'imports.stop': async () => ({}),
    'exports.start': async () => ({ started: null }),
    'exports.cancel': async () => ({}),
    'exports.showFile': async () => ({}),
    'dataFolder.open': async () => ({}),
    'logFolder.open': async () => ({}),
    'orderLink.take': async () => {
      const { linked } = this
      this.linked = null
      return { linked }
    },
    'autostart.get': async () => ({ isOn: this.startsAtLogin }),
    'autostart.set': async ({ isOn }) => {
      this.startsAtLogin = isOn
      return {}
    },
    'diagnostics.get': async () => ({ text: '{\n  "versions": {}\n}' }),
    'diagnostics.copy': async () => ({}),
    'clipboard.copy': async () => ({}),
  }

  #keepCallback(callback: CallbackView): CallbackView {
    this.callbacks.set(callback.callbackId, callback)
    this.emit('callbacks.kept', callback)
    return callback
  }

  #changeProfile(profileId: string, change: Partial<ProfileView>): ProfileView {
    const profiles = this.state.profiles.map((each) =>
      each.profileId === profileId ? { ...each, ...change } : each,
    )
    this.changeState({ profiles })
    const changed = profiles.find((each) => each.profileId === profileId)
    if (changed === undefined) throw new AppError('not-found', { reason: 'profile' })
    return changed
  }

  #firstProfile() {
    const [first] = this.state.profiles
    if (first === undefined) throw new AppError('not-found', { reason: 'profile' })
    return first
  }
}
