import { describe, expect, it } from 'vitest'
import { rankFieldChanges } from '../../../../src-renderer/views/orders/rank-field-changes'

const change = (name: string) => ({ name, before: null, after: 'x' })

describe('rankFieldChanges', () => {
  it('shows all changes when there are few', () => {
    const few = ['bin', 'card-type', 'status'].map(change)
    expect(rankFieldChanges(few)).toEqual({ shown: few, folded: [] })
  })

  it('puts the fields about the outcome first when there are many changes', () => {
    const names = [
      'merchant-order-id',
      'email',
      'phone',
      'bin',
      'card-type',
      'error-code',
      'status',
      'order-stage',
    ]
    const { shown, folded } = rankFieldChanges(names.map(change))
    expect(shown.map(({ name }) => name)).toEqual([
      'status',
      'order-stage',
      'error-code',
      'merchant-order-id',
      'email',
    ])
    expect(folded.map(({ name }) => name)).toEqual(['phone', 'bin', 'card-type'])
  })
})
