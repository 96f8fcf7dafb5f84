import { z } from 'zod'
import { scenarioById } from './scenarios'
import type { Command } from '../signing/check-control'
import type { Scenario } from './scenario'

const paymentCommands: readonly Command[] = ['sale', 'make-rebill', 'make-rebill-preauth']
const uploadCommands: readonly Command[] = [
  'upload-method-url-result',
  'upload-cres-result',
  'upload-pares-result',
]
const commands = [
  ...(['sale', 'make-rebill', 'make-rebill-preauth', 'status', 'get-card-info'] as const),
  ...(['create-card-ref', 'create-card-ref-v4'] as const),
  ...(['upload-method-url-result', 'upload-cres-result', 'upload-pares-result'] as const),
] satisfies Command[]

export function isUpload(command: Command): boolean {
  return uploadCommands.includes(command)
}

/** True for payments and uploads, the operations that create or change an order. */
export function changesOrder(command: Command): boolean {
  return paymentCommands.includes(command) || isUpload(command)
}

/** The switches in a command of the control API. */
const switchCommand = z.strictObject({
  /** Scenario ids for the next requests, one each. */
  next: z.union([z.string(), z.array(z.string())]).optional(),
  /** The operation that `next` and `delayMs` are for; all payments when left out. */
  path: z.enum(commands).optional(),
  delayMs: z.number().nonnegative().optional(),
  down: z.boolean().optional(),
  /** The amount that `amount` reports for a rebill with enumerate_amounts: the first one, or the approved one. */
  enumeratedAmount: z.enum(['first', 'approved']).optional(),
  /** Sets all switches back to their defaults. */
  reset: z.boolean().optional(),
})

interface Planned {
  appliesTo: readonly Command[]
  scenario: Scenario
}

/** The switches that the control API sets. A restart sets them back. */
export class Switches {
  #isDown = false
  #enumeratedAmount: 'first' | 'approved' = 'first'
  #planned: Planned[] = []
  readonly #delays = new Map<Command, number>()

  /** While true, every connection is closed without an answer, except those to the control API. */
  get isDown(): boolean {
    return this.#isDown
  }

  /** The enumerated amount that the orders of the next payments report. The interface does not define it. */
  get enumeratedAmount(): 'first' | 'approved' {
    return this.#enumeratedAmount
  }

  /** Delay of the answers of this operation in milliseconds. */
  delayMs(command: Command): number {
    return this.#delays.get(command) ?? 0
  }

  /** Removes and returns the scenario that was set for the next request of this operation. */
  takeNext(command: Command): Scenario | undefined {
    const index = this.#planned.findIndex(({ appliesTo }) => appliesTo.includes(command))
    return index < 0 ? undefined : this.#planned.splice(index, 1)[0]?.scenario
  }

  /** Applies a command of the control API. Returns the reason when it is refused; then no switch changes. */
  apply(command: unknown): string | undefined {
    const parsed = switchCommand.safeParse(command)
    if (!parsed.success) return z.prettifyError(parsed.error)
    const { next = [], down, delayMs, path, reset, enumeratedAmount } = parsed.data
    const appliesTo = path === undefined ? paymentCommands : [path]
    const scenarios = [next].flat().map((id) => scenarioById(id))
    if (scenarios.includes(undefined)) return 'next names a scenario that does not exist'
    const planned = scenarios.flatMap((scenario) => (scenario ? [{ appliesTo, scenario }] : []))
    // Only a sale has 3-D Secure.
    const secured = planned.filter(({ scenario }) => scenario.threeDs)
    if (secured.length > 0 && !appliesTo.includes('sale'))
      return 'next names a flow that only a sale can take'
    secured.forEach((plan) => (plan.appliesTo = ['sale']))

    if (reset) {
      this.#planned = []
      this.#delays.clear()
      this.#isDown = false
      this.#enumeratedAmount = 'first'
    }
    this.#planned.push(...planned)
    if (delayMs !== undefined) appliesTo.forEach((command) => this.#delays.set(command, delayMs))
    if (down !== undefined) this.#isDown = down
    if (enumeratedAmount !== undefined) this.#enumeratedAmount = enumeratedAmount
    return undefined
  }
}
