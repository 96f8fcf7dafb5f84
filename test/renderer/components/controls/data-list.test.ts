import { describe, expect, it } from 'vitest'
import { nextIndex } from '../../../../src-renderer/components/controls/data-list'

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
