import type { AppState } from '../../src-shared/domain/app-state'
import type {
  CallbackControl,
  CallbackReading,
  CallbackSource,
  CallbackView,
} from '../../src-shared/domain/callback'
import { comparedNow, compareWithOrder, statusNameOf } from '../../src-shared/domain/callback-comparison'
import { AppError } from '../../src-shared/errors/app-error'
import type { Clock } from '../platform/clock'
import { KeyedQueue } from '../platform/keyed-queue'
import type { CallbackListener, CallbackReader, RawCallback } from '../ports/callback-listener'
import type { EventPublisher } from '../ports/event-publisher'
import type { SecretVault } from '../ports/secret-vault'
import type { OrderRecord, ProfileRecord, StorageReader } from '../ports/storage'
import type { AppStateService } from './app-state-service'
import type { Follower } from './follower'
import { changeOrder, type OpenStorage } from './open-storage'
import type { OrderAnnouncer } from './order-announcer'
import type { ProfileDirectory } from './profile-directory'
import type { ReportProblem } from './report-problem'

export interface CallbackServiceParts {
  readonly storage: OpenStorage
  readonly reader: CallbackReader
  readonly listener: CallbackListener
  readonly vault: SecretVault
  readonly profiles: ProfileDirectory
  readonly follower: Follower
  readonly announcer: OrderAnnouncer
  readonly appState: AppStateService
  readonly publisher: EventPublisher
  readonly clock: Clock
  readonly report: ReportProblem
}

interface Read {
  readonly reading: CallbackReading
  readonly profileId: string | null
}

/**
 * The callback desk. A callback's control covers neither its type nor its amount, so a callback is only ever a hint: it
 * is kept, compared, and makes the follower ask the gateway. It never changes an order.
 */
export class CallbackService {
  readonly #parts: CallbackServiceParts
  readonly #keeping = new KeyedQueue()

  constructor(parts: CallbackServiceParts) {
    this.#parts = parts
    parts.listener.onCallback((text) => this.#receive(text))
  }

  /** Reads and compares; keeps nothing. */
  async read(text: string): Promise<{ callbacks: CallbackReading[]; unreadableLines: number }> {
    const { callbacks, unreadableLines } = this.#parts.reader.read(text)
    const readings: CallbackReading[] = []
    for (const callback of callbacks) readings.push((await this.#read(callback)).reading)
    return { callbacks: readings, unreadableLines }
  }

  /** Keeps every readable callback and wakes a poll for each order it speaks of. Errors: `validation-failed` when none is readable. */
  async keep(text: string, source: CallbackSource): Promise<CallbackView[]> {
    const { callbacks } = this.#parts.reader.read(text)
    if (callbacks.length === 0) throw new AppError('validation-failed', { fields: { text: 'no-callback' } })
    const kept: CallbackView[] = []
    for (const callback of callbacks) kept.push(await this.#keep(await this.#read(callback), source))
    await this.#wake(new Set(kept.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))))
    return kept
  }

  /** Kept callbacks, newest first, each compared with what polling knows by now. */
  async list(cursor: string | null, limit: number): ReturnType<StorageReader['listCallbacks']> {
    const page = await this.#parts.storage.reader.listCallbacks(cursor, limit)
    const rows: CallbackView[] = []
    for (const view of page.rows) rows.push(await this.#compared(view))
    return { ...page, rows }
  }

  /** Puts a callback beside an order by a person's word. Errors: `not-found`, `not-allowed-now` (reason `attached`). */
  async attach(callbackId: string, orderId: string): Promise<CallbackView> {
    const { storage, publisher } = this.#parts
    const attached = await this.#compared(await storage.writer.attachCallback(callbackId, orderId))
    publisher.publish('callbacks.kept', attached)
    await this.#tell(attached)
    await this.#wake(new Set([orderId]))
    return attached
  }

  /** Starts the loopback listener, or stops it with null. */
  async listen(port: number | null): Promise<AppState> {
    const { listener, appState } = this.#parts
    if (port === null) await listener.stop()
    else await listener.start(port)
    return appState.refresh()
  }

  /** Anybody on this machine can call the listener: only what fits an order or carries a right control is kept. */
  async #receive(text: string): Promise<void> {
    const { reader } = this.#parts
    for (const callback of reader.read(text).callbacks) {
      const read = await this.#read(callback)
      if (read.reading.orderId === null && read.reading.control !== 'right') continue
      const kept = await this.#keep(read, 'received')
      if (kept.orderId !== null) await this.#wake(new Set([kept.orderId]))
    }
  }

  async #read(callback: RawCallback): Promise<Read> {
    const { reader } = this.#parts
    const { status, type, gatewayOrderId, clientOrderId, amount, currency, hasControl } =
      reader.meaning(callback)
    const found = clientOrderId === null ? null : await this.#find(clientOrderId, gatewayOrderId)
    const { profile, order } = found ?? { profile: await this.#activeProfile(), order: null }
    const key = profile === null ? null : await this.#keyOf(profile)
    const fields = reader.masked(callback, key === null ? [] : [key]).map((field) => ({ ...field }))
    return {
      profileId: profile?.profileId ?? null,
      reading: {
        fields,
        status,
        type,
        gatewayOrderId,
        clientOrderId,
        amount,
        currency,
        control: !hasControl ? 'missing' : controlOf(reader, callback, key),
        orderId: order?.summary.orderId ?? null,
        comparison: compareWithOrder(fields, order),
        problems: problemsOf(callback, { status, type, clientOrderId, gatewayOrderId }),
      },
    }
  }

  /** The order by the merchant's own id, in the active profile first. */
  async #find(
    clientOrderId: string,
    gatewayOrderId: string | null,
  ): Promise<{ profile: ProfileRecord; order: OrderRecord } | null> {
    const { storage, profiles } = this.#parts
    const active = await this.#activeProfile()
    const others = (await profiles.list()).filter((profile) => profile.profileId !== active?.profileId)
    for (const profile of active === null ? others : [active, ...others]) {
      const order = await storage.reader.findOrder(profile.profileId, clientOrderId, gatewayOrderId)
      if (order !== null) return { profile, order }
    }
    return null
  }

  async #activeProfile(): Promise<ProfileRecord | null> {
    const { activeProfileId } = await this.#parts.storage.reader.getState()
    return activeProfileId === null ? null : this.#parts.profiles.find(activeProfileId)
  }

  async #keyOf(profile: ProfileRecord): Promise<string | null> {
    try {
      return await this.#parts.vault.readControlKey(profile)
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }

  /** One at a time: of two posts of the same callback only one is the first. */
  #keep(read: Read, source: CallbackSource): Promise<CallbackView> {
    return this.#keeping.run('keep', () => this.#store(read, source))
  }

  async #store({ reading, profileId }: Read, source: CallbackSource): Promise<CallbackView> {
    const { storage, clock, publisher } = this.#parts
    const { status, type, gatewayOrderId, clientOrderId } = reading
    const stored = await storage.writer.keepCallback({
      ...reading,
      profileId,
      source,
      atMs: clock.nowMs(),
      sameKey: JSON.stringify([status, type, gatewayOrderId, clientOrderId, reading.control]),
    })
    const isFirst = stored.timesSeen === 1
    // A repetition is stored as it was first compared, perhaps before its order was here.
    const kept = isFirst ? stored : await this.#compared(stored)
    publisher.publish('callbacks.kept', kept)
    if (isFirst || !(await this.#isTold(kept))) await this.#tell(kept)
    return kept
  }

  /** True when the order's timeline speaks of it; a repetition may find an order that was not here the first time. */
  async #isTold(callback: CallbackView): Promise<boolean> {
    if (callback.orderId === null) return false
    const view = await this.#parts.storage.reader.getOrderView(callback.orderId)
    const text = lineOf(callback)
    return view?.timeline.some((entry) => entry.kind === 'callback' && entry.text === text) ?? false
  }

  /** A line in the order's timeline; the order itself stays as polling left it. */
  async #tell(callback: CallbackView): Promise<void> {
    const { orderId } = callback
    if (orderId === null) return
    const { storage, announcer, clock } = this.#parts
    const atMs = clock.nowMs()
    const text = lineOf(callback)
    const order = await changeOrder(storage, orderId, (current) => ({
      orderId,
      expectedRevision: current.summary.revision,
      atMs,
      set: {},
      entries: [{ atMs, kind: 'callback', actor: null, changes: [], text }],
    }))
    announcer.announce(order, { hasExchange: false })
  }

