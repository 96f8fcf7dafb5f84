import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { clickAt, focused, typeHere } from '../support/person'
import { openSimulatorApp, pastIsAdded } from '../support/simulator-app'
import { button, chooseInMenu, field, openScreen, setOnline } from '../support/walk'

const search = 'Search orders'

it('the orders list is searched, filtered, arranged and kept by keyboard, also offline', async () => {
  const { app, page } = await openSimulatorApp({ withPast: true })
  const album = await openAlbum(page, 'order-list')
  await pastIsAdded(page)
  await setOnline(app, false)
  await openScreen(page, '/orders')
  await page.getByRole('row').nth(2).waitFor()

  // Conditions by keys only: completed by the arrow keys, by a space, and by Enter.
  await page.keyboard.press('/')
  await page.keyboard.type('sta')
  await page.getByRole('option', { name: /^status:/ }).waitFor()
  await album.take('completion')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('app')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await chip(page, 'Status: Approved').waitFor()
  await page.keyboard.type('amount:>10 ')
  await chip(page, 'Amount: more than 10').waitFor()
  await page.keyboard.type('since:30d')
  await page.keyboard.press('Enter')
  await chip(page, 'Last 30 days').waitFor()
  expect(await focused(page)).toMatchObject({ what: `combobox ${search}`, value: '' })
  await typeHere(page, search, 'currency:euro')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: '“euro” is not a value for currency:' }).waitFor()
  await album.take('wrong-value')
  await page.keyboard.press('Escape')
  await page.keyboard.type('-label:"Waiting for the second signature of the housing association" ')
  await page.keyboard.type('-currency:JPY -kind:sale -name:"Bartholomew Featherstonehaugh-Cholmondeley" ')
  await chip(page, 'Kind: not Sale').waitFor()
  await album.take('many-filters')
  await small(page)
  await album.take('many-filters-small')
  await large(page)

  // Kept under a name, and opened again with a key.
  await chooseInMenu(page, 'View', 'Save as view…')
  await typeHere(page, 'Name', 'Approved above 10')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Approved above 10/ }).waitFor()
  await clickAt(button(page, 'All orders'))
  await expect.poll(() => page.getByRole('list', { name: 'Filters' }).count()).toBe(0)
  await page.keyboard.press('Control+1')
  await chip(page, 'Status: Approved').waitFor()
  await clickAt(button(page, 'All orders'))

  // Columns by menu, width by keys; both are still there after a reload.
  await chooseInMenu(page, 'View', 'Choose columns…')
  for (const title of ['Kind', 'Currency', 'Description'])
    await clickAt(page.getByRole('checkbox', { name: title }))
  await album.take('columns')
  await clickAt(button(page, 'Done'))
  const separator = page.getByRole('separator', { name: 'Width of column Time' })
  const widthPx = async () => Number(await separator.getAttribute('aria-valuenow'))
  const before = await widthPx()
  await clickAt(separator)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(widthPx).toBe(before + 48)
  await openScreen(page, '/orders')
  await page.getByRole('columnheader', { name: 'Kind' }).waitFor()
  await expect.poll(widthPx).toBe(before + 48)
  await clickAt(page.getByRole('columnheader', { name: 'Status' }).getByRole('button'))
  await expect
    .poll(() => page.getByRole('columnheader', { name: 'Status' }).getAttribute('aria-sort'))
    .toBe('descending')
  await album.take('arranged')

  // Rows are chosen together, and a cell filters, by keys only.
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await focused(page)).what).toMatch(/^row /)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Space')
  await page.getByText('2 orders selected').waitFor()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: /^Status: / }).waitFor()
  await album.take('cell-menu')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await focused(page)).what).toMatch(/^row /)
  await page.keyboard.press('Control+a')
  await page.getByText(/^[0-9]{3} orders selected/).waitFor()
  await album.take('selection')
  await clickAt(button(page, 'Clear selection'))

  // Own dates without an order. The days read the same in the order of either language.
  await field(page, 'Period').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await album.take('dates')
  await page.keyboard.type('02022019')
  // The button of the calendar is a tab stop of its own.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('03032019')
  await page.keyboard.press('Enter')
  await chip(page, '2 Feb 2019 to 3 Mar 2019').waitFor()
  await page.getByText('No order matches').waitFor()
  await album.take('nothing-found')
  await small(page)
  await album.take('nothing-found-small')
  expect(album.objections).toEqual([])
})

const chip = (page: Page, text: string) =>
  page.getByRole('button', { name: `Remove filter ${text}`, exact: true })
const small = (page: Page) => page.setViewportSize({ width: 1024, height: 600 })
const large = (page: Page) => page.setViewportSize({ width: 1280, height: 800 })
