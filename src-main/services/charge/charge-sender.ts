import type { PollPace } from '../../../src-shared/domain/profile'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { GatewayCredentials, LateAnswer, PaymentOutcome, PreparedCall } from '../../ports/gateway-client'
import type {
  Actor,
  ChargeRecord,
  NewOrder,
  NewTimelineEntry,
  OperatorRecord,
  OrderRecord,
  WrittenOrder,
} from '../../ports/storage'
import { mostMinorOf } from './charge-limits'
import { lostCharge, type ChargeAnswer } from './charge-outcome'
import type { Review } from './charge-reviewer'
import type { GatewayAccess } from '../access/gateway-access'
import type { HistoryProof } from '../proof/history-proof'
import type { MissingCharges } from '../announcing/missing-charges'
import { changeOrder, type OpenStorage } from '../common/storage-session'
import type { OperatorSession } from '../common/operator-session'
import type { OrderAnnouncer } from '../announcing/order-announcer'
import { sendOnce } from '../access/send-once'

/** A charge that is stored as `sending` and whose transmission has started. */
export interface Sending {
  readonly order: WrittenOrder
  readonly pace: PollPace
  /** Never rejects. */
  readonly answer: Promise<ChargeAnswer & LateAnswer<ChargeAnswer>>
}

/** Stores a confirmed charge step by step and starts its single transmission. */
export class ChargeSender {
  readonly #storage: OpenStorage
  readonly #operators: Pick<OperatorSession, 'actor'>
  readonly #access: GatewayAccess
  readonly #announcer: OrderAnnouncer
  readonly #missing: MissingCharges
  readonly #proof: HistoryProof
  readonly #clock: Clock
  // Quitting waits for the answer or leaves the charge to the next start. A transmission is never aborted.
  readonly #neverAborted = new AbortController().signal

  constructor(parts: {
    readonly storage: OpenStorage
    readonly operators: Pick<OperatorSession, 'actor'>
    readonly access: GatewayAccess
    readonly announcer: OrderAnnouncer
    readonly missing: MissingCharges
    readonly proof: HistoryProof
    readonly clock: Clock
  }) {
    this.#storage = parts.storage
    this.#operators = parts.operators
    this.#access = parts.access
    this.#announcer = parts.announcer
    this.#missing = parts.missing
    this.#proof = parts.proof
    this.#clock = parts.clock
  }

  /**
   * `prepare` signs and encodes the transmission. Every error means that nothing was sent: errors of the vault,
   * `validation-failed`, `storage-failed`, `not-allowed-now`.
   */
  async begin(
    charge: ChargeRecord,
    review: Review,
    second: OperatorRecord | null,
    prepare: (credentials: GatewayCredentials) => PreparedCall<PaymentOutcome>,
  ): Promise<Sending> {
    // The key is read and the request signed first. What can fail after `sending` is on disk has a way back: the charge
    // becomes not sent, or its outcome is looked up.
    const prepared = prepare(await this.#access.credentials(review.profile))
    const actor = await this.#operators.actor()
    const consent = { actor, second: second === null ? null : { ...actor, ...named(second) } }
    const recorded = await this.#record(charge, review, consent)
    const sending = await this.#markSending(recorded, charge, review, consent)
    await this.#secure(sending)
    const answer = sendOnce(prepared, lostCharge, this.#neverAborted)
    this.#announcer.announce(sending)
    return { order: sending, pace: review.profile.pollPace, answer }
  }

  /**
   * The charge journal and the keychain must know of the entry `sending` before the socket is opened. Otherwise an older
   * copy of the history, without this charge, would pass unnoticed. When one of them cannot be told, nothing is sent.
   * Both wait for a disk, so they are told at the same time.
   */
  async #secure({ summary: { orderId, profileId, clientOrderId } }: WrittenOrder): Promise<void> {
    const [journalled, anchored] = await Promise.allSettled([
      this.#missing.record({ clientOrderId, profileId, atMs: this.#clock.nowMs() }),
      this.#proof.anchor(),
    ])
    if (journalled.status === 'rejected') {
      await this.#markUnsent(orderId, 'not-journalled')
      throw journalled.reason
    }
    if (anchored.status === 'rejected') {
      await this.#markUnsent(orderId, 'not-anchored')
      throw anchored.reason
    }
  }

  async #markUnsent(orderId: string, text: string): Promise<void> {
    const nowMs = this.#clock.nowMs()
    const unsent = await changeOrder(this.#storage, orderId, (order) =>
      order.charge?.state !== 'sending'
        ? null
        : {
            orderId,
            expectedRevision: order.summary.revision,
            atMs: nowMs,
            set: { followState: 'stopped', nextCheckAtMs: null },
            charge: {
              from: 'sending',
              expectedVersion: order.charge.stateVersion,
              to: 'not-sent',
              transmissions: 0,
            },
            entries: [{ ...entry('not-sent', nowMs, null), text }],
          },
    )
    this.#announcer.announce(unsent)
  }

