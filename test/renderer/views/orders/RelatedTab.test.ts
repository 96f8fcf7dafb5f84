import { afterEach, describe, expect, it } from 'vitest'
import { mountApp, settle, unmountAfterEach } from '../../../support/mount-app'
import { summary } from '../../../support/view-orders'
import { useOrdersStore } from '../../../../src-renderer/stores/orders'

unmountAfterEach(afterEach)

describe('the related orders of an order', () => {
  it('are links with their relation, and more of them lead to the list with a search', async () => {
    const { router } = await mountApp('/orders/o-1', { orderCount: 3 }, (desk) =>
      desk.reply('orders.related', () => ({
        sameCard: { rows: [{ order: summary(2), by: 'card-digits' }], hasMore: true },
        sameFamily: { rows: [], hasMore: false },
      })),
    )
    const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(
      (each) => each.textContent.trim() === 'Related',
    )
    tab?.click()
    await settle()
    const panel = document.querySelector('#order-panel')
    const link = panel?.querySelector('a')
    expect(link?.getAttribute('href')).toBe('/orders/o-2')
    expect(link?.textContent).toContain('Same card digits')
    expect(panel?.textContent).toContain('No other order shares an ID or a reference with this one.')
    panel?.querySelector('button')?.click()
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders')
    expect(useOrdersStore().query.search).toBe(summary(1).lastFour)
  })
})
