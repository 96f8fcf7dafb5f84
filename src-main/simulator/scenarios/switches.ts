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

/** Payments and uploads: what an order comes of, and how it goes on. */
export function movesOrder(command: Command): boolean {
  return paymentCommands.includes(command) || isUpload(command)
}

/** Body of the control route. */
const controlOrder = z.strictObject({
  /** Scenario ids for the next requests, one each. */
  next: z.union([z.string(), z.array(z.string())]).optional(),
  /** The operation that `next` and `delayMs` are for; all payments when left out. */
  path: z.enum(commands).optional(),
  delayMs: z.number().nonnegative().optional(),
  down: z.boolean().optional(),
  /** What `amount` reports of a rebill with enumerate_amounts: the first amount, or the one that went through. */
  enumeratedAmount: z.enum(['first', 'approved']).optional(),
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
  #enumeratedAmount: 'first' | 'approved' = 'first'
  #planned: Planned[] = []
  readonly #delays = new Map<Command, number>()

  /** While down every connection to the gateway's own paths is closed unread. */
  get isDown(): boolean {
    return this.#isDown
  }

  /** Which enumerated amount the orders of the next payments report; the interface leaves it open. */
  get enumeratedAmount(): 'first' | 'approved' {
    return this.#enumeratedAmount
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
    const { next = [], down, delayMs, path, reset, enumeratedAmount } = parsed.data
    const appliesTo = path === undefined ? paymentCommands : [path]
    const scenarios = [next].flat().map((id) => scenarioById(id))
    if (scenarios.includes(undefined)) return 'next names a scenario that does not exist'
    const planned = scenarios.flatMap((scenario) => (scenario ? [{ appliesTo, scenario }] : []))
    // Only a sale goes through 3-D Secure.
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
