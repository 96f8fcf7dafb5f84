import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useExchangesStore } from '../../../../src-renderer/stores/exchanges'
import { useOrdersStore } from '../../../../src-renderer/stores/orders'
import { messages } from '../../../../src-renderer/messages'
import { AppError } from '../../../../src-shared/errors/app-error'
import { exchange } from '../../../support/view-data'
import type { FakeBridge } from '../../../support/fake-bridge'
import { button, mountApp, settle, unmountAfterEach, type MountedApp } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const longEnoughMs = 1000
const words = messages.log

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

function choose(label: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)
  if (select === null) throw new Error(label)
  select.value = value
  select.dispatchEvent(new Event('change'))
}

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

  it('is filtered, and loads again with each filter', async () => {
    choose(words.filter.outcome, 'not-sent')
    choose(words.filter.since, 'day')
    button(words.filter.errorsOnly).click()
    await wait()
    const { query } = desk.callsOf('exchanges.list').at(-1) as { query: { sinceMs: number } }
    expect(query).toMatchObject({ outcome: 'not-sent', operation: null, errorsOnly: true })
    expect(Date.now() - query.sinceMs).toBeLessThan(24 * 3_600_000 + 60_000)
    expect(Date.now() - query.sinceMs).toBeGreaterThanOrEqual(24 * 3_600_000)
    button(messages.common.clearFilters).click()
    await wait()
    expect(desk.callsOf('exchanges.list').at(-1)).toMatchObject({ query: { outcome: null, sinceMs: null } })
  })

  it('says how far a filter has looked, and looks further until it finds something', async () => {
    const ends = [3000, 2000, 1000, null]
    desk.reply('exchanges.list', ({ cursor }) => {
      const step = Number(cursor ?? 0)
      const searchedToMs = ends[step] ?? null
      const rows = step === 2 ? [exchange(7)] : []
      const nextCursor = searchedToMs === null ? null : String(step + 1)
      return { rows, nextCursor, total: 0, isTotalExact: false, searchedToMs }
    })
    choose(words.filter.operation, 'sale')
    await wait()
    expect(document.querySelector('.filters [role="status"]')?.textContent).toBe(
      words.foundMore({ count: 0 }),
    )
    expect(document.querySelector('.searched')?.textContent).toContain('1 Jan')
    button(words.searchOn).click()
    await wait()
    expect(rows()).toEqual(['x-7'])
    button(words.searchOn).click()
    await wait()
    expect(document.querySelector('.searched')).toBeNull()
    expect(document.querySelector('.filters [role="status"]')?.textContent).toBe(words.found({ count: 1 }))
  })

  it('stops a search when a call fails', async () => {
    desk.reply('exchanges.list', ({ cursor }) => {
      if (cursor !== null) throw new AppError('storage-failed')
      return { rows: [], nextCursor: '1', total: 0, isTotalExact: false, searchedToMs: 3000 }
    })
    choose(words.filter.operation, 'sale')
    await wait()
    button(words.searchOn).click()
    await wait()
    expect(button(words.searchOn)).toBeDefined()
  })
})
