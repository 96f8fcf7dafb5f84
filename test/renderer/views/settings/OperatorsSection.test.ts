import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { button, mountApp, settle, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.operators

async function press(name: string): Promise<void> {
  button(name).click()
  await settle()
}

const dialog = () => document.querySelector('[role="dialog"]')

describe('the first operator', () => {
  it('waits for a recovery code, and the focus comes back when a person does not want one now', async () => {
    await mountApp('/settings/operators', { state: { recovery: 'not-made' } })
    await press(words.add)
    expect(document.body.textContent).toContain(words.recoveryFirst)
    expect(dialog()).toBeNull()
    await press(messages.start.recovery.skip)
    expect(document.body.textContent).not.toContain(words.recoveryFirst)
    expect(document.activeElement).toBe(button(words.add))
  })

  it('is added at once when there is a recovery code, and is told how a forgotten PIN is replaced', async () => {
    await mountApp('/settings/operators', { state: { recovery: 'made' } })
    await press(words.add)
    expect(dialog()?.textContent).toContain(words.form.forgotten)
  })
})
