import { createHash } from 'node:crypto'
import { isFinal, planPhases } from './phases'
import { beginThreeDs } from '../scenarios/three-ds'
import { phasesToFirstStep, phasesAfterUpload } from '../scenarios/three-ds-phases'
import type { Card } from './cards'
import type { Clock } from '../clock'
import type { Scenario } from '../scenarios/scenario'
import type { OrderPhase } from './phases'
import type { CardToken, LaterTransaction, Order, SimulatorState } from './state'
import type { BrowserStep } from '../scenarios/three-ds'

/** The data of an accepted payment. The order store adds ids and phases. */
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
  /** One scenario for each amount that is tried. */
  attempts: readonly Scenario[]
  serialNumber: string
  acceptedAtMs: number
}

// Limits the size of an order that is polled for a long time. The serial number of the payment itself is never dropped.
const maxSerials = 1_000

/** The merchant's orders and card tokens. */
export class OrderStore {
  readonly #ordersByClientId = new Map<string, Order>()
  readonly #ordersByGatewayId = new Map<string, Order>()
  readonly #tokens = new Map<string, CardToken>()

  constructor(
    readonly state: SimulatorState,
    private readonly clock: Clock,
    private readonly speed: number,
  ) {
    state.past.forEach((order) => this.#index(order))
    state.orders.forEach((order) => this.#index(order))
    state.tokens.forEach((token) => this.#tokens.set(token.cardRefId, token))
    // Starting at the current time avoids serial numbers that were used but not saved before the process was killed.
    state.lastSerial = Math.max(state.lastSerial, clock.nowMs())
  }

  nextSerialNumber(): string {
    this.state.lastSerial += 1
    return `00000000-0000-0000-0000-${this.state.lastSerial.toString(16).padStart(12, '0')}`
  }

  addOrder(order: NewOrder): Order {
    this.state.lastGatewayOrderId += 1
    const added = this.#planned(order, String(this.state.lastGatewayOrderId))
    this.state.orders.push(added)
    return added
  }

  /** Adds an order from before the first start. Its id must be lower than those of `addOrder`. */
  addPastOrder(order: NewOrder, gatewayOrderId: string): Order {
    const added = this.#planned(order, gatewayOrderId)
    this.state.past.push(added)
    return added
  }

  #planned({ attempts, serialNumber, ...order }: NewOrder, gatewayOrderId: string): Order {
    const { transactionType, acceptedAtMs } = order
    const flow = attempts[0]?.threeDs
    const timing = { fromMs: acceptedAtMs, speed: this.speed }
    const planned: Order = {
      ...order,
      gatewayOrderId,
      scenarioId: attempts.map((scenario) => scenario.id).join(','),
      phases: flow
        ? phasesToFirstStep(flow.steps, timing)
        : planPhases({
            transactionType,
            attempts,
            acceptedAtMs,
            speed: this.speed,
            settleFraction: settleFractionOf(gatewayOrderId),
          }),
      ...(flow ? { threeDs: beginThreeDs(flow, order) } : {}),
      requestSerials: [serialNumber],
    }
    this.#index(planned)
    return planned
  }

  orderByClientId(clientOrderId: string): Order | undefined {
    return this.#ordersByClientId.get(clientOrderId)
  }

  orderByGatewayId(gatewayOrderId: string): Order | undefined {
    return this.#ordersByGatewayId.get(gatewayOrderId)
  }

  /** The phase of the order at the current time. */
  currentPhase(order: Order): OrderPhase {
    const nowMs = this.clock.nowMs()
    const reached = order.phases.filter((phase) => phase.atMs <= nowMs)
    // When the clock was set back, no phase has begun; the first one is used then.
    const phase = reached.at(-1) ?? order.phases[0]
    if (!phase) throw new Error(`Order ${order.gatewayOrderId} has no phases`)
    return phase
  }

  isFinal(order: Order): boolean {
    return isFinal(this.currentPhase(order).status)
  }

  /** Stores a serial number, so that a later status can name this request (`by-request-sn`). */
  keepSerial(order: Order, serialNumber: string): void {
    order.requestSerials.push(serialNumber)
    if (order.requestSerials.length > maxSerials) order.requestSerials.splice(1, 1)
  }

  /** Records that the result of a browser step has arrived, and plans the phases that follow. */
  finishStep(order: Order, step: BrowserStep, fromMs = this.clock.nowMs()): void {
    if (!order.threeDs) throw new Error(`Order ${order.gatewayOrderId} has no 3-D Secure`)
    order.threeDs.uploaded.push(step)
    const past = order.phases.filter(({ atMs }) => atMs <= fromMs)
    order.phases = [...past, ...phasesAfterUpload(order.threeDs, { fromMs, speed: this.speed })]
  }

  orderByReceipt(receiptId: string): Order | undefined {
    return this.#find(
      (order) => receiptIdOf(order) === receiptId && this.currentPhase(order).status === 'approved',
    )
  }

  /** Finds an order by a 3-D Secure value that was given to its issuer. */
  orderByThreeDs(value: string, name: 'serverTransId' | 'creq' | 'pareq'): Order | undefined {
    return this.#find((order) => order.threeDs?.[name] === value)
  }

  /** Adds a transaction after the payment. Status responses report it from its time on. */
  addLater(order: Order, transaction: LaterTransaction): void {
    order.later = [...(order.later ?? []), transaction]
    if (this.state.past.includes(order)) this.state.past = [...this.state.past]
  }

  /** The token of an order's card. A second call returns the same token. */
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

  #find(isWanted: (order: Order) => boolean): Order | undefined {
    return this.state.orders.find(isWanted) ?? this.state.past.find(isWanted)
  }

  #index(order: Order): void {
    this.#ordersByClientId.set(order.clientOrderId, order)
    this.#ordersByGatewayId.set(order.gatewayOrderId, order)
  }
}

/** Decimal digits derived from a seed: the same seed gives the same digits. */
export function digitsFrom(seed: string, length: number): string {
  const hex = createHash('sha256').update(seed).digest('hex')
  return BigInt(`0x${hex}`).toString().slice(-length)
}

/** Id of the electronic receipt of an approved order. */
export function receiptIdOf({ gatewayOrderId }: Order): string {
  const digits = digitsFrom(`receipt ${gatewayOrderId}`, 32)
  return [8, 12, 16, 20, 32].map((end, index, ends) => digits.slice(ends[index - 1] ?? 0, end)).join('-')
}

function settleFractionOf(gatewayOrderId: string): number {
  return Number(digitsFrom(`luck ${gatewayOrderId}`, 3)) / 1000
}
