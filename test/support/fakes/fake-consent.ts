import type {
  ConsentAnswer,
  ConsentPrompt,
  ConsentRequest,
  TypedConsent,
} from '../../../src-main/ports/consent-prompt'

/** A person who releases everything, unless the test plans another answer. `null` leaves the question open. */
export class FakeConsent implements ConsentPrompt {
  readonly requests: ConsentRequest[] = []
  /** Called when a question opens. */
  onAsk: (request: ConsentRequest) => void | Promise<void> = () => undefined
  /** What the person types where something is asked. */
  typed: TypedConsent = { amount: '', operatorId: '', pin: '' }
  readonly #plans: (ConsentAnswer['kind'] | null)[] = []

  /** Answers to the next questions. */
  plan(...answers: (ConsentAnswer['kind'] | null)[]): void {
    this.#plans.push(...answers)
  }

  async ask(request: ConsentRequest, signal: AbortSignal): Promise<ConsentAnswer> {
    this.requests.push(request)
    const answer = this.#plans.length > 0 ? this.#plans.shift() : 'released'
    await this.onAsk(request)
    if (answer === 'released') return { kind: answer, typed: this.typed }
    if (answer !== null && answer !== undefined) return { kind: answer }
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ kind: 'declined' }))
    })
  }
}
