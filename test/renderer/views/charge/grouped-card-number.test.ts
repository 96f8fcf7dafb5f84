import { describe, expect, it } from 'vitest'
import { groupedCardNumber } from '../../../../src-renderer/views/charge/grouped-card-number'

describe('the grouping of a card number', () => {
  it.each([
    ['4', '4'],
    ['4111', '4111'],
    ['41111', '4111 1'],
    ['4111111111111111', '4111 1111 1111 1111'],
    ['4111-1111-1111-1111', '4111 1111 1111 1111'],
    [' 4111 1111 1111 1111\n', '4111 1111 1111 1111'],
    ['4111x1111', '4111 1111'],
    ['371449635398431', '3714 496353 98431'],
    ['6200000000000000003', '6200 0000 0000 0000 003'],
    ['62000000000000000030000', '6200 0000 0000 0000 003'],
    ['', ''],
  ])('writes "%s" as "%s"', (typed, shown) => {
    expect(groupedCardNumber(typed)).toBe(shown)
  })

  it('does not change a grouped number', () => {
    const once = groupedCardNumber('371449635398431')
    expect(groupedCardNumber(once)).toBe(once)
  })
})
