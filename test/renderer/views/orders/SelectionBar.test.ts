import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { mostChecked, useOrdersStore } from '../../../../src-renderer/stores/orders'
import { orderView, summary } from '../../../support/view-orders'
import {
  button,
  fakeTimeouts,
  mountApp,
  passTime,
  press,
  settle,
  unmountAfterEach,
} from '../../../support/mount-app'

fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

const words = messages.orders.selection
const bar = () => document.querySelector(`[aria-label="${words.label}"]`)
const barText = () => bar()?.querySelector('[role="status"]')?.textContent ?? ''
const box = (orderId: string) => {
  const found = document.querySelector<HTMLInputElement>(`[data-key="${orderId}"] input[type="checkbox"]`)
  if (found === null) throw new Error(`no row ${orderId}`)
  return found
}

async function openList() {
  const mounted = await mountApp('/orders', { orderCount: 0 })
  const amounts: readonly (readonly [string, number | null, string])[] = [
    ['a', 1000, 'EUR'],
    ['b', 250, 'EUR'],
    ['c', 5000, 'JPY'],
    ['d', null, 'EUR'],
  ]
  amounts.forEach(([orderId, amountMinor, currency], index) => {
    const parts = {
      orderId,
      clientOrderId: `ID-${orderId}`,
      amountMinor,
      currency,
      createdAtMs: 9000 - index,
    }
    mounted.desk.orders.set(orderId, orderView(summary(index, parts)))
  })
  await useOrdersStore().loadList()
  // The first screen of a file is loaded while the machine may be busy.
  await vi.waitFor(() => box('a'))
  return mounted
}

describe('the selection of orders', () => {
  it('names its number and its sums by currency, and an order without an amount', async () => {
    await openList()
    for (const orderId of ['a', 'b', 'c', 'd']) box(orderId).click()
    await settle()
    expect(barText()).toBe(
      [words.count({ count: 4 }), '12.50 EUR', '5,000 JPY', words.withoutAmount({ count: 1 })].join(''),
    )
    box('a').click()
    await settle()
    expect(barText()).toContain('2.50 EUR')
  })

  it('grows by Shift+click over a range, by the space bar, and by Ctrl+A', async () => {
    await openList()
    box('a').click()
    box('c').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }))
    await settle()
    expect([...useOrdersStore().checkedIds]).toEqual(['a', 'b', 'c'])
    button(words.clear).click()
    await settle()
    expect(bar()).toBeNull()
    const row = document.activeElement ?? document.body
    press(row, 'End')
    await settle()
    press(document.activeElement ?? document.body, ' ')
    await settle()
    expect([...useOrdersStore().checkedIds]).toEqual(['d'])
    press(document.activeElement ?? document.body, 'a', { ctrlKey: true })
    await settle()
    expect(useOrdersStore().checkedIds.size).toBe(4)
  })

  it('names the orders that a filter hides, and its actions are for all of it', async () => {
    const { desk } = await openList()
    box('a').click()
    box('b').click()
    await settle()
    useOrdersStore().query.search = 'ID-a'
    await passTime(200)
    expect(barText()).toContain(words.hidden({ count: 1 }))
    button(words.copyIds).click()
    await settle()
    expect(desk.callsOf('clipboard.copy')).toEqual([{ text: 'ID-a\nID-b' }])
    const scope = bar()?.querySelectorAll('button')
    ;[...(scope ?? [])].find((each) => each.textContent.trim() === words.checkNow)?.click()
    await settle()
    expect(desk.callsOf('orders.recheck')).toEqual([{ orderId: 'a' }, { orderId: 'b' }])
  })

  it('is exported with the orders that a filter hides, which the dialog names', async () => {
    const { desk } = await openList()
    box('a').click()
    box('b').click()
    await settle()
    useOrdersStore().query.search = 'ID-a'
    await passTime(200)
    button(words.export).click()
    await settle()
    expect(document.body.textContent).toContain(messages.exports.leadChosen({ count: 2, hidden: 1 }))
    button(messages.exports.save).click()
    await settle()
    expect(desk.callsOf('exports.start')).toMatchObject([{ orderIds: ['a', 'b'] }])
  })

  it('has a limit, which is told', async () => {
    await mountApp('/orders', { orderCount: 0 })
    const orders = useOrdersStore()
    const many = Array.from({ length: mostChecked + 1 }, (_, index) => `x-${index}`)
    expect(orders.check(many, true)).toBe(false)
    expect(orders.check(many.slice(1), true)).toBe(true)
  })
})
