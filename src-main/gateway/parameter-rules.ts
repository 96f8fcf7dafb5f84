import { clientOrderIdProblem, fieldLimits, fields, identifierProblem } from '../../src-shared/domain/fields'
import { splitAmounts } from '../../src-shared/domain/charge-draft'
import { parseAmount, type AmountProblem, type Money } from '../../src-shared/domain/money'
import { fail, ok, type Result } from '../../src-shared/util/result'
import type { CallTarget, Parameter, Rule } from './operation'

/**
 * Checks only the form of an id. An id of the gateway may look like a card number and must stay usable; ids that a person
 * types were checked for card numbers before.
 */
export function idUpTo(maxChars: number): Rule {
  return (value) => {
    const problem = identifierProblem(value, maxChars)
    return problem === null ? ok(value) : fail(problem)
  }
}

/** The same rule as for the form field. */
export function asField(name: keyof typeof fields): Rule {
  return (value) => {
    const parsed = fields[name].safeParse(value)
    return parsed.success ? ok(parsed.data) : fail(parsed.error.issues[0]?.message ?? 'not-allowed')
  }
}

/** One of the given words. */
export function oneOf(...words: readonly string[]): Rule {
  return (value) => (words.includes(value) ? ok(value) : fail('not-allowed'))
}

/** An amount that equals the minor units of the call. */
export const wireAmount: Rule<Money> = (value, money) => {
  const parsed = parseAmount(value, money.currency)
  if (!parsed.ok) return amountProblem(parsed.error, value)
  return parsed.value.amountMinor === money.amountMinor ? ok(value) : fail('not-a-decimal')
}

/** Amounts that the gateway tries one after the other, each in the form of `amount`; sent without spaces. */
export const amountList: Rule<Money> = (value, { currency }) => {
  const amounts = splitAmounts(value)
  for (const amount of amounts) {
    const parsed = parseAmount(amount, currency)
    if (!parsed.ok) return amountProblem(parsed.error, value)
  }
  const list = amounts.join(',')
  return list.length > fieldLimits.enumerateAmounts ? fail('too-long') : ok(list)
}

/** An unknown currency is reported at its own field, so it is not reported for every amount. */
function amountProblem(problem: AmountProblem, value: string): Result<string, string> {
  return problem === 'unknown-currency' ? ok(value) : fail(problem)
}

/** The client order id, the same in every operation that has one. */
export function clientOrderIdParameter<C extends { readonly clientOrderId: string }>(): Parameter<C> {
  return {
    name: 'client_orderid',
    field: 'clientOrderId',
    read: (call) => call.clientOrderId,
    rule: (value) => {
      const problem = clientOrderIdProblem(value)
      return problem === null ? ok(value) : fail(problem)
    },
  }
}

/** The merchant's login, the same in every operation. */
export function loginParameter<C extends CallTarget>(): Parameter<C> {
  return {
    name: 'login',
    field: 'login',
    read: (call) => call.target.login,
    rule: idUpTo(fieldLimits.login),
  }
}
