import type { ExchangeView } from '../../../src-shared/domain/exchange'
import type { OrderView } from '../../../src-shared/domain/order'
import { AppError } from '../../../src-shared/errors/app-error'
import type { OrderQuery } from '../../../src-shared/domain/order-query'
import type { StatusCounts } from '../../../src-shared/domain/order-status'
import type { Clock } from '../../platform/clock'
import type { GatewayClient } from '../../ports/gateway-client'
import type { StorageReader } from '../../ports/storage'
import type { Follower } from '../following/follower'
import type { GatewayAccess } from '../access/gateway-access'
import { changeOrder, requireView, type OpenStorage } from '../common/storage-session'
import type { OperatorSession } from '../common/operator-session'
import type { OrderAnnouncer } from '../announcing/order-announcer'
import { adoptedOrder } from './adopted-order'
import { requireRoute, type ProfileDirectory } from '../access/profile-directory'

export interface OrderServiceParts {
  readonly storage: OpenStorage
  readonly operators: Pick<OperatorSession, 'actor'>
  readonly gateway: GatewayClient
  readonly access: GatewayAccess
  readonly profiles: ProfileDirectory
  readonly follower: Follower
  readonly announcer: OrderAnnouncer
  readonly clock: Clock
}

/** Reads orders, adopts them by id, adds notes and polls on request. */
export class OrderService {
  readonly #parts: OrderServiceParts
  readonly #neverAborted = new AbortController().signal

  constructor(parts: OrderServiceParts) {
    this.#parts = parts
  }

  list(query: OrderQuery, cursor: string | null, limit: number): ReturnType<StorageReader['listOrders']> {
    return this.#parts.storage.reader.listOrders(query, cursor, limit)
  }

  /** The exact counts of a query without its families. */
  async count(query: OrderQuery): Promise<{ readonly counts: StatusCounts }> {
    return { counts: await this.#parts.storage.reader.countOrders(query) }
  }

  get(orderId: string): Promise<OrderView> {
    return requireView(this.#parts.storage, orderId)
  }

  /** The exchanges of an order, oldest first; with `after`, only those newer than that exchange. */
  async exchanges(orderId: string, after?: string): Promise<ExchangeView[]> {
    return [...(await this.#parts.storage.reader.listOrderExchanges(orderId, after))]
  }

  /** Orders that share the card or the ids of an order. */
  related(orderId: string): ReturnType<StorageReader['listRelatedOrders']> {
    return this.#parts.storage.reader.listRelatedOrders(orderId)
  }

  /** Polls now: one order, or all open orders of the active profile. */
  async recheck(orderId: string | null): Promise<number> {
    const { follower, profiles } = this.#parts
    if (orderId !== null) return follower.recheck({ orderId })
    return follower.recheck({ profileId: (await profiles.requireActive()).profileId })
  }

  /**
   * Adopts an order by its ids and follows it; into the active profile, unless another one is given. Errors:
   * `not-allowed-now` when it is stored already.
   */
  async adopt(
    ids: { readonly clientOrderId: string; readonly gatewayOrderId: string; readonly routeId: string },
    profileId: string | null = null,
  ): Promise<OrderView> {
    const { storage, operators, profiles, follower, announcer, clock } = this.#parts
    const profile = profileId === null ? await profiles.requireActive() : await profiles.require(profileId)
    const route = requireRoute(profile, ids.routeId)
    const nowMs = clock.nowMs()
    const order = await storage.writer.adoptOrder(
      adoptedOrder(
        profile,
        {
          route: { kind: route.kind, id: route.id },
          clientOrderId: ids.clientOrderId,
          gatewayOrderId: ids.gatewayOrderId === '' ? null : ids.gatewayOrderId,
        },
        { createdAtMs: nowMs, nextCheckAtMs: nowMs },
      ),
      [{ atMs: nowMs, kind: 'adopted', actor: await operators.actor(), changes: [], text: null }],
    )
    follower.follow(order)
    announcer.announce(order)
    return order.view
  }

  /** Adds a note of the operator to the timeline. */
  async note(orderId: string, text: string): Promise<OrderView> {
    const { storage, operators, announcer, clock } = this.#parts
    const actor = await operators.actor()
    const noted = await changeOrder(storage, orderId, (order) => ({
      orderId,
      expectedRevision: order.summary.revision,
      atMs: clock.nowMs(),
      set: {},
      entries: [{ atMs: clock.nowMs(), kind: 'note', actor, changes: [], text }],
    }))
    announcer.announce(noted)
    return noted.view
  }

  /** Adds or removes a label. Errors: `not-allowed-now`, reason `too-many-labels`. */
  async setLabel(orderId: string, label: string, isSet: boolean): Promise<OrderView> {
    const { storage, announcer, clock } = this.#parts
    const labelled = await changeOrder(storage, orderId, (order) => ({
      orderId,
      expectedRevision: order.summary.revision,
      atMs: clock.nowMs(),
      set: {},
      entries: [],
      label: { kind: isSet ? 'add' : 'remove', label },
    }))
    announcer.announce(labelled)
    return labelled.view
  }

  /** The labels that orders have. */
  async labels(): Promise<string[]> {
    return [...(await this.#parts.storage.reader.listLabels())]
  }

  /**
   * Looks up one earlier request by its serial number. The result is stored as an exchange and never changes the
   * order.
   */
  async lookupRequest(orderId: string, serialNumber: string): Promise<ExchangeView> {
    const { storage, gateway, access, profiles, announcer } = this.#parts
    const order = await storage.reader.getOrder(orderId)
    if (order === null) throw new AppError('not-found', { reason: 'order' })
    const profile = await profiles.require(order.summary.profileId)
    const { exchange } = await gateway.status(
      await access.credentials(profile),
      {
        route: order.route,
        clientOrderId: order.summary.clientOrderId,
        gatewayOrderId: order.summary.gatewayOrderId,
        bySerialNumber: serialNumber,
      },
      this.#neverAborted,
    )
    const stored = await storage.writer.recordExchange(exchange, orderId)
    announcer.announceExchange(stored)
    return stored
  }
}
