import type { CareState } from '../../../src-shared/domain/data-care'
import { retentionWord, type ErasureEntry, type ErasurePreview } from '../../../src-shared/domain/erasure'
import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { EventPublisher } from '../../ports/event-publisher'
import type { HistoryCopies } from '../../ports/history-copies'
import type { PersonStart } from '../../ports/storage'
import type { OrderAnnouncer } from '../announcing/order-announcer'
import type { ErrorReporter } from '../common/error-reporter'
import type { ConsentGate } from '../consent/consent-gate'
import type { OperatorSession } from '../common/operator-session'
import type { StorageSession } from '../common/storage-session'
import type { CareView } from './care-view'
import type { DataCareService } from './data-care-service'
import { expiredBefore, isRetentionDue } from './retention'

interface ErasureParts {
  readonly storage: StorageSession
  readonly operators: Pick<OperatorSession, 'actor'>
  readonly consent: Pick<ConsentGate, 'requireIfLive'>
  readonly copies: Pick<HistoryCopies, 'list'>
  readonly view: CareView
  readonly care: Pick<DataCareService, 'remember'>
  readonly announcer: Pick<OrderAnnouncer, 'announceView'>
  readonly publisher: EventPublisher
  readonly clock: Clock
  readonly report: ErrorReporter
  /** True while a charge or an upload waits for its response. */
  readonly isSending: () => boolean
}

const lookMs = 15 * 60_000
const firstLookMs = 90_000
/** How long one write may take, so that a charge does not wait for it. */
const budgetMs = 8
/** Between two writes, so that others come in between. */
const restMs = 5
const waitMs = 250
/** Orders that the retention rule plans at once. */
const plannedAtOnce = 200

/**
 * Erases personal data: of one person on request, and of old final orders by the rule that a person chose. It works in
 * short writes, goes on after a restart, and rests while a charge is under way.
 */
export class ErasureService {
  readonly #parts: ErasureParts
  #running: Promise<void> | null = null
  #isEnding = false
  #cancelLook: () => void = () => undefined

  constructor(parts: ErasureParts) {
    this.#parts = parts
  }

  start(): void {
    this.#lookLater(firstLookMs)
  }

  /** Ends after the present write. What is planned goes on after the next start. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#cancelLook()
    await this.#running?.catch(() => undefined)
  }

  /** Errors: `not-found`. */
  async preview(person: PersonStart): Promise<ErasurePreview> {
    const { storage, copies } = this.#parts
    const scope = await storage.reader.erasureScope(person)
    if (scope === null) throw new AppError('not-found', { reason: person.of })
    const found = await copies.list()
    return { ...scope, copies: found.map(({ kind, madeAtMs }) => ({ kind, madeAtMs })) }
  }

  /**
   * Erases everything about a person that the page of the person shows. Errors: `not-found`; `not-allowed-now` with the
   * reason `order-in-flight` or `person-changed`.
   */
  async erasePerson(person: PersonStart, orders: number): Promise<ErasureEntry> {
    const { storage, operators, consent, clock } = this.#parts
    await this.#running
    await consent.requireIfLive({ kind: 'erase-person', orders })
    const act = { atMs: clock.nowMs(), actor: await operators.actor(), keptMonths: null }
    await storage.writer.planPersonErasure(person, orders, act)
    await this.#run(() => this.#eraseAllPlanned())
    const entry = (await this.list()).find(({ rule }) => rule === 'person')
    if (entry === undefined) throw new AppError('internal')
    return entry
  }

  async list(): Promise<ErasureEntry[]> {
    return [...(await this.#parts.storage.reader.listErasures())]
  }

  async countExpired(months: number): Promise<number> {
    const { storage, clock } = this.#parts
    return storage.reader.countExpired(expiredBefore(clock.nowMs(), months))
  }

  /** Errors: `not-allowed-now`, reason `erasure-not-confirmed`, when the rule is switched on without the word. */
  async saveRetention(months: number | null, typed: string): Promise<CareState> {
    const { view, care, operators, consent } = this.#parts
    const { retention } = view.memory
    if (months !== null && retention.months === null && typed.trim() !== retentionWord)
      throw new AppError('not-allowed-now', { reason: 'erasure-not-confirmed' })
    if (months !== null) await consent.requireIfLive({ kind: 'retention', months })
    const enabledBy = months === null ? null : (await operators.actor()).name
    await care.remember({ retention: { ...retention, months, enabledBy } })
    return view.state()
  }

  #lookLater(delayMs: number): void {
    const { clock, report } = this.#parts
    this.#cancelLook()
    this.#cancelLook = clock.schedule(delayMs, () => {
      this.#lookLater(lookMs)
      this.look().catch((error: unknown) => {
        report('erasure', error)
      })
    })
  }

  /** Goes on with what was planned before a restart, and does what the rule says today. */
  async look(): Promise<void> {
    const { storage, view, isSending, clock } = this.#parts
    if (!storage.isOpen || this.#running !== null || isSending()) return
    const isLeft = (await this.list()).some(({ doneAtMs }) => doneAtMs === null)
    if (isLeft) await this.#run(() => this.#eraseAllPlanned())
    if (view.work === null && isRetentionDue(view.memory, clock.nowMs()))
      await this.#run(() => this.#eraseExpired())
  }

  async #run(work: () => Promise<void>): Promise<void> {
    this.#running = work()
    try {
      await this.#running
    } finally {
      this.#running = null
    }
  }

  async #eraseExpired(): Promise<void> {
    const { storage, clock, view, care } = this.#parts
    const { retention } = view.memory
    const { months, enabledBy } = retention
    if (months === null) return
    const beforeMs = expiredBefore(clock.nowMs(), months)
    // Also after a failure it waits for the next day.
    await care.remember({ retention: { ...retention, lastRunAtMs: clock.nowMs() } })
    for (;;) {
      const orderIds = await storage.reader.listExpired(beforeMs, plannedAtOnce)
      if (orderIds.length === 0 || view.memory.retention.months !== months) break
      await this.#turn()
      // The app does it. The name tells who switched the rule on.
      const actor = enabledBy === null ? null : { name: enabledBy, operatorId: null, place: null }
      const act = { atMs: clock.nowMs(), actor, keptMonths: months }
      await storage.writer.planRetentionErasure(orderIds, act)
      if (!(await this.#erasePlanned())) return
    }
    await storage.writer.finishErasures(clock.nowMs())
  }

  async #eraseAllPlanned(): Promise<void> {
    const { storage, clock } = this.#parts
    if (await this.#erasePlanned()) await storage.writer.finishErasures(clock.nowMs())
  }

  /** False when the app ends before everything is erased. */
  async #erasePlanned(): Promise<boolean> {
    const { storage, clock, announcer, publisher } = this.#parts
    while (!this.#isEnding) {
      await this.#turn()
      const { isDone, orderIds, cardIds } = await storage.writer.eraseNext(clock.nowMs(), budgetMs)
      for (const orderId of orderIds) {
        const view = await storage.reader.getOrderView(orderId)
        if (view !== null) announcer.announceView(view)
      }
      for (const cardId of cardIds) {
        const card = await storage.reader.getCard(cardId)
        if (card !== null) publisher.publish('cards.changed', card.view)
      }
      if (isDone) return true
    }
    return false
  }

  /** Waits while a charge is under way. */
  async #turn(): Promise<void> {
    await this.#sleep(restMs)
    while (this.#parts.isSending() && !this.#isEnding) await this.#sleep(waitMs)
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.#parts.clock.schedule(ms, resolve))
  }
}
