// S25: a link of another program opens an order in the running app, in one that it starts, and after the lock.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { everyOrder } from '../../src-shared/domain/order-query'
import { get, openApp } from './support/app-calls'
import { chargeInWindow } from './support/charge-in-window'
import { startAgain } from './support/second-start'
import { openSimulatorApp } from './support/simulator-app'

const link = (id: string) => `rebill-desk://order/${encodeURIComponent(id)}`

/** A long id is shown in two parts, and whole in its title. */
async function isShown(page: Page, clientOrderId: string): Promise<void> {
  await page.locator(`#order-panel [title="${clientOrderId}"]`).first().waitFor({ state: 'attached' })
}

it('shows the order, sends nothing, and says when no order has the id', async () => {
  const { page, userDataDir, cards, close } = await openSimulatorApp()
  await chargeInWindow(page, { cardId: cards[0]?.cardId ?? '', amount: '10.00' })
  const everything = { query: everyOrder, cursor: null, limit: 5 }
  const { rows, total } = await get(page, 'orders.list', everything)
  const clientOrderId = rows[0]?.clientOrderId ?? ''
  const orderPlace = `/orders/${rows[0]?.orderId ?? ''}`
  const place = () => page.evaluate(() => window.location.hash.replace(/^#/, '') || window.location.pathname)

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await startAgain(userDataDir, link(clientOrderId))
  await isShown(page, clientOrderId)
  await expect.poll(place).toBe(orderPlace)

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await startAgain(userDataDir, link('INV-UNKNOWN'))
  await page.getByText('No order here has this id').waitFor()
  for (const hostile of [
    'rebill-desk://charge/1',
    `${link(clientOrderId)}?confirm=1`,
    link('4111111111111111'),
  ])
    await startAgain(userDataDir, hostile)
  await startAgain(userDataDir, link(clientOrderId), link('INV-UNKNOWN'))
  expect(await place()).not.toBe(orderPlace)
  expect((await get(page, 'orders.list', everything)).total).toBe(total)
  await close()

  const started = await openApp({ userDataDir, args: [link(clientOrderId)] })
  await isShown(started.page, clientOrderId)
  await started.close()
})
