import { isPayment } from './switches'
import type { Delivery, SimulatorState } from './state'

const maxKept = 20_000

/** Counts what reached the simulator, in order. Payments are counted across restarts. */
export class Deliveries {
  readonly #all: Delivery[]

  constructor(private readonly state: SimulatorState) {
    this.#all = [...state.paymentDeliveries]
  }

  add(delivery: Delivery): void {
    keep(this.#all, delivery)
    if (delivery.command && isPayment(delivery.command)) keep(this.state.paymentDeliveries, delivery)
  }

  list(): readonly Delivery[] {
    return this.#all
  }
}

function keep(list: Delivery[], delivery: Delivery): void {
  list.push(delivery)
  if (list.length > maxKept) list.shift()
}
