import { describe, expect, it } from 'vitest'
import { rankFieldChanges } from '../../../../src-renderer/views/orders/rank-field-changes'
import type { FactName } from '../../../../src-shared/domain/facts'

const change = (fact: FactName | undefined, name = fact ?? 'x-new') => ({
  name,
  fact,
  before: null,
  after: 'x',
})

describe('rankFieldChanges', () => {
  it('shows the three most telling changes and folds the others', () => {
    const facts = ['clientOrderId', 'email', 'errorCode', 'status', 'orderStage', 'errorMessage'] as const
    const { shown, folded } = rankFieldChanges(facts.map((fact) => change(fact)))
    expect(shown.map(({ fact }) => fact)).toEqual(['errorMessage', 'orderStage', 'errorCode'])
    expect(folded.map(({ fact }) => fact)).toEqual(['status', 'clientOrderId', 'email'])
  })

  it('keeps the order of the gateway among unknown fields and shows all when there are few', () => {
    const few = [change(undefined, 'x-b'), change(undefined, 'x-a'), change('orderStage')]
    const { shown, folded } = rankFieldChanges(few)
    expect(shown.map(({ name }) => name)).toEqual(['orderStage', 'x-b', 'x-a'])
    expect(folded).toEqual([])
  })
})
