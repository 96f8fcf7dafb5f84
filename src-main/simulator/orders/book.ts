import { createHash } from 'node:crypto'
import { isFinal, planSteps } from './stages'
import { beginThreeDs } from '../scenarios/three-ds'
import { openingSteps, stepsAfterUpload } from '../scenarios/three-ds-course'
import type { Card } from './cards'
import type { Clock } from '../clock'
import type { Scenario } from '../scenarios/scenario'
import type { Step } from './stages'
import type { CardToken, Order, SimulatorState } from './state'
import type { BrowserStep } from '../scenarios/three-ds'

/** What is known of a payment when it is accepted; the book adds ids and the plan. */
export type NewOrder = Pick<
  Order,
  | 'clientOrderId'
  | 'transactionType'
  | 'endpointId'
  | 'amountMinor'
  | 'approvedAmountMinor'
  | 'currency'
  | 'card'
  | 'details'
  | 'later'
  | 'partialReversal'
> & {
  /** One scenario for every amount that is tried. */
  attempts: readonly Scenario[]
  serialNumber: string
  acceptedAtMs: number
}

// An order that is asked about every few seconds must not grow without end. The payment's own number stays.
const maxSerials = 1_000

/** The merchant's orders and card tokens. */
export class Book {
  readonly #ordersByClientId = new Map<string, Order>()
  readonly #ordersByGatewayId = new Map<string, Order>()
  readonly #tokens = new Map<string, CardToken>()

  constructor(
    readonly state: SimulatorState,
    private readonly clock: Clock,
    private readonly speed: number,
  ) {
    state.orders.forEach((order) => this.#index(order))
    state.tokens.forEach((token) => this.#tokens.set(token.cardRefId, token))
    // The time of the start keeps serial numbers apart from those that were used and not saved before a kill.
    state.lastSerial = Math.max(state.lastSerial, clock.nowMs())
  }

  nextSerialNumber(): string {
    this.state.lastSerial += 1
    return `00000000-0000-0000-0000-${this.state.lastSerial.toString(16).padStart(12, '0')}`
  }

  addOrder({ attempts, serialNumber, ...order }: NewOrder): Order {
    this.state.lastGatewayOrderId += 1
    const gatewayOrderId = String(this.state.lastGatewayOrderId)
    const { transactionType, acceptedAtMs } = order
    const course = attempts[0]?.threeDs
    const pace = { fromMs: acceptedAtMs, speed: this.speed }
    const added: Order = {
      ...order,
      gatewayOrderId,
      scenarioId: attempts.map((scenario) => scenario.id).join(','),
      steps: course
        ? openingSteps(course.steps, pace)
        : planSteps({
            transactionType,
            attempts,
            acceptedAtMs,
            speed: this.speed,
            luck: luckOf(gatewayOrderId),
          }),
      ...(course ? { threeDs: beginThreeDs(course, order) } : {}),
      requestSerials: [serialNumber],
    }
    this.state.orders.push(added)
    this.#index(added)
    return added
  }

  orderByClientId(clientOrderId: string): Order | undefined {
    return this.#ordersByClientId.get(clientOrderId)
  }

  orderByGatewayId(gatewayOrderId: string): Order | undefined {
    return this.#ordersByGatewayId.get(gatewayOrderId)
  }

  /** Where the order stands now. */
  stepOf(order: Order): Step {
    const nowMs = this.clock.nowMs()
    const reached = order.steps.filter((step) => step.atMs <= nowMs)
    // A clock that was set back must not lose the order's first step.
    const step = reached.at(-1) ?? order.steps[0]
    if (!step) throw new Error(`Order ${order.gatewayOrderId} has no steps`)
    return step
  }

  isFinal(order: Order): boolean {
    return isFinal(this.stepOf(order).status)
  }

  /** Lets a later status ask for this request by its serial number. */
  keepSerial(order: Order, serialNumber: string): void {
    order.requestSerials.push(serialNumber)
    if (order.requestSerials.length > maxSerials) order.requestSerials.splice(1, 1)
  }

  /** Takes note that the result of a browser step has arrived; the order goes on from here. */
  finishStep(order: Order, step: BrowserStep): void {
    if (!order.threeDs) throw new Error(`Order ${order.gatewayOrderId} has no 3-D Secure`)
    const fromMs = this.clock.nowMs()
    order.threeDs.uploaded.push(step)
    const past = order.steps.filter(({ atMs }) => atMs <= fromMs)
    order.steps = [...past, ...stepsAfterUpload(order.threeDs, { fromMs, speed: this.speed })]
  }

  orderByReceipt(receiptId: string): Order | undefined {
    return this.state.orders.find(
      (order) => receiptIdOf(order) === receiptId && this.stepOf(order).status === 'approved',
    )
  }

  /** The order whose issuer knows it by such a value. */
  orderByThreeDs(value: string, name: 'serverTransId' | 'creq' | 'pareq'): Order | undefined {
    return this.state.orders.find((order) => order.threeDs?.[name] === value)
  }

  /** The token of an order's card; asking again gives the same token. */
  tokenFor(order: Order): CardToken {
    const existing = this.state.tokens.find((token) => token.gatewayOrderId === order.gatewayOrderId)
    if (existing) return existing
    this.state.lastCardRefId += 1
    const token: CardToken = {
      cardRefId: String(this.state.lastCardRefId),
      unqCardRefId: this.#unqCardRefId(order.card),
      gatewayOrderId: order.gatewayOrderId,
      card: order.card,
    }
    this.state.tokens.push(token)
    this.#tokens.set(token.cardRefId, token)
    return token
  }

  token(cardRefId: string): CardToken | undefined {
    return this.#tokens.get(cardRefId)
  }

  #unqCardRefId(card: Card): string {
    const known = this.state.unqCardRefIds[card.fingerprint]
    if (known !== undefined) return known
    this.state.lastUnqCardRefId += 1
    const made = String(this.state.lastUnqCardRefId)
    this.state.unqCardRefIds[card.fingerprint] = made
    return made
  }

  #index(order: Order): void {
    this.#ordersByClientId.set(order.clientOrderId, order)
    this.#ordersByGatewayId.set(order.gatewayOrderId, order)
  }
}

/** Decimal digits that look random and are the same for the same seed. */
export function digitsFrom(seed: string, length: number): string {
  const hex = createHash('sha256').update(seed).digest('hex')
  return BigInt(`0x${hex}`).toString().slice(-length)
}

/** Identifier of the electronic receipt that an approved order has. */
export function receiptIdOf({ gatewayOrderId }: Order): string {
  const digits = digitsFrom(`receipt ${gatewayOrderId}`, 32)
  return [8, 12, 16, 20, 32].map((end, index, ends) => digits.slice(ends[index - 1] ?? 0, end)).join('-')
}

function luckOf(gatewayOrderId: string): number {
  return Number(digitsFrom(`luck ${gatewayOrderId}`, 3)) / 1000
}
