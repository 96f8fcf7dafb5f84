import type { OrderView } from '../../../src-shared/domain/order'
import { isFinalStatus } from '../../../src-shared/domain/order-status'
import { needsNetwork } from '../../../src-shared/domain/gateway-address'
import { AppError } from '../../../src-shared/errors/app-error'
import type { RefusalReason } from '../../../src-shared/errors/refusal-reason'
import { waitAtMost } from '../../platform/clock'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { IssuerStep } from '../../ports/cardholder-browser'
import type { NetworkState } from '../../ports/network'
import type { OrderRecord, ProfileRecord, StepRecord } from '../../ports/storage'
import { isAskable } from '../following/follow-plan'
import type { Follower } from '../following/follower'
import { requireView } from '../common/storage-session'
import type { ProfileDirectory } from '../access/profile-directory'
import { StepRunner } from './step-runner'
import type { StepUploaderParts } from './step-uploader'
import { pendingStep, stepWith } from '../browser-steps/three-ds-changes'

export interface ThreeDsServiceParts extends StepUploaderParts {
  readonly profiles: ProfileDirectory
  readonly follower: Follower
  readonly network: NetworkState
}

// A stop must return soon, even while the disk refuses a write.
const stopWaitMs = 3000

/**
 * Runs the 3-D Secure steps of a cardholder who is present. The operator starts it for one order; it ends with the
 * app. Each awaited step is opened once, its answer is stored before the upload, and it is uploaded at most once. The
 * issuer’s values are only in memory; status answers bring them again.
 */
export class ThreeDsService {
  readonly #parts: ThreeDsServiceParts
  readonly #runner: StepRunner
  /** The awaited step of each order. */
  readonly #asked = new Map<string, IssuerStep>()
  /** Orders with a present cardholder, with the signal that closes the open page. */
  readonly #present = new Map<string, AbortController>()
  readonly #orders = new KeyedQueue()
  #isClosing = false

  constructor(parts: ThreeDsServiceParts) {
    this.#parts = parts
    this.#runner = new StepRunner(parts)
    parts.follower.onChecked((order, step) => {
      this.#onStatus(order, step)
    })
  }

