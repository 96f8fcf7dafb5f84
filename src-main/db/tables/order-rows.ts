import { z } from 'zod'
import { bankCodeIn } from '../../../src-shared/domain/bank-code'
import type { ChargeState } from '../../../src-shared/domain/charge'
import { isUnresolved } from '../../../src-shared/domain/charge'
import { currencyExponent } from '../../../src-shared/domain/money'
import {
  disputeKind,
  noLaterTransactions,
  type LaterTransactions,
} from '../../../src-shared/domain/later-transactions'
import type { FollowState, OrderKind, OrderSummary } from '../../../src-shared/domain/order'
import { shownStatus, type StatusFamily } from '../../../src-shared/domain/order-status'
import type { Environment } from '../../../src-shared/domain/gateway-address'
import type { NewOrder, OrderColumns } from '../../ports/storage'
import { cutBin, cutLastFour } from './cards'
import { importedFactsIn } from './imported-orders'
import { fromJsonOr } from './stored-json'

const storedDisputes = z.array(disputeKind)
const noDisputes = '[]'

/** Columns of an order that a change may set. */
export interface OrderStateRow {
  readonly status: string | null
  readonly order_stage: string | null
  readonly gateway_order_id: string | null
  readonly amount_minor: number | null
  readonly currency: string | null
  readonly bin: string | null
  readonly last_four: string | null
  readonly cardholder_name: string | null
  readonly error_code: string | null
  readonly error_message: string | null
  readonly control_refused: number
  readonly card_country: string | null
  readonly transaction_type: string | null
  readonly follow_state: FollowState
  readonly followed_since_ms: number
  readonly followed_for_ms: number
  readonly confirmed_at_ms: number | null
  readonly checks: number
  readonly answered_at_ms: number | null
  readonly next_check_at_ms: number | null
  readonly watch_until_ms: number | null
  readonly last_check_failure: string | null
  readonly alert: OrderSummary['alert']
  readonly awaited_step: OrderSummary['awaitedStep']
  readonly charged_minor: number | null
  readonly refund_state: LaterTransactions['refundState']
  readonly refund_kind: LaterTransactions['refundKind']
  readonly refunded_minor: number
  readonly refund_basis: LaterTransactions['refundBasis']
  readonly refund_problem: LaterTransactions['refundProblem']
  /** JSON array. */
  readonly disputes: string
}

/** Columns computed from the others and the charge’s state. */
export interface DerivedRow {
  readonly family: StatusFamily
  readonly word: string
  readonly home_section: 'attention' | 'in-flight' | null
  readonly amount_rank: number
  readonly bank_code: string | null
}

/** A row of `orderSelect`, with the id of its profile and its charge. */
export interface OrderRow extends OrderStateRow, DerivedRow {
  readonly order_id: number
  readonly revision: number
  readonly profile_id: string
  readonly environment: Environment
  readonly kind: OrderKind
  readonly route_kind: 'endpoint' | 'group'
  readonly route_id: string
  readonly client_order_id: string
  readonly created_at_ms: number
  readonly changed_at_ms: number
  readonly card_id: number | null
  readonly description: string | null
  readonly reference: string | null
  readonly charge_id: string | null
  readonly charge_state: ChargeState | null
  /** JSON of what a file says about the order; null = it came from no file. */
  readonly imported_cells: string | null
}

const orderColumns = `orders.*, profiles.profile_id, charges.charge_id, charges.state AS charge_state,
  imported_orders.cells AS imported_cells`
const orderSources = `
  FROM orders
  JOIN profiles USING (profile_key)
  LEFT JOIN charges ON charges.order_id = orders.order_id
  LEFT JOIN imported_orders ON imported_orders.order_id = orders.order_id
`

/** SQL that reads `OrderRow`. The name `orders` can be used in the clauses after it. */
export const orderSelect = `SELECT ${orderColumns} ${orderSources}`

/** An order with what only an export needs. */
export interface ExportRow extends OrderRow {
  readonly profile_name: string
  /** JSON of the facts; null = none. */
  readonly facts: string | null
  /** JSON of the columns of the file that the order came from. */
  readonly imported_columns: string | null
}

