import { describe, expect, it } from 'vitest'
import { withFilter } from '../../../src-renderer/stores/order-filters'
import type { FilterField, OrderFilter } from '../../../src-shared/domain/order-query'

const is = (field: FilterField, value: string): OrderFilter => ({ by: 'is', field, value, not: false })
const isNot = (field: FilterField, value: string): OrderFilter => ({ by: 'is', field, value, not: true })

describe('a filter that is added', () => {
  it('replaces the value of its field in its place, because an order has one', () => {
    const before = [is('status', 'approved'), is('currency', 'EUR')]
    expect(withFilter(before, is('status', 'declined'))).toEqual([
      is('status', 'declined'),
      is('currency', 'EUR'),
    ])
  })

  it('adds up when it excludes a value, and not twice', () => {
    const one = withFilter([], isNot('status', 'declined'))
    const two = withFilter(one, isNot('status', 'error'))
    expect(two).toEqual([isNot('status', 'declined'), isNot('status', 'error')])
    expect(withFilter(two, isNot('status', 'error'))).toEqual(two)
    expect(withFilter(two, is('status', 'approved'))).toEqual([is('status', 'approved')])
  })

  it('adds up when it is a label, because an order can have several', () => {
    const both = withFilter([is('label', 'a')], is('label', 'b'))
    expect(both).toEqual([is('label', 'a'), is('label', 'b')])
    expect(withFilter(both, is('label', 'b'))).toHaveLength(2)
    expect(withFilter(both, isNot('label', 'b'))).toEqual([is('label', 'a'), isNot('label', 'b')])
  })

  it('sets one limit of the time and keeps the other one', () => {
    const since: OrderFilter = { by: 'created', fromMs: 5, untilMs: null }
    expect(withFilter([since], { by: 'created', fromMs: null, untilMs: 9 })).toEqual([
      { by: 'created', fromMs: 5, untilMs: 9 },
    ])
  })

  it('replaces the amount', () => {
    const amount = (from: string): OrderFilter => ({ by: 'amount', from, to: null })
    expect(withFilter([amount('1')], amount('2'))).toEqual([amount('2')])
  })
})
