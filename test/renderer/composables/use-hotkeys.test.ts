import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '../../../src-renderer/messages'
import {
  fakeTimeouts,
  passTime,
  button,
  field,
  mountApp,
  press,
  settle,
  type,
  unmountAfterEach,
} from '../../support/mount-app'

fakeTimeouts(beforeEach, afterEach)
unmountAfterEach(afterEach)

/** Enter as Chromium sends it while text is composed, and as some input methods end the composition. */
const composingEnters: [string, KeyboardEventInit][] = [
  ['isComposing', { isComposing: true }],
  ['key code 229', { keyCode: 229 }],
]

function searchInput(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>('input[role="combobox"]')
  if (input === null) throw new Error('no search box')
  return input
}

/** Types text that an input method is still composing. Vue and Chromium recognise it by these events. */
function compose(input: HTMLInputElement, text: string): void {
  input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  type(input, text)
}

describe.each(composingEnters)('an Enter that commits composed text, known by %s,', (_how, sign) => {
  it('opens nothing from the command bar (A11)', async () => {
    const { router } = await mountApp('/home')
    press(document.body, 'k', { ctrlKey: true })
    await settle()
    const input = document.querySelector<HTMLInputElement>('[role="combobox"]')
    if (input === null) throw new Error('no command bar')
    type(input, 'go to api')
    await settle()
    press(input, 'Enter', sign)
    await settle()
    expect(document.querySelector('[role="combobox"]')).not.toBeNull()
    expect(router.currentRoute.value.path).toBe('/home')
    press(input, 'Enter')
    await settle()
    expect(router.currentRoute.value.path).toBe('/log')
  })

  it('keeps the focus in a search box (A11)', async () => {
    const { router } = await mountApp('/orders')
    const input = searchInput()
    input.focus()
    press(input, 'Enter', sign)
    await settle()
    expect(document.activeElement).toBe(input)
    expect(router.currentRoute.value.path).toBe('/orders')
    press(input, 'Enter')
    await settle()
    expect(document.activeElement).not.toBe(input)
  })

  it('sends nothing from a dialog (A11)', async () => {
    const { desk } = await mountApp('/orders')
    button(messages.orders.adopt).click()
    await settle()
    const input = field(messages.orders.adoptDialog.clientOrderId)
    type(input, 'INV-1')
    press(input, 'Enter', sign)
    await settle()
    expect(desk.callsOf('orders.adopt')).toEqual([])
    press(input, 'Enter')
    await settle()
    expect(desk.callsOf('orders.adopt')).toHaveLength(1)
  })

  it('moves nothing in a list (A11)', async () => {
    const { router } = await mountApp('/orders')
    const row = document.querySelector<HTMLElement>('[role="grid"] [data-index="0"]')
    if (row === null) throw new Error('no order')
    press(row, 'ArrowDown', sign)
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders')
    press(row, 'ArrowDown')
    await settle()
    expect(router.currentRoute.value.path).not.toBe('/orders')
  })
})

describe('text that is still composed', () => {
  it('becomes the search text only when it is committed (A11)', async () => {
    const { desk } = await mountApp('/orders')
    const input = searchInput()
    const searches = () =>
      desk.callsOf('orders.list').map((sent) => (sent as { query: { search: string } }).query.search)
    compose(input, 'たな')
    await passTime(160)
    expect(searches()).not.toContain('たな')
    expect(input.value).toBe('たな')
    type(input, '田中')
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    await passTime(160)
    expect(searches()).toContain('田中')
  })

  it('is not overwritten when the command bar renders again (A11)', async () => {
    const { desk } = await mountApp('/home')
    press(document.body, 'k', { ctrlKey: true })
    await settle()
    const input = document.querySelector<HTMLInputElement>('[role="combobox"]')
    if (input === null) throw new Error('no command bar')
    compose(input, 'たな')
    desk.changeState({ online: false })
    await settle()
    expect(input.value).toBe('たな')
  })
})
