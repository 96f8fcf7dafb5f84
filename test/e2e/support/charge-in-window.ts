import type { Page } from 'playwright-core'
import { testCardNumber } from './app-calls'
import { clickAt, typeInto } from './person'
import { button, field, openOrder, openScreen } from './walk'

/** The typed values of a charge on a stored card. */
interface TypedCharge {
  readonly cardId: string
  readonly amount: string
  readonly securityCode?: string
}

/** Fills the charge form for a stored card and opens its review; returns the client order id. */
export async function reviewCharge(page: Page, charge: TypedCharge): Promise<string> {
  await openScreen(page, `/cards/${charge.cardId}`)
  await clickAt(button(page, 'Charge card'))
  await typeInto(field(page, 'Amount'), charge.amount)
  await typeInto(field(page, 'Description'), 'Monthly plan')
  await clickAt(button(page, 'Review'))
  await confirmButton(page, charge.amount).waitFor()
  return /NOR-[0-9A-Z]{26}/.exec(await page.locator('body').innerText())?.[0] ?? ''
}

/** Charges a stored card through the window; returns the order id. */
export async function chargeInWindow(page: Page, charge: TypedCharge): Promise<string> {
  await reviewCharge(page, charge)
  if (charge.securityCode !== undefined) await typeInto(field(page, 'Security code'), charge.securityCode)
  await clickAt(confirmButton(page, charge.amount))
  return openedOrder(page)
}

/** Makes a sale with a typed card through the window; returns the order id. */
export async function sellInWindow(
  page: Page,
  sale: {
    readonly amount: string
    readonly securityCode: string
    readonly presence?: 'At this desk' | 'On the phone'
  },
): Promise<string> {
  await page.goto('app://desk/index.html#/charge')
  await clickAt(page.getByRole('radio', { name: 'New card' }))
  await typeInto(field(page, 'Card number'), testCardNumber, '4111 1111 1111 1111')
  await typeInto(field(page, 'Security code'), sale.securityCode)
  await typeInto(field(page, 'Name on the card'), 'IVA TESTOVA')
  await typeInto(field(page, 'Expiry date (MM/YY)'), '12/31')
  await clickAt(page.getByRole('radio', { name: new RegExp(`^${sale.presence ?? 'At this desk'}`) }))
  await typeInto(field(page, 'Amount'), sale.amount)
  await typeInto(field(page, 'Description'), 'First month')
  await clickAt(button(page, 'Review'))
  await clickAt(confirmButton(page, sale.amount))
  return openedOrder(page)
}

/** The button that sends the reviewed charge. Its amount has thousands separators. */
export function confirmButton(page: Page, amount: string) {
  return button(page, new RegExp(`^Charge ${amount.replace(/\B(?=(?:\d{3})+\.)/g, ',')} EUR`))
}

/** Continues 3-D Secure as an operator with the cardholder present. */
export async function continueInWindow(page: Page, orderId: string): Promise<void> {
  await openOrder(page, orderId, '3-D Secure')
  const words = 'The cardholder is here: continue'
  await clickAt(button(page, words))
  await clickAt(page.getByRole('dialog').getByRole('button', { name: words, exact: true }))
}

async function openedOrder(page: Page): Promise<string> {
  await page.waitForURL(/#\/orders\/[^/]+$/)
  await page.getByTestId('order-status').first().waitFor()
  return decodeURIComponent(/orders\/([^/?]+)/.exec(page.url())?.[1] ?? '')
}
