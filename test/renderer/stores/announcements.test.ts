import { afterEach, describe, expect, it } from 'vitest'
import type { OrderSummary, OrderView } from '../../../src-shared/domain/order'
import { shownStatus } from '../../../src-shared/domain/order-status'
import { mountApp, settle, unmountAfterEach, type MountedApp } from '../../support/mount-app'
import { orderView, summary } from '../../support/view-orders'

unmountAfterEach(afterEach)

function spoken(): string[] {
  const regions = document.querySelectorAll('[aria-live="polite"]')
  expect(regions).toHaveLength(1)
  return [...(regions[0]?.querySelectorAll('p') ?? [])].map((each) => each.textContent)
}

function turnedTo(change: Partial<OrderSummary>): (view: OrderView) => OrderView {
  return (view) => {
    const next = { ...view.summary, ...change }
    return { ...view, summary: { ...next, ...shownStatus(next) } }
  }
}

async function changeOrder({ desk }: MountedApp, change: Partial<OrderSummary>): Promise<void> {
  desk.changeOrder('o-0', turnedTo(change))
  await settle()
}

describe('the announcement of a changed order to screen readers', () => {
  it.each(['/orders', '/settings/about'])(
    'contains amount, card and new status on %s (A15)',
    async (path) => {
      const mounted = await mountApp('/orders')
      await mounted.router.push(path)
      await settle()
      expect(spoken()).toEqual([])
      await changeOrder(mounted, { chargeState: 'final', status: 'approved' })
      expect(spoken()).toEqual(['49.00 EUR, Visa ·1111: Approved'])
    },
  )

  it('is made when the order needs the operator (A15)', async () => {
    const mounted = await mountApp('/orders')
    await changeOrder(mounted, { chargeState: 'needs-review', followState: 'needs-review' })
    expect(spoken()).toEqual(['49.00 EUR, Visa ·1111: Needs you. This order needs a person.'])
    await changeOrder(mounted, { alert: 'mismatch' })
    expect(spoken()).toHaveLength(1)
  })

  it('is not made for an unchanged poll, an older view, or the progress of an own charge (A15)', async () => {
    const mounted = await mountApp('/orders')
    await changeOrder(mounted, { answeredAtMs: 1 })
    const stale = orderView(summary(0, { status: 'approved', chargeState: 'final', revision: 1 }))
    mounted.desk.emit('orders.changed', stale)
    await changeOrder(mounted, { chargeState: 'sending', status: null })
    expect(spoken()).toEqual([])
  })

  it('is made for an order that the window has not shown yet (A15)', async () => {
    const { desk } = await mountApp('/settings/about')
    const view = orderView(summary(30))
    const entry = view.timeline[0]
    if (entry === undefined) throw new Error('no timeline')
    desk.emit('orders.changed', { ...view, timeline: [{ ...entry, kind: 'status-changed' }] })
    await settle()
    expect(spoken()).toHaveLength(1)
    desk.emit('orders.changed', { ...orderView(summary(31)), timeline: [{ ...entry, kind: 'note' }] })
    await settle()
    expect(spoken()).toHaveLength(1)
  })
})
