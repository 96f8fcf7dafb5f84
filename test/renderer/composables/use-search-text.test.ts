import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../../src-renderer/messages'
import { fieldProblemText } from '../../../src-renderer/messages/field-text'
import {
  button,
  field,
  mountApp,
  paste,
  press,
  settle,
  type,
  unmountAfterEach,
} from '../../support/mount-app'

unmountAfterEach(afterEach)

function input(selector: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}

describe('several pasted lines', () => {
  it.each([
    ['the orders search', 'input[role="combobox"]', '/orders'],
    ['the command bar', '[role="combobox"]', '/home'],
  ])('search for the first one in %s (A12)', async (_where, selector, path) => {
    await mountApp(path)
    if (path === '/home') press(document.body, 'k', { ctrlKey: true })
    await settle()
    const box = input(selector)
    paste(box, '\nINV-2041\nINV-2050\n')
    await settle()
    expect(box.value).toBe('INV-2041')
  })

  it('are rejected by an id field, which keeps its text and shows a message (A12)', async () => {
    const { desk } = await mountApp('/orders')
    button(messages.orders.adopt).click()
    await settle()
    const id = field(messages.orders.adoptDialog.clientOrderId)
    expect(paste(id, 'INV-2041\nINV-2050')).toBe('refused')
    await settle()
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain(
      fieldProblemText('several-lines'),
    )
    type(id, 'INV-2041')
    await settle()
    expect(document.querySelector('[role="dialog"]')?.textContent).not.toContain(
      fieldProblemText('several-lines'),
    )
    expect(desk.callsOf('orders.adopt')).toEqual([])
  })

  it('are accepted as an id when only one line is not empty (A12)', async () => {
    await mountApp('/orders')
    button(messages.orders.adopt).click()
    await settle()
    expect(paste(field(messages.orders.adoptDialog.clientOrderId), 'INV-2041\n')).toBe('left to the browser')
  })
})

describe('a copied id with hidden characters', () => {
  it('is found without them in the command bar (A12)', async () => {
    const { router } = await mountApp('/home')
    press(document.body, 'k', { ctrlKey: true })
    await settle()
    const box = input('[role="combobox"]')
    type(box, '\u202aINV\u20112041\u202c')
    await settle()
    expect(document.querySelector('[role="option"]')?.textContent).toContain(
      messages.frame.commandBar.findId({ id: 'INV-2041' }),
    )
    press(box, 'Enter')
    await settle()
    expect(router.currentRoute.value.path).toBe('/orders')
    expect(input('main input[role="combobox"]').value).toBe('INV-2041')
  })

  it('finds a card (A12)', async () => {
    await mountApp('/cards')
    type(input('input[type="search"]'), 'mar\u200bta,')
    await settle()
    expect(document.querySelectorAll('[data-key]').length).toBeGreaterThan(0)
  })
})
