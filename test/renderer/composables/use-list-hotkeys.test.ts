import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../src-renderer/messages'
import { fakeTimeouts, passTime, mountApp, press, settle, unmountAfterEach } from '../../support/mount-app'

fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

const { families } = messages.status

function chosenRows(): (string | null)[] {
  return [...document.querySelectorAll('[data-key][aria-selected="true"]')].map((row) =>
    row.getAttribute('data-key'),
  )
}

async function filterTo(family: string): Promise<void> {
  const chip = [...document.querySelectorAll('button')].find((each) => each.textContent.startsWith(family))
  if (chip === undefined) throw new Error(`no filter "${family}"`)
  chip.click()
  await passTime(160)
}

async function escape(): Promise<void> {
  press(document.activeElement ?? document.body, 'Escape')
  await settle()
}

describe('Esc on a list screen', () => {
  it('closes an order that the filter excludes, and selects no other (A14)', async () => {
    const { desk, router } = await mountApp('/orders/o-1')
    await filterTo(families.declined)
    expect(chosenRows()).toEqual([])
    expect(document.querySelectorAll('[data-key]').length).toBeGreaterThan(0)
    await escape()
    expect(router.currentRoute.value.path).toBe('/orders')
    expect(chosenRows()).toEqual([])
    expect(document.querySelector('article')).toBeNull()
    press(document.activeElement ?? document.body, 'r')
    press(document.activeElement ?? document.body, 'e')
    await settle()
    expect(desk.callsOf('orders.recheck')).toEqual([])
    expect(router.currentRoute.value.path).toBe('/orders')
  })

  it('moves to the row of the open order, then closes the order and keeps the focus there (A14)', async () => {
    const { router } = await mountApp('/orders/o-1')
    document.querySelector<HTMLElement>('#order-panel')?.focus()
    await escape()
    expect(document.activeElement?.getAttribute('data-key')).toBe('o-1')
    expect(router.currentRoute.value.path).toBe('/orders/o-1')
    await escape()
    expect(router.currentRoute.value.path).toBe('/orders')
    expect(document.activeElement?.getAttribute('data-key')).toBe('o-1')
  })

  it.each(['/orders', '/cards', '/log', '/callbacks'])('selects nothing on %s (A14)', async (path) => {
    const { router } = await mountApp(path, { cardCount: 2, exchangeCount: 2 })
    await escape()
    expect(router.currentRoute.value.path).toBe(path)
    expect(chosenRows()).toEqual([])
  })
})
