import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { focused, tabTo } from '../support/person'
import { cardNamed, chargeUntil, openSimulatorApp, pastIsAdded } from '../support/simulator-app'
import { openScreen } from '../support/walk'

it('the customer screen is accessible, and is reached by keyboard alone', async () => {
  const { page, cards, close } = await openSimulatorApp({ withPast: true })
  const album = await openAlbum(page, 'people')
  const { cardId } = cardNamed(cards, 'Marta')
  await chargeUntil(page, 'approved', { cardId, amount: '49.00' })
  await chargeUntil(page, 'declined', { cardId, amount: '9002.00' })
  await pastIsAdded(page)
  await openScreen(page, `/cards/${cardId}`)
  await page.getByRole('list', { name: 'Charges' }).waitFor()
  await album.take('card')
  await tabTo(page, 'link Show all cards and charges of this customer')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Customer: / }).waitFor()
  await album.take('many')
  await tabTo(page, 'button Back')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain(`#/cards/${cardId}`)
  await openScreen(page, '/orders')
  await page.getByRole('row').nth(1).click()
  await tabTo(page, 'button More actions')
  await page.keyboard.press('Enter')
  await page.keyboard.press('s')
  await expect.poll(async () => (await focused(page)).what).toBe('menuitem Show customer')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Customer/ }).waitFor()
  await page.setViewportSize({ width: 1024, height: 600 })
  await album.take('small')
  const lonely = cards.find(({ chargeCount }) => chargeCount === 0)?.cardId ?? cardId
  await page.setViewportSize({ width: 1280, height: 800 })
  await openScreen(page, `/people/card/${lonely}`)
  await page.getByRole('heading', { name: /^Customer/ }).waitFor()
  await album.take('few')
  expect(album.objections).toEqual([])
  await close()
})
