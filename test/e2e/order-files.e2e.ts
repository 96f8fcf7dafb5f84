import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { get } from './support/app-calls'
import { appForFile } from './support/app-for-file'
import { chooseFile } from './support/file-dialogs'
import { exportByKeyboard, storeOrders } from './support/order-files'
import { pasteInto, tabTo } from './support/person'
import { openScreen } from './support/walk'

const opened = appForFile(async () => (db) => {
  storeOrders(db, [
    {
      ...{ clientOrderId: '0012345', gatewayOrderId: '1152735103331642317', status: 'approved' },
      ...{ createdAtMs: 1_780_000_000_000, amountMinor: 1015, description: '=1+1' },
    },
    {
      ...{ clientOrderId: 'INV-2042', gatewayOrderId: '254401001128200040', status: 'declined' },
      ...{ createdAtMs: 1_780_000_000_001, amountMinor: 99901, description: '=1+1' },
    },
  ])
})

it('exports the orders of the list by keyboard, and the file has every value as text', async () => {
  const { testApp, page, userDataDir } = opened()
  const file = join(userDataDir, 'orders.csv')
  await openScreen(page, '/orders')
  await page.getByRole('row', { name: /INV-2042/ }).waitFor()
  const bytes = await exportByKeyboard(testApp, file, 2)
  const rows: Record<string, string>[] = parse(bytes, { bom: true, columns: true })
  expect(rows).toMatchObject([
    {
      'Client order ID': 'INV-2042',
      'Gateway order ID': '254401001128200040',
      Amount: '999.01',
      Description: "'=1+1",
      Cardholder: 'Žofie Dvořáková',
    },
    { 'Client order ID': '0012345', 'Gateway order ID': '1152735103331642317', Amount: '10.15' },
  ])
  expect(readdirSync(userDataDir).filter((name) => name.endsWith('.part'))).toEqual([])
})

it('exports only what the filter shows, to a workbook without a formula', async () => {
  const { testApp, page, userDataDir } = opened()
  const file = join(userDataDir, 'declined.xlsx')
  await openScreen(page, '/orders')
  await page.getByRole('button', { name: /^Declined/ }).click()
  await page.getByRole('row', { name: /0012345/ }).waitFor({ state: 'detached' })
  await chooseFile(testApp.app, file)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByText('1 order match', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Choose file and export…' }).click()
  await page.getByRole('status').filter({ hasText: '1 order exported to declined.xlsx' }).waitFor()
  const parts = Object.entries(unzipSync(readFileSync(file))).map(([, bytes]) => strFromU8(bytes))
  expect(parts.filter((xml) => /<f[ >/]/.test(xml))).toEqual([])
  expect(parts.some((xml) => xml.includes('254401001128200040'))).toBe(true)
  expect(parts.some((xml) => xml.includes('1152735103331642317'))).toBe(false)
})

it('says in plain words why no file was written, and nothing stays behind', async () => {
  const { testApp, page, userDataDir } = opened()
  await openScreen(page, '/orders')
  await chooseFile(testApp.app, join(userDataDir, 'gone', 'orders.xlsx'))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: 'Choose file and export…' }).click()
  await page.getByRole('status').filter({ hasText: 'The folder is no longer there.' }).waitFor()
  expect((await get(page, 'exports.get', {})).last).toMatchObject({
    state: 'failed',
    problem: 'folder-missing',
  })
})

it('adds many pasted orders, shows what each line does first, and checks each at the gateway', async () => {
  const { testApp, page, recorder } = opened()
  await openScreen(page, '/orders')
  await page.getByRole('button', { name: 'Add order by ID', exact: true }).click()
  await page.getByRole('button', { name: 'Add many…' }).click()
  await pasteInto(
    testApp.app,
    page.getByLabel('Client order IDs'),
    'Gateway order ID\tClient order ID\n1152735103331642317\t0012345\n\tMANY-1\n\tMANY-1\n\tMANY-2',
  )
  await page.getByText('2 orders will be added, 1 already in the history, 1 repeated.').waitFor()
  const asked = recorder.requests.filter(({ path }) => path.includes('status')).length
  await tabTo(page, 'button Add 2 orders')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('status').filter({ hasText: '2 orders added' }).waitFor()
  await expect
    .poll(() => recorder.requests.filter(({ path }) => path.includes('status')).length)
    .toBeGreaterThanOrEqual(asked + 2)
  const query = { profileId: null, search: 'MANY-', families: [], filters: [] }
  const { rows } = await get(page, 'orders.list', {
    query: { ...query, sortBy: 'created', direction: 'asc' },
    ...{ cursor: null, limit: 5 },
  })
  expect(rows.map(({ clientOrderId }) => clientOrderId)).toEqual(['MANY-1', 'MANY-2'])
  await page.getByRole('button', { name: 'Show list' }).click()
  await page.getByRole('region', { name: 'What each line does' }).getByText('MANY-2').waitFor()
})
