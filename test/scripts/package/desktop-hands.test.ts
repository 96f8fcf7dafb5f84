import { describe, expect, it } from 'vitest'
import { firstRow, shownOrder } from '../../../scripts/package/desktop-hands.mjs'

const element = (path: number[], role: string, name = '') => ({ path, role, name, isEnabled: true })

describe('what is found in a window from outside', () => {
  it('takes the first row with cells, and not the header', () => {
    const all = [
      element([0, 0], 'table row', 'Card Number'),
      element([0, 0, 0], 'column header', 'Card'),
      element([0, 1], 'table row', 'Marta'),
      element([0, 1, 0], 'table cell', 'Marta'),
      element([0, 10], 'table row', 'Oliver'),
      element([0, 10, 0], 'table cell', 'Oliver'),
    ]
    expect(firstRow(all)?.name).toBe('Marta')
    expect(firstRow(all.slice(0, 2))).toBeUndefined()
  })

  it('reads the status of the order whose amount is the heading beside it', () => {
    const all = [
      element([0, 0], 'static', '2 open'),
      element([0, 1, 0, 0], 'static', 'Processing'),
      element([0, 1, 1], 'heading', '1,249.00 EUR'),
    ]
    expect(shownOrder(all)).toEqual({ status: 'Processing', amount: '1,249.00 EUR' })
    expect(shownOrder(all.slice(0, 2))).toBeNull()
  })
})
