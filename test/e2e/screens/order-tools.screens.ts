import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { everyOrder } from '../../../src-shared/domain/order-query'
import { outFolder } from '../../../scripts/lib/paths.mjs'
import { openAlbum, takesPictures } from '../support/album'
import { get } from '../support/app-calls'
import { chooseFile } from '../support/file-dialogs'
import { typeAlong, typeHere } from '../support/person'
import {
  cardNamed,
  chargeUntil,
  longDescription,
  openSimulatorApp,
  pastIsAdded,
} from '../support/simulator-app'
import { button, chooseInMenu, openOrder, openScreen } from '../support/walk'

const longReason =
  'The customer returned two of three items by registered mail; the third is kept. Agreed on the phone with Žofie Dvořáková-Hohenfels on the day before.'

it('the tools of an order are accessible', async () => {
  const { app, page, cards, userDataDir, ...testApp } = await openSimulatorApp({ withPast: true })
  const album = await openAlbum(page, 'order-tools')
  const orderId = await chargeUntil(page, 'approved', {
    cardId: cardNamed(cards, 'Ayşe').cardId,
    amount: '1238.86',
    description: longDescription,
  })
  await pastIsAdded(page)

  await openOrder(page, orderId, 'Timeline')
  await chooseInMenu(page, 'More actions', 'Ask for refund')
  await page.getByRole('dialog', { name: 'Ask for refund' }).waitFor()
  await album.take('refund-ask')
  await typeAlong(page, { Why: longReason, 'Your name': 'Anna-Katharina Berg' })
  await button(page, 'Ask for refund').click()
  await page.getByTestId('refund-case').waitFor()
  await page.getByText('Course of the refunds').click()
  await album.take('refund-asked')
  await button(page, 'Hand over').click()
  await album.take('refund-hand-over')
  await typeAlong(page, { 'How was it handed over?': 'Mail to the support, ticket 2026-11-4711' })
  if ((await page.getByLabel('Your name').inputValue()) === '') await typeAlong(page, { 'Your name': 'Ola' })
  await button(page, 'Hand over refund').click()
  await page.getByTestId('refund-case').getByText('Handed over').waitFor()
  await album.take('refund-handed-over')

  for (const label of ['VIP', 'Waits for the answer of the warehouse, Oct.']) {
    await chooseInMenu(page, 'More actions', 'Add label')
    await page.getByRole('dialog', { name: 'Add label' }).waitFor()
    await typeHere(page, 'Label', label.slice(0, 40))
    if (label === 'VIP') await album.take('label-add')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Remove label ${label.slice(0, 40)}` }).waitFor()
  }
  await page.getByRole('tab', { name: 'Related', exact: true }).click()
  await page.locator('#order-panel a').first().waitFor()
  await album.take('related')
  await chooseInMenu(page, 'More actions', 'Copy support bundle')
  await page.getByText('Support bundle copied').waitFor()
  await album.take('support-bundle')
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toContain('"rebill-desk-order"')
  const file = join(userDataDir, 'bundle.json')
  await chooseFile(app, file)
  await chooseInMenu(page, 'More actions', 'Save support bundle')
  await page.getByText('Support bundle saved as bundle.json').waitFor()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ order: { orderId } })
  await page.getByRole('tab', { name: 'Timeline', exact: true }).click()
  await printed(page)

  for (const [clientOrderId, name] of [
    ['NS-2053', 'refund-part'],
    ['NS-2055', 'refund-declined'],
    ['NS-2057', 'refund-chargeback'],
  ] as const) {
    await openOrder(page, await orderNamed(page, clientOrderId), 'Timeline')
    await page.getByTestId('order-refunds').waitFor()
    await album.take(name)
  }
  await get(page, 'refundCases.ask', {
    ...{ orderId: await orderNamed(page, 'NS-2053'), amount: '20.00', dueOn: '2026-01-02' },
    ...{ reason: 'One item is missing', name: 'Ola' },
  })
  await openScreen(page, '/home')
  await page.getByTestId('home-refunds').waitFor()
  await album.take('home')
  expect(album.objections).toEqual([])
  await testApp.close()
})

/** Looks at the order as it is printed: the whole order on white, without the frame of the app. */
async function printed(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // The width of A4 with usual margins.
  await page.setViewportSize({ width: 720, height: 1040 })
  expect(await page.getByTestId('order-amount').isVisible()).toBe(true)
  for (const hidden of [page.getByRole('navigation').first(), page.getByRole('searchbox').first()])
    expect(await hidden.isVisible()).toBe(false)
  if (takesPictures)
    await page.screenshot({ path: join(outFolder, 'shots', 'order-tools-printed.png'), fullPage: true })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function orderNamed(page: Page, clientOrderId: string): Promise<string> {
  const query = { ...everyOrder, search: clientOrderId }
  const { rows } = await get(page, 'orders.list', { query, cursor: null, limit: 1 })
  return rows[0]?.orderId ?? ''
}