  /** The cardholder of a sale that was just sent is present. */
  begin(orderId: string): void {
    if (!this.#present.has(orderId)) this.#present.set(orderId, new AbortController())
  }

  /**
   * The cardholder is present now: runs the awaited step and the following ones. Errors: `not-found`,
   * `not-allowed-now` (reasons `not-a-sale-of-ours`, `order-without-gateway-id`, `order-final`, `read-only-profile`),
   * `offline`, `gateway-auth-failed`.
   */
  async continue(orderId: string): Promise<OrderView> {
    const { network } = this.#parts
    const { order, profile } = await this.#requireOpenSale(orderId)
    if (needsNetwork(profile.environment) && !network.isOnline()) throw new AppError('offline')
    const wasPresent = this.#present.has(orderId)
    this.begin(orderId)
    const step = this.#asked.get(orderId)
    if (step !== undefined && stepWith(order, step)?.state === 'awaited') this.#start(orderId, step)
    else await this.#askAgain(orderId, wasPresent)
    return requireView(this.#parts.storage, orderId)
  }

  /** Uploads a caught answer that is proven not sent. Errors: as `continue`, and errors of the vault. */
  async sendAnswer(orderId: string): Promise<OrderView> {
    // Checked before queueing, because the queue may be waiting for an open page.
    requireUnsentAnswer((await this.#requireOpenSale(orderId)).order)
    await this.#orders.run(orderId, async () => {
      const { order, profile } = await this.#requireOpenSale(orderId)
      await this.#runner.sendCaught(orderId, requireUnsentAnswer(order).seq, profile)
    })
    await this.#askSoon(orderId)
    return requireView(this.#parts.storage, orderId)
  }

  /** Closes the issuer’s window and opens no other. A sent upload stays sent. */
  async stop(orderId: string): Promise<OrderView> {
    this.#forget(orderId)
    const settled = this.#orders.run(orderId, () => Promise.resolve())
    await waitAtMost(this.#parts.clock, settled, stopWaitMs)
    return requireView(this.#parts.storage, orderId)
  }

  /** Number of orders with a step in progress: an open page, or an answer that is being stored or uploaded. */
  underWay(): number {
    return this.#orders.size
  }

  /** Closes all windows and waits up to `timeoutMs` for running uploads. */
  async drain(timeoutMs: number): Promise<void> {
    this.#isClosing = true
    for (const orderId of [...this.#present.keys()]) this.#forget(orderId)
    await waitAtMost(this.#parts.clock, this.#orders.idle(), timeoutMs)
  }

  #onStatus(order: OrderRecord, step: IssuerStep | null): void {
    const { orderId } = order.summary
    if (isFinalStatus(order.summary.status)) {
      this.#asked.delete(orderId)
      this.#forget(orderId)
      return
    }
    // A page that the gateway no longer waits for is closed. The cardholder stays present for the next one.
    if (!order.steps.some(({ state }) => state === 'awaited' || state === 'open')) this.#closePage(orderId)
    if (step === null) {
      this.#asked.delete(orderId)
      return
    }
    this.#asked.set(orderId, step)
    if (stepWith(order, step)?.state === 'awaited') this.#start(orderId, step)
  }

  #forget(orderId: string): void {
    this.#present.get(orderId)?.abort()
    this.#present.delete(orderId)
  }

  #closePage(orderId: string): void {
    const presence = this.#present.get(orderId)
    if (presence === undefined) return
    presence.abort()
    this.#present.set(orderId, new AbortController())
  }

  /** Runs one step in the background. A second start of the same step finds that it is no longer awaited. */
  #start(orderId: string, step: IssuerStep): void {
    const presence = this.#present.get(orderId)
    if (presence === undefined || this.#isClosing) return
    this.#orders
      .run(orderId, () => this.#run(orderId, step, presence))
      .catch((error: unknown) => {
        this.#parts.report('three-ds', error)
      })
  }

  async #run(orderId: string, step: IssuerStep, presence: AbortController): Promise<void> {
    if (presence.signal.aborted) return
    const { order, profile } = await this.#requireOpenSale(orderId)
    const end = await this.#runner.run(order, profile, step, presence.signal)
    if (end === 'held' && this.#present.get(orderId) === presence) this.#forget(orderId)
    if (end === 'uploaded') await this.#askSoon(orderId)
  }

  /** After a restart the issuer’s values are gone. A status request brings the step again. */
  async #askAgain(orderId: string, wasPresent: boolean): Promise<void> {
    try {
      await this.#parts.follower.recheck({ orderId })
    } catch (error) {
      // After a reported failure the operator does not expect a page to open later.
      if (!wasPresent) this.#forget(orderId)
      throw error
    }
  }

  /** Only the gateway knows the effect of an upload. */
  async #askSoon(orderId: string): Promise<void> {
    try {
      await this.#parts.follower.recheck({ orderId })
    } catch (error) {
      // The normal polling continues.
      this.#parts.report('three-ds-recheck', error)
    }
  }

  async #requireOpenSale(orderId: string): Promise<{ order: OrderRecord; profile: ProfileRecord }> {
    const { storage, profiles } = this.#parts
    const order = await storage.reader.getOrder(orderId)
    if (order === null) throw new AppError('not-found', { reason: 'order' })
    if (order.summary.kind !== 'sale') throw refused('not-a-sale-of-ours')
    if (!isAskable(order)) throw refused('order-without-gateway-id')
    if (isFinalStatus(order.summary.status)) throw refused('order-final')
    const profile = await profiles.require(order.summary.profileId)
    if (profile.safetyLevel === 'read-only') throw refused('read-only-profile')
    return { order, profile }
  }
}

function requireUnsentAnswer(order: OrderRecord): StepRecord {
  const step = pendingStep(order)
  if (step?.state !== 'answered' && step?.state !== 'not-sent') throw refused('no-unsent-answer')
  return step
}

function refused(reason: RefusalReason): AppError {
  return new AppError('not-allowed-now', { reason })
}
