import { createHash } from 'node:crypto'
import { changesOrder } from '../scenarios/switches'
import type { Fields } from '../signing/check-control'
import type { Delivery, SimulatorState } from '../orders/state'

const maxKept = 20_000

/** The requests that reached the simulator, oldest first. Payments and uploads stay in the list after a restart. */
export class Deliveries {
  readonly #all: Delivery[]

  constructor(private readonly state: SimulatorState) {
    this.#all = [...state.paymentDeliveries]
  }

  add(delivery: Delivery): void {
    keep(this.#all, delivery)
    if (delivery.command && changesOrder(delivery.command)) keep(this.state.paymentDeliveries, delivery)
  }

  list(): readonly Delivery[] {
    return this.#all
  }
}

function keep(list: Delivery[], delivery: Delivery): void {
  list.push(delivery)
  if (list.length > maxKept) list.shift()
}

/** The content of an upload for the list of deliveries: the issuer's answer only as its SHA-256. */
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
