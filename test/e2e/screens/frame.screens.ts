import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { get } from '../support/app-calls'
import { typeInto } from '../support/person'
import { personalWords, unmaskedTexts } from '../support/privacy'
import { cardNamed, chargeUntil, openSimulatorApp } from '../support/simulator-app'
import { openScreen } from '../support/walk'

it('the command bar and the keyboard shortcuts are accessible', async () => {
  const { page, cards, ...testApp } = await openSimulatorApp()
  const album = await openAlbum(page, 'frame')
  const { cardId } = cardNamed(cards, 'Marta')
  const orderId = await chargeUntil(page, 'approved', { cardId, amount: '49.00' })
  const { rows } = await get(page, 'orders.list', {
    query: {
      profileId: null,
      search: 'NS-204',
      families: [],
      filters: [],
      sortBy: 'created',
      direction: 'desc',
    },
    ...{ cursor: null, limit: 4 },
  })
  for (const row of rows) {
    await page.goto(`app://desk/index.html#/orders/${row.orderId}`)
    await page.getByRole('tab', { name: 'Timeline' }).waitFor()
  }
  await page.goto(`app://desk/index.html#/orders/${orderId}`)
  await page.getByRole('tab', { name: 'Timeline' }).waitFor()
  await page.keyboard.press('Control+k')
  await album.take('command-bar-order')
  await typeInto(page.getByRole('combobox', { name: 'Search actions' }), 'marta')
  await page.getByRole('option', { name: /Marta, monthly/ }).waitFor()
  await album.take('command-bar-found')
  await openScreen(page, `/cards/${cardId}`)
  await page.keyboard.press('Control+k')
  await album.take('command-bar-card')
  await openScreen(page, '/orders')
  await page.keyboard.press('?')
  await album.take('keyboard-shortcuts')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+H')
  const chip = page.getByRole('button', { name: 'Personal data hidden' })
  await chip.waitFor()
  await openScreen(page, `/orders/${orderId}`)
  await album.take('personal-data-hidden')
  await openScreen(page, `/cards/${cardId}`)
  await page.keyboard.press('Control+k')
  await typeInto(page.getByRole('combobox', { name: 'Search actions' }), 'marta')
  await page.getByRole('option', { name: /Marta, monthly/ }).waitFor()
  await album.take('command-bar-hidden')
  const words = await personalWords(page)
  expect(await unmaskedTexts(page, words)).toEqual([])
  await page.keyboard.press('Escape')
  await chip.click()
  await chip.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.hasAttribute('data-private')))
    .toBe(false)
  expect(album.objections).toEqual([])
  await testApp.close()
})
