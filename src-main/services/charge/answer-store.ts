import type { OrderView } from '../../../src-shared/domain/order'
import { shownStatus } from '../../../src-shared/domain/order-status'
import type { PollPace } from '../../../src-shared/domain/profile'
import type { AppErrorCode } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { WrittenOrder } from '../../ports/storage'
import { answerChange, stateAfterAnswer, type ChargeAnswer } from './charge-outcome'
import { changeOrder, type OpenStorage } from '../common/storage-session'
import type { ErrorReporter } from '../common/error-reporter'
import { storeDelayMs } from '../common/retry-until-stored'

/** An answer of the gateway that is not on disk yet. */
interface KeptAnswer {
  /** The order as it was last written. */
  readonly order: WrittenOrder
  readonly answer: ChargeAnswer
  readonly pace: PollPace
}

/**
 * Stores the answer to a charge. While the disk refuses the write, the answer stays in memory and storing it is tried
 * again. The charge is not sent again; on disk it stays `sending` until the answer is stored.
 */
export class AnswerStore {
  readonly #storage: OpenStorage
  readonly #clock: Clock
  readonly #random: () => number
  readonly #report: ErrorReporter
  readonly #onStored: (order: WrittenOrder, answer: ChargeAnswer) => void
  readonly #kept = new Map<string, KeptAnswer>()

  constructor(parts: {
    readonly storage: OpenStorage
    readonly clock: Clock
    readonly random: () => number
    readonly report: ErrorReporter
    /** Called once per answer, when it is on disk. */
    readonly onStored: (order: WrittenOrder, answer: ChargeAnswer) => void
  }) {
    this.#storage = parts.storage
    this.#clock = parts.clock
    this.#random = parts.random
    this.#report = parts.report
    this.#onStored = parts.onStored
  }

  /** Returns the order with the answer once that is on disk, or null when storing is tried again later. */
  store(order: WrittenOrder, answer: ChargeAnswer, pace: PollPace): Promise<WrittenOrder | null> {
    return this.#tryStore({ order, answer, pace }, 0)
  }

  /** The view with a waiting answer applied; the view itself when no answer waits. */
  overlay(view: OrderView): OrderView {
    const kept = this.#kept.get(view.summary.orderId)
    if (kept === undefined || view.summary.chargeState !== 'sending') return view
    return { ...view, summary: overlaid(view.summary, kept.answer) }
  }

  async #tryStore(kept: KeptAnswer, attempt: number): Promise<WrittenOrder | null> {
    const { orderId } = kept.order.summary
    try {
      const isStored = attempt > 0 && (await this.#isStored(kept))
      const order = await changeOrder(
        this.#storage,
        orderId,
        (current) =>
          isStored
            ? null
            : answerChange(current, kept.answer, {
                nowMs: this.#clock.nowMs(),
                pace: kept.pace,
                random: this.#random,
              }),
        attempt === 0 ? kept.order : null,
      )
      this.#kept.delete(orderId)
      this.#onStored(order, kept.answer)
      return order
    } catch (error) {
      this.#report('answer-store', error)
      this.#kept.set(orderId, kept)
      this.#clock.schedule(storeDelayMs(attempt), () => void this.#tryStore(kept, attempt + 1))
      return null
    }
  }

  /** A write that reported a failure may have been committed. */
  async #isStored({ order, answer: { exchange } }: KeptAnswer): Promise<boolean> {
    if (exchange === null) return false
    const stored = await this.#storage.reader.listOrderExchanges(order.summary.orderId)
    return stored.some(
      ({ atMs, durationMs, outcome }) =>
        atMs === exchange.atMs && durationMs === exchange.durationMs && outcome === exchange.outcome,
    )
  }
}

const notStored: AppErrorCode = 'storage-failed'

function overlaid(summary: OrderView['summary'], answer: ChargeAnswer): OrderView['summary'] {
  const { outcome } = answer
  const chargeState = stateAfterAnswer(outcome)
  const known = {
    ...summary,
    chargeState,
    ...(outcome.kind === 'accepted' ? { gatewayOrderId: outcome.gatewayOrderId } : {}),
    ...(outcome.kind === 'refused'
      ? {
          errorCode: outcome.code,
          errorMessage: outcome.message,
          isControlRefused: outcome.isWrongControl,
        }
      : {}),
    lastCheckFailure: notStored,
  }
  return { ...known, ...shownStatus(known) }
}
