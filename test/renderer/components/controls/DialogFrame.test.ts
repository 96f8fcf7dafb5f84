import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../../src-renderer/messages'
import { button, field, mountApp, press, settle, unmountAfterEach } from '../../../support/mount-app'

unmountAfterEach(afterEach)

const words = messages.orders.adoptDialog

async function openAdoptDialog(): Promise<HTMLElement> {
  await mountApp('/orders')
  const opener = button(messages.orders.adopt)
  opener.focus()
  opener.click()
  await settle()
  return opener
}

describe('a dialog', () => {
  it('focuses its first field, and leaves the focus on any other control (A1)', async () => {
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

  it('moves with Tab from the last button to the first field, and back with Shift+Tab (A1)', async () => {
    await openAdoptDialog()
    const [first, last] = [field(words.clientOrderId), button(words.save)]
    press(first, 'Tab', { shiftKey: true })
    expect(document.activeElement).toBe(last)
    press(last, 'Tab')
    expect(document.activeElement).toBe(first)
  })

  it('takes the focus back when an element behind it gets it (A1)', async () => {
    const opener = await openAdoptDialog()
    opener.focus()
    expect(document.activeElement).toBe(field(words.clientOrderId))
  })

  it('returns the focus to its opener (A1)', async () => {
    const opener = await openAdoptDialog()
    button(messages.common.cancel).click()
    await settle()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })

  it('treats a radio group without a choice as one tab stop, in both directions', async () => {
    await mountApp('/orders/o-10')
    button(messages.orders.detail.resolve).click()
    await settle()
    const choices = [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] input[type="radio"]')]
    const [first, last] = [choices[0], choices.at(-1)] as [HTMLInputElement, HTMLInputElement]
    const save = button(messages.orders.resolveDialog.save)
    save.focus()
    press(save, 'Tab')
    expect(document.activeElement).toBe(first)
    for (const choice of [first, last]) {
      choice.focus()
      press(choice, 'Tab', { shiftKey: true })
      expect(document.activeElement).toBe(save)
    }
  })

  it('keeps the focus on its only control', async () => {
    await mountApp('/home')
    press(document.body, '?')
    await settle()
    expect(document.activeElement).toBe(button(messages.common.close))
    const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(tab)
    expect(tab.defaultPrevented).toBe(true)
  })

  it('is not reopened by the Enter that closed it and returned the focus to its opener', async () => {
    await mountApp('/orders')
    press(document.body, 'k', { ctrlKey: true })
    await settle()
    const box = document.querySelector<HTMLInputElement>('[role="dialog"] input')
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    box?.dispatchEvent(enter)
    // A browser continues an unprevented key press on the element that has the focus by then.
    expect(enter.defaultPrevented).toBe(true)
  })

  it('is named by its title', async () => {
    await openAdoptDialog()
    const dialog = document.querySelector('[role="dialog"]')
    expect(document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent).toBe(
      words.title,
    )
  })
})
