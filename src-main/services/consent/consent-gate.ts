import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type {
  ConsentAnswer,
  ConsentDemand,
  ConsentProblem,
  ConsentPrompt,
  ConsentQuestion,
  ConsentRequest,
  TypedConsent,
} from '../../ports/consent-prompt'
import type { ProfileRecord } from '../../ports/storage'
import { noteRefusal, type Noting } from '../common/act-notes'
import type { ProfileDirectory } from '../access/profile-directory'
import type { OperatorSession } from '../common/operator-session'

/** How long the question stays open. Nothing happens when it closes. */
export const consentMs = 5 * 60_000
/** Shortest time between two releases, so that nobody releases what was not read. */
export const releasePaceMs = 2_000
/** How long a "no" also answers the next questions, so that a page that asks again and again does not trap a person. */
export const declinePaceMs = 1_000

type AskingProfile = Pick<ProfileRecord, 'name' | 'environment'>

interface ConsentGateParts extends Noting {
  readonly prompt: ConsentPrompt
  readonly operators: Pick<OperatorSession, 'actor' | 'isLocked'>
  readonly profiles: Pick<ProfileDirectory, 'hasLive'>
  readonly clock: Clock
}

/** An action to release, what it asks for beside the click, and the check of what was typed. */
interface Asking<T> {
  readonly question: ConsentQuestion
  readonly profile: AskingProfile | null
  readonly demand: ConsentDemand
  /** Errors that are a `ConsentProblem` ask again; every other one ends the question. */
  readonly accept: (typed: TypedConsent) => Promise<T>
}

const byClick = { demand: { kind: 'click' }, accept: () => Promise.resolve() } as const

/**
 * Lets a person release an action in a window of main. The page only asks for the action: it cannot release it, also when
 * somebody else has taken it over (control S33 in docs/security.md).
 */
export class ConsentGate {
  readonly #parts: ConsentGateParts
  #open: AbortController | null = null
  #lastReleaseMs = -releasePaceMs
  #lastDeclineMs = -declinePaceMs
  #isClosing = false

  constructor(parts: ConsentGateParts) {
    this.#parts = parts
  }

  /**
   * Returns when the action on a live profile was released. Actions on other profiles need no release. Errors:
   * `not-allowed-now`, reason `release-open`, `release-not-shown`; `cancelled`, reason `release-declined`,
   * `shutting-down`; `locked`.
   */
  async requireForProfile(profile: AskingProfile, question: ConsentQuestion): Promise<void> {
    if (profile.environment !== 'production') return
    await this.#ask({ ...byClick, question, profile })
  }

  /** The same for an action on the whole history or app. It needs no release while no profile is live. */
  async requireIfLive(question: ConsentQuestion): Promise<void> {
    if (await this.#parts.profiles.hasLive()) await this.require(question)
  }

  /** The same, whatever the profiles are. */
  async require(question: ConsentQuestion): Promise<void> {
    await this.#ask({ ...byClick, question, profile: null })
  }

  /**
   * The same for an action that asks for more than a click. `accept` checks what was typed; its problem is shown and the
   * person may type again. Errors: also those of `accept`.
   */
  requireTyped<T>(asking: Asking<T>): Promise<T> {
    return this.#ask(asking)
  }

  /** Closes an open question, which counts as declined: the person who was asked is no longer there. */
  close(): void {
    this.#open?.abort()
  }

  /** Closes an open question and opens no other. Resolves at once. */
  drain(): Promise<void> {
    this.#isClosing = true
    this.close()
    return Promise.resolve()
  }

  async #ask<T>(asking: Asking<T>): Promise<T> {
    const { operators, clock } = this.#parts
    // One question at a time: a second window over the first would be answered without being read.
    if (this.#open !== null) throw new AppError('not-allowed-now', { reason: 'release-open' })
    if (clock.monotonicMs() < this.#lastDeclineMs + declinePaceMs) throw declined()
    const open = new AbortController()
    this.#open = open
    const cancelTimer = clock.schedule(consentMs, () => open.abort())
    try {
      const { name: operator } = await operators.actor()
      if (operators.isLocked) throw new AppError('locked')
      const { question, demand, profile } = asking
      const request = {
        ...{ question, demand, operator },
        profile: profile === null ? null : { name: profile.name, environment: profile.environment },
        notBeforeMs: this.#lastReleaseMs + releasePaceMs,
      }
      return await this.#askUntilAccepted(request, asking.accept, open.signal)
    } finally {
      cancelTimer()
      this.#open = null
    }
  }

  async #askUntilAccepted<T>(
    request: Omit<ConsentRequest, 'problem'>,
    accept: (typed: TypedConsent) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { prompt, clock } = this.#parts
    let problem: ConsentProblem | null = null
    for (;;) {
      const answer: ConsentAnswer =
        this.#isClosing || signal.aborted
          ? { kind: 'declined' }
          : await prompt.ask({ ...request, problem }, signal)
      if (this.#isClosing) throw new AppError('cancelled', { reason: 'shutting-down' })
      if (answer.kind === 'not-shown') throw new AppError('not-allowed-now', { reason: 'release-not-shown' })
      if (answer.kind === 'declined') {
        this.#lastDeclineMs = clock.monotonicMs()
        const facts = { question: request.question.kind }
        await noteRefusal(this.#parts, { kind: 'release-declined', facts }, request.operator)
        throw declined()
      }
      try {
        const accepted = await accept(answer.typed)
        this.#lastReleaseMs = clock.monotonicMs()
        return accepted
      } catch (error) {
        problem = problemOf(error)
        if (problem === null) throw error
      }
    }
  }
}

function declined(): AppError {
  return new AppError('cancelled', { reason: 'release-declined' })
}

/** Null for an error that typing again does not mend. */
function problemOf(error: unknown): ConsentProblem | null {
  if (!(error instanceof AppError)) return null
  const { reason, fields } = error.details
  if (fields?.['typedAmount'] === 'not-the-amount') return 'not-the-amount'
  return reason === 'wrong-pin' || reason === 'pin-wait' ? reason : null
}
