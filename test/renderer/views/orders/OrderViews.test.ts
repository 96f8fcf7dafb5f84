import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { useOrdersStore } from '../../../../src-renderer/stores/orders'
import { useOrderViewsStore } from '../../../../src-renderer/stores/order-views'
import type { SavedView } from '../../../../src-shared/domain/order-views'
import {
  button,
  chooseInMenu,
  fakeTimeouts,
  field,
  mountApp,
  passTime,
  press,
  settle,
  type,
  unmountAfterEach,
} from '../../../support/mount-app'

fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

const words = messages.orderViews
const titles = messages.orders.columns

const view = (name: string, change: Partial<SavedView> = {}): SavedView => ({
  viewId: name,
  name,
  search: '',
  families: [],
  filters: [],
  period: null,
  sortBy: 'created',
  direction: 'desc',
  columns: [],
  ...change,
})

const heads = () =>
  [...document.querySelectorAll('[role="columnheader"][data-column]')].map((each) =>
    each.textContent.replace(/[↑↓]/, '').trim(),
  )
const tabs = () =>
  [...document.querySelectorAll(`[aria-label="${words.tabs}"] button .ellipsis`)].map(
    (tab) => tab.textContent,
  )
const waitForList = () => passTime(160)

describe('the columns of the orders', () => {
  it('are those that were saved, in their order', async () => {
    await mountApp('/orders', {}, (desk) => {
      desk.orderViews = {
        columns: [
          { key: 'kind', widthPx: null },
          { key: 'amount', widthPx: 200 },
        ],
        views: [],
      }
    })
    expect(heads()).toEqual([titles.kind, titles.amount])
  })

  it('are chosen and moved in a dialog, and saved', async () => {
    const { desk } = await mountApp('/orders')
    await chooseInMenu(words.menu, words.chooseColumns)
    const row = (key: string) => document.querySelector(`[data-row="${key}"]`)
    row('name')?.querySelector<HTMLElement>('.n-checkbox')?.click()
    await settle()
    row('currency')?.querySelector<HTMLElement>('.n-checkbox')?.click()
    await settle()
    document
      .querySelector<HTMLElement>(`[aria-label="${words.columns.up({ column: titles.amount })}"]`)
      ?.click()
    await settle()
    const saved = desk.orderViews.columns.map(({ key }) => key)
    expect(saved.slice(0, 3)).toEqual(['amount', 'time', 'status'])
    expect(saved).toContain('currency')
    expect(saved).not.toContain('name')
    button(words.columns.reset).click()
    await settle()
    expect(desk.orderViews.columns).toEqual([])
  })

  it('get another width by keyboard, within limits, and their own one back with Enter', async () => {
    const { desk } = await mountApp('/orders')
    const separator = () => {
      const name = words.columns.width({ column: titles.amount })
      const found = document.querySelector<HTMLElement>(`[role="separator"][aria-label="${name}"]`)
      if (found === null) throw new Error('no separator')
      return found
    }
    const widthPx = () => desk.orderViews.columns.find(({ key }) => key === 'amount')?.widthPx
    press(separator(), 'ArrowRight')
    await settle()
    // jsdom has no layout: the column is 0 px wide, and the least width is 48 px.
    expect(widthPx()).toBe(48)
    press(separator(), 'Enter')
    await settle()
    expect(widthPx()).toBeNull()
  })

  it('sort the whole list where main can sort by them', async () => {
    const { desk } = await mountApp('/orders')
    for (const [title, sortBy] of [
      [titles.status, 'status'],
      [titles.name, 'cardholder'],
    ] as const) {
      button(title).click()
      await waitForList()
      expect(desk.callsOf('orders.list').at(-1)).toMatchObject({ query: { sortBy, direction: 'desc' } })
    }
    const sorted = [...document.querySelectorAll('[role="columnheader"]')].map((each) =>
      each.getAttribute('aria-sort'),
    )
    expect(sorted.filter((each) => each === 'descending')).toHaveLength(1)
    expect(() => button(titles.reason)).toThrow('no button')
  })
})

