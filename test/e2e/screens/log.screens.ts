import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { chooseHere, tabTo, typeInto } from '../support/person'
import { cardNamed, chargeUntil, openSimulatorApp, pastIsAdded } from '../support/simulator-app'
import { button, openScreen } from '../support/walk'

it('the API log is accessible, and is filtered and copied from by keyboard alone', async () => {
  const { page, app, cards, close } = await openSimulatorApp({ withPast: true })
  const album = await openAlbum(page, 'log')
  const { cardId } = cardNamed(cards, 'Marta')
  await chargeUntil(page, 'approved', { cardId, amount: '9040.00' })
  await pastIsAdded(page)
  await openScreen(page, '/log')
  await page.getByRole('status').getByText('requests').waitFor()
  await album.take('list')
  await tabTo(page, 'button Errors only')
  await page.keyboard.press('Enter')
  await page
    .getByRole('row', { name: /No readable response/ })
    .first()
    .waitFor()
  await tabTo(page, 'combobox Operation')
  await chooseHere(page, 'Operation', 'Rebill sale')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await album.take('filtered')
  await page.getByRole('row', { name: /Rebill sale/ }).click()
  await tabTo(page, 'button Copy request')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Copy as cURL command' }).waitFor()
  await album.take('copy')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/^# Masked copy.*\ncurl -X POST 'http:\/\/127\.0\.0\.1:\d+\/api\/v2\/make-rebill\/4411' \\\n/)
  await typeInto(page.getByRole('searchbox', { name: 'Search API log' }), 'nobody')
  await page.getByText('No request found').waitFor()
  await album.take('filtered-none')
  await button(page, 'Clear filters').click()
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(10)
  await page.setViewportSize({ width: 1024, height: 600 })
  await album.take('small')
  expect(album.objections).toEqual([])
  await close()
})
