import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addCard, openApp, testCardNumber, waitForWord } from './support/app-calls'
import { appForFile } from './support/app-for-file'
import { clickAt, focused, typeInto } from './support/person'
import { button, field, openScreen } from './support/walk'

const open = appForFile(async ({ page, simulator }) => {
  await addCard(page, simulator)
  return undefined
})

/** Presses keys and counts them. A letter is one press. */
function countedKeys(page: Page) {
  let count = 0
  async function tap(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await page.keyboard.press(key)
      count += 1
    }
  }
  return {
    tap,
    write: (text: string) => tap(...[...text].map((letter) => (letter === ' ' ? 'Space' : letter))),
    /** Waits until this element has the focus, without a key. */
    at: (what: RegExp) => expect.poll(async () => (await focused(page)).what).toMatch(what),
    count: () => count,
  }
}

describe('the number of key presses from the orders to an approved charge', () => {
  it('is 26 for a known card, with a typed amount and description (29 before the search in the form)', async () => {
    const { page } = open()
    await openOrders(page)
    const keys = countedKeys(page)
    await findCard(keys)
    await keys.write('49.00')
    await keys.tap('Tab')
    await keys.at(/^textbox Description/)
    await keys.write('Monthly plan')
    await keys.tap('Control+Enter')
    await button(page, /^Charge 49.00 EUR/).waitFor()
    await keys.tap('Control+Enter')
    await waitForApproval(page)
    expect(keys.count()).toBe(26)
  })

  it('is 16 for the last charge of a card once more, with the acknowledgement of its warning', async () => {
    const { page } = open()
    await openOrders(page)
    const keys = countedKeys(page)
    await findCard(keys)
    await keys.tap('Shift+Tab', 'Shift+Tab')
    await keys.at(/^button Use the amount and description of the last charge, 49.00 EUR/)
    await keys.tap('Enter', 'Control+Enter')
    await button(page, /^Charge 49.00 EUR/).waitFor()
    await keys.tap('Tab', 'Tab', 'Tab', 'Tab')
    await keys.at(/^checkbox Charge again anyway/)
    await keys.tap('Space', 'Control+Enter')
    await waitForApproval(page)
    expect(keys.count()).toBe(16)
  })

  it('is 65 until a sale with 3-D Secure is sent (69 before)', async () => {
    const { page } = open()
    await openOrders(page)
    const keys = countedKeys(page)
    await keys.tap('g', 'p')
    await keys.at(/^combobox Card/)
    await keys.tap('ArrowUp', 'Enter')
    await keys.at(/^textbox Card number/)
    await keys.write(testCardNumber)
    await keys.tap('Tab')
    await keys.write('123')
    await keys.tap('Tab')
    await keys.write('IVA TESTOVA')
    await keys.tap('Tab')
    await keys.write('1231')
    await keys.tap('Tab', 'Space')
    await keys.at(/^radio At this desk/)
    await keys.tap('Tab')
    await keys.at(/^textbox Amount/)
    await keys.write('9302.00')
    await keys.tap('Tab')
    await keys.write('First month')
    await keys.tap('Control+Enter')
    await button(page, /^Charge 9,302.00 EUR/).waitFor()
    await keys.tap('Control+Enter')
    await page.waitForURL(/#\/orders\/[^/]+$/)
    expect(keys.count()).toBe(65)
  })
})

describe('the number of clicks and typed fields of a newcomer', () => {
  it('is 7 from the empty app to the first approved charge', async () => {
    const testApp = await openApp()
    const { page } = testApp
    let acts = 0
    const click = async (target: Locator) => {
      await clickAt(target)
      acts += 1
    }
    const type = async (label: string, text: string) => {
      await typeInto(field(page, label), text)
      acts += 1
    }
    await click(button(page, 'Try the simulator'))
    await click(page.getByRole('link', { name: 'Charge', exact: true }))
    await click(page.getByRole('listbox', { name: 'Cards' }).getByRole('option').first())
    await type('Amount', '49.00')
    await type('Description', 'Monthly plan')
    await click(button(page, 'Review'))
    await click(button(page, /^Charge 49.00 EUR/))
    await waitForApproval(page)
    expect(acts).toBe(7)
    await testApp.close()
  })
})

/** Opens the charge form and chooses the card by the first letters of its name. */
async function findCard(keys: ReturnType<typeof countedKeys>): Promise<void> {
  await keys.tap('g', 'p')
  await keys.at(/^combobox Card/)
  await keys.write('mar')
  await keys.tap('Enter')
  await keys.at(/^textbox Amount/)
}

async function openOrders(page: Page): Promise<void> {
  await openScreen(page, '/orders')
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
}

async function waitForApproval(page: Page): Promise<void> {
  await page.waitForURL(/#\/orders\/[^/]+$/)
  await waitForWord(page, /orders\/([0-9]+)/.exec(page.url())?.[1] ?? '', 'approved')
}