/** SQL that reads `ExportRow`. */
export const exportSelect = `
  SELECT ${orderColumns}, profiles.name AS profile_name, order_facts.facts,
    order_imports.columns AS imported_columns
  ${orderSources}
  LEFT JOIN order_facts ON order_facts.order_id = orders.order_id
  LEFT JOIN order_imports ON order_imports.import_id = imported_orders.import_id
`

const rankDecimals = 4
const noAmountRank = -1

/** Computes the columns by which lists filter and sort. */
export function derive(
  state: OrderStateRow,
  chargeState: ChargeState | null,
  importedCells: string | null,
): DerivedRow {
  const imported = importedFactsIn(importedCells)
  const { family, word } = shownStatus({
    chargeState,
    imported,
    status: state.status,
    isControlRefused: state.control_refused === 1,
    alert: state.alert,
  })
  return {
    family,
    word,
    home_section: homeSectionOf(state, chargeState, family),
    amount_rank:
      state.amount_minor === null && imported !== null && imported.amount !== ''
        ? decimalRank(imported.amount)
        : amountRank(state.amount_minor, state.currency),
    bank_code: bankCodeIn(state.error_message),
  }
}

/**
 * A charge that is being sent has no known outcome yet. The sweep at start-up turns a `sending` left by a crash into
 * an unknown outcome.
 */
function homeSectionOf(
  state: OrderStateRow,
  chargeState: ChargeState | null,
  family: StatusFamily,
): DerivedRow['home_section'] {
  const isDoubtful = chargeState !== null && chargeState !== 'sending' && isUnresolved(chargeState)
  // Only a person can complete a 3-D Secure step.
  const isUpToPerson =
    state.follow_state === 'needs-review' || state.awaited_step !== null || state.refund_problem !== null
  const isFollowed = state.next_check_at_ms !== null && state.watch_until_ms === null
  // The gateway's own "unknown" is as little an outcome as a lost response.
  const isUnknown = isDoubtful || (family === 'unknown' && isFollowed)
  if (isUnknown || isUpToPerson || state.alert !== null) return 'attention'
  return family === 'open' || isFollowed ? 'in-flight' : null
}

function amountRank(amountMinor: number | null, currency: string | null): number {
  if (amountMinor === null) return noAmountRank
  const exponent = (currency === null ? null : currencyExponent(currency)) ?? 2
  return Math.min(amountMinor * 10 ** Math.max(rankDecimals - exponent, 0), Number.MAX_SAFE_INTEGER)
}

/** The rank of a decimal amount with at most four decimals. */
export function decimalRank(decimal: string): number {
  const [whole = '', fraction = ''] = decimal.split('.')
  return Math.min(Number(whole + fraction.padEnd(rankDecimals, '0')), Number.MAX_SAFE_INTEGER)
}

/** The columns of a new order. */
export function initialState(order: NewOrder): OrderStateRow {
  return {
    status: null,
    order_stage: null,
    gateway_order_id: order.gatewayOrderId,
    amount_minor: order.amountMinor,
    currency: order.currency,
    bin: cutBin(order.bin),
    last_four: cutLastFour(order.lastFour),
    cardholder_name: order.cardholderName,
    error_code: null,
    error_message: null,
    control_refused: 0,
    card_country: null,
    transaction_type: null,
    follow_state: order.followState,
    followed_since_ms: order.createdAtMs,
    followed_for_ms: 0,
    confirmed_at_ms: null,
    checks: 0,
    answered_at_ms: null,
    next_check_at_ms: order.nextCheckAtMs,
    watch_until_ms: null,
    last_check_failure: null,
    alert: null,
    awaited_step: null,
    charged_minor: null,
    ...laterColumns(noLaterTransactions, noDisputes),
  }
}

