import type { Settings } from '../../../src-shared/domain/app-state'
import type { CallbackView } from '../../../src-shared/domain/callback'
import type { CardView } from '../../../src-shared/domain/card'
import type { ChargeState } from '../../../src-shared/domain/charge'
import type { ExchangeView } from '../../../src-shared/domain/exchange'
import type { OrderSummary, TimelineEntry } from '../../../src-shared/domain/order'
import { noLaterTransactions } from '../../../src-shared/domain/later-transactions'
import { shownStatus } from '../../../src-shared/domain/order-status'
import { AppError } from '../../../src-shared/errors/app-error'
import type {
  ChargeRecord,
  NewOrder,
  OrderRecord,
  ProfileRecord,
  StepAnswer,
  StepRecord,
} from '../../../src-main/ports/storage'

/** A 3-D Secure step with the issuer's answer while that waits to be uploaded. */
export interface StoredStep extends StepRecord {
  readonly answer: StepAnswer | null
}

/** An order with everything that belongs to it. */
export interface StoredOrder {
  summary: OrderSummary
  readonly route: OrderRecord['route']
  chargeId: string | null
  followedSinceMs: number
  followedForMs: number
  confirmedAtMs: number | null
  checks: number
  readonly facts: Map<string, { value: string; atMs: number }>
  steps: readonly StoredStep[]
  readonly timeline: TimelineEntry[]
  sentParameters: readonly { readonly name: string; readonly value: string }[]
}

/** A move of a charge, kept so that a test can compare every one with the table of allowed moves. */
export interface ChargeMove {
  readonly chargeId: string
  readonly from: ChargeState
  readonly to: ChargeState
}

/** What would be on disk; outlives every service of a test, as a file outlives a process. */
export class InMemoryTables {
  settings: Settings = { theme: 'system', timeZone: 'system', operatorName: '' }
  activeProfileId: string | null = null
  isRecoveryMade = false
  readonly profiles = new Map<string, ProfileRecord>()
  /** Names of removed profiles by id. */
  readonly formerProfiles = new Map<string, string>()
  readonly cards = new Map<string, { view: CardView; routeId: string }>()
  readonly charges = new Map<string, ChargeRecord>()
  readonly orders = new Map<string, StoredOrder>()
  readonly exchanges = new Map<string, ExchangeView>()
  readonly callbacks = new Map<string, { readonly view: CallbackView; readonly sameKey: string }>()
  /** Sealed private keys by profile. */
  readonly signingKeys = new Map<string, Uint8Array>()
  readonly moves: ChargeMove[] = []

  requireOrder(orderId: string): StoredOrder {
    const order = this.orders.get(orderId)
    if (order === undefined) throw new AppError('not-found', { reason: 'order' })
    return order
  }

  recordOf(order: StoredOrder): OrderRecord {
    return structuredClone({
      summary: this.summaryOf(order),
      route: order.route,
      charge: order.chargeId === null ? null : (this.charges.get(order.chargeId) ?? null),
      followedSinceMs: order.followedSinceMs,
      followedForMs: order.followedForMs,
      confirmedAtMs: order.confirmedAtMs,
      checks: order.checks,
      steps: order.steps.map(({ answer: _answer, ...step }) => step),
      facts: [...order.facts].map(([name, fact]) => ({ name, ...fact })),
    })
  }

  summaryOf(order: StoredOrder): OrderSummary {
    const chargeState = order.chargeId === null ? null : (this.charges.get(order.chargeId)?.state ?? null)
    const known = { ...order.summary, chargeState }
    return { ...known, ...shownStatus(known) }
  }
}

export function notAllowed(reason: string): AppError {
  return new AppError('not-allowed-now', { reason })
}

/** An order as it stands when it was just written down. */
export function newStoredOrder(orderId: string, order: NewOrder): StoredOrder {
  const { route, ...columns } = structuredClone(order)
  return {
    summary: {
      ...columns,
      orderId,
      revision: 1,
      changedAtMs: order.createdAtMs,
      family: 'open',
      word: '',
      chargeId: null,
      chargeState: null,
      status: null,
      orderStage: null,
      errorCode: null,
      errorMessage: null,
      isControlRefused: false,
      transactionType: null,
      answeredAtMs: null,
      watchUntilMs: null,
      lastCheckFailure: null,
      alert: null,
      awaitedStep: null,
      chargedMinor: null,
      later: noLaterTransactions,
    },
    route,
    chargeId: null,
    followedSinceMs: order.createdAtMs,
    followedForMs: 0,
    confirmedAtMs: null,
    checks: 0,
    facts: new Map(),
    steps: [],
    timeline: [],
    sentParameters: [],
  }
}
