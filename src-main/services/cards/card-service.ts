import type { CardView } from '../../../src-shared/domain/card'
import { factValue, type FactName } from '../../../src-shared/domain/facts'
import { isFinalStatus } from '../../../src-shared/domain/order-status'
import { AppError } from '../../../src-shared/errors/app-error'
import { assertNever } from '../../../src-shared/util/assert-never'
import type { Clock } from '../../platform/clock'
import type { EventPublisher } from '../../ports/event-publisher'
import type { CardInfoOutcome, CardRefOutcome, Exchanged, GatewayClient } from '../../ports/gateway-client'
import type { CardRecord, CardUpsert, OrderRecord, ProfileRecord } from '../../ports/storage'
import type { GatewayAccess } from '../access/gateway-access'
import { gatewayFailure } from '../access/gateway-failure'
import { changeOrder, type OpenStorage } from '../common/storage-session'
import type { OperatorSession } from '../common/operator-session'
import type { OrderAnnouncer } from '../announcing/order-announcer'
import { requireRoute, type ProfileDirectory } from '../access/profile-directory'

/** The nickname of a card. */
export interface CardLabels {
  readonly nickname: string
  readonly customerReference: string
}

/** Version of create-card-ref. Each gives token kinds that the other does not. */
export type RegistrationApi = 'v2' | 'v4'

/** Stored card tokens: adds, labels and looks them up, and creates them from final orders. */
export class CardService {
  readonly #parts: {
    readonly storage: OpenStorage
    readonly operators: Pick<OperatorSession, 'actor'>
    readonly gateway: GatewayClient
    readonly access: GatewayAccess
    readonly profiles: ProfileDirectory
    readonly announcer: OrderAnnouncer
    readonly publisher: EventPublisher
    readonly clock: Clock
  }
  readonly #neverAborted = new AbortController().signal

  constructor(parts: {
    readonly storage: OpenStorage
    readonly operators: Pick<OperatorSession, 'actor'>
    readonly gateway: GatewayClient
    readonly access: GatewayAccess
    readonly profiles: ProfileDirectory
    readonly announcer: OrderAnnouncer
    readonly publisher: EventPublisher
    readonly clock: Clock
  }) {
    this.#parts = parts
  }

  async list(): Promise<CardView[]> {
    const profileId = await this.#parts.profiles.requireActiveId()
    return [...(await this.#parts.storage.reader.listCards(profileId))]
  }

  async get(cardId: string): Promise<CardView> {
    return (await this.#requireCard(cardId)).view
  }

  /** Stores a token that was made elsewhere. Errors: `validation-failed` for an entry point of another profile. */
  async add(card: CardLabels & { readonly cardRefId: string; readonly routeId: string }): Promise<CardView> {
    const profile = await this.#parts.profiles.requireActive()
    requireRoute(profile, card.routeId)
    return this.#upsert({
      profileId: profile.profileId,
      cardRefId: card.cardRefId,
      routeId: card.routeId,
      ...labelsGiven(card),
      atMs: this.#parts.clock.nowMs(),
    })
  }

  async update(cardId: string, labels: CardLabels): Promise<CardView> {
    const { view, routeId } = await this.#requireCard(cardId)
    return this.#upsert({
      profileId: view.profileId,
      cardRefId: view.cardRefId,
      routeId,
      nickname: labels.nickname,
      customerReference: labels.customerReference,
      atMs: this.#parts.clock.nowMs(),
    })
  }

  /** Looks up a card at the gateway. Errors: `gateway-*`, errors of the vault. */
  async refreshInfo(cardId: string): Promise<CardView> {
    const { gateway, access, profiles, storage, announcer } = this.#parts
    const card = await this.#requireCard(cardId)
    const profile = await profiles.require(card.view.profileId)
    const exchanged = await gateway.getCardInfo(
      await access.credentials(profile),
      { route: requireRoute(profile, card.routeId), cardRefId: card.view.cardRefId },
      this.#neverAborted,
    )
    const { outcome, exchange } = exchanged
    announcer.announceExchange(await storage.writer.recordExchange(exchange, null))
    if (outcome.kind !== 'answered') throw gatewayFailure(outcome, exchanged, profile.name)
    return this.#upsert(withInfo(card, outcome, this.#parts.clock.nowMs()))
  }

  /**
   * Creates a token from a final order. Errors: `not-allowed-now` before the order is final, `gateway-*`,
   * `secret-missing` (v4: `no-signing-key`).
   */
  async register(orderId: string, api: RegistrationApi, labels: CardLabels): Promise<CardView> {
    const { profiles, storage, operators, announcer, clock } = this.#parts
    const order = await storage.reader.getOrder(orderId)
    if (order === null) throw new AppError('not-found', { reason: 'order' })
    const gatewayOrderId = requireRegistrable(order)
    const profile = await profiles.require(order.summary.profileId)
    const exchanged = await this.#createCardRef(api, profile, order, gatewayOrderId)
    const { outcome, exchange } = exchanged
    if (outcome.kind !== 'registered') {
      announcer.announceExchange(await storage.writer.recordExchange(exchange, orderId))
      throw gatewayFailure(outcome, exchanged, profile.name)
    }
    const card = await this.#upsert({
      ...cardOfOrder(order, profile),
      cardRefId: outcome.cardRefId,
      unqCardRefId: outcome.unqCardRefId,
      recurringPaymentId: outcome.recurringPaymentId,
      dstCardRefId: outcome.dstCardRefId,
      ...labelsGiven(labels),
      atMs: clock.nowMs(),
    })
    const actor = await operators.actor()
    const changed = await changeOrder(storage, orderId, (current) => ({
      orderId,
      expectedRevision: current.summary.revision,
      atMs: clock.nowMs(),
      set: {},
      entries: [
        { atMs: clock.nowMs(), kind: 'card-registered', actor, changes: [], text: outcome.cardRefId },
      ],
      exchange,
    }))
    announcer.announce(changed)
    return card
  }

  async #createCardRef(
    api: RegistrationApi,
    profile: ProfileRecord,
    order: OrderRecord,
    gatewayOrderId: string,
  ): Promise<Exchanged<CardRefOutcome>> {
    const { gateway, access } = this.#parts
    const { clientOrderId } = order.summary
    const request = { route: order.route, clientOrderId, gatewayOrderId }
    switch (api) {
      case 'v2':
        return gateway.createCardRef(await access.credentials(profile), request, this.#neverAborted)
      case 'v4':
        return gateway.createCardRefV4(await access.signingCredentials(profile), request, this.#neverAborted)
      default:
        return assertNever(api)
    }
  }

  async #upsert(card: CardUpsert): Promise<CardView> {
    const { view } = await this.#parts.storage.writer.upsertCard(card)
    this.#parts.publisher.publish('cards.changed', view)
    return view
  }

  async #requireCard(cardId: string): Promise<CardRecord> {
    const card = await this.#parts.storage.reader.getCard(cardId)
    if (card === null) throw new AppError('not-found', { reason: 'card' })
    return card
  }
}

