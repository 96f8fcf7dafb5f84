import type { ElectronApplication, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventChannel } from '../../src-shared/ipc/bridge'
import { get, openApp } from './support/app-calls'
import { cutTexts } from './support/fit'
import { cardNamed, chargeUntil, openSimulatorApp } from './support/simulator-app'
import { clickAt, focused, pointOf, tabTo } from './support/person'
import { button, field, openScreen } from './support/walk'

/** Shows an order in the window with an amount that is longer than any that the app can charge. */
async function showLongAmount(app: ElectronApplication, page: Page, orderId: string): Promise<void> {
  const view = await get(page, 'orders.get', { orderId })
  const revision = view.summary.revision + 1000
  const summary = { ...view.summary, revision, amountMinor: 123_886_000_000, currency: 'IDR' }
  await app.evaluate(
    ({ BrowserWindow }, { channel, changed }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send(channel, 'orders.changed', changed),
    { channel: eventChannel, changed: { ...view, summary } },
  )
}

describe('the window, used by hand', () => {
  it('goes back with keys and with mouse buttons, to the last position (A16)', async () => {
    const testApp = await openSimulatorApp()
    const { app, page } = testApp
    for (let index = 0; index < 40; index++)
      await get(page, 'orders.adopt', {
        clientOrderId: `INV-${index}`,
        gatewayOrderId: '',
        routeId: '4411',
      })
    await openScreen(page, '/orders')
    await page.locator('[data-key]').nth(3).click()
    await page.waitForFunction(() => location.hash.startsWith('#/orders/'))
    const address = await page.evaluate(() => location.hash)
    const list = page.locator('[role="grid"] .body')
    await list.evaluate((body) => {
      body.scrollTo(0, 200)
    })
    await page.waitForFunction(() => document.querySelector('[role="grid"] .body')?.scrollTop === 200)

    const leave = () => page.getByRole('link', { name: 'Cards', exact: true }).click()
    const isBack = () => page.waitForFunction((hash) => location.hash === hash, address)
    await leave()
    await page.keyboard.press('Alt+ArrowLeft')
    await isBack()
    expect(await list.evaluate((body) => body.scrollTop)).toBe(200)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-key'))).toBe(
      address.replace('#/orders/', ''),
    )
    await leave()
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.emit('app-command', {}, 'browser-backward')
    })
    await isBack()
    await testApp.close()
  })

  it('cuts off no amount and no status, down to 1024 x 600 (A9, A13)', async () => {
    const testApp = await openSimulatorApp()
    const { app, page, cards } = testApp
    const { cardId } = cardNamed(cards, 'Ayşe')
    await chargeUntil(page, 'approved', { cardId, amount: '1238860.00' })
    const unknown = await chargeUntil(page, 'outcome unknown', { cardId, amount: '9041.00' })
    for (const [width, height] of [
      [1920, 1080],
      [1280, 800],
      [1024, 600],
    ] as const) {
      await app.evaluate(
        ({ BrowserWindow }, size) => {
          BrowserWindow.getAllWindows()[0]?.setSize(size.width, size.height)
        },
        { width, height },
      )
      await page.waitForFunction((wanted) => Math.abs(window.outerWidth - wanted) < 3, width)
      for (const path of ['/orders', '/home', '/cards', '/log']) {
        await openScreen(page, path)
        await page.locator('[data-key], .lines').first().waitFor()
        await expect.poll(() => cutTexts(page), { message: `${path} at ${width}` }).toEqual([])
      }
      for (const path of ['/orders', '/home']) {
        await openScreen(page, path)
        await page.getByText('9,041.00').first().waitFor()
        await showLongAmount(app, page, unknown)
        await page.getByText('1,238,860,000.00').first().waitFor()
        await expect.poll(() => cutTexts(page), { message: `long amount, ${path} at ${width}` }).toEqual([])
      }
    }
    await testApp.close()
  })

  it('gives the list the whole width until an order is open, as wide as a person chose', async () => {
    const testApp = await openSimulatorApp()
    const { page, userDataDir } = testApp
    await get(page, 'orders.adopt', { clientOrderId: 'INV-1', gatewayOrderId: '', routeId: '4411' })
    await openScreen(page, '/orders')
    const row = page.locator('[data-key]').first()
    await row.waitFor()
    const widthPx = (selector: string) =>
      page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().width))
    const screenPx = await widthPx('.screen')
    expect(await widthPx('.pane')).toBe(screenPx)

    await clickAt(row)
    const edge = page.getByRole('separator', { name: 'Width of the detail' })
    const at = await pointOf(edge)
    const ownPx = await widthPx('.side')
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    await page.mouse.move(at.x - 60, at.y)
    await expect.poll(() => widthPx('.side')).toBe(ownPx + 60)
    await page.mouse.up()
    await tabTo(page, 'separator Width of the detail')
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => widthPx('.side')).toBe(ownPx + 12)
    await page.keyboard.press('Enter')
    await expect.poll(() => widthPx('.side')).toBe(ownPx)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => widthPx('.side')).toBe(ownPx + 8)
    expect(await edge.getAttribute('aria-valuenow')).toBe(String(ownPx + 8))

    await clickAt(button(page, 'Close the detail (Esc)'))
    await expect.poll(() => widthPx('.pane')).toBe(screenPx)
    expect((await focused(page)).what).toMatch(/^row /)
    await page.keyboard.press('Enter')
    await expect.poll(() => widthPx('.side')).toBe(ownPx + 8)
    await testApp.close()

    const again = await openApp({ userDataDir })
    await openScreen(again.page, '/orders')
    await clickAt(again.page.locator('[data-key]').first())
    const keptPx = again.page.locator('.side').evaluate((side) => side.getBoundingClientRect().width)
    expect(Math.round(await keptPx)).toBe(ownPx + 8)
    await again.close()
  })

  it('zooms with keys, shows the list or the detail, and keeps the zoom', async () => {
    const testApp = await openSimulatorApp()
    const { app, page, userDataDir } = testApp
    for (const clientOrderId of ['INV-1', 'INV-2', 'INV-3'])
      await get(page, 'orders.adopt', { clientOrderId, gatewayOrderId: '', routeId: '4411' })
    await openScreen(page, '/orders')
    const widthPx = () => page.evaluate(() => innerWidth)
    const fullPx = await widthPx()
    // The keys of Playwright go to the page only. These pass the main process like those of a keyboard.
    const zoomKeys = (keys: string) =>
      app.evaluate(({ BrowserWindow }, pressed) => {
        for (const keyCode of pressed)
          for (const type of ['keyDown', 'keyUp'] as const)
            BrowserWindow.getAllWindows()[0]?.webContents.sendInputEvent({
              type,
              keyCode,
              modifiers: ['control'],
            })
      }, keys)
    await zoomKeys('=======')
    await expect.poll(widthPx).toBe(fullPx / 2)
    await zoomKeys('0')
    await expect.poll(widthPx).toBe(fullPx)
    await zoomKeys('++++-')
    await expect.poll(widthPx).toBe(Math.round(fullPx / 1.5))

    const focusedKey = () => page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? '')
    await field(page, 'Search orders').click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const key = await page.locator('[data-key]').nth(1).getAttribute('data-key')
    await expect.poll(focusedKey).toBe(key)
    await page.keyboard.press('Enter')
    await button(page, 'Orders').waitFor()
    await expect.poll(() => page.getByRole('grid').isVisible()).toBe(false)
    await expect.poll(async () => (await focused(page)).what).toBe('button Orders')
    await page.keyboard.press('Escape')
    await expect.poll(focusedKey).toBe(key)
    await page.keyboard.press('Enter')
    await clickAt(button(page, 'Orders'))
    await expect.poll(focusedKey).toBe(key)
    await testApp.close()

    const again = await openApp({ userDataDir })
    await expect.poll(() => again.page.evaluate(() => innerWidth)).toBe(Math.round(fullPx / 1.5))
    await again.close()
  })
})
