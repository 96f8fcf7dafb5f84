import { randomUUID } from 'node:crypto'
import { isUnsent, resolutionNote, type ChargePreview } from '../../../src-shared/domain/charge'
import type { Consent } from '../../../src-shared/domain/charge-limits'
import type { ChargeDraft } from '../../../src-shared/domain/charge-draft'
import type { OrderView } from '../../../src-shared/domain/order'
import { AppError } from '../../../src-shared/errors/app-error'
import { fieldProblems } from '../../../src-shared/ipc/field-problems'
import { waitAtMost, type Clock } from '../../platform/clock'
import { KeyedQueue } from '../../platform/keyed-queue'
import type { CardholderBrowser } from '../../ports/cardholder-browser'
import type { GatewayClient } from '../../ports/gateway-client'
import type {
  Actor,
  ChargeRecord,
  NewTimelineEntry,
  OperatorRecord,
  OrderRecord,
  WrittenOrder,
} from '../../ports/storage'
import { AnswerStore } from './answer-store'
import { requirePassed } from './charge-guards'
import { requireConsent, type GivenConsent } from './charge-limits'
import type { ChargeAnswer } from './charge-outcome'
import { requireMoney } from './charge-preview'
import { preparePayment, requireReviewedCard } from './charge-request'
import { ChargeReviewer, type Review } from './charge-reviewer'
import { ChargeSender, type Sending } from './charge-sender'
import { chargeQuestion, resolutionQuestion } from './consent-questions'
import { newClientOrderId, type RandomBytes } from './client-order-id'
import type { Follower } from '../following/follower'
import type { GatewayAccess } from '../access/gateway-access'
import type { GatewayTime } from '../common/gateway-time'
import type { ConsentGate } from '../consent/consent-gate'
import type { HistoryProof } from '../proof/history-proof'
import type { MissingCharges } from '../announcing/missing-charges'
import { noteRefusal } from '../common/act-notes'
import { changeOrder, requireView, type OpenStorage } from '../common/storage-session'
import type { OperatorSession } from '../common/operator-session'
import type { OrderAnnouncer } from '../announcing/order-announcer'
import { watchFrom } from '../following/poll-ladder'
import type { PollingStops } from '../access/polling-stops'
import type { ProfileDirectory } from '../access/profile-directory'
import type { ErrorReporter } from '../common/error-reporter'

export interface ChargeServiceParts {
  readonly storage: OpenStorage
  readonly operators: OperatorSession
  readonly gateway: GatewayClient
  readonly access: GatewayAccess
  readonly profiles: ProfileDirectory
  readonly follower: Follower
  readonly stops: PollingStops
  readonly time: GatewayTime
  readonly announcer: OrderAnnouncer
  readonly missing: MissingCharges
  readonly proof: HistoryProof
  readonly browser: Pick<CardholderBrowser, 'describe'>
  readonly systemTimeZone: string
  readonly consent: Pick<ConsentGate, 'requireForProfile' | 'requireTyped'>
  /** Called once for each accepted sale whose cardholder is present. */
  readonly onSaleSent: (order: OrderRecord) => void
  readonly clock: Clock
  readonly random: () => number
  readonly randomBytes: RandomBytes
  readonly report: ErrorReporter
}

/** The operator’s confirmation of one preview. */
export interface Confirmation {
  readonly chargeId: string
  readonly previewHash: string
  readonly acknowledged: readonly string[]
  /** The security code or empty. It is used in one request only. */
  readonly cvv2: string
  /** The card number of a sale, used in one request only. Empty for a stored card. */
  readonly cardNumber: string
  /** The amount as the person typed it, where the profile asks for it. */
  readonly typedAmount?: string | undefined
  readonly second?: GivenConsent['second'] | undefined
}

/** What a person gave when releasing a charge of a live profile. */
interface Released {
  readonly consent: Consent
  readonly second: OperatorRecord | null
}

/** The operator’s decision on a charge whose outcome lookups could not find. */
export interface Resolution {
  readonly chargeId: string
  readonly resolution: 'present' | 'absent'
  readonly reason: string
  readonly name: string
}

