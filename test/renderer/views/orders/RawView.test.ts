import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { exchange } from '../../../support/view-data'
import { orderView, summary } from '../../../support/view-orders'
import { button, mountApp, settle, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

describe('the requests of an order', () => {
  it('load only those that a new revision added', async () => {
    const { desk } = await mountApp('/orders/o-1', {}, (bridge) => {
      bridge.exchanges.splice(0, Infinity, exchange(2, { orderId: 'o-1' }))
    })
    button(messages.orders.detail.tabs.raw).click()
    await settle()
    desk.exchanges.push(exchange(1, { orderId: 'o-1' }))
    desk.emit('orders.changed', orderView(summary(1, { revision: 2 })))
    await settle()
    expect(desk.callsOf('orders.exchanges')).toEqual([{ orderId: 'o-1' }, { orderId: 'o-1', after: 'x-2' }])
    expect(document.querySelectorAll('.raw details')).toHaveLength(2)
  })
})
