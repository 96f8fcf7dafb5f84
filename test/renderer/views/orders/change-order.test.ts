import { describe, expect, it } from 'vitest'
import { splitChanges } from '../../../../src-renderer/views/orders/change-order'

const change = (name: string) => ({ name, before: null, after: 'x' })

describe('the changes of an answer', () => {
  it('are all shown while they are few', () => {
    const few = ['bin', 'card-type', 'status'].map(change)
    expect(splitChanges(few)).toEqual({ shown: few, folded: [] })
  })

  it('begin with what tells the outcome when an answer brings dozens of fields', () => {
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
    const { shown, folded } = splitChanges(names.map(change))
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
