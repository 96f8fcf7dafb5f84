import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { cardNamed, chargeUntil, openSimulatorApp, pastIsAdded } from '../support/simulator-app'
import { button, openScreen } from '../support/walk'

it('Insights is accessible', async () => {
  const { page, cards } = await openSimulatorApp({ withPast: true })
  const { cardId } = cardNamed(cards, 'Marta')
  await chargeUntil(page, 'approved', { cardId, amount: '49.00' })
  await chargeUntil(page, 'approved', { cardId, amount: '1238860.00' })
  const messages: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text())
  })
  const album = await openAlbum(page, 'insights')
  await openScreen(page, '/orders')
  await pastIsAdded(page)
  await openScreen(page, '/insights')
  await page.locator('svg').first().waitFor()
  await album.take('quarter')
  await button(page, 'Table: By day').click()
  await album.take('table')
  await button(page, 'Chart: By day').click()
  await page.locator('.insights').evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await album.take('bottom')
  await page.setViewportSize({ width: 1024, height: 600 })
  await album.take('narrow-bottom')
  await page.locator('.insights').evaluate((element) => {
    element.scrollTop = 0
  })
  await album.take('narrow')
  await page.emulateMedia({ forcedColors: 'active' })
  await album.take('forced-colours')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.getByText('Range', { exact: true }).click()
  await page.getByLabel('From').waitFor()
  await album.take('range')
  await button(page, /Added by ID/).click()
  await page.getByText('2 approved orders,').waitFor()
  await album.take('own')
  await button(page, /Added by ID/).click()
  for (const day of ['To', 'From']) {
    await page.getByLabel(day, { exact: true }).click({ position: { x: 16, y: 14 } })
    await page.keyboard.type('01022020')
  }
  await page.getByText('No orders in this period').waitFor()
  await album.take('empty')
  await page.getByLabel('To', { exact: true }).click({ position: { x: 16, y: 14 } })
  await page.keyboard.type('01012019')
  await page.getByRole('alert').waitFor()
  await album.take('wrong-range')
  expect(album.objections).toEqual([])
  expect(messages).toEqual([])
})
