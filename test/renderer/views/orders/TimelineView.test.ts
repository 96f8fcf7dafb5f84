import { afterEach, describe, expect, it } from 'vitest'
import type { TimelineEntry } from '../../../../src-shared/domain/order'
import { mountApp, unmountAfterEach } from '../../../support/mount-app'
import { entry, orderView, summary } from '../../../support/view-orders'

unmountAfterEach(afterEach)

const status = (after: string) => ({ name: 'status', fact: 'status' as const, before: null, after })

async function titlesOf(timeline: TimelineEntry[]): Promise<(string | undefined)[]> {
  const view = { ...orderView(summary(1)), timeline }
  await mountApp('/orders/o-1', {}, (desk) => desk.orders.set('o-1', view))
  return [...document.querySelectorAll('.timeline h3')].map((title) => title.textContent.trim())
}

describe('the timeline of an order', () => {
  it('names the status instead of "final", and counts checks without news', async () => {
    const repeat = { count: 10, lastAtMs: entry(2, 'status-unchanged').atMs }
    const titles = await titlesOf([
      entry(1, 'status-changed', { changes: [status('processing')] }),
      entry(2, 'status-unchanged', { repeat }),
      entry(3, 'final', { changes: [status('approved')] }),
    ])
    expect(titles).toEqual([
      'Approved',
      'No change: Processing, checked 10 times',
      'Gateway status: Processing',
    ])
  })

  it('does not take the status of a refund for that of the payment', async () => {
    const titles = await titlesOf([
      entry(1, 'final', { changes: [status('approved')] }),
      entry(2, 'refund-refused', { changes: [status('declined')] }),
      entry(3, 'status-unchanged'),
    ])
    expect(titles[0]).toBe('No change: Approved, checked once')
  })

  it('writes the code of an error behind its text', async () => {
    await titlesOf([
      entry(1, 'refused', { text: '12 Limit exceeded' }),
      entry(2, 'not-found-yet', { text: '6 Order not found' }),
      entry(3, 'note', { text: '12 months paid' }),
    ])
    const texts = [...document.querySelectorAll('.timeline .text')].map((text) => text.textContent.trim())
    expect(texts).toEqual(['12 months paid', 'Order not found (6)', 'Limit exceeded (12)'])
  })

  it('shows the end of a long serial number and names a field by its label', async () => {
    const serialNumber = '00000000-0000-0000-0000-000023ee36d1'
    const change = { name: 'order-stage', fact: 'orderStage' as const, before: null, after: 'sale_approved' }
    await titlesOf([entry(1, 'status-changed', { serialNumber, changes: [change] })])
    const serial = document.querySelector('.serial .value')
    expect([serial?.textContent.trim(), serial?.getAttribute('title')]).toEqual(['…23ee36d1', serialNumber])
    const name = document.querySelector('.timeline .name')
    expect([name?.textContent, name?.getAttribute('title')]).toEqual(['Stage', 'Gateway field: order-stage'])
    const value = document.querySelector('.timeline ins')
    expect([value?.textContent, value?.getAttribute('title')]).toEqual(['Sale approved', 'sale_approved'])
  })
})
