import type { ElectronApplication, Locator, Page } from 'playwright-core'

/** Opens a screen with a reload, so that nothing is typed, selected or open in it. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(`app://desk/index.html#${path}`)
  await page.reload()
  await page.locator('a[href="#/home"]').first().waitFor()
}

/** Opens one tab of an order. */
export async function openOrder(page: Page, orderId: string, tab: string): Promise<void> {
  await openScreen(page, `/orders/${orderId}`)
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

const dialogOrPage = '[role="dialog"], body:not(:has([role="dialog"]))'

/** The first button with this name. While a dialog is open only its own buttons count, as for a person. */
export function button(page: Page, name: string | RegExp): Locator {
  return page.locator(dialogOrPage).getByRole('button', { name, exact: true }).first()
}

/** Opens the menu with this name and chooses an item. */
export async function chooseInMenu(page: Page, menu: string, item: string): Promise<void> {
  await button(page, menu).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** The field with this label. */
export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true })
}

/** Makes the app see itself as offline or online. */
export async function setOnline(app: ElectronApplication, isOnline: boolean): Promise<void> {
  await app.evaluate(({ net }, online) => {
    net.isOnline = () => online
  }, isOnline)
}
