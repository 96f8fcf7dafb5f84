import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../src-renderer/messages'
import { button, mountApp, press, settle, unmountAfterEach } from '../../support/mount-app'

unmountAfterEach(afterEach)

const { nav } = messages.frame

function link(name: string): HTMLAnchorElement {
  const found = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find(
    (each) => each.textContent === name,
  )
  if (found === undefined) throw new Error(`no link "${name}"`)
  return found
}

async function follow(name: string): Promise<void> {
  link(name).focus()
  link(name).click()
  await settle()
}

async function hit(key: string, more: KeyboardEventInit = {}): Promise<void> {
  press(document.activeElement ?? document.body, key, more)
  await settle()
}

async function back(): Promise<void> {
  await hit('ArrowLeft', { altKey: true })
}

function row(orderId: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-key="${orderId}"]`)
  if (found === null) throw new Error(`no row ${orderId}`)
  return found
}

/** Scrolls an element. Unlike a real one, a jsdom element keeps its scroll position after removal, so this resets it. */
function scroll(element: HTMLElement | null, top: number): void {
  if (element === null) throw new Error('nothing to scroll')
  element.scrollTop = top
  element.dispatchEvent(new Event('scroll'))
}

describe('going back', () => {
  it('works with Alt+Left, and forward with Alt+Right (A16)', async () => {
    const { router } = await mountApp('/orders')
    await follow(nav.cards)
    expect(router.currentRoute.value.path).toBe('/cards')
    await back()
    expect(router.currentRoute.value.path).toBe('/orders')
    await hit('ArrowRight', { altKey: true })
    expect(router.currentRoute.value.path).toBe('/cards')
  })

  it('works from the menu, which also handles the mouse buttons (A16)', async () => {
    const { desk, router } = await mountApp('/orders')
    await follow(nav.cards)
    desk.emit('menu.chosen', { action: 'go-back' })
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders')
    desk.emit('menu.chosen', { action: 'go-forward' })
    await settle()
    expect(router.currentRoute.value.path).toBe('/cards')
  })

  it('does nothing behind a dialog (A16)', async () => {
    const { router } = await mountApp('/home')
    await follow(nav.orders)
    button(messages.orders.adopt).click()
    await settle()
    await back()
    expect(router.currentRoute.value.path).toBe('/orders')
  })

  it('ignores Alt with a letter, which opens the menu bar (A16)', async () => {
    const { desk, router } = await mountApp('/orders/o-1')
    await hit('r', { altKey: true })
    await hit('e', { altKey: true })
    expect(desk.callsOf('orders.recheck')).toEqual([])
    expect(router.currentRoute.value.path).toBe('/orders/o-1')
  })

  it('restores the order, focus, tab and scroll positions (A16)', async () => {
    const { router } = await mountApp('/orders/o-1')
    button(messages.orders.detail.tabs.raw).click()
    await settle()
    row('o-2').click()
    await settle()
    row('o-1').click()
    await settle()
    const [list, detail] = [
      document.querySelector<HTMLElement>('[role="grid"] .body'),
      document.querySelector<HTMLElement>('article .content'),
    ]
    scroll(list, 340)
    scroll(detail, 120)
    await follow(nav.cards)
    for (const element of [list, detail]) if (element !== null) element.scrollTop = 0
    await back()
    expect(router.currentRoute.value.path).toBe('/orders/o-1')
    expect(document.activeElement).toBe(row('o-1'))
    expect([list?.scrollTop, detail?.scrollTop]).toEqual([340, 120])
    expect(document.querySelector('[role="tab"][aria-selected="true"]')?.textContent).toBe(
      messages.orders.detail.tabs.raw,
    )
  })
})

describe('the link of a screen', () => {
  it('keeps the open order and the focus when its screen is shown (A16)', async () => {
    const { router } = await mountApp('/orders/o-1')
    row('o-1').focus()
    await follow(nav.orders)
    expect(router.currentRoute.value.path).toBe('/orders/o-1')
    expect(document.activeElement).toBe(row('o-1'))
  })

  it('opens the last order again, also with G and O (A16)', async () => {
    const { router } = await mountApp('/orders/o-1')
    await follow(nav.home)
    await follow(nav.orders)
    expect(router.currentRoute.value.path).toBe('/orders/o-1')
    await follow(nav.home)
    await hit('g')
    await hit('o')
    expect(router.currentRoute.value.path).toBe('/orders/o-1')
  })

  it('opens only the list after a switch of profile', async () => {
    const { desk, router } = await mountApp('/orders/o-1')
    await follow(nav.home)
    desk.changeState({ activeProfileId: 'p-test' })
    await settle()
    await follow(nav.orders)
    expect(router.currentRoute.value.path).toBe('/orders')
    expect(document.querySelector('article')).toBeNull()
  })

  it('closes an open dialog of the screen', async () => {
    const { desk } = await mountApp('/orders/o-1')
    await hit('n')
    expect(document.querySelector('[role="dialog"]')).not.toBeNull()
    desk.emit('menu.chosen', { action: 'show-cards' })
    await settle()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })
})
