import { cardExpiry } from '../../../src-shared/domain/card'
import { isUnresolved, type ChargeGuard } from '../../../src-shared/domain/charge'
import type { ChargeDraft } from '../../../src-shared/domain/charge-draft'
import { AppError } from '../../../src-shared/errors/app-error'
import { assertNever } from '../../../src-shared/util/assert-never'
import type { ChargeRecord, OrderRecord, ProfileRecord } from '../../ports/storage'

/** An equal charge gives a warning if it is at most this old. */
export const sameChargeWindowMs = 24 * 60 * 60_000

/** The parts of a card that the guards use, for a stored or a typed card. */
export interface GuardedCard {
  readonly expireMonth: number | null
  /** Four digits. */
  readonly expireYear: number | null
}

/** Input of the guards. */
export interface GuardInput {
  readonly charge: Pick<ChargeRecord, 'chargeId' | 'amountMinor' | 'currency' | 'draft'>
  readonly card: GuardedCard
  readonly profile: Pick<ProfileRecord, 'environment'>
  /**
   * Charges of the same card, of its twins, or of a card with the same digits: recent ones and all unresolved ones.
   */
  readonly related: readonly OrderRecord[]
  /** The current time in ms, which a clock set ahead cannot falsify. An order dated later counts as recent. */
  readonly nowMs: number
  /**
   * The earliest possible current time. It is before `nowMs` while no gateway has confirmed the clock since the
   * start.
   */
  readonly earliestMs: number
}

/** The results of all guards for the guard panel, including those without a warning. */
export function evaluateGuards(input: GuardInput): ChargeGuard[] {
  const others = input.related.filter(
    (order) => order.charge !== null && order.charge.chargeId !== input.charge.chargeId,
  )
  return [
    ...(input.profile.environment === 'simulator' ? [guard('simulator', 'ok')] : []),
    expiryGuard(input.card, input.nowMs),
    ...unresolvedGuards(input, others),
    ...recentGuards(input, others),
    ...draftGuards(input.charge.draft),
  ]
}

/** Blocks a charge while the gateway asks for a pause. Nothing is sent automatically when the pause ends. */
export function pauseGuards(pausedUntilMs: number | null): ChargeGuard[] {
  return pausedUntilMs === null ? [] : [{ ...guard('gateway-paused', 'block'), atMs: pausedUntilMs }]
}

/** Refuses a charge that a guard blocks, or that has a warning without an acknowledgement. */
export function requirePassed(guards: readonly ChargeGuard[], acknowledged: readonly string[]): void {
  const blocking = guards.find((candidate) => candidate.level === 'block')
  if (blocking !== undefined) throw new AppError('not-allowed-now', { reason: `blocked-by-${blocking.code}` })
  const open = guards.find(
    (candidate) => candidate.level === 'warn' && !acknowledged.includes(candidate.code),
  )
  if (open !== undefined) throw new AppError('not-allowed-now', { reason: 'warning-not-acknowledged' })
}

function draftGuards(draft: ChargeDraft): ChargeGuard[] {
  if (draft.kind === 'sale') return draft.presence === 'remote' ? [guard('cardholder-remote', 'note')] : []
  return [
    ...(draft.enumerateAmounts === '' ? [] : [guard('enumerate-amounts', 'warn')]),
    ...(draft.kind === 'rebill-auth' ? [guard('preauth-cannot-be-captured', 'warn')] : []),
  ]
}

function expiryGuard(card: GuardedCard, nowMs: number): ChargeGuard {
  // A card is valid until the end of its month, by the local calendar.
  const today = new Date(nowMs)
  const expiry = cardExpiry(card, { year: today.getFullYear(), month: today.getMonth() + 1 })
  switch (expiry) {
    case 'valid':
      return guard('card-valid', 'ok')
    case 'this-month':
      return guard('card-expires-this-month', 'ok')
    case 'expired':
      return guard('card-expired', 'warn')
    case 'unknown':
      return guard('card-expiry-unknown', 'note')
    default:
      return assertNever(expiry)
  }
}

/**
 * Finds charges with an unknown outcome. A charge of the same amount is blocked. A different amount needs an
 * acknowledgement.
 */
