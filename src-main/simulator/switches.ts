import { z } from 'zod'
import { scenarioById } from './scenarios'
import type { Command } from './check-control'
import type { Scenario } from './scenarios'

const paymentCommands: readonly Command[] = ['sale', 'make-rebill', 'make-rebill-preauth']

export function isPayment(command: Command): boolean {
  return paymentCommands.includes(command)
}

/** Body of the control route. */
const controlOrder = z.strictObject({
  /** Scenario ids for the next requests, one each. */
  next: z.union([z.string(), z.array(z.string())]).optional(),
  /** The operation that `next` and `delayMs` are for; all payments when left out. */
  path: z
    .enum(['sale', 'make-rebill', 'make-rebill-preauth', 'status', 'create-card-ref', 'get-card-info'])
    .optional(),
  delayMs: z.number().nonnegative().optional(),
  down: z.boolean().optional(),
  /** Takes back everything that was switched before. */
  reset: z.boolean().optional(),
})

interface Planned {
  appliesTo: readonly Command[]
  scenario: Scenario
}

/** What tests and people switch on from outside, over the control route. Gone with a restart. */
export class Switches {
  #isDown = false
  #planned: Planned[] = []
  readonly #delays = new Map<Command, number>()

  /** While down every connection to the gateway's own paths is closed unread. */
  get isDown(): boolean {
    return this.#isDown
  }

  /** Milliseconds to hold back answers of this operation. */
  delayMs(command: Command): number {
    return this.#delays.get(command) ?? 0
  }

  /** The scenario set for the next request of this operation; each counts once. */
  takeNext(command: Command): Scenario | undefined {
    const index = this.#planned.findIndex(({ appliesTo }) => appliesTo.includes(command))
    return index < 0 ? undefined : this.#planned.splice(index, 1)[0]?.scenario
  }

  /** Carries out an order of the control route; gives the reason when the order makes no sense. */
  apply(order: unknown): string | undefined {
    const parsed = controlOrder.safeParse(order)
    if (!parsed.success) return z.prettifyError(parsed.error)
    const { next = [], down, delayMs, path, reset } = parsed.data
    const appliesTo = path === undefined ? paymentCommands : [path]
    const scenarios = [next].flat().map((id) => scenarioById(id))
    const planned = scenarios.flatMap((scenario) => (scenario ? [{ appliesTo, scenario }] : []))
    if (planned.length !== scenarios.length) return 'next names a scenario that does not exist'

    if (reset) {
      this.#planned = []
      this.#delays.clear()
      this.#isDown = false
    }
    this.#planned.push(...planned)
    if (delayMs !== undefined) appliesTo.forEach((command) => this.#delays.set(command, delayMs))
    if (down !== undefined) this.#isDown = down
    return undefined
  }
}
