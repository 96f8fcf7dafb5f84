import { randomBytes } from 'node:crypto'
import type { Card } from './cards'
import type { Command } from '../signing/check-control'
import type { OrderPhase, TransactionType } from './phases'
import type { ThreeDs } from '../scenarios/three-ds'

/** Data that the merchant sent with a payment and that the gateway returns. */
export interface OrderDetails {
  description: string
  ipAddress: string
  email?: string
  phone?: string
  firstName?: string
  lastName?: string
  merchantData?: string
  /** Address to which the browser returns after its steps, for any result. */
  redirectUrl?: string
  /** The same for an approved payment. */
  redirectSuccessUrl?: string
  /** The same for a declined or filtered payment. */
  redirectFailUrl?: string
  /** Address of the server callback. */
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

/** A transaction after an approved payment, on the same order. Amounts are in major units, as on the wire. */
export interface LaterTransaction {
  atMs: number
  type: (typeof laterTypes)[number]
  status: string
  /** `total-reversal-amount`; null leaves the field out. */
  total: string | null
  /** Value of `amount`. */
  amount: string
  /** Values of error-code and error-message when it was refused. */
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
  /** The enumerated amount that was approved; set only when status answers shall report it. */
  approvedAmountMinor?: string
  currency: string
  card: Card
  details: OrderDetails
  scenarioId: string
  acceptedAtMs: number
  phases: OrderPhase[]
  threeDs?: ThreeDs
  /** Refunds, cancellations and disputes, oldest first. */
  later?: LaterTransaction[]
  /** Set when the gate cannot refund a part of the amount. */
  partialReversal?: 'disabled'
  /** Serial numbers of the requests about this order, for `by-request-sn`; the oldest ones are dropped. */
  requestSerials: string[]
}

export interface CardToken {
  cardRefId: string
  unqCardRefId: string
  gatewayOrderId: string
  card: Card
}

/** A request that the simulator received completely. Contains no secret. */
export interface Delivery {
  /** Below the base address. */
  path: string
  /** Undefined when the path is not an operation. */
  command?: Command
  clientOrderId?: string
  gatewayOrderId?: string
  atMs: number
  result: 'accepted' | 'repeated' | 'answered' | 'refused' | 'not-booked' | 'no-such-path'
  /** Content of a 3-D Secure upload: the completion indicator, and the SHA-256 (hexadecimal) of the issuer's answer. */
  uploaded?: { completion?: string; sha256?: string }
}

/** A server callback: the report of one result to the merchant's address. */
export interface Callback {
  gatewayOrderId: string
  /** Start of the phase that is reported. */
  phaseAtMs: number
  url: string
  dueAtMs: number
  /** HTTP status of each attempt; null when no answer came. */
  attempts: { atMs: number; httpStatus: number | null }[]
  /** True when it was answered with HTTP 200, was given up, or must not be called. */
  isFinished: boolean
  /** A fault that is injected on purpose. */
  fault?: 'wrong-control' | 'as-reversal'
}

/** The nonce of a signed request, which may be used once. */
export interface UsedNonce {
  nonce: string
  /** `oauth_timestamp` of the request, in seconds. */
  atSeconds: number
}

/** A card of the built-in merchant, which a client can add. */
export interface WelcomeCard {
  nickname: string
  /** The merchant's own name for the customer. */
  customerReference: string
  cardRefId: string
  unqCardRefId: string
  clientOrderId: string
  gatewayOrderId: string
}

/** A past order of the built-in merchant, which a client can add. */
export interface WelcomeOrder {
  kind: TransactionType
  clientOrderId: string
  gatewayOrderId: string
}

export interface SimulatorState {
  version: 2
  /** Salt of the card fingerprints. */
  salt: string
  /** Last value of the counter for `serial-number`; 0 before the first start. */
  lastSerial: number
  lastGatewayOrderId: number
  lastCardRefId: number
  lastUnqCardRefId: number
  orders: Order[]
  /**
   * Orders from before the first start, oldest first. They hardly ever change; a change replaces this array, so that
   * the state file need not be made anew from all of them each time.
   */
  past: Order[]
  tokens: CardToken[]
  unqCardRefIds: Record<string, string>
  /** Received payments and uploads. Other requests are not stored across restarts. */
  paymentDeliveries: Delivery[]
  welcomeCards: WelcomeCard[]
  welcomeOrders: WelcomeOrder[]
  /** The merchant's public RSA key in PEM; empty when none is registered. */
  publicKey: string
  usedNonces: UsedNonce[]
  callbacks: Callback[]
}

/** Orders from before the first start have lower gateway order ids than this. */
export const lastPastOrderId = 6_684_099

export function emptyState(): SimulatorState {
  return {
    version: 2,
    salt: randomBytes(32).toString('hex'),
    lastSerial: 0,
    lastGatewayOrderId: lastPastOrderId,
    lastCardRefId: 880_016,
    lastUnqCardRefId: 31_400,
    orders: [],
    past: [],
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
