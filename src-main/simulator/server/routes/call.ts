import type { Book } from '../../orders/book'
import type { Callbacks } from '../../callbacks/callbacks'
import type { Command, Fields } from '../../signing/check-control'
import type { Clock } from '../../clock'
import type { Endpoint, Merchant } from '../merchant'
import type { Reply, Scenario } from '../../scenarios/scenario'
import type { Delivery } from '../../orders/state'
import type { Switches } from '../../scenarios/switches'
import type { WireField } from '../wire'

/** What every route works with. */
export interface Desk {
  merchant: Merchant
  book: Book
  clock: Clock
  callbacks: Callbacks
  switches: Switches
  /** Prefix and path token included. */
  baseUrl: () => string
  warn: (message: string) => void
}

/** A request whose form and control have been found right. */
export interface Call {
  command: Command
  fields: Fields
  /** Endpoints that the path's entry point leads to; at least one. */
  endpoints: Endpoint[]
  serialNumber: string
  /** Set by a test switch: plays this scenario whatever the request says. */
  forced?: Scenario
}

/** What a route wants the caller to get. */
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

/** An answer that changed nothing; a forced scenario can still spoil its delivery. */
export function lookupAnswer(call: Call, fields: WireField[]): Answer {
  return { fields, reply: call.forced?.reply ?? { kind: 'normal' }, result: 'answered' }
}

/** How the gateway says that it has taken a request. */
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