/** All actions on a charge. A confirmed charge is sent at most once, and only after it is on disk. */
export class ChargeService {
  readonly #parts: ChargeServiceParts
  readonly #reviewer: ChargeReviewer
  readonly #sender: ChargeSender
  readonly #answers: AnswerStore
  readonly #charges = new KeyedQueue()
  /** Queue per profile, held from the guards to `sending`. Otherwise two charges could pass the same guard. */
  readonly #admissions = new KeyedQueue()
  /** Stored charges that the operator asked to send again. The confirm that sends one removes it. */
  readonly #reopened = new Set<string>()
  /** Sent charges without an answer. */
  readonly #awaited = new Set<Sending>()
  #isClosing = false

  constructor(parts: ChargeServiceParts) {
    this.#parts = parts
    this.#reviewer = new ChargeReviewer(parts)
    this.#sender = new ChargeSender(parts)
    this.#answers = new AnswerStore({
      ...parts,
      onStored: (order, answer) => {
        this.#afterAnswer(order, answer)
      },
    })
  }

  /**
   * Stores a draft and returns the preview of what a confirm would send. Errors: `validation-failed`,
   * `not-allowed-now`.
   */
  async prepare(draft: ChargeDraft): Promise<ChargePreview> {
    const profile = await this.#parts.profiles.requireActive()
    const charge = {
      chargeId: randomUUID(),
      profileId: profile.profileId,
      kind: draft.kind,
      clientOrderId: newClientOrderId(profile.name, this.#parts.randomBytes),
      ...(await this.#tokenOf(draft)),
      ...requireMoney(draft),
      draft,
      createdAtMs: this.#parts.clock.nowMs(),
    }
    const { preview } = await this.#reviewer.review({ ...charge, round: 0 }, profile)
    await this.#parts.storage.writer.saveDraft({ ...charge, previewHash: preview.previewHash })
    return preview
  }

  /**
   * Sends a reviewed charge once. A second confirm of the same charge sends nothing: it waits for the first and
   * returns the same order. A charge of a live profile is released by a person in a window of main first. Every error
   * means that nothing was sent.
   */
  confirm(confirmation: Confirmation): Promise<OrderView> {
    return this.#charges.run(confirmation.chargeId, async () => {
      const charge = await this.#requireCharge(confirmation.chargeId)
      if (!this.#awaitsConfirmation(charge)) return this.#viewOf(charge)
      const sending = await this.#release(charge, confirmation)
        .then((released) =>
          this.#admissions.run(charge.profileId, () => this.#admit(charge, confirmation, released)),
        )
        .catch((error: unknown) => this.#refuse(charge, error))
      return this.#settle(sending)
    })
  }

  /**
   * Returns a new preview of a charge that is proven not sent or that was stored when the app stopped. Only a confirm
   * sends it.
   */
  sendAgain(chargeId: string): Promise<ChargePreview> {
    return this.#charges.run(chargeId, async () => {
      const charge = await this.#requireCharge(chargeId)
      if (!isUnsent(charge.state)) throw alreadySent()
      const profile = await this.#parts.profiles.require(charge.profileId)
      const { preview } = await this.#reviewer.review(reviewed(charge), profile)
      this.#reopened.add(chargeId)
      return preview
    })
  }

  /** Cancels a charge that was not sent. Errors: `not-allowed-now` once it is being sent. */
  cancel(chargeId: string): Promise<OrderView> {
    return this.#charges.run(chargeId, async () => {
      const charge = await this.#requireCharge(chargeId)
      if (charge.state === 'cancelled') return this.#viewOf(charge)
      if (!isUnsent(charge.state)) throw alreadySent()
      this.#reopened.delete(chargeId)
      const actor = await this.#parts.operators.actor()
      return this.#move(charge, 'cancelled', 'cancelled', actor, null)
    })
  }

  /** Deletes a draft. */
  discard(chargeId: string): Promise<void> {
    return this.#charges.run(chargeId, async () => {
      const charge = await this.#parts.storage.reader.getCharge(chargeId)
      if (charge?.state === 'draft') await this.#parts.storage.writer.discardDraft(chargeId)
    })
  }

  /**
   * Sets the outcome of a charge that lookups could not settle. A later answer of the gateway overrides it. Errors:
   * `validation-failed` without a name or a reason, `not-allowed-now`.
   */
  async resolve(resolution: Resolution): Promise<OrderView> {
    const words = resolutionNote.safeParse(resolution)
    if (!words.success)
      throw AppError.from({ code: 'validation-failed', details: { fields: fieldProblems(words.error) } })
    const { name, reason } = words.data
    const actor = await this.#parts.operators.namedActor(name)
    return this.#charges.run(resolution.chargeId, async () => {
      const charge = await this.#requireCharge(resolution.chargeId)
      if (charge.state !== 'needs-review') throw new AppError('not-allowed-now', { reason: 'not-in-review' })
      const profile = await this.#parts.profiles.require(charge.profileId)
      await this.#parts.consent.requireForProfile(
        profile,
        resolutionQuestion(charge, { ...resolution, name, reason }),
      )
      const state = resolution.resolution === 'present' ? 'resolved-present' : 'resolved-absent'
      return this.#move(charge, state, 'resolved', actor, reason)
    })
  }

  /** Amounts of sent charges without an answer. */
  awaited(): { amountMinor: number; currency: string }[] {
    return [...this.#awaited].flatMap(({ order: { summary } }) =>
      summary.amountMinor === null || summary.currency === null
        ? []
        : [{ amountMinor: summary.amountMinor, currency: summary.currency }],
    )
  }

  /** Refuses new charges and waits up to `timeoutMs` for charges being sent. */
  async drain(timeoutMs: number): Promise<void> {
    this.#isClosing = true
    await waitAtMost(this.#parts.clock, this.#charges.idle(), timeoutMs)
  }

  #awaitsConfirmation(charge: ChargeRecord): boolean {
    if (charge.state === 'draft') return true
    return isUnsent(charge.state) && this.#reopened.has(charge.chargeId)
  }

  /**
   * Asks a person to release a charge of a live profile; null for other profiles. All checks run before, so that nobody
   * is asked for a charge that is refused, and again after, because the person takes time. What the page says about a
   * typed amount or a second person does not count.
   */
  async #release(charge: ChargeRecord, confirmation: Confirmation): Promise<Released | null> {
    const { profiles, consent, operators } = this.#parts
    const profile = await profiles.require(charge.profileId)
    if (profile.environment !== 'production') return null
    const review = await this.#check(charge, confirmation)
    const kind = review.preview.consent
    const people = operators.others()
    if (kind === 'second-person' && people.length === 0)
      throw new AppError('not-allowed-now', { reason: 'second-person-needed' })
    const second = await consent.requireTyped({
      ...{ profile, question: chargeQuestion(review) },
      demand: kind === 'second-person' ? { kind, people } : { kind },
      accept: ({ amount, operatorId, pin }) =>
        requireConsent(charge, profile, { typedAmount: amount, second: { operatorId, pin } }, operators),
    })
    return { consent: kind, second }
  }

  /** Runs all checks, stores the charge and starts the transmission. */
  async #admit(
    charge: ChargeRecord,
    confirmation: Confirmation,
    released: Released | null,
  ): Promise<Sending> {
    const review = await this.#check(charge, confirmation)
    // Last, so that a PIN is asked for only when everything else is right.
    const second = await this.#secondPerson(charge, review, confirmation, released)
    const { cardNumber, cvv2 } = confirmation
    const sending = await this.#sender.begin(charge, review, second, (credentials) =>
      preparePayment(this.#parts.gateway, credentials, review.payment, { number: cardNumber, cvv2 }),
    )
    this.#reopened.delete(charge.chargeId)
    return sending
  }

  /** Null when the charge needs none. */
  async #secondPerson(
    charge: ChargeRecord,
    { profile, preview }: Review,
    { typedAmount = '', second = null }: Confirmation,
    released: Released | null,
  ): Promise<OperatorRecord | null> {
    if (profile.environment !== 'production')
      return requireConsent(charge, profile, { typedAmount, second }, this.#parts.operators)
    // The profile may ask for more than it did when the question opened.
    if (released?.consent !== preview.consent)
      throw new AppError('not-allowed-now', { reason: 'preview-changed' })
    return released.second
  }

  async #check(charge: ChargeRecord, confirmation: Confirmation): Promise<Review> {
    if (this.#isClosing) throw new AppError('cancelled', { reason: 'shutting-down' })
    this.#parts.missing.requireNone()
    await this.#parts.proof.requireSound()
    const profile = await this.#parts.profiles.require(charge.profileId)
    const review = await this.#reviewer.review(reviewed(charge), profile)
    if (review.preview.previewHash !== confirmation.previewHash)
      throw new AppError('not-allowed-now', { reason: 'preview-changed' })
    requirePassed(review.preview.guards, confirmation.acknowledged)
    requireReviewedCard(review.payment, confirmation.cardNumber)
    return review
  }

  /** Writes the refusal of a confirmed charge to the chain, and throws it. */
  async #refuse({ chargeId }: ChargeRecord, error: unknown): Promise<never> {
    if (error instanceof AppError && error.code !== 'storage-failed') {
      const facts = { chargeId, reason: error.details.reason ?? error.code }
      const name = this.#parts.operators.actor().then((actor) => actor.name)
      await noteRefusal(this.#parts, { kind: 'charge-refused', facts }, name)
    }
    throw error
  }

  /** Stores the answer. The reply shows the answer even if the disk refuses it. */
  async #settle(sending: Sending): Promise<OrderView> {
    const { order, pace } = sending
    this.#awaited.add(sending)
    const answer = await sending.answer
    this.#awaited.delete(sending)
    const stored = await this.#answers.store(order, answer, pace)
    void answer.late?.then((late) => late && this.#answers.store(stored ?? order, late, pace))
    return stored?.view ?? this.#answers.overlay(order.view)
  }

  #afterAnswer(order: WrittenOrder, answer: ChargeAnswer): void {
    const { follower, stops, announcer } = this.#parts
    const { orderId, profileId } = order.summary
    if (answer.outcome.kind === 'accepted') stops.note(profileId, { kind: 'answered' })
    // A rebill has two control variants, so one refused control says nothing about other orders of the profile.
    if (answer.outcome.kind === 'refused' && answer.outcome.isWrongControl)
      stops.note(profileId, { kind: 'refused', reason: 'wrong-control', orderId })
    follower.follow(order)
    announcer.announce(order)
    const isAccepted = answer.outcome.kind === 'accepted' && order.charge?.state === 'accepted'
    if (isAccepted && isCardholderPresent(order)) this.#parts.onSaleSent(order)
  }

  async #tokenOf(draft: ChargeDraft): Promise<Pick<ChargeRecord, 'cardId' | 'cardRefId'>> {
    if (draft.kind === 'sale') return { cardId: null, cardRefId: null }
    const card = await this.#parts.storage.reader.getCard(draft.cardId)
    if (card === null) throw new AppError('not-found', { reason: 'card' })
    return { cardId: draft.cardId, cardRefId: card.view.cardRefId }
  }

  async #move(
    charge: ChargeRecord,
    to: 'cancelled' | 'resolved-present' | 'resolved-absent',
    kind: NewTimelineEntry['kind'],
    actor: Actor,
    text: string | null,
  ): Promise<OrderView> {
    const nowMs = this.#parts.clock.nowMs()
    const order = await changeOrder(this.#parts.storage, orderIdOf(charge), (current) => {
      if (current.charge?.state !== charge.state)
        throw new AppError('not-allowed-now', { reason: 'charge-moved' })
      return {
        orderId: current.summary.orderId,
        expectedRevision: current.summary.revision,
        atMs: nowMs,
        set:
          to === 'resolved-absent'
            ? { followState: 'following', ...watchFrom(0, nowMs) }
            : { followState: 'stopped', nextCheckAtMs: null },
        charge: { from: charge.state, expectedVersion: current.charge.stateVersion, to },
        entries: [{ atMs: nowMs, kind, actor, changes: [], text }],
      }
    })
    this.#parts.follower.follow(order)
    this.#parts.announcer.announce(order)
    return order.view
  }

  #viewOf(charge: ChargeRecord): Promise<OrderView> {
    return requireView(this.#parts.storage, orderIdOf(charge))
  }

  async #requireCharge(chargeId: string): Promise<ChargeRecord> {
    const charge = await this.#parts.storage.reader.getCharge(chargeId)
    if (charge === null) throw new AppError('not-found', { reason: 'charge' })
    return charge
  }
}

function reviewed(charge: ChargeRecord): ChargeRecord & { readonly round: number } {
  return { ...charge, round: charge.state === 'draft' ? 0 : charge.stateVersion }
}

function isCardholderPresent(order: OrderRecord): boolean {
  return order.charge?.draft.kind === 'sale' && order.charge.draft.presence === 'present'
}

function orderIdOf(charge: ChargeRecord): string {
  if (charge.orderId === null) throw new AppError('internal', { reason: 'charge-without-order' })
  return charge.orderId
}

function alreadySent(): AppError {
  return new AppError('not-allowed-now', { reason: 'already-sent' })
}
