import { cardExpiry } from '../../src-shared/domain/card'
import { isUnresolved, type ChargeGuard } from '../../src-shared/domain/charge'
import type { ChargeDraft } from '../../src-shared/domain/charge-draft'
import { AppError } from '../../src-shared/errors/app-error'
import { assertNever } from '../../src-shared/util/assert-never'
import type { ChargeRecord, OrderRecord, ProfileRecord } from '../ports/storage'

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
  readonly nowMs: number
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
  const sinceMs = input.nowMs - sameChargeWindowMs
  const same = others.filter(
    (order) => order.summary.createdAtMs >= sinceMs && isSameMoney(input, order) && mayHaveTakenMoney(order),
  )
  if (same.length === 0) return [guard('no-recent-charge', 'ok')]
  return warnings('same-charge-recently', same)
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
  return order.charge?.state === 'rejected-unverified' && order.summary.errorCode === '2'
}

function mayHaveTakenMoney(order: OrderRecord): boolean {
  const state = order.charge?.state
  switch (state) {
    case 'accepted':
    case 'resolved-present':
      return true
    case 'final':
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
  const [newest] = orders.map(({ summary }) => summary).sort((a, b) => b.createdAtMs - a.createdAtMs)
  return {
    code,
    level,
    count: orders.length,
    orderId: newest?.orderId ?? null,
    clientOrderId: newest?.clientOrderId ?? null,
    atMs: newest?.createdAtMs ?? null,
  }
}
