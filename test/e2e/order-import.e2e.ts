import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { defaultSaleRules } from '../../src-shared/domain/sale-rules'
import { get } from './support/app-calls'
import { appForFile } from './support/app-for-file'
import { chooseFile } from './support/file-dialogs'
import { exportByKeyboard, storeOrders } from './support/order-files'
import { tabTo } from './support/person'
import { openScreen } from './support/walk'

const descriptions = [
  '=HYPERLINK("https://x.example.test","open")',
  '@SUM(1+1)',
  `'=1+1`,
  'two\nlines, "quoted"',
]

const opened = appForFile(async () => (db) => {
  const orders = descriptions.map((description, at) => ({
    ...{ clientOrderId: `00123${String(at)}`, gatewayOrderId: `115273510333164231${String(at)}` },
    ...{ createdAtMs: 1_780_000_000_000, status: 'approved' as const, amountMinor: 1015, description },
  }))
  storeOrders(db, orders)
})

/** Makes another merchant, with an empty history, the active one. */
async function addShop(name: string): Promise<void> {
  const { page, simulator, recorder } = opened()
  const { profileId } = await get(page, 'profiles.save', {
    profile: {
      ...{ profileId: null, name, login: simulator.login, rebillControl: 'without-endpoint' },
      target: { kind: 'gateway-test', baseUrl: recorder.baseUrl },
      routes: [{ kind: 'endpoint', id: simulator.endpointId, label: '', currency: 'EUR' }],
      ...{ defaultIpAddress: '203.0.113.24', pollPace: { minMs: 3000, maxMs: 3000 }, safetyLevel: 'confirm' },
      saleRules: defaultSaleRules('gateway-test'),
    },
    controlKey: simulator.controlKey,
  })
  await get(page, 'profiles.select', { profileId })
  await page.getByText('No order yet', { exact: false }).first().waitFor()
}

it('imports by keyboard what it exported, and the second export has the same bytes (C08, C14)', async () => {
  const { testApp, page, recorder, userDataDir } = opened()
  await openScreen(page, '/orders')
  await page.getByRole('row', { name: /001230/ }).waitFor()
  const file = join(userDataDir, 'first.csv')
  await exportByKeyboard(testApp, join(userDataDir, 'first.xlsx'), 4, 'xlsx')
  await page.getByRole('button', { name: 'Close' }).click()
  const first = await exportByKeyboard(testApp, file, 4)
  await addShop('South Shop')
  const asked = recorder.requests.length

  await tabTo(page, 'button Import')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Import orders' }).waitFor()
  await chooseFile(testApp.app, file)
  await tabTo(page, 'button Choose file…')
  await page.keyboard.press('Enter')
  await page.getByText('4 orders can be imported.').waitFor()
  await tabTo(page, 'button Import 4 orders')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: '4 orders imported from first.csv' }).waitFor()
  await page.getByRole('row', { name: /Imported, File: approved.*001230/ }).waitFor()

  const second = await exportByKeyboard(testApp, join(userDataDir, 'second.csv'), 4)
  expect(second.equals(first)).toBe(true)
  expect(recorder.requests).toHaveLength(asked)
})

it('imports the workbook that it exported, and an export of it has the same bytes as the one before', async () => {
  const { testApp, page, recorder, userDataDir } = opened()
  await openScreen(page, '/orders')
  await addShop('East Shop')
  const asked = recorder.requests.length
  await chooseFile(testApp.app, join(userDataDir, 'first.xlsx'))
  await tabTo(page, 'button Import')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button Choose file…')
  await page.keyboard.press('Enter')
  await page.getByText('4 orders can be imported.').waitFor()
  expect(await page.getByLabel('Sheet').inputValue()).toBe('0')
  await tabTo(page, 'button Import 4 orders')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: '4 orders imported from first.xlsx' }).waitFor()
  const again = await exportByKeyboard(testApp, join(userDataDir, 'third.csv'), 4)
  expect(again.equals(readFileSync(join(userDataDir, 'first.csv')))).toBe(true)
  expect(recorder.requests).toHaveLength(asked)

  await tabTo(page, 'button Import')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button Choose file…')
  await chooseFile(testApp.app, join(userDataDir, 'first.xlsx'))
  await page.keyboard.press('Enter')
  await page.getByText('4 of them are in the history already and stay as they are.').waitFor()
  await page.keyboard.press('Escape')
})

it('shows what a file of another program holds before it stores anything, and names what is left out', async () => {
  const { testApp, page, userDataDir } = opened()
  await openScreen(page, '/orders')
  const file = join(userDataDir, 'other.csv')
  const lines = ['Order number;Sum;Colour', '0012345;1.010,15;grün', '001230;2,50;rot', ';1,00;blau']
  writeFileSync(file, Buffer.from(lines.join('\r\n'), 'latin1'))
  await chooseFile(testApp.app, file)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Choose file…' }).click()
  await page.getByText('2 orders can be imported, 1 row is left out.').waitFor()
  await page.getByText('1 of them is in the history already and stays as it is.').waitFor()
  await page.getByText('This column is not imported: Colour').waitFor()
  expect(await page.getByLabel('Encoding').inputValue()).toBe('windows-1252')
  expect(await page.getByLabel('Separator').inputValue()).toBe(';')
  expect(await page.getByLabel('Decimal sign').inputValue()).toBe(',')
  await page.getByRole('region', { name: 'Rows that are left out' }).getByText('Order number').waitFor()
  await page.getByRole('button', { name: 'Import 2 orders' }).click()
  await page.getByRole('status').filter({ hasText: '1 order imported from other.csv' }).waitFor()
  await page.getByRole('button', { name: 'Show result' }).click()
  const result = page.getByRole('dialog', { name: 'Import result' })
  await result.getByText('1 order is in the history already and was left as it is.').waitFor()
  await result.getByText('001230', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
})

it('asks the gateway about an imported order only when a person wants it', async () => {
  const { page, recorder } = opened()
  await openScreen(page, '/orders')
  await page.getByRole('row', { name: /0012345/ }).click()
  await page.getByRole('heading', { name: 'Imported from other.csv' }).waitFor()
  const asked = recorder.requests.length
  await page.getByRole('button', { name: 'Check now' }).first().click()
  await expect.poll(() => recorder.requests.length).toBeGreaterThan(asked)
  expect(recorder.requests.at(-1)?.path).toContain('status')
})

it('says why a file cannot be imported', async () => {
  const { testApp, page, userDataDir } = opened()
  await openScreen(page, '/orders')
  const file = join(userDataDir, 'book.xlsx')
  writeFileSync(file, Uint8Array.of(0x50, 0x4b, 3, 4, 0x14, 0, 0, 0))
  await chooseFile(testApp.app, file)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Choose file…' }).click()
  await page.getByText('book.xlsx cannot be imported').waitFor()
  await page.getByText('The file is no workbook that can be read.', { exact: false }).waitFor()
})
