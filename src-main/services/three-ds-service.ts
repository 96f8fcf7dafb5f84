import type { OrderView } from '../../src-shared/domain/order'
import { isFinalStatus } from '../../src-shared/domain/order-status'
import { needsNetwork } from '../../src-shared/domain/profile'
import { AppError } from '../../src-shared/errors/app-error'
import type { Clock } from '../platform/clock'
import { KeyedQueue } from '../platform/keyed-queue'
import type { CardholderBrowser, IssuerStep, VisitResult } from '../ports/cardholder-browser'
import type { GatewayClient } from '../ports/gateway-client'
import type { NetworkState } from '../ports/network'
import type { OrderRecord, ProfileRecord, StepRecord } from '../ports/storage'
import type { Follower } from './follower'
import type { GatewayAccess } from './gateway-access'
import { changeOrder, type OpenStorage } from './open-storage'
import { operatorOf } from './operator'
import type { OrderAnnouncer } from './order-announcer'
import type { ProfileDirectory } from './profile-directory'
import type { ReportProblem } from './report-problem'
import { StepUploader } from './step-uploader'
import { answerDigestOf, readVisit, type ReadAnswer } from './three-ds-answer'
import { pendingStep, stepMove, stepWith } from './three-ds-changes'
import { allowedOriginOf, issuerHost, visitOf } from './three-ds-visit'

export interface ThreeDsServiceParts {
  readonly storage: OpenStorage
  readonly gateway: GatewayClient
  readonly access: GatewayAccess
  readonly profiles: ProfileDirectory
  readonly browser: CardholderBrowser
  readonly follower: Follower
  readonly announcer: OrderAnnouncer
  readonly network: NetworkState
  readonly clock: Clock
  readonly report: ReportProblem
}

/**
 * Takes a cardholder who is present through the steps that the gateway asks for. A person starts it, for one order and
 * for as long as this app runs; then each awaited step is opened once, its answer is on disk before it is uploaded, and
 * it is uploaded at most once. The issuer's values live here, in memory; status answers bring them again.
 */
export class ThreeDsService {
  readonly #parts: ThreeDsServiceParts
  readonly #uploader: StepUploader
  /** The step that the gateway asks for now, by order. */
  readonly #asked = new Map<string, IssuerStep>()
  /** Orders whose cardholder is here, with the way to stop. */
  readonly #present = new Map<string, AbortController>()
  readonly #orders = new KeyedQueue()
  #isClosing = false

  constructor(parts: ThreeDsServiceParts) {
    this.#parts = parts
    this.#uploader = new StepUploader(parts)
    parts.follower.onChecked((order, step) => {
      this.#onStatus(order, step)
    })
  }

