import type { AppState } from '../../../src-shared/domain/app-state'
import type {
  CallbackControl,
  CallbackQuery,
  CallbackReading,
  CallbackSource,
  CallbackView,
} from '../../../src-shared/domain/callback'
import { comparedNow, compareWithOrder } from '../../../src-shared/domain/callback-comparison'
import type { FactName } from '../../../src-shared/domain/facts'
import { AppError, isUnreadableRow } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { CallbackListener, CallbackReader, RawCallback } from '../../ports/callback-listener'
import type { EventPublisher } from '../../ports/event-publisher'
import type { SecretVault } from '../../ports/secret-vault'
import type { OrderRecord, StorageReader, StoredProfile } from '../../ports/storage'
import type { AppStateService } from '../announcing/app-state-service'
import type { Follower } from '../following/follower'
import type { AdminPolicy } from '../common/admin-policy'
import { changeOrder, type OpenStorage } from '../common/storage-session'
import type { OrderAnnouncer } from '../announcing/order-announcer'
import type { ProfileDirectory } from '../access/profile-directory'
import type { ErrorReporter } from '../common/error-reporter'

export interface CallbackServiceParts {
  readonly storage: OpenStorage
  readonly policy: Pick<AdminPolicy, 'requireListener'>
  readonly reader: CallbackReader
  readonly listener: CallbackListener
  readonly vault: SecretVault
  readonly profiles: ProfileDirectory
  readonly follower: Follower
  readonly announcer: OrderAnnouncer
  readonly appState: AppStateService
  readonly publisher: EventPublisher
  readonly clock: Clock
  readonly report: ErrorReporter
}

interface Read {
  readonly reading: CallbackReading
  readonly profileId: string | null
}

/** A profile with its control key; null when the key cannot be read now. */
interface KeyOwner {
  readonly profile: StoredProfile
  readonly key: string | null
}

/** Limits of what the listener may store: any program on this machine that knows its address can call it. */
const receivedLimits = {
  /** Callbacks with a right control per order. A sale with its reversals has fewer. */
  perOrder: 20,
  /** Callbacks without a right control since the app started. */
  unproven: 20,
} as const

/**
 * Reads, stores and compares callbacks. A control does not cover type and amount, so a callback is only a hint: it
 * never changes an order and only makes the follower poll. It is attached to an order only when the key of the
 * order’s profile gives its control. The operator attaches all others.
 */
export class CallbackService {
  readonly #parts: CallbackServiceParts
  readonly #keeping = new KeyedQueue()
  #unprovenReceived = 0

