import { describe, expect, it } from 'vitest'
import { groupFacts } from '../../../../src-renderer/views/orders/fact-groups'
import type { FactName } from '../../../../src-shared/domain/facts'

const reported = (name: string, fact?: FactName, value = '1') => ({ name, fact, value, atMs: 0 })

describe('the groups of reported facts', () => {
  it('begin with what the gate allows and end with unknown fields, without empty groups', () => {
    const groups = groupFacts([
      reported('loyalty-bonus', 'loyaltyBonus'),
      reported('x-unlisted-field'),
      reported('amount', 'amount'),
      reported('gate-partial-reversal', 'partialRefund', 'enabled'),
    ])
    expect(groups.map(({ group }) => group)).toEqual(['allowed', 'money', 'loyalty', 'other'])
    expect(groups.at(-1)?.facts).toEqual([reported('x-unlisted-field')])
  })

  it('show the facts of a group in one order, whatever the order of the gateway', () => {
    const [group] = groupFacts([
      reported('paynet-order-id', 'gatewayOrderId'),
      reported('order-stage', 'orderStage'),
      reported('status', 'status'),
    ])
    expect(group?.facts.map(({ fact }) => fact)).toEqual(['status', 'orderStage', 'gatewayOrderId'])
  })

  it('leave out a fact without a value', () => {
    expect(groupFacts([reported('error-code', 'errorCode', '')])).toEqual([])
  })
})
