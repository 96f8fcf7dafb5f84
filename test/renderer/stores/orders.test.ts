import { beforeEach, describe, expect, it } from 'vitest'
import { useOrdersStore } from '../../../src-renderer/stores/orders'
import type { OrderCheck } from '../../../src-shared/domain/order'
import { orderView, summary } from '../../support/view-orders'
import type { FakeBridge } from '../../support/fake-bridge'
import { settle, startStores } from '../../support/mount-app'

let desk: FakeBridge

beforeEach(async () => {
  desk = await startStores({ orderCount: 12 })
})

const view = (index: number, revision: number, word = 'approved') =>
  orderView(summary(index, { revision, status: word, chargeState: 'final' }))

const newOrder = () => orderView(summary(50, { createdAtMs: Number.MAX_SAFE_INTEGER }))

describe('the orders store', () => {
  it('takes a newer revision and drops an older one, from any source', () => {
    const orders = useOrdersStore()
    expect(orders.apply(view(1, 5, 'approved'))).toBe(true)
    expect(orders.apply(view(1, 4, 'declined'))).toBe(false)
    expect(orders.applySummary(summary(1, { revision: 3, status: 'error' }))).toBe(false)
    expect(orders.summaries.get('o-1')).toMatchObject({ revision: 5, status: 'approved' })
    expect(orders.views.get('o-1')?.summary.revision).toBe(5)
  })

  it('keeps a newer event when a slow list arrives afterwards', async () => {
    const orders = useOrdersStore()
    const loading = orders.loadList()
    orders.applyAnnounced(view(3, 9, 'approved'))
    await loading
    expect(orders.rows.find((row) => row.orderId === 'o-3')).toMatchObject({
      revision: 9,
      status: 'approved',
    })
  })

  it('changes a row in place on an event of main', async () => {
    const orders = useOrdersStore()
    await orders.loadList()
    const before = orders.rowIds
    desk.changeOrder('o-4', (current) => ({ ...current, summary: summary(4, { status: 'declined' }) }))
    expect(orders.rowIds).toEqual(before)
    expect(orders.rows[4]?.status).toBe('declined')
  })

  it('holds back a new order while the list is held, and shows it on request', async () => {
    const orders = useOrdersStore()
    await orders.loadList()
    orders.isListHeld = true
    orders.applyAnnounced(newOrder())
    expect(orders.rowIds).not.toContain('o-50')
    expect(orders.waitingIds).toEqual(['o-50'])
    orders.showWaiting()
    expect(orders.rowIds[0]).toBe('o-50')
    expect(orders.waitingIds).toEqual([])
  })

  it('puts a new order on top of a list that is not held', async () => {
    const orders = useOrdersStore()
    await orders.loadList()
    orders.applyAnnounced(newOrder())
    expect(orders.rowIds[0]).toBe('o-50')
  })

  it('puts an order that was made elsewhere at its place by its date', async () => {
    const orders = useOrdersStore()
    await orders.loadList()
    const third = orders.rows[2]?.createdAtMs ?? 0
    orders.applyAnnounced(orderView(summary(50, { createdAtMs: third + 1 })))
    orders.applyAnnounced(orderView(summary(51, { createdAtMs: 1 })))
    expect(orders.rowIds.slice(0, 4)).toEqual(['o-0', 'o-1', 'o-50', 'o-2'])
    expect(orders.rowIds.at(-1)).toBe('o-51')
    expect(orders.total).toBe(14)
  })

  it('ignores a new order that the filters exclude', async () => {
    const orders = useOrdersStore()
    orders.query.families = ['declined']
    await orders.loadList()
    const before = [...orders.rowIds]
    orders.applyAnnounced(view(50, 1, 'approved'))
    expect(orders.rowIds).toEqual(before)
  })

  it('shows an order once, also when the next page contains it again', async () => {
    desk = await startStores({ orderCount: 150 })
    const orders = useOrdersStore()
    await orders.loadList()
    expect(orders.rows).toHaveLength(100)
    orders.applyAnnounced(view(120, 2))
    await orders.loadMore()
    expect(orders.rowIds.filter((orderId) => orderId === 'o-120')).toHaveLength(1)
    expect(new Set(orders.rowIds).size).toBe(150)
  })

  it('ignores the answer to an older list request', async () => {
    const orders = useOrdersStore()
    orders.query.search = 'Marta'
    const slow = orders.loadList()
    orders.query.search = ''
    const fast = orders.loadList()
    await Promise.all([slow, fast])
    await settle()
    expect(orders.rows).toHaveLength(12)
  })
})

