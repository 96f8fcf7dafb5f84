import type { CallbackComparison, CallbackView } from './callback'
import type { NamedField } from './exchange'
import { factValue, type FactName } from './facts'
import { chargedSum, isLaterType, leftMinor } from './later-transactions'
import { parseAmount } from './money'
import type { OrderSummary } from './order'

interface NamedValue {
  readonly name: string
  readonly fact?: FactName | undefined
  readonly value: string
}

/** The fact of a field, or its name in one spelling when the app does not know the field. */
type FieldKey = string

/** A field name in lower case with hyphens. Callbacks also use capitals and underscores. */
export function inOneSpelling(name: string): string {
  return name.trim().toLowerCase().replaceAll('_', '-')
}

function keyOf({ fact, name }: Pick<NamedValue, 'fact' | 'name'>): FieldKey {
  return fact ?? inOneSpelling(name)
}

/** Fields that only a callback has: its control value and its own serial number. They are not compared. */
const ownFields: ReadonlySet<FieldKey> = new Set(['control', 'serialNumber' satisfies FactName])

/** Facts that describe only the latest transaction of the order. */
const ofOneTransaction: readonly FactName[] = [
  'transactionType',
  'status',
  'orderStage',
  'errorMessage',
  'errorCode',
]

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
  fields: readonly NamedField[],
  order: PolledOrder | null,
): CallbackComparison[] {
  if (order === null) return []
  const polled = polledValues(order)
  const type = factValue(fields, 'transactionType')
  const polledType = polled.get('transactionType') ?? null
  // A callback about the payment must not be compared with a refund that a later status answer reported.
  const isOfPayment = type !== null && !isLaterType(type) && isLaterType(polledType)
  if (isOfPayment) {
    for (const name of ofOneTransaction) polled.delete(name)
    if (order.summary.status !== null) polled.set('status', order.summary.status)
  }
  const seen = new Set<string>()
  return fields.flatMap(({ name, fact, value, isUnreadable }) => {
    const key = keyOf({ name, fact })
    if (value === '' || isUnreadable || ownFields.has(key) || seen.has(`${key}=${value}`)) return []
    seen.add(`${key}=${value}`)
    const known = polled.get(key) ?? null
    return [
      {
        name: inOneSpelling(name),
        fact,
        callback: value,
        polled: known,
        verdict:
          fact === 'amount' ? amountVerdict(value, known, type, order.summary) : verdictOf(value, known),
      },
    ]
  })
}

function polledValues(order: PolledOrder): Map<FieldKey, string> {
  const { summary } = order
  const ours: [FactName, string | null][] = [
    ['clientOrderId', summary.clientOrderId],
    ['gatewayOrderId', summary.gatewayOrderId],
    ['status', summary.status],
    ['currency', summary.currency],
  ]
  return new Map<FieldKey, string>([
    ...ours.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
    ...order.facts.flatMap((fact) => (fact.value === '' ? [] : [[keyOf(fact), fact.value] as const])),
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
