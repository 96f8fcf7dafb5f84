import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { useOrdersStore } from '../../../../src-renderer/stores/orders'
import { orderView, summary } from '../../../support/view-orders'
import { countsOf } from '../../../support/view-pages'
import {
  button,
  fakeTimeouts,
  mountApp,
  passTime,
  press,
  settle,
  type,
  unmountAfterEach,
} from '../../../support/mount-app'

fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

const words = messages.orderFilters

function box(): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[aria-label="${messages.orders.search}"]`)
  if (found === null) throw new Error('no search box')
  return found
}

async function typed(text: string): Promise<void> {
  type(box(), text)
  await passTime(160)
}

const chips = () => [...document.querySelectorAll('.chip')].map((chip) => chip.textContent)
const options = () => [...document.querySelectorAll('[role="option"]')].map((each) => each.textContent.trim())
const lastQuery = (desk: { callsOf(name: 'orders.list'): readonly unknown[] }) =>
  (desk.callsOf('orders.list').at(-1) as { query: unknown }).query

describe('the search box of the orders', () => {
  it('makes a removable filter of a complete condition, and searches for the rest', async () => {
    const { desk } = await mountApp('/orders')
    await typed('Lind status:approved ')
    expect(chips()).toEqual(['Status: Approved'])
    expect(box().value).toBe('Lind ')
    expect(lastQuery(desk)).toMatchObject({
      search: 'Lind',
      filters: [{ by: 'is', field: 'status', value: 'approved', not: false }],
    })
    document
      .querySelector<HTMLElement>(`[aria-label="${words.remove({ filter: 'Status: Approved' })}"]`)
      ?.click()
    await passTime(160)
    expect(chips()).toEqual([])
    expect(lastQuery(desk)).toMatchObject({ search: 'Lind', filters: [] })
  })

  it('takes a condition that was pasted into the empty box out of it', async () => {
    await mountApp('/orders')
    await typed('card:4242 ')
    expect([chips(), box().value]).toEqual([['Card ends in: 4242'], ''])
  })

  it('completes a condition with Enter, and goes to the list with the next one', async () => {
    await mountApp('/orders')
    await typed('amount:>100')
    press(box(), 'Enter')
    await passTime(160)
    expect(chips()).toEqual(['Amount: more than 100'])
    press(box(), 'Enter')
    await passTime(160)
    expect(document.activeElement?.getAttribute('role')).toBe('row')
  })

  it('tells a wrong value in words and changes nothing', async () => {
    const { desk } = await mountApp('/orders')
    const asked = desk.callsOf('orders.list').length
    await typed('status:aproved')
    press(box(), 'Enter')
    await passTime(160)
    const note = document.getElementById(box().getAttribute('aria-describedby') ?? '')
    expect(note?.textContent.trim()).toBe(
      words.problems.wrong({ prefix: 'status', value: 'aproved', hint: words.hints.status }),
    )
    expect([chips(), box().value]).toEqual([[], 'status:aproved'])
    expect(desk.callsOf('orders.list')).toHaveLength(asked)
  })

  it('offers words and values, which the arrow keys and Enter choose', async () => {
    // jsdom has no layout, and no function that scrolls.
    Object.defineProperty(Element.prototype, 'scrollIntoView', { value: () => {}, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
    await mountApp('/orders')
    await typed('sta')
    expect(options()).toEqual([expect.stringMatching(/^status:/), expect.stringMatching(/^stage:/)])
    expect(box().getAttribute('aria-expanded')).toBe('true')
    press(box(), 'ArrowDown')
    await settle()
    expect(document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent).toContain(
      'status:',
    )
    press(box(), 'Enter')
    await settle()
    expect(box().value).toBe('status:')
    await typed('-status:need')
    expect(options()).toEqual([expect.stringContaining('Needs you')])
    press(box(), 'ArrowDown')
    press(box(), 'Enter')
    await passTime(160)
    expect(chips()).toEqual(['Status: not Needs you (Settle it by hand)'])
    expect(box().value).toBe('')
  })

  it('closes the offers with the first Esc and clears the text with the next one', async () => {
    await mountApp('/orders')
    await typed('sta')
    press(box(), 'Escape')
    await settle()
    expect([options(), box().value]).toEqual([[], 'sta'])
    press(box(), 'Escape')
    await settle()
    expect(box().value).toBe('')
  })
})

describe('the filters of the orders', () => {
  it('show orders of a period, in words', async () => {
    const { desk } = await mountApp('/orders')
    const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${words.time.label}"]`)
    if (select === null) throw new Error('no choice of a period')
    select.value = '7d'
    select.dispatchEvent(new Event('change'))
    await passTime(160)
    expect(chips()).toEqual(['Last 7 days'])
    expect(lastQuery(desk)).toMatchObject({ filters: [{ by: 'created', untilMs: null }] })
    button(words.clear).click()
    await passTime(160)
    expect(chips()).toEqual([])
  })

  it('name a count that main did not finish as a lower limit, and count it on request', async () => {
    const { desk } = await mountApp('/orders', {}, (fake) => {
      const rows = [summary(1, { family: 'approved' })]
      const counts = { ...countsOf([]), approved: 1000 }
      fake.reply('orders.list', () => ({ rows, nextCursor: null, total: 1000, isTotalExact: false, counts }))
      fake.reply('orders.count', () => ({ counts: { ...counts, approved: 4211 } }))
    })
    const counts = () => [...document.querySelectorAll('.families .count')].map((each) => each.textContent)
    expect(counts()[0]).toBe('1,000+')
    button(words.countExactly).click()
    await settle()
    expect(counts()[0]).toBe('4,211')
    expect(desk.callsOf('orders.count')).toHaveLength(1)
  })

  it('say how many new orders they hide, and add the matching ones', async () => {
    const { desk } = await mountApp('/orders', { orderCount: 0 })
    await typed('rose')
    const arrive = async (index: number, description: string) => {
      const order = orderView(
        summary(index, {
          orderId: `new-${index}`,
          description,
          createdAtMs: Date.now() + 1000,
          profileId: 'p-live',
        }),
      )
      desk.orders.set(order.summary.orderId, order)
      desk.emit('orders.changed', order)
      await passTime(700)
    }
    useOrdersStore().query.profileId = null
    await passTime(200)
    await arrive(1, 'a rose')
    await arrive(2, 'a tulip')
    expect(document.querySelector('[data-key="new-1"]')).not.toBeNull()
    expect(document.querySelector('.hidden-new')?.textContent).toContain(words.hidden({ count: 1 }))
    button(words.showHidden).click()
    await passTime(200)
    expect(document.querySelector('.hidden-new')).toBeNull()
    expect(document.querySelector('[data-key="new-2"]')).not.toBeNull()
  })
})
