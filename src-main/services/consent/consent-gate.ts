import { AppError } from '../../../src-shared/errors/app-error'
import type { Clock } from '../../platform/clock'
import type { ConsentPrompt, ConsentQuestion } from '../../ports/consent-prompt'
import type { ProfileRecord } from '../../ports/storage'
import type { OperatorSession } from '../common/operator-session'

/** How long the question stays open. Nothing happens when it closes. */
export const consentMs = 5 * 60_000
/** Shortest time between two releases, so that nobody releases what was not read. */
export const releasePaceMs = 2_000

/**
 * Lets a person release an action in a window of main. The page only asks for the action: it cannot release it, also when
 * somebody else has taken it over (control S33 in docs/security.md).
 */
export class ConsentGate {
  readonly #parts: {
    readonly prompt: ConsentPrompt
    readonly operators: Pick<OperatorSession, 'actor'>
    readonly clock: Clock
  }
  #open: AbortController | null = null
  #lastReleaseMs = -releasePaceMs
  #isClosing = false

  constructor(parts: {
    readonly prompt: ConsentPrompt
    readonly operators: Pick<OperatorSession, 'actor'>
    readonly clock: Clock
  }) {
    this.#parts = parts
  }

  /**
   * Returns when the action on a live profile was released. Actions on other profiles need no release. Errors:
   * `not-allowed-now`, reason `release-open`, `release-not-shown`; `cancelled`, reason `release-declined`,
   * `shutting-down`.
   */
  async requireForProfile(
    profile: Pick<ProfileRecord, 'name' | 'environment'>,
    question: ConsentQuestion,
  ): Promise<void> {
    if (profile.environment === 'production') await this.#ask(question, profile)
  }

  /** The same for an action that is not for one profile. */
  async require(question: ConsentQuestion): Promise<void> {
    await this.#ask(question, null)
  }

  /** Closes an open question and opens no other. Resolves at once. */
  drain(): Promise<void> {
    this.#isClosing = true
    this.#open?.abort()
    return Promise.resolve()
  }

  async #ask(
    question: ConsentQuestion,
    profile: Pick<ProfileRecord, 'name' | 'environment'> | null,
  ): Promise<void> {
    const { prompt, operators, clock } = this.#parts
    // One question at a time: a second window over the first would be answered without being read.
    if (this.#open !== null) throw new AppError('not-allowed-now', { reason: 'release-open' })
    const open = new AbortController()
    this.#open = open
    const cancelTimer = clock.schedule(consentMs, () => open.abort())
    try {
      const { name: operator } = await operators.actor()
      const shown = profile === null ? null : { name: profile.name, environment: profile.environment }
      const answer =
        this.#isClosing || open.signal.aborted
          ? 'declined'
          : await prompt.ask(
              { question, profile: shown, operator, notBeforeMs: this.#lastReleaseMs + releasePaceMs },
              open.signal,
            )
      if (this.#isClosing) throw new AppError('cancelled', { reason: 'shutting-down' })
      if (answer === 'not-shown') throw new AppError('not-allowed-now', { reason: 'release-not-shown' })
      if (answer === 'declined') throw new AppError('cancelled', { reason: 'release-declined' })
      this.#lastReleaseMs = clock.monotonicMs()
    } finally {
      cancelTimer()
      this.#open = null
    }
  }
}
