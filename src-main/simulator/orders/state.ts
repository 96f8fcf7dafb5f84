import { randomBytes } from 'node:crypto'
import type { Card } from './cards'
import type { Command } from '../signing/check-control'
import type { Step, TransactionType } from './stages'
import type { ThreeDs } from '../scenarios/three-ds'

/** What a customer or merchant said about an order and the gateway says back. */
export interface OrderDetails {
  description: string
  ipAddress: string
  email?: string
  phone?: string
  firstName?: string
  lastName?: string
  merchantData?: string
  /** Where the browser returns to after its steps, whatever the result. */
  redirectUrl?: string
  /** The same, only when the payment was approved. */
  redirectSuccessUrl?: string
  /** The same, only when the payment was declined or filtered. */
  redirectFailUrl?: string
  /** Where the result is reported to. */
  callbackUrl?: string
  /** Optional fields of the status answer that an operator enables on request, by their wire names. */
  enabledFields?: Record<string, string>
}

export const laterTypes = [
  'reversal',
  'refund',
  'cancel',
  'void',
  'chargeback',
  'dispute',
  'fraud',
  'retrieval',
] as const

/** A transaction that followed an approved payment on the same order. Sums are in major units, as they are reported. */
export interface LaterTransaction {
  atMs: number
  type: (typeof laterTypes)[number]
  status: string
  /** `total-reversal-amount`; null leaves the field out. */
  total: string | null
  /** What `amount` says. */
  amount: string
  /** Why it was refused: error-code and error-message. */
  code?: string
  message?: string
}

export interface Order {
  gatewayOrderId: string
  clientOrderId: string
  transactionType: TransactionType
  endpointId: string
  /** In minor units of `currency`. */
  amountMinor: string
  /** The enumerated amount that went through, where the gateway reports that one. */
  approvedAmountMinor?: string
  currency: string
  card: Card
  details: OrderDetails
  scenarioId: string
  acceptedAtMs: number
  steps: Step[]
  threeDs?: ThreeDs
  /** Refunds, cancellations and disputes, oldest first. */
  later?: LaterTransaction[]
  /** Whether the gate can refund a part; it can unless said otherwise. */
  partialReversal?: 'disabled'
  /** Serial numbers of the requests about this order, by which a status can ask; the oldest ones are dropped. */
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
  /** What an upload of a 3-D Secure step carried; of the issuer's answer only its SHA-256, in hexadecimal. */
  uploaded?: { completion?: string; sha256?: string }
}

/** A report of an order's result to the address that the merchant gave. */
export interface Callback {
  gatewayOrderId: string
  /** The moment of the order's life that is reported. */
  stepAtMs: number
  url: string
  dueAtMs: number
  /** HTTP status of each attempt; null when none came. */
  attempts: { atMs: number; httpStatus: number | null }[]
  /** Answered with HTTP 200, given up, or never to be called. */
  isOver: boolean
  /** What is wrong with it, on purpose. */
  trick?: 'wrong-control' | 'as-reversal'
}

/** A signed request's random text, which counts once. */
export interface UsedNonce {
  nonce: string
  /** `oauth_timestamp` of the request, in seconds. */
  atSeconds: number
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
  /** Payments and uploads only: reading requests are counted, but not across restarts. */
  paymentDeliveries: Delivery[]
  welcomeCards: WelcomeCard[]
  welcomeOrders: WelcomeOrder[]
  /** Public part of the merchant's RSA key, PEM; empty before one is registered. */
  publicKey: string
  usedNonces: UsedNonce[]
  callbacks: Callback[]
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
    publicKey: '',
    usedNonces: [],
    callbacks: [],
  }
}
