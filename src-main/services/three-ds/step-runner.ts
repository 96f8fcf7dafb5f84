import { AppError } from '../../../src-shared/errors/app-error'
import type { IssuerStep, VisitResult } from '../../ports/cardholder-browser'
import type {
  NewTimelineEntry,
  OrderChange,
  OrderRecord,
  ProfileRecord,
  StepRecord,
} from '../../ports/storage'
import { changeOrder } from '../common/storage-session'
import { StepUploader, type StepUploaderParts } from './step-uploader'
import { answerDigestOf, readVisit, type ReadAnswer } from '../browser-steps/three-ds-answer'
import { stepMove, stepWith } from '../browser-steps/three-ds-changes'
import { allowedOriginOf, issuerHost, shownAddress, visitOf } from '../browser-steps/three-ds-visit'
import { retryUntilStored } from '../common/retry-until-stored'

/** How a run ended. `held` = no answer came, and the operator has to continue. */
export type RunEnd = 'uploaded' | 'held' | 'moved-on'

/** Runs one step: opens the issuer’s page, stores its answer and uploads it. */
export class StepRunner {
  readonly #parts: StepUploaderParts
  readonly #uploader: StepUploader

  constructor(parts: StepUploaderParts) {
    this.#parts = parts
    this.#uploader = new StepUploader(parts)
  }

  /** Aborting closes the page and never aborts an upload. Every error means that nothing was sent. */
  async run(
    order: OrderRecord,
    profile: ProfileRecord,
    step: IssuerStep,
    signal: AbortSignal,
  ): Promise<RunEnd> {
    if (stepWith(order, step)?.state !== 'awaited') return 'moved-on'
    const { orderId } = order.summary
    const allowedOrigin = allowedOriginOf(await this.#parts.access.target(profile))
    const host = issuerHost(step.url, allowedOrigin)
    if (host === null) return this.#refuse(orderId, step)
    const opened = await this.#open(orderId, step, host)
    if (stepWith(opened, step)?.state !== 'open') return 'moved-on'
    const result = await this.#parts.browser.visit(visitOf(step, opened, profile, allowedOrigin), signal)
    const read = readVisit(step, result)
    return read.kind === 'foreign'
      ? this.#close(orderId, step, result, read.failure)
      : this.#take(orderId, step, read, profile)
  }

  /** Sends a stored answer at the request of the operator. Every error means that nothing was sent. */
  async sendCaught(orderId: string, seq: number, profile: ProfileRecord): Promise<void> {
    await this.#uploader.upload(orderId, seq, profile, await this.#parts.operators.actor())
  }

  /**
   * An address that may not be opened. The step cannot be done, so it is abandoned. Another address would be another
   * step.
   */
  async #refuse(orderId: string, step: IssuerStep): Promise<RunEnd> {
    const failure = `issuer-address-refused ${shownAddress(step.url)}`
    await this.#change(orderId, step, 'awaited', (current, record) =>
      stepMove(current, record, 'abandoned', {
        atMs: this.#parts.clock.nowMs(),
        entry: 'step-failed',
        awaitedStep: null,
        text: `${step.kind} ${failure}`,
        more: { failure },
      }),
    )
    this.#parts.report('three-ds', AppError.from({ code: 'not-allowed-now', details: { reason: failure } }))
    return 'held'
  }

  async #open(orderId: string, step: IssuerStep, host: string): Promise<OrderRecord> {
    const { operators, clock } = this.#parts
    const actor = await operators.actor()
    return this.#change(orderId, step, 'awaited', (current, record) =>
      stepMove(current, record, 'open', {
        atMs: clock.nowMs(),
        entry: 'step-opened',
        // A method page needs no cardholder; every other page waits for the cardholder.
        awaitedStep: step.kind === 'method' ? null : step.kind,
        actor,
        text: `${step.kind} ${host}`,
        more: { failure: null },
      }),
    )
  }

  /** The page gave no answer to this step, so the step is awaited again. */
  async #close(orderId: string, step: IssuerStep, result: VisitResult, failure: string): Promise<RunEnd> {
    await retryUntilStored(this.#parts, () =>
      this.#change(orderId, step, 'open', (current, record) =>
        stepMove(current, record, 'awaited', {
          atMs: this.#parts.clock.nowMs(),
          entry: entryOfEnd(result),
          awaitedStep: step.kind,
          text: `${step.kind} ${failure}`,
          more: { failure },
        }),
      ),
    )
    return 'held'
  }

  /** Stores the answer before the upload. */
  async #take(
    orderId: string,
    step: IssuerStep,
    { answer, transStatus }: Extract<ReadAnswer, { kind: 'answer' }>,
    profile: ProfileRecord,
  ): Promise<RunEnd> {
    const isSilent = answer.kind === 'method' && answer.completion === 'N'
    const taken = await retryUntilStored(this.#parts, () =>
      this.#change(orderId, step, 'open', (current, record) =>
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
      ),
    )
    const record = stepWith(taken, step)
    if (record?.state !== 'answered') return 'moved-on'
    await this.#uploader.upload(orderId, record.seq, profile, null)
    return 'uploaded'
  }

  /** Moves a step from a given state. A step that changed in the meantime stays as it is. */
  async #change(
    orderId: string,
    step: IssuerStep,
    from: StepRecord['state'],
    build: (order: OrderRecord, record: StepRecord) => OrderChange,
  ): Promise<OrderRecord> {
    const { storage, announcer } = this.#parts
    const changed = await changeOrder(storage, orderId, (current) => {
      const record = stepWith(current, step)
      return record?.state === from ? build(current, record) : null
    })
    announcer.announce(changed)
    return changed
  }
}

function entryOfEnd({ kind }: VisitResult): NewTimelineEntry['kind'] {
  switch (kind) {
    case 'closed':
      return 'step-closed'
    case 'timed-out':
      return 'step-timed-out'
    case 'failed':
    case 'returned':
      return 'step-failed'
  }
}
