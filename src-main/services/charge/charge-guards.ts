import { cardExpiry } from '../../../src-shared/domain/card'
import { isUnresolved, type ChargeGuard } from '../../../src-shared/domain/charge'
import type { ChargeDraft } from '../../../src-shared/domain/charge-draft'
import { AppError } from '../../../src-shared/errors/app-error'
import { assertNever } from '../../../src-shared/util/assert-never'
import type { ChargeRecord, OrderRecord, ProfileRecord } from '../../ports/storage'

/** How far back an equal charge is worth a warning (U3). */
export const sameChargeWindowMs = 24 * 60 * 60_000

/** A card by what the guards need of it, stored or typed in. */
export interface GuardedCard {
  readonly expireMonth: number | null
  /** Four digits. */
  readonly expireYear: number | null
}

/** What the guards look at. */
export interface GuardInput {
  readonly charge: Pick<ChargeRecord, 'chargeId' | 'amountMinor' | 'currency' | 'draft'>
  readonly card: GuardedCard
  readonly profile: Pick<ProfileRecord, 'environment'>
  /** Charges of the same card, its twins or one with the same digits: recent ones and every unresolved one. */
  readonly related: readonly OrderRecord[]
  /** By a clock that cannot have been set ahead; an order from its future counts as recent. */
  readonly nowMs: number
  /** The earliest time that it can be; before `nowMs` while no gateway has confirmed the clock since the start. */
  readonly earliestMs: number
}

/** The lines of the guard panel, good news included. */
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

/** Blocks a charge while the gateway asks to be left alone; nothing is sent by itself when the pause ends. */
export function pauseGuards(pausedUntilMs: number | null): ChargeGuard[] {
  return pausedUntilMs === null ? [] : [{ ...guard('gateway-paused', 'block'), atMs: pausedUntilMs }]
}

/** Refuses a charge that a guard blocks, or whose warnings the person has not acknowledged one by one. */
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
  // A card is good to the end of its month by the machine's own calendar.
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

/** Money that may have moved without proof: the same sum must wait, another one needs a person's word. */
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

/** When the charge was made, by the gateway's clock where that is known. */
function madeAtMs({ confirmedAtMs, summary }: OrderRecord): number {
  return confirmedAtMs ?? summary.createdAtMs
}

/** Charges that were called refused or not charged, as long as they are watched: the gateway may have booked them. */
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

/** One warning for all orders, because it is acknowledged once. */
function warnings(code: ChargeGuard['code'], orders: readonly OrderRecord[]): ChargeGuard[] {
  return orders.length === 0 ? [] : [guard(code, 'warn', orders)]
}

function isSameMoney(input: GuardInput, order: OrderRecord): boolean {
  return (
    order.charge?.amountMinor === input.charge.amountMinor && order.charge.currency === input.charge.currency
  )
}

/** A wrong control is refused before an order can exist (interface, Errors), so it stands for no money. */
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
      // Also after a full refund: its sum may be assumed, and only a person knows whether a new charge is meant.
      return order.summary.status === 'approved'
    // Unresolved ones have their own line.
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
