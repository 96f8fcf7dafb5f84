import { createHash } from 'node:crypto'
import { movesOrder } from '../scenarios/switches'
import type { Fields } from '../signing/check-control'
import type { Delivery, SimulatorState } from '../orders/state'

const maxKept = 20_000

/** Counts what reached the simulator, in order. Payments and uploads are counted across restarts. */
export class Deliveries {
  readonly #all: Delivery[]

  constructor(private readonly state: SimulatorState) {
    this.#all = [...state.paymentDeliveries]
  }

  add(delivery: Delivery): void {
    keep(this.#all, delivery)
    if (delivery.command && movesOrder(delivery.command)) keep(this.state.paymentDeliveries, delivery)
  }

  list(): readonly Delivery[] {
    return this.#all
  }
}

function keep(list: Delivery[], delivery: Delivery): void {
  list.push(delivery)
  if (list.length > maxKept) list.shift()
}

/** What an upload brought, without the issuer's values themselves. */
export function uploadedIn(fields: Fields | undefined): Pick<Delivery, 'uploaded'> {
  const completion = fields?.get('threeDSCompInd')
  const value = fields?.get('cres') ?? fields?.get('paRes')
  if (completion === undefined && value === undefined) return {}
  const sha256 = value === undefined ? undefined : createHash('sha256').update(value, 'utf8').digest('hex')
  return {
    uploaded: {
      ...(completion === undefined ? {} : { completion }),
      ...(sha256 === undefined ? {} : { sha256 }),
    },
  }
}
