import type { AppState } from '../../src-shared/domain/app-state'
import type { CardView } from '../../src-shared/domain/card'
import type { ExchangeView } from '../../src-shared/domain/exchange'
import type { OrderView } from '../../src-shared/domain/order'
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
import { appState, card, exchange } from './desk-data'
import { orderView, summary } from './desk-orders'
import { preview } from './desk-preview'

export interface DeskDoubleOptions {
  readonly state?: Partial<AppState>
  readonly orderCount?: number
  readonly cardCount?: number
  readonly exchangeCount?: number
  /** Every answer waits this long, in ms. */
  readonly delayMs?: number
}

type Listener = (name: string, payload: unknown) => void

/** A bridge without a main process, made from the contract: it refuses what the contract refuses, both ways. */
export class DeskDouble implements DeskBridge {
  state: AppState
  readonly orders = new Map<string, OrderView>()
  readonly cards = new Map<string, CardView>()
  readonly exchanges: ExchangeView[]
  readonly calls: { readonly name: CommandName; readonly input: unknown }[] = []
  readonly #listeners = new Set<Listener>()
  readonly #replies = new Map<string, (input: never) => unknown>()
  readonly #options: DeskDoubleOptions

  constructor(options: DeskDoubleOptions = {}) {
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

  /** Answers a command in another way from now on. */
  reply<N extends CommandName>(
    name: N,
    answer: (input: ParsedInput<N>) => CommandOutput<N> | Promise<CommandOutput<N>>,
  ): void {
    this.#replies.set(name, answer)
  }

  refuse(name: CommandName, error: AppErrorDescription): void {
    this.#replies.set(name, () => {
      throw new AppError(error.code, error.details)
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

  #rows(query: ParsedInput<'orders.list'>['query']) {
    const sign = query.direction === 'desc' ? -1 : 1
    const value = (view: OrderView) =>
      query.sortBy === 'created' ? view.summary.createdAtMs : (view.summary.amountMinor ?? 0)
    const wanted = query.search.toLowerCase()
    return [...this.orders.values()]
      .filter(({ summary: row }) => query.profileId === null || row.profileId === query.profileId)
      .filter(({ summary: row }) => query.families.length === 0 || query.families.includes(row.family))
      .filter(({ summary: row }) =>
        [row.clientOrderId, row.gatewayOrderId, row.cardholderName, row.reference, row.description].some(
          (text) => text?.toLowerCase().includes(wanted),
        ),
      )
      .sort((a, b) => sign * (value(a) - value(b)))
      .map((view) => view.summary)
  }

  #draft: ParsedInput<'charges.prepare'>['draft'] | null = null

  #send(): OrderView {
    const draft = this.#draft
    if (draft === null) throw new AppError('not-allowed-now', { reason: 'preview-changed' })
    const known = this.orders.get('o-new')
    if (known !== undefined) return known
    const paid = this.#card(draft.cardId)
    const view = orderView(
      summary(0, {
        orderId: 'o-new',
        clientOrderId: 'NS-7K2M9QWX4T',
        createdAtMs: Date.now(),
        amountMinor: Math.round(Number(draft.amount) * 100),
        currency: draft.currency,
        cardholderName: paid.printedName,
        bin: paid.bin,
        lastFour: paid.lastFour,
        cardId: paid.cardId,
        reference: draft.reference,
        description: draft.description,
      }),
    )
    this.orders.set('o-new', view)
    return view
  }

  readonly #handlers: CommandHandlers = {
    'appState.get': async () => this.state,
    'start.retry': async () => this.state,
    'start.recover': async () => this.changeState({ start: { kind: 'ready' } }),
    'start.trySimulator': async () => this.changeState({ start: { kind: 'ready' } }),
    'recovery.create': async () => ({
      code: '7K2QX-M4W9T-0HJ3B-Z8RCD-5VNE1-PQ6SY-A2GFK',
      askGroups: [1, 4],
    }),
    'recovery.confirm': async () => this.changeState({ recovery: 'made' }),
    'settings.save': async (settings) => this.changeState({ settings }),
    'profiles.save': async () => this.#firstProfile(),
    'profiles.remove': async ({ profileId }) => {
      this.changeState({ profiles: this.state.profiles.filter((each) => each.profileId !== profileId) })
      return {}
    },
    'profiles.select': async ({ profileId }) => this.changeState({ activeProfileId: profileId }),
    'profiles.test': async () => ({
      outcome: 'works',
      durationMs: 231,
      serialNumber: '00000000-0000-0000-0000-000002d9b22a',
      gatewayCode: null,
      gatewayMessage: null,
      httpStatus: 200,
      clockSkewMs: 400,
    }),
    'home.get': async () => {
      const rows = [...this.orders.values()].map((view) => view.summary)
      return {
        attention: rows.filter((row) => row.family === 'unknown'),
        inFlight: rows.filter((row) => row.family === 'open'),
        today:
          rows.length === 0
            ? []
            : [
                { currency: 'EUR', approvedMinor: 120_450, approvedCount: 14, declinedCount: 3 },
                { currency: 'JPY', approvedMinor: 73_000, approvedCount: 2, declinedCount: 0 },
              ],
        expiring: [...this.cards.values()].slice(0, 3),
        orderCount: rows.length,
      }
    },
    'orders.list': async ({ query, cursor, limit }) => {
      const rows = this.#rows(query)
      return page(rows, cursor, limit)
    },
    'orders.get': async ({ orderId }) => this.#order(orderId),
    'orders.exchanges': async ({ orderId }) => ({
      exchanges: this.exchanges.filter((each) => each.orderId === orderId),
    }),
    'orders.recheck': async ({ orderId }) => ({ asked: orderId === null ? 3 : 1 }),
    'orders.adopt': async ({ clientOrderId }) =>
      orderView(summary(0, { orderId: 'o-adopted', kind: 'adopted', clientOrderId, chargeState: null })),
    'orders.note': async ({ orderId }) => this.changeOrder(orderId, (view) => view),
    'orders.lookupRequest': async () => exchange(999),
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
      return preview(draft, this.#card(draft.cardId).cardRefId, this.#firstProfile().name)
    },
    'charges.discard': async () => ({}),
    'charges.confirm': async () => this.#send(),
    'charges.sendAgain': async () => {
      throw new AppError('not-allowed-now', { reason: 'already-sent' })
    },
    'charges.cancel': async () => this.#order('o-6'),
    'charges.resolve': async () => this.#order('o-10'),
    'exchanges.list': async ({ search, cursor, limit }) => {
      const rows = this.exchanges.filter((each) => JSON.stringify(each).includes(search))
      return page(rows, cursor, limit)
    },
    'exchanges.get': async ({ exchangeId }) => {
      const found = this.exchanges.find((each) => each.exchangeId === exchangeId)
      if (found === undefined) throw new AppError('not-found', { reason: 'exchange' })
      return found
    },
    'clipboard.copy': async () => ({}),
  }

  #firstProfile() {
    const [first] = this.state.profiles
    if (first === undefined) throw new AppError('not-found', { reason: 'profile' })
    return first
  }
}

function page<T>(rows: readonly T[], cursor: string | null, limit: number) {
  const from = cursor === null ? 0 : Number(cursor)
  const end = from + limit
  return {
    rows: rows.slice(from, end),
    nextCursor: end < rows.length ? String(end) : null,
    total: rows.length,
  }
}
