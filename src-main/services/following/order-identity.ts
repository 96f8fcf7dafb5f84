import { factValue, type FactName } from '../../../src-shared/domain/facts'
import { toDecimal } from '../../../src-shared/domain/money'
import type { FieldChange } from '../../../src-shared/domain/order'
import type { StatusAnswer } from '../../ports/gateway-client'
import type { OrderRecord } from '../../ports/storage'
import { minorUnitsOf } from '../common/gateway-amount'
import { candidatesOf, isExplainedByLaterTransaction } from './later-transactions'

/** The result of comparing an answer with the polled order. */
export type Identity =
  | { readonly kind: 'same' }
  /** The answer has no id, so nothing links it to the order. */
  | { readonly kind: 'nameless' }
  /** The answer contradicts the order, so it is not applied. `before` is our value, `after` the gateway’s. */
  | { readonly kind: 'other'; readonly contradictions: readonly FieldChange[] }

/**
 * Compares ids, money and card of an answer with the order. A missing value on either side is not a contradiction.
 */
export function identify(order: OrderRecord, answer: StatusAnswer): Identity {
  const { summary } = order
  if (answer.clientOrderId === null && (answer.gatewayOrderId === null || summary.gatewayOrderId === null))
    return { kind: 'nameless' }
  const nameOf = (fact: FactName) => answer.fields.find((field) => field.fact === fact)?.name ?? fact
  const contradictions = [
    textContradiction(nameOf('clientOrderId'), summary.clientOrderId, answer.clientOrderId),
    textContradiction(nameOf('gatewayOrderId'), summary.gatewayOrderId, answer.gatewayOrderId),
    textContradiction(nameOf('currency'), summary.currency, answer.currency),
    textContradiction(nameOf('lastFour'), summary.lastFour, answer.lastFour),
    amountContradiction(nameOf('amount'), order, answer.amount, answer),
    amountContradiction(nameOf('initialAmount'), order, factValue(answer.fields, 'initialAmount'), null),
  ].filter((contradiction) => contradiction !== null)
  return contradictions.length === 0 ? { kind: 'same' } : { kind: 'other', contradictions }
}

function textContradiction(name: string, ours: string | null, theirs: string | null): FieldChange | null {
  return ours === null || theirs === null || ours === theirs ? null : { name, before: ours, after: theirs }
}

/** `answer` is set for an amount that a refund may have reduced. */
function amountContradiction(
  name: string,
  order: OrderRecord,
  theirs: string | null,
  answer: StatusAnswer | null,
): FieldChange | null {
  const { amountMinor, currency } = order.summary
  if (amountMinor === null || currency === null || theirs === null) return null
  const reported = minorUnitsOf(theirs, currency)
  const fits = (originalMinor: number) =>
    reported !== null &&
    (reported === originalMinor ||
      (answer !== null && isExplainedByLaterTransaction(answer, originalMinor, reported, currency)))
  if ([amountMinor, ...candidatesOf(order, currency)].some(fits)) return null
  return { name, before: toDecimal({ amountMinor, currency }), after: theirs }
}