/** The columns after a change. A column without a new value keeps its value. */
export function changedState(row: OrderStateRow, set: Partial<OrderColumns>): OrderStateRow {
  const kept = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)
  return {
    status: kept(set.status, row.status),
    order_stage: kept(set.orderStage, row.order_stage),
    gateway_order_id: kept(set.gatewayOrderId, row.gateway_order_id),
    amount_minor: kept(set.amountMinor, row.amount_minor),
    currency: kept(set.currency, row.currency),
    bin: cutBin(kept(set.bin, row.bin)),
    last_four: cutLastFour(kept(set.lastFour, row.last_four)),
    cardholder_name: kept(set.cardholderName, row.cardholder_name),
    error_code: kept(set.errorCode, row.error_code),
    error_message: kept(set.errorMessage, row.error_message),
    control_refused: set.isControlRefused === undefined ? row.control_refused : Number(set.isControlRefused),
    card_country: kept(set.cardCountry, row.card_country),
    transaction_type: kept(set.transactionType, row.transaction_type),
    follow_state: kept(set.followState, row.follow_state),
    followed_since_ms: kept(set.followedSinceMs, row.followed_since_ms),
    followed_for_ms: kept(set.followedForMs, set.followedSinceMs === undefined ? row.followed_for_ms : 0),
    confirmed_at_ms: kept(set.confirmedAtMs, row.confirmed_at_ms),
    checks: kept(set.checks, row.checks),
    answered_at_ms: kept(set.answeredAtMs, row.answered_at_ms),
    next_check_at_ms: kept(set.nextCheckAtMs, row.next_check_at_ms),
    watch_until_ms: kept(set.watchUntilMs, row.watch_until_ms),
    last_check_failure: kept(set.lastCheckFailure, row.last_check_failure),
    alert: kept(set.alert, row.alert),
    awaited_step: kept(set.awaitedStep, row.awaited_step),
    charged_minor: kept(set.chargedMinor, row.charged_minor),
    ...laterColumns(set.later ?? laterOf(row), row.disputes),
  }
}

/** An unreadable list of disputes keeps its stored text. */
function laterColumns(later: LaterTransactions, disputes: string) {
  return {
    refund_state: later.refundState,
    refund_kind: later.refundKind,
    refunded_minor: later.refundedMinor,
    refund_basis: later.refundBasis,
    refund_problem: later.refundProblem,
    disputes: later.disputes === null ? disputes : JSON.stringify(later.disputes),
  }
}

function laterOf(row: OrderStateRow): LaterTransactions {
  return {
    refundState: row.refund_state,
    refundKind: row.refund_kind,
    refundedMinor: row.refunded_minor,
    refundBasis: row.refund_basis,
    refundProblem: row.refund_problem,
    disputes: fromJsonOr(storedDisputes, row.disputes, null),
  }
}

/** The view of a row in a list. */
export function toSummary(row: OrderRow): OrderSummary {
  return {
    orderId: String(row.order_id),
    revision: row.revision,
    profileId: row.profile_id,
    environment: row.environment,
    kind: row.kind,
    createdAtMs: row.created_at_ms,
    changedAtMs: row.changed_at_ms,
    family: row.family,
    word: row.word,
    chargeId: row.charge_id,
    chargeState: row.charge_state,
    status: row.status,
    orderStage: row.order_stage,
    amountMinor: row.amount_minor,
    chargedMinor: row.charged_minor,
    currency: row.currency,
    clientOrderId: row.client_order_id,
    gatewayOrderId: row.gateway_order_id,
    cardId: row.card_id === null ? null : String(row.card_id),
    bin: row.bin,
    lastFour: row.last_four,
    cardholderName: row.cardholder_name,
    description: row.description,
    reference: row.reference,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    isControlRefused: row.control_refused === 1,
    transactionType: row.transaction_type,
    followState: row.follow_state,
    answeredAtMs: row.answered_at_ms,
    nextCheckAtMs: row.next_check_at_ms,
    watchUntilMs: row.watch_until_ms,
    lastCheckFailure: row.last_check_failure,
    alert: row.alert,
    awaitedStep: row.awaited_step,
    later: laterOf(row),
    imported: importedFactsIn(row.imported_cells),
  }
}
