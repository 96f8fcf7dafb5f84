import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { focused, tabTo } from '../support/person'
import { cardNamed, chargeUntil, openSimulatorApp } from '../support/simulator-app'
import { openScreen } from '../support/walk'

it('Home is accessible at every size, and its queue is worked by keyboard alone', async () => {
  const { page, cards, close } = await openSimulatorApp()
  const album = await openAlbum(page, 'home')
  await openScreen(page, '/home')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await album.take('empty-large')
  const { cardId } = cardNamed(cards, 'Marta')
  await chargeUntil(page, 'approved', { cardId, amount: '49.00' })
  await chargeUntil(page, 'declined', { cardId, amount: '9002.00' })
  await chargeUntil(page, 'outcome unknown', { cardId, amount: '9041.00' })
  await openScreen(page, '/home')
  await page.getByRole('list', { name: 'Needs attention' }).waitFor()
  await album.take('large')
  await page.setViewportSize({ width: 1280, height: 800 })
  await album.take('usual')
  await page.setViewportSize({ width: 1024, height: 600 })
  await album.take('small')
  await page.setViewportSize({ width: 640, height: 400 })
  await album.take('zoomed')
  await tabTo(page, 'button Check now')
  await page.keyboard.press('Enter')
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
  // The link of the order stands before its actions.
  await tabTo(page, 'button Check now')
  await page.keyboard.press('Shift+Tab')
  expect((await focused(page)).what).toMatch(/^link .+ EUR Unknown /)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('#/orders/')
  expect((await focused(page)).what).not.toBe('')
  expect(album.objections).toEqual([])
  await close()
})
