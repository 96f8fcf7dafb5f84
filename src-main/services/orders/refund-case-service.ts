import { refundProblem } from '../../../src-shared/domain/refund-case'
import { leftMinor } from '../../../src-shared/domain/later-transactions'
import { parseAmount, toDecimal } from '../../../src-shared/domain/money'
import type { OrderView } from '../../../src-shared/domain/order'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { OrderChange, OrderRecord } from '../../ports/storage'
import type { OrderAnnouncer } from '../announcing/order-announcer'
import { changeOrder, type OpenStorage } from '../common/storage-session'
import { followSettled, isSettled } from '../following/follow-plan'
import type { Follower } from '../following/follower'
import type { OperatorSession } from '../common/operator-session'

/** A step of a case by a person. */
interface Step {
  readonly orderId: string
  readonly name: string
  readonly reason: string
}

type CaseChange = Required<Pick<OrderChange, 'refundCase' | 'entries'>> & Partial<Pick<OrderChange, 'set'>>

/**
 * Requests for refunds. The gateway's interface has no refund call, so nothing is sent here. A case is proven only by a
 * status check (`following/refund-case.ts`).
 */
export class RefundCaseService {
  readonly #storage: OpenStorage
  readonly #operators: Pick<OperatorSession, 'namedActor'>
  readonly #announcer: OrderAnnouncer
  readonly #follower: Follower
  readonly #clock: Clock

  constructor(parts: {
    readonly storage: OpenStorage
    readonly operators: Pick<OperatorSession, 'namedActor'>
    readonly announcer: OrderAnnouncer
    readonly follower: Follower
    readonly clock: Clock
  }) {
    this.#storage = parts.storage
    this.#operators = parts.operators
    this.#announcer = parts.announcer
    this.#follower = parts.follower
    this.#clock = parts.clock
  }

  /**
   * Opens a case for an amount of the order's currency, at most what is left of the charged amount. Errors:
   * `validation-failed` for the amount; `not-allowed-now` when the order has nothing to refund or an open case.
   */
  async ask(request: Step & { readonly amount: string; readonly dueOn: string }): Promise<OrderView> {
    const { reason, dueOn } = request
    const actor = await this.#operators.namedActor(request.name)
    return this.#change(request.orderId, (order, atMs) => {
      if (order.openCase !== null) throw new AppError('not-allowed-now', { reason: 'refund-case-open' })
      const amountMinor = amountOf(request.amount, order)
      const text = `${toDecimal({ amountMinor, currency: currencyOf(order) })} ${currencyOf(order)} ${dueOn} ${reason}`
      const refundedBeforeMinor = order.summary.later.refundedMinor
      return {
        refundCase: { kind: 'ask', amountMinor, dueOn, reason, askedBy: actor.name, refundedBeforeMinor },
        entries: [{ atMs, kind: 'refund-case-asked', actor, changes: [], text }],
      }
    })
  }

  /** A person gave the request to the gateway's operator. From now on the order is checked until the case is closed. */
  handOver(step: Step & { readonly caseId: string }): Promise<OrderView> {
    return this.#move(step, 'handed-over')
  }

  /** A person writes down that there will be no refund. */
  refuse(step: Step & { readonly caseId: string }): Promise<OrderView> {
    return this.#move(step, 'refused')
  }

  async #move(
    { orderId, caseId, name, reason }: Step & { readonly caseId: string },
    to: 'handed-over' | 'refused',
  ): Promise<OrderView> {
    const actor = await this.#operators.namedActor(name)
    return this.#change(orderId, (order, atMs) => {
      if (order.openCase?.caseId !== caseId)
        throw new AppError('not-allowed-now', { reason: 'refund-case-closed' })
      return {
        set: followingAfter(order, to, atMs),
        refundCase: { kind: 'move', caseId, to, stateBy: actor.name, stateReason: reason },
        entries: [{ atMs, kind: `refund-case-${to}`, actor, changes: [], text: reason }],
      }
    })
  }

  async #change(
    orderId: string,
    build: (order: OrderRecord, atMs: number) => CaseChange,
  ): Promise<OrderView> {
    const atMs = this.#clock.nowMs()
    const written = await changeOrder(this.#storage, orderId, (order) => ({
      orderId,
      expectedRevision: order.summary.revision,
      atMs,
      set: {},
      ...build(order, atMs),
    }))
    this.#follower.follow(written)
    this.#announcer.announce(written)
    return written.view
  }
}

/** Only an order that is checked for nothing else starts or stops with its case. */
function followingAfter(
  { summary }: OrderRecord,
  to: 'handed-over' | 'refused',
  atMs: number,
): OrderChange['set'] {
  if (!isSettled(summary.status, summary.later.refundState)) return {}
  return followSettled(to === 'handed-over' ? atMs : null, atMs)
}

function currencyOf({ summary }: OrderRecord): string {
  if (summary.currency === null) throw new AppError('not-allowed-now', { reason: 'amount-not-known' })
  return summary.currency
}

function amountOf(text: string, order: OrderRecord): number {
  const problem = refundProblem(order.summary)
  if (problem !== null) throw new AppError('not-allowed-now', { reason: problem })
  const parsed = parseAmount(text, currencyOf(order))
  if (!parsed.ok)
    throw AppError.from({ code: 'validation-failed', details: { fields: { amount: parsed.error } } })
  if (parsed.value.amountMinor > (leftMinor(order.summary) ?? 0))
    throw AppError.from({ code: 'validation-failed', details: { fields: { amount: 'above-what-is-left' } } })
  return parsed.value.amountMinor
}
