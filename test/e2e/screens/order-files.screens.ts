import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { chooseFile } from '../support/file-dialogs'
import { pasteInto, typeInto } from '../support/person'
import { openSimulatorApp, pastIsAdded } from '../support/simulator-app'
import { button, openScreen } from '../support/walk'

it('Exports of orders are accessible', async () => {
  const { app, page, userDataDir } = await openSimulatorApp({ withPast: true })
  const album = await openAlbum(page, 'files')
  await openScreen(page, '/orders')
  await pastIsAdded(page)
  await openScreen(page, '/orders')
  await album.take('list')
  await button(page, 'Export').click()
  await album.take('export')
  await page.getByText('CSV', { exact: true }).click()
  await album.take('export-csv')
  await chooseFile(app, join(userDataDir, 'orders-2026-11-29.csv'))
  await button(page, 'Choose file and export…').click()
  await button(page, 'Show in folder').waitFor()
  await album.take('export-done')
  await button(page, 'Close').click()
  await chooseFile(
    app,
    join(userDataDir, 'gone', 'orders-2026-11-29-of-the-northern-european-shops-for-the-yearly-audit.xlsx'),
  )
  await button(page, 'Export').click()
  await button(page, 'Choose file and export…').click()
  await page.getByText('The folder is no longer there.', { exact: false }).waitFor()
  await album.take('export-failed')
  await button(page, 'Close').click()

  await button(page, 'Add order by ID').click()
  await button(page, 'Add many…').click()
  await album.take('adopt-many-empty')
  await pasteInto(
    app,
    page.getByLabel('Client order IDs'),
    [
      'Amount;Client order ID;Gateway order ID',
      '12,50;INV-2041;',
      '12,50;INV-2041;',
      `99,00;0012345-of-a-shop-with-very-long-order-numbers-${'9'.repeat(60)};1152735103331642317`,
      '1,00;WEB-1;not an ID',
      ...Array.from({ length: 20 }, (_, index) => `5,00;INV-30${String(index).padStart(2, '0')};`),
    ].join('\n'),
  )
  await button(page, 'Add 22 orders').waitFor()
  await album.take('adopt-many')
  await button(page, 'Add 22 orders').click()
  await page.getByText('Adding orders to the history').waitFor()
  await album.take('adopt-many-running')
  await page.keyboard.press('Escape')
  await page.getByText('22 orders added').waitFor()
  await album.take('adopt-many-done')
  await button(page, 'Close').click()

  await button(page, 'Import').click()
  await album.take('import')
  const book = join(userDataDir, 'workbook.csv')
  await writeFile(book, Uint8Array.of(0x50, 0x4b, 3, 4, 0))
  await chooseFile(app, book)
  await button(page, 'Choose file…').click()
  await page.getByText('workbook.csv cannot be imported').waitFor()
  await album.take('import-refused')
  const other = join(userDataDir, `orders-${'of-the-northern-shops-'.repeat(4)}2026.csv`)
  const rows = [
    'Order number;Sum;Currency;Date;Description;Warehouse;Masked card',
    `FILE-0012345;1.010,15;EUR;28.05.2026 20:26;${'A very long description. '.repeat(8)};North;411111******1111`,
    'INV-2041;99,00;EUR;28.05.2026;Known already;North;',
    ';1,00;EUR;;;South;',
    'INV-9;ten;EUR;;;South;',
    'INV-9;1,00;EUR;05/06/2026;;South;',
    'INV-10;1,00;EUR;;;South;41111111****1111',
  ]
  await writeFile(other, rows.join('\r\n'))
  await chooseFile(app, other)
  await button(page, 'Choose file…').click()
  await page.getByText('2 orders can be imported, 4 rows are left out.').waitFor()
  await album.take('import-preview')
  await button(page, 'Import 2 orders').click()
  await page.getByText('1 order imported from', { exact: false }).waitFor()
  await album.take('import-done')
  await button(page, 'Show result').click()
  await album.take('import-result')
  await page.keyboard.press('Escape')
  await typeInto(page.getByRole('combobox', { name: 'Search orders' }), 'FILE-0012345')
  await page.getByRole('row', { name: /FILE-0012345/ }).click()
  await page.getByText('Imported from', { exact: false }).first().waitFor()
  await album.take('import-order')
  await page.getByRole('checkbox').nth(1).click()
  await button(page, 'Export selected…').click()
  await album.take('export-selection')
  expect(album.objections).toEqual([])
})
