import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useExchangesStore } from '../../../../src-renderer/stores/exchanges'
import { useOrdersStore } from '../../../../src-renderer/stores/orders'
import { exchange } from '../../../support/view-data'
import type { FakeBridge } from '../../../support/fake-bridge'
import { mountApp, settle, unmountAfterEach, type MountedApp } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const longEnoughMs = 1000

let mounted: MountedApp
let desk: FakeBridge

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  mounted = await mountApp('/log', { exchangeCount: 3 })
  desk = mounted.desk
})
afterEach(() => {
  vi.useRealTimers()
})

/** A poll that changed nothing: main stores its exchange and sends an event about the check only. */
function poll(exchangeId: string): void {
  desk.exchanges.unshift({ ...exchange(0), exchangeId })
  const [order] = desk.orders.values()
  if (order === undefined) throw new Error('no order')
  const { orderId, revision } = useOrdersStore().summaries.get(order.summary.orderId) ?? order.summary
  desk.emit('orders.checked', {
    ...{ orderId, revision: revision + 1, answeredAtMs: 1, nextCheckAtMs: 2 },
    run: { seq: 6, count: 4, lastAtMs: 1, exchangeId, serialNumber: null },
  })
}

const rows = () => [...document.querySelectorAll('[data-key]')].map((row) => row.getAttribute('data-key'))

async function wait(): Promise<void> {
  await vi.advanceTimersByTimeAsync(longEnoughMs)
  await settle()
}

describe('the API log', () => {
  it('shows the requests of polls, which have no events of their own, with one load for many', async () => {
    const asked = desk.callsOf('exchanges.list').length
    for (const exchangeId of ['x-1', 'x-2', 'x-3']) poll(exchangeId)
    await wait()
    expect(rows().slice(0, 3)).toEqual(['x-3', 'x-2', 'x-1'])
    expect(desk.callsOf('exchanges.list')).toHaveLength(asked + 1)
    await wait()
    expect(desk.callsOf('exchanges.list')).toHaveLength(asked + 1)
  })

  it('moves no row while the list is held, and updates afterwards', async () => {
    const exchanges = useExchangesStore()
    const before = rows()
    exchanges.isListHeld = true
    poll('x-1')
    await wait()
    expect(rows()).toEqual(before)
    exchanges.isListHeld = false
    await wait()
    expect(rows()).toEqual(['x-1', ...before])
  })

  it('loads nothing while another screen is shown, and updates when it is shown again', async () => {
    await mounted.router.push('/home')
    await settle()
    const asked = desk.callsOf('exchanges.list').length
    poll('x-1')
    await wait()
    expect(desk.callsOf('exchanges.list')).toHaveLength(asked)
    await mounted.router.push('/log')
    await wait()
    expect(rows()[0]).toBe('x-1')
  })
})
