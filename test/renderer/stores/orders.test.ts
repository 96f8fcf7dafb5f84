import { beforeEach, describe, expect, it } from 'vitest'
import { useOrdersStore } from '../../../src-renderer/stores/orders'
import { orderView, summary } from '../../support/desk-orders'
import type { DeskDouble } from '../../support/desk-double'
import { settle, startStores } from '../../support/mount-desk'

let desk: DeskDouble

beforeEach(async () => {
  desk = await startStores({ orderCount: 12 })
})

const view = (index: number, revision: number, word = 'approved') =>
  orderView(summary(index, { revision, status: word, chargeState: 'final' }))

describe('the orders store', () => {
  it('takes a newer revision and drops an older one, whoever brings it', () => {
    const orders = useOrdersStore()
    expect(orders.apply(view(1, 5, 'approved'))).toBe(true)
    expect(orders.apply(view(1, 4, 'declined'))).toBe(false)
    expect(orders.applySummary(summary(1, { revision: 3, status: 'error' }))).toBe(false)
    expect(orders.summaries.get('o-1')).toMatchObject({ revision: 5, status: 'approved' })
    expect(orders.views.get('o-1')?.summary.revision).toBe(5)
  })

  it('keeps a newer announcement when a slow list answers afterwards', async () => {
    const orders = useOrdersStore()
    const loading = orders.loadList()
    orders.applyAnnounced(view(3, 9, 'approved'))
    await loading
    expect(orders.rows.find((row) => row.orderId === 'o-3')).toMatchObject({
      revision: 9,
      status: 'approved',
    })
  })

  it('changes a row in place when main announces it', async () => {
    const orders = useOrdersStore()
    await orders.loadList()
    const before = orders.rowIds
    desk.changeOrder('o-4', (current) => ({ ...current, summary: summary(4, { status: 'declined' }) }))
    expect(orders.rowIds).toEqual(before)
    expect(orders.rows[4]?.status).toBe('declined')
  })

  it('lets a new order wait while the list is held, and shows it on request', async () => {
    const orders = useOrdersStore()
    await orders.loadList()
    orders.isListHeld = true
    orders.applyAnnounced(view(50, 1))
    expect(orders.rowIds).not.toContain('o-50')
    expect(orders.waitingIds).toEqual(['o-50'])
    orders.showWaiting()
    expect(orders.rowIds[0]).toBe('o-50')
    expect(orders.waitingIds).toEqual([])
  })

  it('puts a new order on top of a list that nobody holds', async () => {
    const orders = useOrdersStore()
    await orders.loadList()
    orders.applyAnnounced(view(50, 1))
    expect(orders.rowIds[0]).toBe('o-50')
  })

  it('leaves out a new order that the filters exclude', async () => {
    const orders = useOrdersStore()
    orders.query.families = ['declined']
    await orders.loadList()
    const before = [...orders.rowIds]
    orders.applyAnnounced(view(50, 1, 'approved'))
    expect(orders.rowIds).toEqual(before)
  })

  it('shows an order once, also when the next page brings it again', async () => {
    desk = await startStores({ orderCount: 150 })
    const orders = useOrdersStore()
    await orders.loadList()
    expect(orders.rows).toHaveLength(100)
    orders.applyAnnounced(view(120, 2))
    await orders.loadMore()
    expect(orders.rowIds.filter((orderId) => orderId === 'o-120')).toHaveLength(1)
    expect(new Set(orders.rowIds).size).toBe(150)
  })

  it('ignores the answer of a list that a newer question has overtaken', async () => {
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
