import { expect, it } from 'vitest'
import { objectionsOf } from './support/album'
import { focused, tabTo } from './support/person'
import { openSimulatorApp, pastIsAdded } from './support/simulator-app'
import { openScreen } from './support/walk'

it('shows Insights by keyboard alone, and a row of a table opens its orders', async () => {
  const { page } = await openSimulatorApp()
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

  // Each hour and each band of time opens its orders, too.
  for (const [table, column, chip] of [
    ['By hour of the day', 'approved and not', /^Made [0-9]{2}:00/],
    ['Time to final, in bands', 'charges', /^Final in/],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor()
    await tabTo(page, `button Table: ${table}`)
    await page.keyboard.press('Enter')
    const found = page
      .getByRole('table', { name: table })
      .getByRole('row')
      .filter({ has: page.getByRole('button') })
      .first()
    const numbers = (await found.getByRole('cell').allTextContents()).map(Number)
    const count = column === 'charges' ? (numbers[0] ?? 0) : (numbers[0] ?? 0) + (numbers[1] ?? 0)
    expect(count).toBeGreaterThan(0)
    await tabTo(page, `button ${(await found.getByRole('button').getAttribute('aria-label')) ?? ''}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
    await page.getByText(chip).first().waitFor()
    await expect.poll(() => list.getByRole('row').count()).toBe(count + 1)
  }
  expect(complaints).toEqual([])
})
