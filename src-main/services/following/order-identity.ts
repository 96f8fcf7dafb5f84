import { factValue, type FactName } from '../../../src-shared/domain/facts'
import { toDecimal } from '../../../src-shared/domain/money'
import type { FieldChange } from '../../../src-shared/domain/order'
import type { StatusAnswer } from '../../ports/gateway-client'
import type { OrderRecord } from '../../ports/storage'
import { minorUnitsOf } from '../common/gateway-amount'
import { candidatesOf, isExplainedByLaterTransaction } from './later-transactions'

/** A fact, with the gateway's name of its field. */
interface NamedFact {
  readonly name: string
  readonly fact: FactName
}

/** A value of an answer that differs from the order's. `before` is our value, `after` the gateway’s. */
export type Contradiction = FieldChange & NamedFact

/** The result of comparing an answer with the polled order. */
export type Identity =
  | { readonly kind: 'same' }
  /** The answer has no id, so nothing links it to the order. */
  | { readonly kind: 'nameless' }
  /** The answer contradicts the order, so it is not applied. */
  | { readonly kind: 'other'; readonly contradictions: readonly [Contradiction, ...Contradiction[]] }

/**
 * Compares ids, money and card of an answer with the order. A missing value on either side is not a contradiction.
 */
export function identify(order: OrderRecord, answer: StatusAnswer): Identity {
  const { summary } = order
  if (answer.clientOrderId === null && (answer.gatewayOrderId === null || summary.gatewayOrderId === null))
    return { kind: 'nameless' }
  const named = (fact: FactName) => ({
    name: answer.fields.find((field) => field.fact === fact)?.name ?? fact,
    fact,
  })
  const [first, ...others] = [
    textContradiction(named('clientOrderId'), summary.clientOrderId, answer.clientOrderId),
    textContradiction(named('gatewayOrderId'), summary.gatewayOrderId, answer.gatewayOrderId),
    textContradiction(named('currency'), summary.currency, answer.currency),
    textContradiction(named('lastFour'), summary.lastFour, answer.lastFour),
    amountContradiction(named('amount'), order, answer.amount, answer),
    amountContradiction(named('initialAmount'), order, factValue(answer.fields, 'initialAmount'), null),
  ].filter((contradiction) => contradiction !== null)
  return first === undefined ? { kind: 'same' } : { kind: 'other', contradictions: [first, ...others] }
}

function textContradiction(
  named: NamedFact,
  ours: string | null,
  theirs: string | null,
): Contradiction | null {
  return ours === null || theirs === null || ours === theirs
    ? null
    : { ...named, before: ours, after: theirs }
}

/** `answer` is set for an amount that a refund may have reduced. */
function amountContradiction(
  named: NamedFact,
  order: OrderRecord,
  theirs: string | null,
  answer: StatusAnswer | null,
): Contradiction | null {
  const { amountMinor, currency } = order.summary
  if (amountMinor === null || currency === null || theirs === null) return null
  const reported = minorUnitsOf(theirs, currency)
  const fits = (originalMinor: number) =>
    reported !== null &&
    (reported === originalMinor ||
      (answer !== null && isExplainedByLaterTransaction(answer, originalMinor, reported, currency)))
  if ([amountMinor, ...candidatesOf(order, currency)].some(fits)) return null
  return { ...named, before: toDecimal({ amountMinor, currency }), after: theirs }
}