  /** Asks the gateway; when it cannot be asked now, the callback is kept all the same. */
  async #wake(orderIds: ReadonlySet<string>): Promise<void> {
    for (const orderId of orderIds)
      try {
        await this.#parts.follower.recheck({ orderId })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        this.#parts.report('callback-recheck', error)
      }
  }

  async #compared(view: CallbackView): Promise<CallbackView> {
    if (view.orderId === null) return view
    const order = await this.#parts.storage.reader.getOrder(view.orderId)
    return comparedNow(view, order)
  }
}

/** What the order's timeline says of a callback. */
function lineOf({ type, status, control }: CallbackView): string {
  return [type, status, `control ${control}`].filter((word) => word !== null).join(', ')
}

function controlOf(reader: CallbackReader, callback: RawCallback, key: string | null): CallbackControl {
  if (key === null) return 'no-key'
  return reader.isControlRight(callback, key) ? 'right' : 'wrong'
}

/** Names whose values decide something; two different ones are never settled by picking one. */
const decisive: ReadonlySet<string> = new Set([
  'status',
  'transaction-type',
  'paynet-order-id',
  'merchant-order-id',
  'amount',
  'currency',
])

function problemsOf(
  callback: RawCallback,
  said: {
    readonly status: string | null
    readonly type: string | null
    readonly clientOrderId: string | null
    readonly gatewayOrderId: string | null
  },
): string[] {
  const values = new Map<string, Set<string>>()
  for (const { name, value, isUnreadable: isBytes } of callback.fields) {
    const statusName = statusNameOf(name)
    if (decisive.has(statusName) && value !== '' && !isBytes)
      values.set(statusName, (values.get(statusName) ?? new Set()).add(value))
  }
  const isUnreadable = callback.fields.some(
    (field) => field.isUnreadable && decisive.has(statusNameOf(field.name)),
  )
  const contradicts = (name: string) => (values.get(name)?.size ?? 0) > 1
  return [
    ...(said.status === null ? ['no-status'] : []),
    ...(said.type === null ? ['no-type'] : []),
    ...(said.clientOrderId === null ? ['no-client-order-id'] : []),
    ...(said.gatewayOrderId === null ? ['no-gateway-order-id'] : []),
    ...(contradicts('merchant-order-id') || contradicts('paynet-order-id') ? ['ids-disagree'] : []),
    ...(['status', 'transaction-type', 'amount', 'currency'].some(contradicts) ? ['field-given-twice'] : []),
    ...(isUnreadable ? ['field-unreadable'] : []),
  ]
}
