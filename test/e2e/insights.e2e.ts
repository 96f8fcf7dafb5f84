import { expect, it } from 'vitest'
import { objectionsOf } from './support/album'
import { focused, tabTo } from './support/person'
import { openSimulatorApp, pastIsAdded } from './support/simulator-app'
import { openScreen } from './support/walk'

it('shows Insights by keyboard alone, and a row of a table opens its orders', async () => {
  const { page } = await openSimulatorApp({ withPast: true })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await openScreen(page, '/orders')
  await pastIsAdded(page)

  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor()
  await page.getByRole('img', { name: /^By day: [0-9]+ approved, [0-9]+ not approved/ }).waitFor()
  await page.locator('.chart svg').first().waitFor()

  // The radio buttons of the period are one stop; the arrows choose.
  await tabTo(page, 'radio 90 days')
  await page.keyboard.press('ArrowLeft')
  expect((await focused(page)).what).toBe('radio 30 days')
  await expect.poll(() => page.getByRole('status').first().textContent()).toContain('days in Europe/Berlin')

  await tabTo(page, 'button Table: By day')
  await page.keyboard.press('Enter')
  const days = page.getByRole('table', { name: 'By day' })
  await expect.poll(() => days.getByRole('row').count()).toBe(31)
  expect(await objectionsOf(page, 'light')).toEqual([])

  const row = days
    .getByRole('row')
    .filter({ has: page.getByRole('button') })
    .first()
  const [approved = 0, failed = 0] = (await row.getByRole('cell').allTextContents()).map(Number)
  expect(approved + failed).toBeGreaterThan(0)
  const name = (await row.getByRole('button').getAttribute('aria-label')) ?? ''
  await tabTo(page, `button ${name}`)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
  const list = page.getByRole('grid').or(page.getByRole('table')).first()
  await expect.poll(() => list.getByRole('row').count()).toBe(approved + failed + 1)

  // An hour of the day opens its orders, too.
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor()
  await tabTo(page, 'button Table: By hour of the day')
  await page.keyboard.press('Enter')
  const hour = page
    .getByRole('table', { name: 'By hour of the day' })
    .getByRole('row')
    .filter({ has: page.getByRole('button') })
    .first()
  const [ofHour = 0, failedOfHour = 0] = (await hour.getByRole('cell').allTextContents()).map(Number)
  await tabTo(page, `button ${(await hour.getByRole('button').getAttribute('aria-label')) ?? ''}`)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
  await page.getByText(/^Made [0-9]{2}:00–[0-9]{2}:00 \(Europe\/Berlin\)$/).waitFor()
  expect(ofHour + failedOfHour).toBeGreaterThan(0)
  await expect.poll(() => list.getByRole('row').count()).toBe(ofHour + failedOfHour + 1)
  expect(complaints).toEqual([])
})
