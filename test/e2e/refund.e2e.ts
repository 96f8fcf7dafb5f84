import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openAlbum } from './support/album'
import { addCard, addProfile, get, makeRecoveryCode, openApp } from './support/app-calls'
import { typeInto } from './support/person'
import { openSimulatorApp } from './support/simulator-app'
import { startSimulator } from './support/simulator'
import { button, field } from './support/walk'

/** Longer than the pause between two polls. */
const checkedMs = 20_000

describe('refunds in the window', () => {
  it('shows the six status answers of a payment of 100.00 EUR, which stays approved (B9)', async () => {
    const simulator = await startSimulator()
    const testApp = await openApp()
    const { page } = testApp
    await makeRecoveryCode(page)
    await addProfile(page, simulator)
    await addCard(page, simulator)
    await page.reload()
    const album = await openAlbum(page, 'refund')
    await charge(page, '100.00')
    await shows(page, 'order-status', 'Approved')
    expect(await page.getByTestId('order-later').count()).toBe(0)
    await album.take('1-sale')
    const clientOrderId = await newestClientOrderId(page)
    const later = (said: object) => simulator.control({ later: { clientOrderId, ...said } })

    await later({ type: 'reversal', status: 'processing' })
    await button(page, 'Check now').click()
    await shows(page, 'order-refund', 'Nothing refunded yet, 100.00 EUR left')
    await mark(page, 'Refund in progress')
    await page
      .getByText(/^(?:next check in|checking now)/)
      .first()
      .waitFor()
    await album.take('2-in-progress')

    // No click: the app polls a started refund automatically.
    await later({ type: 'reversal', status: 'approved', total: '30.00', amount: '100.00' })
    await shows(page, 'order-refund', 'Refunded 30.00 EUR, 70.00 EUR left')
    await mark(page, 'Partly refunded')
    await album.take('3-partly-refunded')

    await later({ type: 'reversal', status: 'approved', total: '45.00', amount: '55.00' })
    await button(page, 'Check now').click()
    await shows(page, 'order-refund', 'Refunded 45.00 EUR, 55.00 EUR left')
    await button(page, 'Check now').click()
    await shows(page, 'order-refund', 'Refunded 45.00 EUR, 55.00 EUR left')
    await page.getByText('15.00 EUR refunded now, 45.00 EUR in all, 55.00 EUR left.').waitFor()
    await album.take('4-more-refunded')

    await later({ type: 'reversal', status: 'declined', code: '116', message: 'Not enough funds to refund' })
    await button(page, 'Check now').click()
    await mark(page, 'Refund declined')
    await shows(page, 'order-refund', 'Refunded 45.00 EUR, 55.00 EUR left')
    await page.getByText('No money went back this time. The payment stays approved.').waitFor()
    await album.take('5-refund-declined')

    await later({ type: 'chargeback', status: 'approved' })
    await button(page, 'Check now').click()
    await mark(page, 'Chargeback')
    await shows(page, 'order-refund', 'Refunded 45.00 EUR, 55.00 EUR left')
    await album.take('6-chargeback')

    await shows(page, 'order-status', 'Approved')
    expect(await page.getByText('A response belongs to another order').count()).toBe(0)
    expect(await page.getByText('Could not reach the gateway').count()).toBe(0)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await album.take('home')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('row', { name: /Approved, Chargeback, 100\.00 EUR/ }).waitFor()
    await album.take('list')
    expect(album.objections).toEqual([])
    await testApp.close()
  })

  it('shows the refunds in the past orders of the simulator (F6)', async () => {
    const { page, ...testApp } = await openSimulatorApp()
    const album = await openAlbum(page, 'refund-past')
    await page.reload()
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    for (const [id, shown] of [
      ['NS-2053', 'Approved, Partly refunded, 30.00 EUR refunded, 100.00 EUR'],
      ['NS-2054', 'Approved, Refunded, 249.50 EUR'],
      ['NS-2055', 'Approved, Refund declined, 49.99 GBP'],
      ['NS-2056', 'Approved, Refund in progress, 8,400 JPY'],
      ['NS-2057', 'Approved, Chargeback, 84.50 USD'],
      ['NS-2058', 'Approved, Cancelled, 150.00 USD'],
    ] as const) {
      await typeInto(field(page, 'Search orders'), id)
      const row = page.getByRole('row', { name: new RegExp(`^${shown}, .*${id}`) })
      await row.click()
      await page.getByTestId('order-later').waitFor()
      await album.take(id)
    }
    await page.getByRole('tab', { name: 'Facts', exact: true }).click()
    await album.take('facts')
    expect(album.objections).toEqual([])
    await testApp.close()
  })
})

/** Charges the only stored card through the window. */
async function charge(page: Page, amount: string): Promise<void> {
  await page.getByRole('link', { name: 'Cards', exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'Marta' }).first().click()
  await button(page, 'Charge card').click()
  for (const [label, text] of [
    ['Amount', amount],
    ['Description', 'Winter jacket and hat'],
  ] as const) {
    await field(page, label).click()
    await page.keyboard.type(text)
  }
  await button(page, 'Review').click()
  await page
    .getByRole('button', { name: new RegExp(`^Charge ${amount}`) })
    .first()
    .click()
}

async function shows(page: Page, testId: string, text: string): Promise<void> {
  await expect
    .poll(() => page.getByTestId(testId).innerText(), { timeout: checkedMs, interval: 100 })
    .toBe(text)
}

async function mark(page: Page, text: string): Promise<void> {
  await page.getByTestId('order-later').getByText(text, { exact: true }).waitFor({ timeout: checkedMs })
}

async function newestClientOrderId(page: Page): Promise<string> {
  const { rows } = await get(page, 'orders.list', {
    query: { profileId: null, search: '', families: [], filters: [], sortBy: 'created', direction: 'desc' },
    cursor: null,
    limit: 1,
  })
  return rows[0]?.clientOrderId ?? ''
}
