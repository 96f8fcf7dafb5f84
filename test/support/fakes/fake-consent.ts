import type { ConsentAnswer, ConsentPrompt, ConsentRequest } from '../../../src-main/ports/consent-prompt'

/** A person who releases everything, unless the test plans another answer. `null` leaves the question open. */
export class FakeConsent implements ConsentPrompt {
  readonly requests: ConsentRequest[] = []
  /** Called when a question opens. */
  onAsk: (request: ConsentRequest) => void | Promise<void> = () => undefined
  readonly #plans: (ConsentAnswer | null)[] = []

  /** Answers to the next questions. */
  plan(...answers: (ConsentAnswer | null)[]): void {
    this.#plans.push(...answers)
  }

  async ask(request: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer> {
    this.requests.push(request)
    const answer = this.#plans.length > 0 ? this.#plans.shift() : 'released'
    await this.onAsk(request)
    if (answer !== null && answer !== undefined) return answer
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve('declined'))
    })
  }
}
