import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { everyOrder } from '../../../src-shared/domain/order-query'
import { openAlbum } from '../support/album'
import { get } from '../support/app-calls'
import { typeAlong } from '../support/person'
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
  const { page, cards, ...testApp } = await openSimulatorApp()
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

async function orderNamed(page: Page, clientOrderId: string): Promise<string> {
  const query = { ...everyOrder, search: clientOrderId }
  const { rows } = await get(page, 'orders.list', { query, cursor: null, limit: 1 })
  return rows[0]?.orderId ?? ''
}
