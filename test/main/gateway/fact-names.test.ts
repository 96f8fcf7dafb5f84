import { describe, expect, it } from 'vitest'
import { factName, sentName } from '../../../src-shared/domain/facts'
import { factNames, factOfField } from '../../../src-main/gateway/fact-names'
import { makeRebill } from '../../../src-main/gateway/operations/rebill'
import { sale } from '../../../src-main/gateway/operations/sale'

describe('the names of facts on the wire', () => {
  it('name every fact that the app knows', () => {
    expect(new Set(Object.values(factNames.ofStatus))).toEqual(new Set(factName.options))
  })

  it('name every parameter of a charge but those of the browser', () => {
    const sent = [...makeRebill.parameters, ...sale.parameters].map((parameter) =>
      parameter === 'control' ? parameter : parameter.name,
    )
    expect(new Set(sent.filter((name) => !name.startsWith('customer_')))).toEqual(
      new Set(Object.keys(factNames.ofRequest)),
    )
    expect(new Set(Object.values(factNames.ofRequest))).toEqual(new Set(sentName.options))
  })

  it.each([
    ['paynet-order-id', 'gatewayOrderId'],
    ['gate-partial-reversal', 'partialRefund'],
    ['tds-creq-form-acs-url', 'stepValue'],
    ['tds-pareq-form-of-a-later-version', 'stepValue'],
    ['tds-status', 'threeDsStep'],
  ])('%s is %s', (name, fact) => {
    expect(factOfField(name)).toBe(fact)
  })

  it.each(['x-new-field', 'constructor', '__proto__', ''])('a field named "%s" is not known', (name) => {
    expect(factOfField(name)).toBeUndefined()
  })
})
