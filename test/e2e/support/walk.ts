import type { ElectronApplication, Locator, Page } from 'playwright-core'

/** Opens a screen anew, with nothing typed, chosen or open in it. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(`app://desk/index.html#${path}`)
  await page.reload()
  await page.getByRole('link', { name: 'Home', exact: true }).waitFor()
}

/** Opens one part of an order. */
export async function openOrder(page: Page, orderId: string, tab: string): Promise<void> {
  await openScreen(page, `/orders/${orderId}`)
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

/** The button of this name; the first where a row repeats it. */
export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true }).first()
}

/** The field of this label. */
export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true })
}

/** Cuts the app off from the network as far as it can tell, or connects it again. */
export async function setOnline(app: ElectronApplication, isOnline: boolean): Promise<void> {
  await app.evaluate(({ net }, online) => {
    net.isOnline = () => online
  }, isOnline)
}
