import type { CallbackComparison, CallbackView } from './callback'
import type { AnswerField } from './exchange'
import { parseAmount } from './money'
import type { OrderSummary } from './order'

interface NamedValue {
  readonly name: string
  readonly value: string
}

/** What a callback calls a field that a status answer calls otherwise (facts, sections 5 and 9.16). */
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

/** Not told by an order: the callback's own proof, and the serial number of its own request. */
const ownFields: ReadonlySet<string> = new Set(['control', 'serial-number'])

/** The name that a status answer gives a callback's field: hyphens for underscores, and a few words of its own. */
export function statusNameOf(name: string): string {
  const hyphened = name.trim().toLowerCase().replaceAll('_', '-')
  return statusNames[hyphened] ?? hyphened
}

interface PolledOrder {
  readonly summary: OrderSummary
  readonly facts: readonly NamedValue[]
}

/** A kept callback with its comparison as it stands now: polling goes on after a callback was kept. */
export function comparedNow(callback: CallbackView, order: PolledOrder | null): CallbackView {
  return { ...callback, comparison: compareWithOrder(callback.fields, order) }
}

/** Each field of a callback beside what polling last brought; empty without an order. The facts are masked like the fields. */
export function compareWithOrder(
  fields: readonly AnswerField[],
  order: PolledOrder | null,
): CallbackComparison[] {
  if (order === null) return []
  const polled = polledValues(order)
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
        verdict: verdictOf(statusName, value, known, order.summary),
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

function verdictOf(
  name: string,
  theirs: string,
  known: string | null,
  summary: OrderSummary,
): CallbackComparison['verdict'] {
  if (known === null) return 'not-polled'
  if (theirs === known) return 'same'
  return name === 'amount' && isSameAmount(theirs, known, summary.currency) ? 'same' : 'differs'
}

function isSameAmount(left: string, right: string, currency: string | null): boolean {
  if (currency === null) return false
  const [one, other] = [parseAmount(left, currency), parseAmount(right, currency)]
  return one.ok && other.ok && one.value.amountMinor === other.value.amountMinor
}
