import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { button, mountApp, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.settings.about

describe('the screen about the app', () => {
  it.each([true, false])('says whether the app runs on a stand-in for Electron: %s', async (standIn) => {
    await mountApp('/settings/about', { state: { standIn } })
    expect(document.body.textContent.includes(words.standInTitle)).toBe(standIn)
  })

  it('copies the versions', async () => {
    const { desk } = await mountApp('/settings/about')
    button(words.copy).click()
    expect(desk.callsOf('clipboard.copy')).toEqual([
      { text: 'Rebill Desk 0.1.0\nElectron 45.5.0\nChromium 148.0.1\nNode 24.21.0\nSQLite 3.53.1' },
    ])
  })
})