describe('a status check that changed nothing', () => {
  const at = 1_800_000_000_000
  const check = (revision: number): OrderCheck => ({
    ...{ orderId: 'o-1', revision, answeredAtMs: at, nextCheckAtMs: at + 4000 },
    run: { seq: 6, count: 9, lastAtMs: at, exchangeId: 'x-9', serialNumber: 'sn-9' },
  })
  const followed = (revision: number) => orderView(summary(1, { revision, status: 'processing' }))

  it('updates the times of the row and of the open order, and the count in its timeline', () => {
    const orders = useOrdersStore()
    orders.apply(followed(5))
    orders.applyChecked(check(6))
    const times = { revision: 6, answeredAtMs: at, nextCheckAtMs: at + 4000 }
    expect(orders.summaries.get('o-1')).toMatchObject(times)
    const open = orders.views.get('o-1')
    expect(open?.summary).toMatchObject(times)
    expect(open?.timeline.find(({ seq }) => seq === 6)).toMatchObject({
      ...{ repeat: { count: 9, lastAtMs: at }, exchangeId: 'x-9', serialNumber: 'sn-9' },
    })
    expect(desk.callsOf('orders.get')).toEqual([])
  })

  it('is not undone by an older view, and does not undo a newer view', () => {
    const orders = useOrdersStore()
    orders.apply(followed(5))
    orders.applyChecked(check(6))
    expect(orders.apply(followed(5))).toBe(false)
    orders.apply(view(1, 7, 'approved'))
    orders.applyChecked(check(6))
    expect(orders.summaries.get('o-1')).toMatchObject({ revision: 7, status: 'approved' })
    expect(desk.callsOf('orders.get')).toEqual([])
  })

  it('changes the row of an order that was never opened', () => {
    const orders = useOrdersStore()
    orders.applySummary(summary(1, { revision: 5 }))
    orders.applyChecked(check(6))
    expect(orders.summaries.get('o-1')).toMatchObject({ revision: 6, nextCheckAtMs: at + 4000 })
    expect(orders.views.has('o-1')).toBe(false)
  })

  it.each([
    ['of the row', () => useOrdersStore().apply(followed(4))],
    [
      'of the open order alone',
      () => {
        const orders = useOrdersStore()
        orders.apply(followed(4))
        orders.applySummary(summary(1, { revision: 5 }))
      },
    ],
  ])('does not apply to an older revision %s: the order is loaded', async (_, know) => {
    desk.orders.set('o-1', view(1, 6, 'approved'))
    know()
    const orders = useOrdersStore()
    orders.applyChecked(check(6))
    await settle()
    expect(orders.views.get('o-1')?.summary).toMatchObject({ revision: 6, status: 'approved' })
    expect(orders.summaries.get('o-1')).toMatchObject({ revision: 6, status: 'approved' })
  })

  it('is ignored for an order that the window does not know', () => {
    const orders = useOrdersStore()
    orders.applyChecked(check(6))
    expect(orders.summaries.has('o-1')).toBe(false)
    expect(desk.callsOf('orders.get')).toEqual([])
  })

  it('that arrives before the view of an opening order does not hide that order', async () => {
    const orders = useOrdersStore()
    orders.applySummary(summary(1, { revision: 5 }))
    const answers = [followed(5), followed(6)]
    desk.reply('orders.get', () => {
      const answer = answers.shift() ?? followed(7)
      if (answer.summary.revision === 5) orders.applyChecked(check(6))
      return answer
    })
    await orders.load('o-1')
    expect(orders.views.get('o-1')?.summary.revision).toBe(6)
  })
})
