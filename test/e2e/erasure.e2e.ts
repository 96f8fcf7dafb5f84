import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { everyOrder } from '../../src-shared/domain/order-query'
import { openAlbum } from './support/album'
import { get, openApp } from './support/app-calls'
import { focused, tabTo } from './support/person'
import { cardNamed, chargeUntil, openSimulatorApp, pastIsAdded } from './support/simulator-app'
import { button, field, openOrder, openScreen } from './support/walk'

async function found(page: Page, search: string): Promise<number> {
  const query = { ...everyOrder, search }
  return (await get(page, 'orders.list', { query, cursor: null, limit: 10 })).rows.length
}

it('S35: erases a customer by keyboard: search finds nothing, the order opens with amount and status, also after a restart', async () => {
  const first = await openSimulatorApp({ withPast: true })
  const { page, cards, userDataDir } = first
  await pastIsAdded(page)
  const album = await openAlbum(page, 'erasure')
  const card = cardNamed(cards, 'Marta')
  const orderId = await chargeUntil(page, 'approved', {
    cardId: card.cardId,
    amount: '49.00',
    description: 'Repair for Quillfeather',
  })
  await get(page, 'orders.note', { orderId, text: 'Plimsoll-Quillfeather called' })
  for (const text of ['Quillfeather', 'Plimsoll']) expect(await found(page, text)).toBe(1)
  await get(page, 'history.backUp', { where: 'app-folder' })

  await openOrder(page, orderId, 'Timeline')
  await tabTo(page, 'button More actions')
  await page.keyboard.press('Enter')
  await page.keyboard.press('e')
  await expect.poll(async () => (await focused(page)).what).toBe('menuitem Erase personal data…')
  await page.keyboard.press('Enter')
  await button(page, 'Erase for good').waitFor()
  await page.getByText('Backups still hold the data').waitFor()
  await page.getByRole('list', { name: 'Backups that hold the data' }).getByText('Made by hand').waitFor()
  await album.take('1-confirm')
  await tabTo(page, 'button Erase for good')
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(/^Personal data erased in /)
    .waitFor({ timeout: 30_000 })
  await album.take('2-erased')

  await openScreen(page, '/orders')
  await field(page, 'Search orders').click()
  await page.keyboard.type('Quillfeather')
  await page
    .getByText('No orders match')
    .or(page.getByText(/nothing|no order/i))
    .first()
    .waitFor()
  await album.take('3-search')
  for (const text of ['Quillfeather', 'Plimsoll']) expect(await found(page, text)).toBe(0)
  await openOrder(page, orderId, 'Timeline')
  await page
    .getByText(/^Personal data erased .* by Dana Whitfield$/)
    .first()
    .waitFor()
  await album.take('4-order')
  await openScreen(page, '/settings/history')
  await page.getByRole('table', { name: 'Log of erasures' }).getByText('On request').waitFor()
  await page.getByRole('table', { name: 'Log of erasures' }).scrollIntoViewIfNeeded()
  await album.take('5-log')
  expect(album.objections).toEqual([])
  await first.close()

  const second = await openApp({ userDataDir })
  for (const text of ['Quillfeather', 'Plimsoll']) expect(await found(second.page, text)).toBe(0)
  const { summary } = await get(second.page, 'orders.get', { orderId })
  expect(summary).toMatchObject({ amountMinor: 4900, currency: 'EUR', word: 'approved', description: null })
  const [entry] = (await get(second.page, 'erasures.list', {})).erasures
  expect(entry).toMatchObject({ rule: 'person', actor: 'Dana Whitfield' })
  await second.close()
})

it('refuses to erase while an order is not final, and asks for a typed word before a rule is switched on', async () => {
  const { page, cards, userDataDir, close } = await openSimulatorApp()
  const album = await openAlbum(page, 'erasure-rule')
  const { cardId } = cardNamed(cards, 'Ayşe')
  await chargeUntil(page, 'outcome unknown', { cardId, amount: '9041.00' })
  await openScreen(page, `/people/card/${cardId}`)
  await tabTo(page, 'button Erase personal data…')
  await page.keyboard.press('Enter')
  await page.getByText(/not final, so nothing can be erased now$/).waitFor()
  expect(await button(page, 'Erase for good').count()).toBe(0)
  await album.take('1-refused')
  await page.keyboard.press('Escape')

  await openScreen(page, '/settings/history')
  await tabTo(page, 'combobox Personal data of final orders')
  await page.keyboard.press('ArrowDown')
  await page.getByText(/older now/).waitFor()
  await tabTo(page, 'button Save rule')
  await album.take('2-rule')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await button(page, 'Switch rule on').isDisabled()).toBe(true)
  await page.keyboard.type('ERASE')
  await album.take('3-typed')
  await tabTo(page, 'button Switch rule on')
  await page.keyboard.press('Enter')
  await page.getByText('Rule saved').waitFor()
  const stored = JSON.parse(await readFile(join(userDataDir, 'desk', 'backups.json'), 'utf8')) as unknown
  expect(stored).toMatchObject({ retention: { months: 6, enabledBy: 'Dana Whitfield' } })
  expect(album.objections).toEqual([])
  await close()
})
