import type { Page } from 'playwright-core'
import { testCardNumber } from './desk-calls'

/** Sells as a person does: fills the form of a typed card, reads the review and confirms; answers with the order's id. */
export async function sellInWindow(
  page: Page,
  sale: {
    readonly amount: string
    readonly securityCode: string
    readonly presence?: 'At this desk' | 'On the phone'
  },
): Promise<string> {
  await page.goto('app://desk/index.html#/charge')
  await page.getByRole('radio', { name: /^Card typed in/ }).check()
  await page.getByLabel('Card number', { exact: true }).pressSequentially(testCardNumber)
  await page.getByLabel('Security code', { exact: true }).pressSequentially(sale.securityCode)
  await page.getByLabel('Name on the card', { exact: true }).fill('IVA TESTOVA')
  await page.getByLabel('Valid to (MM/YY)', { exact: true }).fill('12/31')
  await page.getByRole('radio', { name: new RegExp(`^${sale.presence ?? 'At this desk'}`) }).check()
  await page.getByLabel('Amount', { exact: true }).fill(sale.amount)
  await page.getByLabel('Description', { exact: true }).fill('First month')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  // The button groups thousands, as people read them.
  const shown = sale.amount.replace(/\B(?=(?:\d{3})+\.)/g, ',')
  await page.getByRole('button', { name: new RegExp(`^Charge ${shown} EUR`) }).click()
  await page.waitForURL(/#\/orders\/[^/]+$/)
  return decodeURIComponent(/orders\/([^/?]+)/.exec(page.url())?.[1] ?? '')
}