  /** Stores the charge as confirmed. A charge that is already on disk is confirmed together with `sending`. */
  async #record(charge: ChargeRecord, review: Review, by: Confirmers): Promise<OrderRecord> {
    const nowMs = this.#clock.nowMs()
    if (charge.state === 'draft') {
      const order = await this.#storage.writer.recordCharge({
        chargeId: charge.chargeId,
        expectedVersion: charge.stateVersion,
        previewHash: review.preview.previewHash,
        sentParameters: review.preview.parameters,
        related: review.related,
        confirmation: { actor: by.actor, atMs: nowMs, mostMinor: mostMinorOf(charge) },
        order: newOrderOf(charge, review, nowMs),
        entries: [entry('drafted', charge.createdAtMs, by.actor), ...confirmedBy(by, nowMs)],
      })
      this.#announcer.announce(order)
      return order
    }
    return changeOrder(this.#storage, requireOrderId(charge), (order) =>
      order.charge?.state !== 'not-sent'
        ? null
        : {
            orderId: order.summary.orderId,
            expectedRevision: order.summary.revision,
            atMs: nowMs,
            set: { errorCode: null, errorMessage: null, isControlRefused: false },
            charge: {
              from: 'not-sent',
              expectedVersion: order.charge.stateVersion,
              to: 'recorded',
              previewHash: review.preview.previewHash,
              sentParameters: review.preview.parameters,
              related: review.related,
              confirmation: { actor: by.actor, atMs: nowMs, mostMinor: mostMinorOf(charge) },
            },
            entries: confirmedBy(by, nowMs),
          },
    )
  }

  /**
   * Stores `sending` and counts the transmission before the socket is opened. The writer compares the related charges
   * again, because another process may have recorded a charge since the review.
   */
  async #markSending(
    recorded: OrderRecord,
    charge: ChargeRecord,
    review: Review,
    by: Confirmers,
  ): Promise<WrittenOrder> {
    const nowMs = this.#clock.nowMs()
    const isConfirmedNow = charge.state === 'recorded'
    return changeOrder(
      this.#storage,
      recorded.summary.orderId,
      (order) => {
        if (order.charge?.state !== 'recorded')
          throw new AppError('not-allowed-now', { reason: 'already-sent' })
        return {
          orderId: order.summary.orderId,
          expectedRevision: order.summary.revision,
          atMs: nowMs,
          set: {},
          charge: {
            from: 'recorded',
            expectedVersion: order.charge.stateVersion,
            to: 'sending',
            transmissions: 1,
            related: review.related,
            ...(isConfirmedNow
              ? {
                  previewHash: review.preview.previewHash,
                  sentParameters: review.preview.parameters,
                  confirmation: { actor: by.actor, atMs: nowMs, mostMinor: mostMinorOf(charge) },
                }
              : {}),
          },
          entries: [...(isConfirmedNow ? confirmedBy(by, nowMs) : []), entry('sent', nowMs, null)],
        }
      },
      recorded,
    )
  }
}

/** Who confirmed, and the second person where the profile asks for one. */
interface Confirmers {
  readonly actor: Actor
  readonly second: Actor | null
}

function named({ operatorId, name }: OperatorRecord): Pick<Actor, 'operatorId' | 'name'> {
  return { operatorId, name }
}

function confirmedBy({ actor, second }: Confirmers, atMs: number): NewTimelineEntry[] {
  return [entry('confirmed', atMs, actor), ...(second === null ? [] : [entry('seconded', atMs, second)])]
}

function newOrderOf(charge: ChargeRecord, review: Review, nowMs: number): NewOrder {
  const { card } = review
  return {
    profileId: review.profile.profileId,
    environment: review.profile.environment,
    kind: charge.kind,
    route: review.payment.request.route,
    clientOrderId: charge.clientOrderId,
    gatewayOrderId: null,
    amountMinor: charge.amountMinor,
    currency: charge.currency,
    cardId: card.cardId,
    bin: card.bin,
    lastFour: card.lastFour,
    cardholderName: card.printedName,
    description: charge.draft.description,
    reference: charge.draft.reference === '' ? null : charge.draft.reference,
    createdAtMs: nowMs,
    followState: 'stopped',
    nextCheckAtMs: null,
  }
}

function requireOrderId(charge: ChargeRecord): string {
  if (charge.orderId === null) throw new AppError('internal', { reason: 'charge-without-order' })
  return charge.orderId
}

function entry(kind: NewTimelineEntry['kind'], atMs: number, actor: Actor | null): NewTimelineEntry {
  return { atMs, kind, actor, changes: [], text: null }
}
