import { beforeEach, describe, expect, it } from 'vitest'
import { noViews, savedViewInput, type SavedView } from '../../../../src-shared/domain/order-views'
import { OrderViewRows } from '../../../../src-main/db/tables/order-views'
import { openStorage, type TestStorage } from '../../../support/storage'

const view: SavedView = {
  viewId: 'v1',
  name: 'Declined this week',
  search: 'rose',
  families: ['declined'],
  filters: [{ by: 'is', field: 'currency', value: 'EUR', not: true }],
  period: '7d',
  sortBy: 'amount',
  direction: 'asc',
  columns: [{ key: 'error', widthPx: 120 }],
}

describe('the saved views of the orders', () => {
  let storage: TestStorage

  beforeEach(async () => {
    storage = await openStorage()
  })

  it('are none until one is saved, then the last saved ones', async () => {
    expect(await storage.reader.getOrderViews()).toEqual(noViews)
    await storage.writer.saveOrderViews({ columns: [], views: [view] })
    const saved = { columns: view.columns, views: [{ ...view, name: 'Other' }, view] }
    await storage.writer.saveOrderViews(saved)
    expect(await storage.reader.getOrderViews()).toEqual(saved)
  })

  it('are read one by one: one of another version hides no other', async () => {
    await storage.writer.saveOrderViews({ columns: [], views: [view] })
    const stored = (text: string, columns: string) =>
      new OrderViewRows({
        prepare: () => ({ get: () => ({ columns, views: text }), run: () => undefined }),
      } as never).get()
    const odd = { ...view, sortBy: 'mood' }
    expect(stored(JSON.stringify([odd, view, 7]), '[{"key":"mood","widthPx":1}]')).toEqual({
      columns: [],
      views: [view],
    })
    expect(stored('7', '7')).toEqual(noViews)
  })

  it('refuse a name that is too long, a card number, and a width that no window has', () => {
    for (const change of [
      { name: 'x'.repeat(81) },
      { name: '4111 1111 1111 1111' },
      { search: '4111 1111 1111 1111' },
      { columns: [{ key: 'time', widthPx: 9 }] },
      { period: 'tomorrow' },
    ])
      expect(savedViewInput.safeParse({ ...view, ...change }).success).toBe(false)
  })
})