function unresolvedGuards(input: GuardInput, others: readonly OrderRecord[]): ChargeGuard[] {
  const unresolved = others.filter((order) => order.charge !== null && isUnresolved(order.charge.state))
  if (unresolved.length === 0) return [guard('no-open-charge', 'ok')]
  const isBlocking = (order: OrderRecord) => isSameMoney(input, order) && !isRefusedForItsControl(order)
  return [
    ...unresolved.filter(isBlocking).map((order) => guard('charge-unresolved', 'block', [order])),
    ...warnings(
      'charge-unresolved',
      unresolved.filter((order) => !isBlocking(order)),
    ),
  ]
}

function recentGuards(input: GuardInput, others: readonly OrderRecord[]): ChargeGuard[] {
  const same = others.filter((order) => isSameMoney(input, order) && mayHaveTakenMoney(order))
  const since = (nowMs: number) => same.filter((order) => madeAtMs(order) >= nowMs - sameChargeWindowMs)
  const recent = since(input.nowMs)
  const perhapsRecent = since(input.earliestMs).filter((order) => !recent.includes(order))
  const found = [
    ...warnings('same-charge-recently', recent),
    ...warnings('same-charge-clock-unconfirmed', perhapsRecent),
    ...watchedGuards(input, others),
  ]
  return found.length === 0 ? [guard('no-recent-charge', 'ok')] : found
}

/** Time of the charge in ms, by the gateway’s clock where that is known. */
function madeAtMs({ confirmedAtMs, summary }: OrderRecord): number {
  return confirmedAtMs ?? summary.createdAtMs
}

/** Watched charges that were shown as refused or not charged: the gateway may have booked them anyway. */
function watchedGuards(input: GuardInput, others: readonly OrderRecord[]): ChargeGuard[] {
  const watched = others.filter((order) => order.summary.watchUntilMs !== null && isSameMoney(input, order))
  const isSettledAbsent = (order: OrderRecord) => order.charge?.state === 'resolved-absent'
  return [
    ...warnings('same-charge-settled-absent', watched.filter(isSettledAbsent)),
    ...warnings(
      'same-charge-refused',
      watched.filter((order) => !isSettledAbsent(order)),
    ),
  ]
}

/** One warning for all orders, because the operator acknowledges it once. */
function warnings(code: ChargeGuard['code'], orders: readonly OrderRecord[]): ChargeGuard[] {
  return orders.length === 0 ? [] : [guard(code, 'warn', orders)]
}

function isSameMoney(input: GuardInput, order: OrderRecord): boolean {
  return (
    order.charge?.amountMinor === input.charge.amountMinor && order.charge.currency === input.charge.currency
  )
}

/**
 * The gateway refuses a wrong control before it creates an order (interface, Errors), so such a charge has moved no
 * money.
 */
function isRefusedForItsControl(order: OrderRecord): boolean {
  return order.charge?.state === 'rejected-unverified' && order.summary.isControlRefused
}

function mayHaveTakenMoney(order: OrderRecord): boolean {
  const state = order.charge?.state
  switch (state) {
    case 'accepted':
    case 'resolved-present':
      return true
    case 'final':
      // This applies after a full refund too: the refunded sum may be assumed, and only a person knows whether a new
      // charge is intended.
      return order.summary.status === 'approved'
    // Unresolved charges have a guard of their own.
    case 'sending':
    case 'outcome-unknown':
    case 'rejected-unverified':
    case 'needs-review':
    case 'draft':
    case 'recorded':
    case 'not-sent':
    case 'cancelled':
    case 'rejected':
    case 'resolved-absent':
    case undefined:
      return false
    default:
      return assertNever(state)
  }
}

function guard(
  code: ChargeGuard['code'],
  level: ChargeGuard['level'],
  orders: readonly OrderRecord[] = [],
): ChargeGuard {
  const [newest] = [...orders].sort((a, b) => madeAtMs(b) - madeAtMs(a))
  return {
    code,
    level,
    count: orders.length,
    orderId: newest?.summary.orderId ?? null,
    clientOrderId: newest?.summary.clientOrderId ?? null,
    atMs: newest === undefined ? null : madeAtMs(newest),
  }
}