describe('a saved view', () => {
  it('keeps search, filters and sort under a name, and brings them back', async () => {
    const { desk } = await mountApp('/orders')
    const orders = useOrdersStore()
    orders.typed = 'rose'
    orders.query.search = 'rose'
    orders.addFilter({ by: 'is', field: 'currency', value: 'EUR', not: false })
    await chooseInMenu(words.menu, words.saveAs)
    type(field(words.nameDialog.name), 'Roses')
    await settle()
    button(words.nameDialog.save).click()
    await settle()
    expect(desk.orderViews.views).toMatchObject([
      { name: 'Roses', search: 'rose', filters: [{ value: 'EUR' }] },
    ])
    expect(tabs()).toEqual(['Roses'])
    button(words.all).click()
    await waitForList()
    expect(orders.query).toMatchObject({ search: '', filters: [] })
    press(document.body, '1', { ctrlKey: true })
    await waitForList()
    expect(orders.query).toMatchObject({ search: 'rose', filters: [{ value: 'EUR' }] })
    orders.query.families = ['declined']
    await settle()
    expect(tabs()).toEqual([words.changed({ name: 'Roses' })])
  })

  it('has a period that moves with the calendar', async () => {
    await mountApp('/orders', {}, (desk) => {
      const old = { by: 'created' as const, fromMs: 5, untilMs: null }
      desk.orderViews = { columns: [], views: [view('Week', { filters: [old], period: '7d' })] }
    })
    press(document.body, '1', { ctrlKey: true })
    await waitForList()
    const [filter] = useOrdersStore().query.filters
    expect(filter?.by === 'created' ? (filter.fromMs ?? 0) : 0).toBeGreaterThan(Date.now() - 8 * 86_400_000)
    expect(useOrderViewsStore().isChanged).toBe(false)
  })

  it('is renamed, moved and deleted', async () => {
    const { desk } = await mountApp('/orders', {}, (fake) => {
      fake.orderViews = { columns: [], views: [view('A'), view('B')] }
    })
    const names = () => desk.orderViews.views.map(({ name }) => name)
    press(document.body, '2', { ctrlKey: true })
    await waitForList()
    await chooseInMenu(words.menu, words.moveLeft({ name: 'B' }))
    expect(names()).toEqual(['B', 'A'])
    await chooseInMenu(words.menu, words.rename({ name: 'B' }))
    type(field(words.nameDialog.name), 'C')
    await settle()
    button(words.nameDialog.rename).click()
    await settle()
    expect(names()).toEqual(['C', 'A'])
    await chooseInMenu(words.menu, words.remove({ name: 'C' }))
    expect(names()).toEqual(['A'])
  })

  it('comes back to its place after it was deleted, with all that it had', async () => {
    const { desk } = await mountApp('/orders', {}, (fake) => {
      fake.orderViews = { columns: [], views: [view('A', { search: 'x' }), view('B')] }
    })
    const before = desk.orderViews.views
    press(document.body, '1', { ctrlKey: true })
    await waitForList()
    await chooseInMenu(words.menu, words.remove({ name: 'A' }))
    await chooseInMenu(words.menu, words.restore({ name: 'A' }))
    expect(desk.orderViews.views).toEqual(before)
  })

  it('is counted by one call of its own, never all views at once', async () => {
    const { desk } = await mountApp('/orders', {}, (fake) => {
      fake.orderViews = { columns: [], views: ['A', 'B', 'C', 'D'].map((name) => view(name)) }
    })
    const asked = desk.callsOf('orders.list').filter((input) => (input as { limit: number }).limit === 1)
    expect(asked.length).toBeLessThanOrEqual(1)
    const views = useOrderViewsStore()
    const [first] = views.views
    if (first === undefined) throw new Error('no view')
    await views.loadCount(first, 'UTC')
    expect(views.counts.get('A')).toMatchObject({ isExact: true })
  })

  it('that cannot be saved is not shown as saved', async () => {
    const { desk } = await mountApp('/orders')
    desk.refuse('orderViews.save', { code: 'storage-failed', details: {} })
    const result = await useOrderViewsStore().add('Lost')
    await settle()
    expect(result.ok).toBe(false)
    expect(tabs()).toEqual([])
  })
})
