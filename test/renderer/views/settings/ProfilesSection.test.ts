import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { button, chooseInMenu, field, mountApp, settle, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.settings.profiles
const menu = words.actionsFor('Shop EU')

function notes(): string[] {
  return [...document.querySelectorAll('[role="status"]')].map((each) => each.textContent.trim())
}

describe('the list of profiles', () => {
  it('edits a profile from its menu, and the focus returns to the menu', async () => {
    await mountApp('/settings/profiles')
    await chooseInMenu(menu, words.edit)
    expect(field(messages.settings.form.name).value).toBe('Shop EU')
    expect(document.activeElement).toBe(field(messages.settings.form.name))
    button(messages.common.cancel).click()
    await settle()
    expect(document.activeElement?.getAttribute('aria-label')).toBe(menu)
  })

  it('announces a connection test, and then its result', async () => {
    const { desk } = await mountApp('/settings/profiles')
    let finish: () => void = () => undefined
    const finished = new Promise<void>((resolve) => (finish = resolve))
    desk.reply('profiles.test', async () => {
      await finished
      return { ...works, outcome: 'works' }
    })
    await chooseInMenu(menu, words.test)
    expect(notes()).toContain(words.testing)
    finish()
    await settle()
    expect(notes().join()).toContain(messages.settings.testOutcomes.works.title)
    expect(notes()).not.toContain(words.testing)
  })

  it('removes a profile only after a confirmation, and says so beside the list', async () => {
    const { desk } = await mountApp('/settings/profiles')
    await chooseInMenu(menu, words.remove)
    expect(desk.callsOf('profiles.remove')).toEqual([])
    button(words.removeConfirm).click()
    await settle()
    expect(desk.callsOf('profiles.remove')).toEqual([{ profileId: 'p-live' }])
    expect(notes()).toContain(words.removed)
  })
})

const works = {
  durationMs: 12,
  serialNumber: null,
  gatewayCode: null,
  gatewayMessage: null,
  failure: null,
  httpStatus: 200,
  clockSkewMs: null,
}
