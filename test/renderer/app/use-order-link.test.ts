import { afterEach, expect, it } from 'vitest'
import { messages } from '../../../src-renderer/messages'
import { mountApp, settle, unmountAfterEach } from '../../support/mount-app'

unmountAfterEach(afterEach)

it('a link that started the app shows its order (S25)', async () => {
  const { router } = await mountApp('/home', {}, (desk) => {
    desk.linked = { id: 'INV-1', orderId: 'o-1' }
  })
  expect(router.currentRoute.value.path).toBe('/orders/o-1')
})

it('a link that comes later shows its order, also when another one is open', async () => {
  const { desk, router } = await mountApp('/orders/o-1')
  desk.linked = { id: 'INV-2', orderId: 'o-2' }
  desk.emit('orderLink.arrived', {})
  await settle()
  expect(router.currentRoute.value.path).toBe('/orders/o-2')
})

it('a link to an unknown order says so and stays where the person is', async () => {
  const { desk, router } = await mountApp('/home')
  desk.linked = { id: 'INV-9', orderId: null }
  desk.emit('orderLink.arrived', {})
  await settle()
  expect(router.currentRoute.value.path).toBe('/home')
  expect(document.body.textContent).toContain(messages.frame.linkedUnknown({ id: 'INV-9' }))
})
