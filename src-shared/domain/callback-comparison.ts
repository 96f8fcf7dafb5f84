import type { CallbackComparison, CallbackView } from './callback'
import type { AnswerField } from './exchange'
import { chargedSum, isLaterType, leftMinor } from './later-transactions'
import { parseAmount } from './money'
import type { OrderSummary } from './order'

interface NamedValue {
  readonly name: string
  readonly value: string
}

/**
 * Field names of callbacks with the name of the same field in a status answer. The spellings come from public clients.
 */
const statusNames: Readonly<Record<string, string>> = {
  orderid: 'paynet-order-id',
  'order-id': 'paynet-order-id',
  'client-orderid': 'merchant-order-id',
  'client-order-id': 'merchant-order-id',
  'merchant-order': 'merchant-order-id',
  type: 'transaction-type',
  'card-holder-name': 'cardholder-name',
  'merchant-data': 'merchantdata',
}

/** Fields that only a callback has: its control value and its own serial number. They are not compared. */
const ownFields: ReadonlySet<string> = new Set(['control', 'serial-number'])

/** The name of a callback's field in a status answer: hyphens in place of underscores, and some other names. */
export function statusNameOf(name: string): string {
  const hyphened = name.trim().toLowerCase().replaceAll('_', '-')
  return statusNames[hyphened] ?? hyphened
}

/** Fields that describe only the latest transaction of the order. */
const ofOneTransaction = ['transaction-type', 'status', 'order-stage', 'error-message', 'error-code'] as const

interface PolledOrder {
  readonly summary: OrderSummary
  readonly facts: readonly NamedValue[]
}

/** A stored callback with a new comparison. The order may have changed since the callback was stored. */
export function comparedNow(callback: CallbackView, order: PolledOrder | null): CallbackView {
  return { ...callback, comparison: compareWithOrder(callback.fields, order) }
}

/** Compares each field of a callback with the last status answer; empty without an order. Both sides are masked. */
export function compareWithOrder(
  fields: readonly AnswerField[],
  order: PolledOrder | null,
): CallbackComparison[] {
  if (order === null) return []
  const polled = polledValues(order)
  const type = fields.find(({ name }) => statusNameOf(name) === 'transaction-type')?.value ?? null
  const polledType = polled.get('transaction-type') ?? null
  // A callback about the payment must not be compared with a refund that a later status answer reported.
  const isOfPayment = type !== null && !isLaterType(type) && isLaterType(polledType)
  if (isOfPayment) {
    for (const name of ofOneTransaction) polled.delete(name)
    if (order.summary.status !== null) polled.set('status', order.summary.status)
  }
  const seen = new Set<string>()
  return fields.flatMap(({ name, value, isUnreadable }) => {
    const statusName = statusNameOf(name)
    if (value === '' || isUnreadable || ownFields.has(statusName) || seen.has(`${statusName}=${value}`))
      return []
    seen.add(`${statusName}=${value}`)
    const known = polled.get(statusName) ?? null
    return [
      {
        name: statusName,
        callback: value,
        polled: known,
        verdict:
          statusName === 'amount'
            ? amountVerdict(value, known, type, order.summary)
            : verdictOf(value, known),
      },
    ]
  })
}

function polledValues(order: PolledOrder): Map<string, string> {
  const { summary } = order
  const ours: [string, string | null][] = [
    ['merchant-order-id', summary.clientOrderId],
    ['paynet-order-id', summary.gatewayOrderId],
    ['status', summary.status],
    ['currency', summary.currency],
  ]
  return new Map([
    ...ours.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
    ...order.facts.flatMap(({ name, value }) => (value === '' ? [] : [[name, value] as const])),
  ])
}

function verdictOf(theirs: string, known: string | null): CallbackComparison['verdict'] {
  if (known === null) return 'not-polled'
  return theirs === known ? 'same' : 'differs'
}

/**
 * The amount of a callback about a refund may be the original, the refunded or the remaining amount, or that of one
 * refund.
 */
function amountVerdict(
  theirs: string,
  known: string | null,
  type: string | null,
  summary: OrderSummary,
): CallbackComparison['verdict'] {
  const plain = verdictOf(theirs, known)
  const amountMinor = minorOf(theirs, summary.currency)
  if (plain !== 'differs' || amountMinor === null) return plain
  if (known !== null && amountMinor === minorOf(known, summary.currency)) return 'same'
  const charged = chargedSum(summary)
  const sums = [charged, leftMinor(summary), summary.later.refundedMinor]
  if (summary.later.refundState !== 'none' && sums.includes(amountMinor)) return 'same'
  return isLaterType(type) && charged !== null && amountMinor < charged ? 'not-polled' : 'differs'
}

/** An amount above zero in minor units, or null. */
function minorOf(text: string, currency: string | null): number | null {
  const parsed = currency === null ? null : parseAmount(text, currency)
  return parsed?.ok === true ? parsed.value.amountMinor : null
}
