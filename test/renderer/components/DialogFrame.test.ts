import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../src-renderer/messages'
import { button, field, mountDesk, press, settle, unmountAfterEach } from '../../support/mount-desk'

unmountAfterEach(afterEach)

const words = messages.orders.adoptDialog

async function openAdoptDialog(): Promise<HTMLElement> {
  await mountDesk('/orders')
  const opener = button(messages.orders.adopt)
  opener.focus()
  opener.click()
  await settle()
  return opener
}

describe('a dialog', () => {
  it('begins at its first field and lets the focus stay on every other control (A1)', async () => {
    await openAdoptDialog()
    expect(document.activeElement).toBe(field(words.clientOrderId))
    const others = [
      field(words.gatewayOrderId),
      field(words.route),
      button(words.save),
      button(messages.common.cancel),
    ]
    for (const control of others) {
      control.focus()
      expect(document.activeElement).toBe(control)
    }
  })

  it('leads Tab from its last button to its first field, and Shift+Tab back (A1)', async () => {
    await openAdoptDialog()
    const [first, last] = [field(words.clientOrderId), button(words.save)]
    press(first, 'Tab', { shiftKey: true })
    expect(document.activeElement).toBe(last)
    press(last, 'Tab')
    expect(document.activeElement).toBe(first)
  })

  it('brings the focus back when something behind it takes it (A1)', async () => {
    const opener = await openAdoptDialog()
    opener.focus()
    expect(document.activeElement).toBe(field(words.clientOrderId))
  })

  it('gives the focus back to what opened it (A1)', async () => {
    const opener = await openAdoptDialog()
    button(messages.common.cancel).click()
    await settle()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })

  it('is named by its title', async () => {
    await openAdoptDialog()
    const dialog = document.querySelector('[role="dialog"]')
    expect(document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent).toBe(
      words.title,
    )
  })
})
