import type { OrderStore } from '../../orders/order-store'
import type { Callbacks } from '../../callbacks/callbacks'
import type { Command, Fields } from '../../signing/check-control'
import type { Clock } from '../../clock'
import type { Endpoint, Merchant } from '../merchant'
import type { Reply, Scenario } from '../../scenarios/scenario'
import type { Delivery } from '../../orders/state'
import type { Switches } from '../../scenarios/switches'
import type { WireField } from '../wire'

/** What the routes of the gateway need of the simulator. */
export interface RouteContext {
  merchant: Merchant
  orderStore: OrderStore
  clock: Clock
  callbacks: Callbacks
  switches: Switches
  /** Prefix and path token included. */
  baseUrl: () => string
  warn: (message: string) => void
}

/** A request after its parameters and its signature were checked. */
export interface Call {
  command: Command
  fields: Fields
  /** Endpoints of the entry point in the path; at least one. */
  endpoints: Endpoint[]
  serialNumber: string
  /** Set by a switch: this scenario is used in place of the one that the request selects. */
  forced?: Scenario
}

/** The result of a route. */
export interface Answer {
  fields: WireField[]
  reply: Reply
  result: Delivery['result']
  gatewayOrderId?: string
}

/** Text of a parameter, empty when it was not sent. */
export function sent(call: Call, name: string): string {
  return call.fields.get(name) ?? ''
}

/** The answer of an operation that only reads. A forced scenario still decides how it is sent. */
export function lookupAnswer(call: Call, fields: WireField[]): Answer {
  return { fields, reply: call.forced?.reply ?? { kind: 'normal' }, result: 'answered' }
}

/** The fields with which the gateway says that it accepted a request. */
export function asyncResponse(
  call: Call,
  clientOrderId: string,
  gatewayOrderId: string,
  endpointId: string,
): WireField[] {
  return [
    ['type', 'async-response'],
    ['serial-number', call.serialNumber],
    ['merchant-order-id', clientOrderId],
    ['paynet-order-id', gatewayOrderId],
    ['end-point-id', endpointId],
  ]
}
