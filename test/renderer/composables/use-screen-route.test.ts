import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../src-renderer/messages'
import { button, mountApp, settle, unmountAfterEach } from '../../support/mount-app'

unmountAfterEach(afterEach)

describe('a screen in the background', () => {
  it('ignores the query of another screen (A16)', async () => {
    const { desk, router } = await mountApp('/cards')
    desk.emit('menu.chosen', { action: 'add-profile' })
    await settle()
    expect(router.currentRoute.value.path).toBe('/settings/profiles')
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })

  it('keeps the open section of the settings (A16)', async () => {
    const { router } = await mountApp('/settings/person')
    await router.push('/home')
    router.back()
    await settle()
    expect(button(messages.settings.person.save)).not.toBeNull()
  })
})
