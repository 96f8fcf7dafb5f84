import { randomBytes } from 'node:crypto'
import type { Card } from './cards'
import type { Command } from './check-control'
import type { Step, TransactionType } from './stages'

/** What a customer or merchant said about an order and the gateway says back. */
export interface OrderDetails {
  description: string
  ipAddress: string
  email?: string
  phone?: string
  firstName?: string
  lastName?: string
  merchantData?: string
}

export interface Order {
  gatewayOrderId: string
  clientOrderId: string
  transactionType: TransactionType
  endpointId: string
  /** In minor units of `currency`. */
  amountMinor: string
  currency: string
  card: Card
  details: OrderDetails
  scenarioId: string
  acceptedAtMs: number
  steps: Step[]
  /** Serial numbers of the payment requests that led to this order. */
  requestSerials: string[]
}

export interface CardToken {
  cardRefId: string
  unqCardRefId: string
  gatewayOrderId: string
  card: Card
}

/** One request that reached the simulator whole. Holds nothing secret. */
export interface Delivery {
  /** Below the base address. */
  path: string
  /** Undefined for a path that names no operation. */
  command?: Command
  clientOrderId?: string
  gatewayOrderId?: string
  atMs: number
  result: 'accepted' | 'repeated' | 'answered' | 'refused' | 'not-booked' | 'no-such-path'
}

/** A card of the ready merchant, announced so that an application can adopt it. */
export interface WelcomeCard {
  nickname: string
  /** The merchant's own name for the customer. */
  customerReference: string
  cardRefId: string
  unqCardRefId: string
  clientOrderId: string
  gatewayOrderId: string
}

/** A past order of the ready merchant, announced so that an application can adopt it. */
export interface WelcomeOrder {
  kind: TransactionType
  clientOrderId: string
  gatewayOrderId: string
}

export interface SimulatorState {
  version: 1
  /** Mixed into card fingerprints. */
  salt: string
  /** Counter behind `serial-number`; 0 before the first start. */
  lastSerial: number
  lastGatewayOrderId: number
  lastCardRefId: number
  lastUnqCardRefId: number
  orders: Order[]
  tokens: CardToken[]
  unqCardRefIds: Record<string, string>
  /** Payment requests only: reading requests are counted, but not across restarts. */
  paymentDeliveries: Delivery[]
  welcomeCards: WelcomeCard[]
  welcomeOrders: WelcomeOrder[]
}

export function emptyState(): SimulatorState {
  return {
    version: 1,
    salt: randomBytes(32).toString('hex'),
    lastSerial: 0,
    lastGatewayOrderId: 6_684_099,
    lastCardRefId: 880_016,
    lastUnqCardRefId: 31_400,
    orders: [],
    tokens: [],
    unqCardRefIds: {},
    paymentDeliveries: [],
    welcomeCards: [],
    welcomeOrders: [],
  }
}
