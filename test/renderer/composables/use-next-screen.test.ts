import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../src-renderer/messages'
import { orderView, summary } from '../../support/view-orders'
import { button, field, mountApp, settle, type, unmountAfterEach } from '../../support/mount-app'
import { card } from '../../support/view-data'

unmountAfterEach(afterEach)

async function adopt() {
  const app = await mountApp('/orders')
  const answer = app.desk.hold('orders.adopt', orderView(summary(1, { orderId: 'o-1' })))
  button(messages.orders.adopt).click()
  await settle()
  type(field(messages.orders.adoptDialog.clientOrderId), 'INV-1')
  button(messages.orders.adoptDialog.save).click()
  return { ...app, answer, result: '/orders/o-1' }
}

async function addCard() {
  const app = await mountApp('/cards')
  const answer = app.desk.hold('cards.add', card(1, { cardId: 'card-1' }))
  button(messages.cards.add).click()
  await settle()
  type(field(messages.cards.token), '880017')
  button(messages.cards.addButton).click()
  return { ...app, answer, result: '/cards/card-1' }
}

async function registerCard() {
  const app = await mountApp('/orders/o-1', { cardCount: 1 })
  const answer = app.desk.hold('cards.register', card(1, { cardId: 'card-1' }))
  button(messages.orders.detail.registerCard).click()
  await settle()
  button(messages.cards.register.save).click()
  return { ...app, answer, result: '/cards/card-1' }
}

async function trySimulator() {
  const app = await mountApp('/home', {
    state: { start: { kind: 'first-run' }, profiles: [], activeProfileId: null },
  })
  let answer = () => {}
  app.desk.reply('start.trySimulator', async () => {
    // Main announces the new state, which shows the navigation, before it answers.
    const state = app.desk.changeState({ start: { kind: 'ready' } })
    await new Promise<void>((resolve) => (answer = resolve))
    return state
  })
  button('Try the simulator').click()
  return { ...app, answer: () => answer(), result: '/cards' }
}

describe.each([
  ['adopting an order', adopt],
  ['adding a card', addCard],
  ['registering a card', registerCard],
  ['trying the simulator', trySimulator],
])('the result of %s', (_what, act) => {
  it('is opened', async () => {
    const { router, answer, result } = await act()
    await settle()
    answer()
    await settle()
    expect(router.currentRoute.value.path).toBe(result)
  })

  it('does not take the person away from a screen that was opened in the meantime', async () => {
    const { router, answer } = await act()
    await settle()
    await router.push('/insights')
    answer()
    await settle()
    expect(router.currentRoute.value.path).toBe('/insights')
  })
})

describe('the result of trying the simulator', () => {
  it('does not replace a screen that is still being loaded', async () => {
    const { router, answer } = await trySimulator()
    await settle()
    let load = () => {}
    router.addRoute({
      path: '/slow',
      component: () => new Promise((resolve) => (load = () => resolve({ render: () => null }))),
    })
    const opened = router.push('/slow')
    await settle()
    answer()
    await settle()
    load()
    await opened
    expect(router.currentRoute.value.path).toBe('/slow')
  })
})
