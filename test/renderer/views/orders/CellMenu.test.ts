import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { useOrdersStore } from '../../../../src-renderer/stores/orders'
import { orderView, summary } from '../../../support/view-orders'
import { fakeTimeouts, mountApp, passTime, press, settle, unmountAfterEach } from '../../../support/mount-app'

fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

const words = messages.orders.cellMenu
const items = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
const labels = () => items().map((item) => item.textContent.trim())

async function openList() {
  const mounted = await mountApp('/orders', { orderCount: 0 })
  const order = summary(1, {
    orderId: 'one',
    cardholderName: 'Anna Lind',
    word: 'approved',
    family: 'approved',
  })
  mounted.desk.orders.set('one', orderView(order))
  await useOrdersStore().loadList()
  await settle()
  const row = document.querySelector<HTMLElement>('[data-key="one"]')
  if (row === null) throw new Error('no row')
  return { ...mounted, row }
}

function rightClick(element: Element | null): void {
  element?.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 20, clientY: 20 }),
  )
}

describe('the menu of a cell', () => {
  it('filters by the value of the cell, and without it', async () => {
    const { row } = await openList()
    rightClick(row.querySelector('[data-column="name"]'))
    await settle()
    expect(labels()).toEqual([
      words.only({ filter: 'Name: Anna Lind' }),
      words.not({ filter: 'Name: not Anna Lind' }),
      words.copy({ column: messages.orders.columns.name }),
    ])
    items()[1]?.click()
    await passTime(160)
    expect(useOrdersStore().query.filters).toEqual([
      { by: 'is', field: 'cardholder', value: 'Anna Lind', not: true },
    ])
    expect(items()).toEqual([])
  })

  it('copies what the cell shows', async () => {
    const { desk, row } = await openList()
    rightClick(row.querySelector('[data-column="name"]'))
    await settle()
    items()[2]?.click()
    await settle()
    expect(desk.callsOf('clipboard.copy')).toEqual([{ text: 'Anna Lind' }])
  })

  it.each([
    ['Shift+F10', 'F10', { shiftKey: true }],
    ['the menu key', 'ContextMenu', {}],
  ])(
    'is opened by %s on the row, asks for the column, and gives the focus back',
    async (_name, key, more) => {
      const { row } = await openList()
      row.focus()
      press(row, 'Home')
      await settle()
      press(row, key, more)
      await settle()
      const at = labels().indexOf(
        words.ofColumn({ column: messages.orders.columns.status, value: 'Approved' }),
      )
      items()[at]?.focus()
      press(document.activeElement ?? document.body, 'Enter')
      await settle()
      expect(labels()[0]).toBe(words.only({ filter: 'Status: Approved' }))
      expect(document.activeElement).toBe(items()[0])
      press(items()[0] ?? document.body, 'Enter')
      await passTime(160)
      expect(useOrdersStore().query.filters).toMatchObject([
        { field: 'status', value: 'approved', not: false },
      ])
      expect(document.activeElement?.getAttribute('role')).toBe('row')
    },
  )

  it('is closed by Esc without a change', async () => {
    const { row } = await openList()
    rightClick(row.querySelector('[data-column="amount"]'))
    await settle()
    press(items()[0] ?? document.body, 'Escape')
    await settle()
    expect(items()).toEqual([])
    expect(useOrdersStore().query.filters).toEqual([])
  })
})