/** An empty label of a new token keeps the stored label. */
function labelsGiven(labels: CardLabels): Partial<CardLabels> {
  return {
    ...(labels.nickname === '' ? {} : { nickname: labels.nickname }),
    ...(labels.customerReference === '' ? {} : { customerReference: labels.customerReference }),
  }
}

function withInfo(
  card: CardRecord,
  info: Extract<CardInfoOutcome, { kind: 'answered' }>,
  nowMs: number,
): CardUpsert {
  return {
    profileId: card.view.profileId,
    cardRefId: card.view.cardRefId,
    routeId: card.routeId,
    bin: info.bin,
    lastFour: info.lastFour,
    expireMonth: info.expireMonth,
    expireYear: info.expireYear,
    printedName: info.printedName,
    infoAtMs: nowMs,
    atMs: nowMs,
  }
}

function requireRegistrable(order: OrderRecord): string {
  const { status, gatewayOrderId } = order.summary
  if (!isFinalStatus(status)) throw new AppError('not-allowed-now', { reason: 'order-not-final' })
  if (gatewayOrderId === null) throw new AppError('not-allowed-now', { reason: 'order-without-gateway-id' })
  return gatewayOrderId
}

function cardOfOrder(order: OrderRecord, profile: ProfileRecord): Omit<CardUpsert, 'cardRefId' | 'atMs'> {
  const fact = (name: FactName) => factValue(order.facts, name) ?? ''
  const month = /^(?:0?[1-9]|1[0-2])$/.exec(fact('cardExpiryMonth'))
  const year = /^[0-9]{4}$/.exec(fact('cardExpiryYear'))
  return {
    profileId: profile.profileId,
    routeId: order.route.id,
    bin: order.summary.bin,
    lastFour: order.summary.lastFour,
    printedName: order.summary.cardholderName,
    expireMonth: month === null ? null : Number(month[0]),
    expireYear: year === null ? null : Number(year[0]),
    // The gateway may send an empty value. It must not match, or unrelated cards would become twins.
    cardHashId: fact('cardHash') || null,
    sourceClientOrderId: order.summary.clientOrderId,
  }
}
