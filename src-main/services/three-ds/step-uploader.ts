import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { CardholderBrowser } from '../../ports/cardholder-browser'
import type { GatewayClient, PreparedCall, UploadOutcome, UploadRequest } from '../../ports/gateway-client'
import type { Actor, OrderRecord, ProfileRecord, StepAnswer, StepRecord } from '../../ports/storage'
import type { GatewayAccess } from '../access/gateway-access'
import { changeOrder, type OpenStorage } from '../common/storage-session'
import type { OperatorSession } from '../common/operator-session'
import type { OrderAnnouncer } from '../announcing/order-announcer'
import type { ErrorReporter } from '../common/error-reporter'
import { returnAddress } from '../browser-steps/return-address'
import type { HistoryProof } from '../proof/history-proof'
import { sendOnce, type Transmitted } from '../access/send-once'
import { stepMove, uploadSettled } from '../browser-steps/three-ds-changes'
import { retryUntilStored } from '../common/retry-until-stored'

export interface StepUploaderParts {
  readonly storage: OpenStorage
  readonly operators: Pick<OperatorSession, 'actor'>
  readonly gateway: GatewayClient
  readonly access: GatewayAccess
  readonly browser: CardholderBrowser
  readonly announcer: OrderAnnouncer
  readonly proof: HistoryProof
  readonly clock: Clock
  readonly report: ErrorReporter
}

/**
 * Uploads the answer of a step once: sign, store as `sending`, send. An upload completes a payment, so after an
 * unreadable answer it is never sent again.
 */
export class StepUploader {
  readonly #parts: StepUploaderParts
  // Quitting waits for the answer or leaves it to the next start. An upload is never aborted.
  readonly #neverAborted = new AbortController().signal

  constructor(parts: StepUploaderParts) {
    this.#parts = parts
  }

  /**
   * `actor` is who sends it, or null for the app. Every error means that nothing was sent: errors of the vault,
   * `validation-failed`, `storage-failed`, `not-allowed-now`.
   */
  async upload(orderId: string, seq: number, profile: ProfileRecord, actor: Actor | null): Promise<void> {
    const { storage, gateway, access, announcer, clock, proof } = this.#parts
    // In an older copy of the history the answer may be kept that a newer one has sent.
    await proof.requireSound()
    const order = await storage.reader.getOrder(orderId)
    const answer = await storage.reader.readStepAnswer(orderId, seq)
    if (order === null || answer === null) throw nothingToSend()
    const credentials = await access.credentials(profile)
    const prepared = await this.#prepare(order, seq, () =>
      gateway.prepareUpload(credentials, this.#requestOf(order, answer, profile)),
    )
    const sending = await changeOrder(storage, orderId, (current) =>
      stepMove(current, requireUnsent(current, seq), 'sending', {
        atMs: clock.nowMs(),
        entry: 'step-sending',
        awaitedStep: null,
        actor,
        more: { failure: null },
      }),
    )
    announcer.announce(sending)
    const { outcome, exchange } = await this.#send(prepared)
    const settled = await retryUntilStored(this.#parts, () =>
      changeOrder(storage, orderId, (current) => {
        const step = current.steps.find((candidate) => candidate.seq === seq)
        return step?.state === 'sending'
          ? uploadSettled(current, step, outcome, exchange, clock.nowMs())
          : null
      }),
    )
    announcer.announce(settled)
  }

  /** The keychain must know the entry of the upload before it is sent. When it cannot be told, a person can send it later. */
  async #send(
    prepared: PreparedCall<UploadOutcome>,
  ): Promise<Pick<Transmitted<UploadOutcome>, 'outcome' | 'exchange'>> {
    const { proof, report } = this.#parts
    try {
      await proof.anchor()
    } catch (error) {
      report('chain-anchor', error)
      return { outcome: { kind: 'not-sent', failure: 'not-anchored' }, exchange: null }
    }
    return sendOnce(prepared, lostUpload, this.#neverAborted)
  }

  /**
   * The interface does not accept this answer, so it can never be sent. The step is abandoned, so that nobody waits
   * for it.
   */
  async #prepare(
    order: OrderRecord,
    seq: number,
    prepare: () => PreparedCall<UploadOutcome>,
  ): Promise<PreparedCall<UploadOutcome>> {
    const { storage, announcer, clock } = this.#parts
    try {
      return prepare()
    } catch (error) {
      const problem = answerProblem(error)
      if (problem === null) throw error
      const failure = `answer-not-sendable ${problem}`
      const given = await changeOrder(storage, order.summary.orderId, (current) => {
        const step = requireUnsent(current, seq)
        return stepMove(current, step, 'abandoned', {
          atMs: clock.nowMs(),
          entry: 'step-failed',
          awaitedStep: null,
          text: `${step.kind} ${failure}`,
          more: { failure },
        })
      })
      announcer.announce(given)
      throw error
    }
  }

  #requestOf(order: OrderRecord, answer: StepAnswer, profile: ProfileRecord): UploadRequest {
    const { clientOrderId, gatewayOrderId } = order.summary
    if (gatewayOrderId === null) throw new AppError('not-allowed-now', { reason: 'order-without-gateway-id' })
    const ids = { route: order.route, clientOrderId, gatewayOrderId }
    if (answer.kind !== 'method') return { ...ids, ...answer }
    return {
      ...ids,
      ...answer,
      // Return address for a challenge result, if the issuer asks for one.
      notificationUrl: returnAddress(profile, clientOrderId, 'challenge'),
      browser: this.#parts.browser.describe(),
      ipAddress: order.charge?.draft.ipAddress ?? '',
    }
  }
}

/** Upload fields with the issuer’s values, which the operator cannot change. */
const issuerFields = ['cres', 'paRes', 'md', 'serverTransId']

/** Field and reason when the issuer’s answer is invalid; null when the error is something else. */
function answerProblem(error: unknown): string | null {
  if (!(error instanceof AppError) || error.code !== 'validation-failed') return null
  const problem = Object.entries(error.details.fields ?? {}).find(([field]) => issuerFields.includes(field))
  return problem === undefined ? null : problem.join(' ')
}

/** The outcome of an upload that failed inside the app. */
const lostUpload: UploadOutcome = { kind: 'unknown', failure: 'internal' }

function requireUnsent(order: OrderRecord, seq: number): StepRecord {
  const step = order.steps.find((candidate) => candidate.seq === seq)
  if (step?.state !== 'answered' && step?.state !== 'not-sent') throw nothingToSend()
  return step
}

function nothingToSend(): AppError {
  return new AppError('not-allowed-now', { reason: 'no-unsent-answer' })
}
