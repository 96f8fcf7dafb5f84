import { describe, expect, it } from 'vitest'
import { leastWidthPx, nextIndex, trackOf } from '../../../../src-renderer/components/controls/data-list'

const list = { count: 50, pageSize: 10 }

describe('the keys of a list', () => {
  it.each([
    ['j', 4, 5],
    ['ArrowDown', 49, 49],
    ['ArrowDown', -1, 0],
    ['k', 4, 3],
    ['ArrowUp', 0, 0],
    ['ArrowUp', -1, 49],
    ['PageDown', 4, 14],
    ['PageDown', 45, 49],
    ['PageUp', 4, 0],
    ['Home', 30, 0],
    ['End', 30, 49],
  ])('move %s from %i to %i', (key, from, to) => {
    expect(nextIndex(key, from, list)).toBe(to)
  })

  it('ignore other keys and empty lists', () => {
    expect(nextIndex('x', 3, list)).toBeNull()
    expect(nextIndex('ArrowDown', -1, { count: 0, pageSize: 10 })).toBeNull()
  })
})

describe('the columns of a list', () => {
  const columns = [
    { key: 'amount', title: 'Amount', width: '96px', fits: true },
    { key: 'name', title: 'Name', width: 'minmax(56px, 1fr)' },
    { key: 'card', title: 'Card', width: '96px', fits: true, chosenPx: 60 },
  ]

  it('need the room of their contents, their smallest widths and the chosen widths', () => {
    expect(leastWidthPx(columns, new Map([['amount', 140]]))).toBe(140 + 56 + 60)
    expect(leastWidthPx(columns, new Map([['card', 80]]))).toBe(96 + 56 + 80)
  })

  it('grow to their contents, also where a person chose less', () => {
    expect(columns.map((column) => trackOf(column, 80))).toEqual([
      'max(96px, 80px)',
      'minmax(56px, 1fr)',
      'max(60px, 80px)',
    ])
  })
})