  /** The cardholder of a sale that was just sent is at this desk. */
  begin(orderId: string): void {
    if (!this.#present.has(orderId)) this.#present.set(orderId, new AbortController())
  }

  /**
   * The cardholder is here now: runs the awaited step, and those after it. Errors: `not-found`, `not-allowed-now`
   * (reasons `not-a-sale-of-ours`, `order-final`, `read-only-profile`), `offline`.
   */
  async continue(orderId: string): Promise<OrderView> {
    const { announcer, follower, network } = this.#parts
    const { order, profile } = await this.#requireOpenSale(orderId)
    if (needsNetwork(profile.environment) && !network.isOnline()) throw new AppError('offline')
    this.begin(orderId)
    const step = this.#asked.get(orderId)
    // After a restart the issuer's values are gone; the gateway names the step again when it is asked.
    if (step === undefined || stepWith(order, step)?.state !== 'awaited') await follower.recheck({ orderId })
    else this.#start(orderId, step)
    return announcer.view(orderId)
  }

  /** Uploads an answer that was caught and is proven not sent. Errors: as `continue`, and those of the vault. */
  async sendAnswer(orderId: string): Promise<OrderView> {
    const { announcer } = this.#parts
    // Asked before queueing, since the queue may be waiting for an open page.
    const { order, profile } = await this.#requireOpenSale(orderId)
    requireUnsentAnswer(order)
    await this.#orders.run(orderId, async () => {
      const { seq } = requireUnsentAnswer((await this.#requireOpenSale(orderId)).order)
      await this.#uploader.upload(orderId, seq, profile)
    })
    await this.#askSoon(orderId)
    return announcer.view(orderId)
  }

  /** Closes the issuer's window and opens no further one; what was uploaded stays uploaded. */
  async stop(orderId: string): Promise<OrderView> {
    this.#forget(orderId)
    await this.#orders.run(orderId, async () => {})
    return this.#parts.announcer.view(orderId)
  }

  /** Closes every window and waits for uploads under way, `timeoutMs` at most. */
  async drain(timeoutMs: number): Promise<void> {
    this.#isClosing = true
    for (const orderId of [...this.#present.keys()]) this.#forget(orderId)
    let cancelTimer = () => {}
    const timeout = new Promise<void>((resolve) => {
      cancelTimer = this.#parts.clock.schedule(timeoutMs, resolve)
    })
    await Promise.race([this.#orders.idle(), timeout])
    cancelTimer()
  }

  #onStatus(order: OrderRecord, step: IssuerStep | null): void {
    const { orderId } = order.summary
    if (isFinalStatus(order.summary.status)) {
      this.#asked.delete(orderId)
      this.#forget(orderId)
      return
    }
    const known = step === null ? null : stepWith(order, step)
    // A window whose step the gateway no longer waits for is closed; the cardholder stays present for the next one.
    if (known?.state !== 'open') this.#closeWindow(orderId)
    if (step === null) {
      this.#asked.delete(orderId)
      return
    }
    this.#asked.set(orderId, step)
    if (known?.state === 'awaited') this.#start(orderId, step)
  }

  #forget(orderId: string): void {
    this.#present.get(orderId)?.abort()
    this.#present.delete(orderId)
  }

  #closeWindow(orderId: string): void {
    const presence = this.#present.get(orderId)
    if (presence === undefined) return
    presence.abort()
    this.#present.set(orderId, new AbortController())
  }

  /** Runs one step in the background; a second start of the same step finds it no longer awaited. */
  #start(orderId: string, step: IssuerStep): void {
    const presence = this.#present.get(orderId)
    if (presence === undefined || this.#isClosing) return
    this.#orders
      .run(orderId, () => this.#run(orderId, step, presence.signal))
      .catch((error: unknown) => {
        this.#parts.report('three-ds', error)
      })
  }

  async #run(orderId: string, step: IssuerStep, signal: AbortSignal): Promise<void> {
    const { storage, access, browser } = this.#parts
    const { order, profile } = await this.#requireOpenSale(orderId)
    if (signal.aborted || stepWith(order, step)?.state !== 'awaited') return
    const allowedOrigin = allowedOriginOf(await access.target(profile))
    const host = issuerHost(step.url, allowedOrigin)
    if (host === null) {
      await this.#fail(orderId, step, 'issuer-address-refused')
      return
    }
    const actor = await operatorOf(storage)
    const opened = await this.#change(orderId, step, 'awaited', (current, record) =>
      stepMove(current, record, 'open', {
        atMs: this.#parts.clock.nowMs(),
        entry: 'step-opened',
        awaitedStep: step.kind,
        actor,
        text: `${step.kind} ${host}`,
        more: { failure: null },
      }),
    )
    const result = await browser.visit(visitOf(step, opened, profile, allowedOrigin), signal)
    const read = readVisit(step, result)
    if (read.kind === 'foreign') await this.#close(orderId, step, result, read.failure)
    else await this.#take(orderId, step, read, profile)
  }

  /** The answer is on disk before anything is uploaded. */
  async #take(
    orderId: string,
    step: IssuerStep,
    { answer, transStatus }: Extract<ReadAnswer, { kind: 'answer' }>,
    profile: ProfileRecord,
  ): Promise<void> {
    const isSilent = answer.kind === 'method' && answer.completion === 'N'
    const taken = await this.#change(orderId, step, 'open', (current, record) =>
      stepMove(current, record, 'answered', {
        atMs: this.#parts.clock.nowMs(),
        entry: isSilent ? 'step-timed-out' : 'step-answered',
        awaitedStep: 'unsent-answer',
        more: {
          answer,
          answerDigest: answerDigestOf(answer),
          transStatus,
          ...(answer.kind === 'method' ? { completion: answer.completion } : {}),
        },
      }),
    )
    const seq = stepWith(taken, step)?.seq
    if (seq === undefined) return
    await this.#uploader.upload(orderId, seq, profile)
    await this.#askSoon(orderId)
  }

  /** A step that brought no answer is awaited again, and a person has to say when the cardholder goes on. */
  async #close(orderId: string, step: IssuerStep, result: VisitResult, failure: string): Promise<void> {
    this.#forget(orderId)
    const entry =
      result.kind === 'closed'
        ? 'step-closed'
        : result.kind === 'timed-out'
          ? 'step-timed-out'
          : 'step-failed'
    await this.#change(orderId, step, 'open', (current, record) =>
      stepMove(current, record, 'awaited', {
        atMs: this.#parts.clock.nowMs(),
        entry,
        awaitedStep: step.kind,
        text: `${step.kind} ${failure}`,
        more: { failure },
      }),
    )
  }

  /** A step that may not be opened at all. */
  async #fail(orderId: string, step: IssuerStep, failure: string): Promise<void> {
    this.#forget(orderId)
    const { storage, announcer, clock } = this.#parts
    const atMs = clock.nowMs()
    const failed = await changeOrder(storage, orderId, (current) => ({
      orderId,
      expectedRevision: current.summary.revision,
      atMs,
      set: {},
      entries: [{ atMs, kind: 'step-failed', actor: null, changes: [], text: `${step.kind} ${failure}` }],
    }))
    announcer.announce(failed, { hasExchange: false })
  }

  /** Moves a step that is in a state; one that has moved on meanwhile, given up by the gateway, stays as it is. */
  async #change(
    orderId: string,
    step: IssuerStep,
    from: StepRecord['state'],
    build: (order: OrderRecord, record: StepRecord) => ReturnType<typeof stepMove>,
  ): Promise<OrderRecord> {
    const changed = await changeOrder(this.#parts.storage, orderId, (current) => {
      const record = stepWith(current, step)
      if (record?.state !== from) throw new AppError('not-allowed-now', { reason: 'step-moved' })
      return build(current, record)
    })
    this.#parts.announcer.announce(changed, { hasExchange: false })
    return changed
  }

  /** What an upload led to, only the gateway tells. */
  async #askSoon(orderId: string): Promise<void> {
    try {
      await this.#parts.follower.recheck({ orderId })
    } catch (error) {
      // The ladder asks all the same.
      this.#parts.report('three-ds-recheck', error)
    }
  }

  async #requireOpenSale(orderId: string): Promise<{ order: OrderRecord; profile: ProfileRecord }> {
    const { storage, profiles } = this.#parts
    const order = await storage.reader.getOrder(orderId)
    if (order === null) throw new AppError('not-found', { reason: 'order' })
    if (order.summary.kind !== 'sale') throw new AppError('not-allowed-now', { reason: 'not-a-sale-of-ours' })
    if (isFinalStatus(order.summary.status)) throw new AppError('not-allowed-now', { reason: 'order-final' })
    const profile = await profiles.require(order.summary.profileId)
    if (profile.safetyLevel === 'read-only')
      throw new AppError('not-allowed-now', { reason: 'read-only-profile' })
    return { order, profile }
  }
}

function requireUnsentAnswer(order: OrderRecord): StepRecord {
  const step = pendingStep(order)
  if (step?.state !== 'answered' && step?.state !== 'not-sent')
    throw new AppError('not-allowed-now', { reason: 'no-unsent-answer' })
  return step
}
