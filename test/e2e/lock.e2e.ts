import type { ElectronApplication, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { messages } from '../../src-renderer/messages'
import { ask, get, makeRecoveryCode, sell } from './support/app-calls'
import { issuerPage } from './support/issuer-page'
import { focused, tabTo } from './support/person'
import { cardNamed, chargeUntil, openSimulatorApp } from './support/simulator-app'
import { button, openOrder, openScreen } from './support/walk'

const pin = '274915'
const newPin = '830264'
const words = messages.operators

/** Adds the first operator in Settings, by keyboard. Returns the recovery code. */
async function addOperator(page: Page): Promise<string> {
  const code = await makeRecoveryCode(page)
  await openScreen(page, '/settings/operators')
  await tabTo(page, `button ${words.add}`)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: words.add }).waitFor()
  await page.keyboard.type('Iva Novak')
  for (const label of [words.form.pin, words.form.repeat]) {
    await tabTo(page, `textbox ${label}`)
    await page.keyboard.type(pin)
  }
  await tabTo(page, `button ${words.form.save}`)
  await page.keyboard.press('Enter')
  await page.getByText('Iva Novak').first().waitFor()
  return code
}

const lockScreen = (page: Page) => page.getByRole('heading', { name: words.lock.title })

/** How many windows with a page of an issuer a person sees. */
const shownIssuerWindows = (app: ElectronApplication) =>
  app.evaluate(
    ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().filter(
        (window) =>
          window.contentView.children.length > 0 && window.getParentWindow() !== null && window.isVisible(),
      ).length,
  )

/** Everything in the page, also what is not shown. */
const wholePage = (page: Page) => page.evaluate(() => document.documentElement.outerHTML + document.title)

describe('the lock', () => {
  it('hides everything and refuses every command until the PIN is typed, then shows the same order (S18)', async () => {
    const { page, cards, close } = await openSimulatorApp()
    await addOperator(page)
    const orderId = await chargeUntil(page, 'approved', {
      cardId: cardNamed(cards, 'Marta').cardId,
      amount: '49.00',
      description: 'Repair of the northern gate',
    })
    const { summary, timeline } = await get(page, 'orders.get', { orderId })
    expect(timeline.find(({ kind }) => kind === 'confirmed')).toMatchObject({ actor: 'Iva Novak' })
    await openOrder(page, orderId, messages.orders.detail.tabs.timeline)
    const address = await page.evaluate(() => location.hash)
    expect(await wholePage(page)).toContain(summary.clientOrderId)

    await page.keyboard.press('Control+Shift+L')
    await lockScreen(page).waitFor()
    const shown = await wholePage(page)
    for (const secret of [
      summary.clientOrderId,
      'northern gate',
      '49.00',
      'Marta',
      summary.lastFour ?? 'Marta',
    ])
      expect(shown).not.toContain(secret)
    for (const name of ['appState.get', 'cards.list'] as const)
      expect(await ask(page, name, {})).toMatchObject({ ok: false, error: { code: 'locked' } })
    expect(await ask(page, 'orders.get', { orderId })).toMatchObject({ ok: false, error: { code: 'locked' } })

    await expect.poll(async () => (await focused(page)).what).toBe(`textbox ${words.form.pin}`)
    await page.keyboard.type('111222')
    await page.keyboard.press('Enter')
    await page.getByText(messages.errors.reasons['wrong-pin']).waitFor()
    await page.keyboard.type(pin)
    await page.keyboard.press('Enter')
    await page.getByText('Repair of the northern gate').first().waitFor()
    expect(await page.evaluate(() => location.hash)).toBe(address)
    await close()
  })

  it('is opened with the recovery code when the PIN is forgotten, by keyboard alone (S18)', async () => {
    const { page, close } = await openSimulatorApp()
    const code = await addOperator(page)
    await page.keyboard.press('Control+Shift+L')
    await lockScreen(page).waitFor()
    await tabTo(page, `button ${words.lock.forgot}`)
    await page.keyboard.press('Enter')
    const codeField = `textbox ${messages.start.recoveryNeeded.codeLabel}`
    await expect.poll(async () => (await focused(page)).what).toBe(codeField)
    await page.keyboard.type(code.toLowerCase())
    for (const label of [words.form.newPin, words.form.repeat]) {
      await tabTo(page, `textbox ${label}`)
      await page.keyboard.type(newPin)
    }
    await page.keyboard.press('Enter')
    await page.locator('main.lock').waitFor({ state: 'detached' })

    await page.keyboard.press('Control+Shift+L')
    await lockScreen(page).waitFor()
    await page.keyboard.type(pin)
    await page.keyboard.press('Enter')
    await page.getByText(messages.errors.reasons['wrong-pin']).waitFor()
    await page.keyboard.type(newPin)
    await page.keyboard.press('Enter')
    await page.locator('main.lock').waitFor({ state: 'detached' })
    await close()
  })

  it('comes after a quarter of an hour without a person, and with the lock of the screen (S18)', async () => {
    const { app, page, close } = await openSimulatorApp()
    await addOperator(page)
    await app.evaluate(({ powerMonitor }) => {
      powerMonitor.getSystemIdleTime = () => 899
    })
    await openScreen(page, '/cards')
    await page.getByRole('row').nth(1).waitFor()
    await app.evaluate(({ powerMonitor }) => {
      powerMonitor.getSystemIdleTime = () => 900
    })
    await lockScreen(page).waitFor()
    await app.evaluate(({ powerMonitor }) => {
      powerMonitor.getSystemIdleTime = () => 0
    })
    await page.keyboard.type(pin)
    await page.keyboard.press('Enter')
    await page.getByRole('row').nth(1).waitFor()
    await sell(page, { amount: '9302.00', routeId: '4411' })
    await issuerPage(app)
    await expect.poll(() => shownIssuerWindows(app), { timeout: 20_000 }).toBe(1)
    await app.evaluate(({ powerMonitor }) => {
      powerMonitor.emit('lock-screen')
    })
    await lockScreen(page).waitFor()
    await button(page, words.lock.unlock).waitFor()
    expect(await shownIssuerWindows(app)).toBe(0)
    await page.keyboard.type(pin)
    await page.keyboard.press('Enter')
    // A PIN takes long to check, on a busy machine seconds.
    await expect.poll(() => shownIssuerWindows(app), { timeout: 20_000 }).toBe(1)
    await close()
  })
})