  constructor(parts: CallbackServiceParts) {
    this.#parts = parts
    parts.listener.onCallback((text) => this.#receive(text))
  }

  /** Reads and compares without storing. */
  async read(text: string): Promise<{ callbacks: CallbackReading[]; unreadableLines: number }> {
    const { reads, unreadableLines } = await this.#readAll(text)
    return { callbacks: reads.map(({ reading }) => reading), unreadableLines }
  }

  /**
   * Stores every readable callback and polls each order that it names. Errors: `validation-failed` when none is
   * readable.
   */
  async keep(text: string, source: CallbackSource): Promise<CallbackView[]> {
    const { reads } = await this.#readAll(text)
    if (reads.length === 0) throw new AppError('validation-failed', { fields: { text: 'no-callback' } })
    const kept: CallbackView[] = []
    for (const read of reads) kept.push(await this.#keep(read, source))
    await this.#wake(new Set(kept.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))))
    return kept
  }

  /** Stored callbacks, newest first, each compared with the current state of its order. */
  async list(
    query: CallbackQuery,
    cursor: string | null,
    limit: number,
  ): ReturnType<StorageReader['listCallbacks']> {
    const page = await this.#parts.storage.reader.listCallbacks(query, cursor, limit)
    const rows: CallbackView[] = []
    for (const view of page.rows) rows.push(await this.#compared(view))
    return { ...page, rows }
  }

  /** A stored callback, compared with the current state of its order. Errors: `not-found`. */
  async get(callbackId: string): Promise<CallbackView> {
    return this.#compared(await this.#parts.storage.reader.getCallback(callbackId))
  }

  /**
   * Attaches a callback to an order at the request of the operator. Errors: `not-found`, `not-allowed-now` (reason
   * `attached`).
   */
  async attach(callbackId: string, orderId: string): Promise<CallbackView> {
    const { storage, publisher } = this.#parts
    const attached = await this.#compared(await storage.writer.attachCallback(callbackId, orderId))
    publisher.publish('callbacks.kept', attached)
    await this.#tell(attached)
    await this.#wake(new Set([orderId]))
    return attached
  }

  /**
   * Starts the loopback listener; null stops it. Errors: `not-allowed-now`, reason `set-by-administrator`, for a start that
   * the policy forbids.
   */
  async listen(port: number | null): Promise<AppState> {
    const { listener, policy, appState } = this.#parts
    if (port === null) await listener.stop()
    else {
      policy.requireListener()
      await listener.start(port)
    }
    return appState.refresh()
  }

  /**
   * Stores callbacks with a right control, and a limited number of others that name a known order. Only a new
   * callback with a right control starts a poll.
   */
  async #receive(text: string): Promise<void> {
    for (const read of (await this.#readAll(text)).reads)
      // One at a time, so that the limits also count callbacks that arrive together.
      await this.#keeping.run('receive', async () => {
        if (!(await this.#mayBeReceived(read.reading))) return
        const kept = await this.#keep(read, 'received')
        if (kept.orderId !== null && kept.timesSeen === 1) await this.#wake(new Set([kept.orderId]))
      })
  }

  async #mayBeReceived({ control, orderId, clientOrderId }: CallbackReading): Promise<boolean> {
    const { storage } = this.#parts
    if (control === 'right') {
      const order = orderId === null ? null : await storage.reader.getOrderView(orderId)
      return (order?.callbacks.length ?? 0) < receivedLimits.perOrder
    }
    if (this.#unprovenReceived >= receivedLimits.unproven) return false
    if (clientOrderId === null || (await this.#ordersNamed(clientOrderId, null)).length === 0) return false
    this.#unprovenReceived += 1
    return true
  }

  async #readAll(text: string): Promise<{ reads: Read[]; unreadableLines: number }> {
    const { callbacks, unreadableLines } = this.#parts.reader.read(text)
    const owners = await this.#keyOwners()
    const reads: Read[] = []
    for (const callback of callbacks) reads.push(await this.#read(callback, owners))
    return { reads, unreadableLines }
  }

  async #read(callback: RawCallback, owners: readonly KeyOwner[]): Promise<Read> {
    const { reader } = this.#parts
    const { status, type, gatewayOrderId, clientOrderId, amount, currency, hasControl } =
      reader.meaning(callback)
    const named = clientOrderId === null ? [] : await this.#ordersNamed(clientOrderId, gatewayOrderId)
    const isProvenBy = ({ key }: KeyOwner) => key !== null && reader.isControlRight(callback, key)
    const provers = owners.filter(isProvenBy).map(({ profile }) => profile.profileId)
    const orders = named.filter(({ summary }) => provers.includes(summary.profileId))
    const order = orders.find(({ summary }) => summary.gatewayOrderId === gatewayOrderId) ?? orders[0] ?? null
    const unread = owners.filter(({ key }) => key === null).map(({ profile }) => profile.profileId)
    const mayBeOfUnread =
      unread.length === owners.length || named.some(({ summary }) => unread.includes(summary.profileId))
    const control: CallbackControl = !hasControl
      ? 'missing'
      : provers.length > 0
        ? 'right'
        : mayBeOfUnread
          ? 'no-key'
          : 'wrong'
    const keys = owners.flatMap(({ key }) => (key === null ? [] : [key]))
    const fields = reader.masked(callback, keys).map((field) => ({ ...field }))
    return {
      profileId: order?.summary.profileId ?? provers[0] ?? null,
      reading: {
        fields,
        status,
        type,
        gatewayOrderId,
        clientOrderId,
        amount,
        currency,
        control,
        orderId: order?.summary.orderId ?? null,
        comparison: compareWithOrder(fields, order),
        problems: problemsOf(callback, { status, type, clientOrderId, gatewayOrderId }),
      },
    }
  }

  /**
   * All profiles, the active one first: if two profiles have the same key, the callback counts for the active one. A
   * profile that cannot be read has its key too, which proves a callback without any of its rules.
   */
  async #keyOwners(): Promise<KeyOwner[]> {
    const { activeProfileId } = await this.#parts.storage.reader.getState()
    const profiles = await this.#parts.profiles.listStored()
    const isActive = ({ profileId }: StoredProfile) => profileId === activeProfileId
    const owners: KeyOwner[] = []
    for (const profile of [...profiles.filter(isActive), ...profiles.filter((one) => !isActive(one))])
      owners.push({ profile, key: await this.#keyOf(profile) })
    return owners
  }

  /**
   * The order with this client order id in each profile. Of several attempts, the one with the gateway order id. An
   * order that cannot be read is left out, so that its callback is kept without it.
   */
  async #ordersNamed(clientOrderId: string, gatewayOrderId: string | null): Promise<OrderRecord[]> {
    const { storage, profiles } = this.#parts
    const orders: OrderRecord[] = []
    for (const { profileId } of await profiles.listStored())
      try {
        const order = await storage.reader.findOrder(profileId, clientOrderId, gatewayOrderId)
        if (order !== null) orders.push(order)
      } catch (error) {
        if (!isUnreadableRow(error)) throw error
      }
    return orders
  }

  async #keyOf(profile: StoredProfile): Promise<string | null> {
    try {
      return await this.#parts.vault.readControlKey(profile)
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }

  /** One at a time, because only the first of two equal callbacks counts as new. */
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
    // A repeated callback keeps its first comparison, which may be older than its order.
    const kept = isFirst ? stored : await this.#compared(stored)
    publisher.publish('callbacks.kept', kept)
    if (isFirst || !(await this.#isTold(kept))) await this.#tell(kept)
    return kept
  }

  /**
   * True when the timeline of the order has an entry for the callback. A repeated callback may find an order that did
   * not exist at first.
   */
  async #isTold(callback: CallbackView): Promise<boolean> {
    if (callback.orderId === null) return false
    const view = await this.#parts.storage.reader.getOrderView(callback.orderId)
    const text = lineOf(callback)
    return view?.timeline.some((entry) => entry.kind === 'callback' && entry.text === text) ?? false
  }

  /** Adds a timeline entry. Nothing else of the order changes. */
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
    announcer.announce(order)
  }

  /** Polls the orders. A callback stays stored even if the poll is not possible now. */
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

/** The timeline text for a callback. */
function lineOf({ type, status, control }: CallbackView): string {
  return [type, status, `control ${control}`].filter((word) => word !== null).join(', ')
}

/** Fields that decide the outcome. Two different values are reported as a problem; none of them is chosen. */
const decisive: ReadonlySet<FactName | undefined> = new Set<FactName>([
  'status',
  'transactionType',
  'gatewayOrderId',
  'clientOrderId',
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
  const isUnreadable = callback.fields.some((field) => field.isUnreadable && decisive.has(field.fact))
  const contradicts = (name: FactName) =>
    new Set(
      callback.fields
        .filter(({ fact, value, isUnreadable: isBytes }) => fact === name && value !== '' && !isBytes)
        .map(({ value }) => value),
    ).size > 1
  return [
    ...(said.status === null ? ['no-status'] : []),
    ...(said.type === null ? ['no-type'] : []),
    ...(said.clientOrderId === null ? ['no-client-order-id'] : []),
    ...(said.gatewayOrderId === null ? ['no-gateway-order-id'] : []),
    ...(contradicts('clientOrderId') || contradicts('gatewayOrderId') ? ['ids-disagree'] : []),
    ...((['status', 'transactionType', 'amount', 'currency'] as const).some(contradicts)
      ? ['field-given-twice']
      : []),
    ...(isUnreadable ? ['field-unreadable'] : []),
  ]
}
