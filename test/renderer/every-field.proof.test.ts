import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '../../src-renderer/messages'
import { fieldProblemText } from '../../src-renderer/messages/field-text'
import type { FakeBridgeOptions } from '../support/fake-bridge'
import { button, mountApp, press, settle, type, unmountAfterEach } from '../support/mount-app'

unmountAfterEach(afterEach)

const pan = '4111 1111 1111 1111'
const refused = fieldProblemText('card-number')

const firstRun: FakeBridgeOptions = {
  state: { start: { kind: 'first-run' }, profiles: [], activeProfileId: null, recovery: 'made' },
}
const recovery: FakeBridgeOptions = {
  state: { start: { kind: 'recovery-needed', reason: 'key-missing', hasRecoveryFile: true } },
}

async function click(name: string): Promise<void> {
  button(name).click()
  await settle()
}

/** The only field that accepts a card number; the tests of its form cover it. */
function isForCards(input: HTMLInputElement): boolean {
  const label = document.querySelector(`label[for="${input.id}"]`)?.textContent
  return label === messages.charge.sale.cardNumber && input.closest('form') !== null
}

async function openSale(): Promise<void> {
  document.querySelector<HTMLInputElement>('input[type="radio"][value="typed"]')?.click()
  await settle()
}

async function openReview(): Promise<void> {
  const values = { Amount: '49.00', Description: 'x' }
  for (const [label, value] of Object.entries(values)) {
    const id =
      [...document.querySelectorAll('label')].find((each) => each.textContent === label)?.htmlFor ?? ''
    type(document.getElementById(id) as HTMLInputElement, value)
  }
  await settle()
  await click('Review')
}

const screens: readonly (readonly [string, string, FakeBridgeOptions, () => Promise<void>])[] = [
  ['the charge form', '/charge?card=card-1', {}, settle],
  ['the review', '/charge?card=card-1', {}, openReview],
  ['the form of a card typed in', '/charge', {}, openSale],
  ['the search for a card', '/charge', {}, settle],
  ['the orders list', '/orders', {}, settle],
  ['a note', '/orders/o-1', {}, () => click(messages.orders.detail.addNote)],
  ['a settlement', '/orders/o-10', {}, () => click(messages.orders.detail.resolve)],
  ['an adoption', '/orders', {}, () => click(messages.orders.adopt)],
  ['a registration', '/orders/o-1', { cardCount: 0 }, () => click(messages.orders.detail.registerCard)],
  ['the cards list', '/cards', {}, settle],
  ['a new card', '/cards', {}, () => click(messages.cards.add)],
  ['the labels of a card', '/cards/card-1', {}, () => click(messages.cards.edit)],
  ['the API log', '/log', {}, settle],
  ['the import of a key', '/settings/keys', {}, () => click(messages.settings.signingKey.import)],
  ['a profile', '/settings/profiles', {}, () => click(messages.settings.profiles.add)],
  ['the first profile', '/home', firstRun, () => click('Add gateway profile')],
  ['the person', '/settings/person', {}, settle],
  ['the recovery of the key', '/home', recovery, settle],
  [
    'the command bar',
    '/home',
    {},
    async () => {
      press(document.body, 'k', { ctrlKey: true })
      await settle()
    },
  ],
]

/** All visible text fields. */
function textFields(): HTMLInputElement[] {
  return [
    ...document.querySelectorAll<HTMLInputElement>(
      'input:not([type="radio"]):not([type="checkbox"]), textarea:not([aria-hidden])',
    ),
  ]
}

function nameOf(input: HTMLInputElement): string {
  return document.querySelector(`label[for="${input.id}"]`)?.textContent ?? input.ariaLabel ?? ''
}

describe('every text field', () => {
  it.each(screens)('has a name and is reached with Tab: %s', async (_screen, path, options, open) => {
    await mountApp(path, options)
    await open()
    const fields = textFields()
    expect(fields.length).toBeGreaterThan(0)
    expect(fields.filter((input) => nameOf(input) === '').map(({ outerHTML }) => outerHTML)).toEqual([])
    expect(fields.filter(({ tabIndex }) => tabIndex < 0).map(nameOf)).toEqual([])
  })
})

describe('a card number pasted into any text field (S15)', () => {
  it.each(screens)(
    'is rejected with a message and stored nowhere: %s',
    async (_screen, path, options, open) => {
      const { desk, pinia } = await mountApp(path, options)
      await open()
      const inputs = textFields().filter((input) => !input.readOnly && !isForCards(input))
      expect(inputs.length).toBeGreaterThan(0)
      for (const input of inputs) {
        const name = nameOf(input)
        type(input, pan)
        await settle()
        const told = document.body.textContent.split(refused).length - 1
        expect(told, `message of the field "${name}"`).toBeGreaterThan(0)
        expect(input.value, `value of the field "${name}"`).not.toContain('4111')
        type(input, '')
        await settle()
      }
      await new Promise((resolve) => setTimeout(resolve, 160))
      expect(JSON.stringify(pinia.state.value)).not.toContain('4111 1111')
      expect(JSON.stringify(desk.calls)).not.toContain('4111 1111')
    },
  )
})
