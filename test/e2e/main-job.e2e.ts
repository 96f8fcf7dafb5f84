import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { pageHands } from '../../scripts/lib/page-hands.mjs'
import { doMainJob } from '../../scripts/lib/tour.mjs'
import { decryptDatabase } from '../support/decrypt-database'
import { addCard, addProfile, get, makeRecoveryCode, openApp } from './support/app-calls'
import { chargeInWindow, confirmButton, reviewCharge } from './support/charge-in-window'
import { databaseKey } from './support/keychain-item'
import { pointOf } from './support/person'
import { startRecorder } from './support/recorder'
import { startSimulator } from './support/simulator'

describe('the main job', () => {
  it('leads from the first run to an approved charge, which is still there after a restart', async () => {
    const testApp = await openApp()
    expect(testApp.state.start.kind).toBe('first-run')
    const steps: string[] = []
    const seen = await doMainJob(pageHands(testApp.page), {
      amount: '49.00',
      step: async (title, act) => {
        await act()
        steps.push(title)
      },
    })
    expect(seen).toEqual({ amountShown: '49.00 EUR', statusShown: 'Approved' })
    expect(steps.length).toBeGreaterThanOrEqual(6)
    await testApp.close()

    const again = await openApp({ userDataDir: testApp.userDataDir })
    expect(again.state.start.kind).toBe('ready')
    await again.page.getByRole('link', { name: 'Orders', exact: true }).click()
    const row = again.page.getByRole('row').filter({ hasText: '49.00' }).first()
    await row.waitFor()
    expect(await row.innerText()).toContain('Approved')
    await again.close()
  })

  it('sends the entered values once: they match in the window, in the database and in the only recorded request', async () => {
    const simulator = await startSimulator()
    const recorder = await startRecorder(simulator.baseUrl)
    const testApp = await openApp()
    await makeRecoveryCode(testApp.page)
    await addProfile(testApp.page, simulator, { baseUrl: recorder.baseUrl })
    const cardId = await addCard(testApp.page, simulator)

    await chargeInWindow(testApp.page, { cardId, amount: '12.34' })
    await expect.poll(() => textOf(testApp.page, 'order-status'), { timeout: 60_000 }).toBe('Approved')
    expect(await textOf(testApp.page, 'order-amount')).toBe('12.34 EUR')

    const rebills = recorder.requests.filter(({ path }) => path.includes('/make-rebill'))
    expect(rebills).toHaveLength(1)
    const sent = new URLSearchParams(rebills[0]?.body)
    expect(sent.get('amount')).toBe('12.34')
    const signed = [
      'NordShop',
      sent.get('client_orderid'),
      '880017',
      '1234',
      'EUR',
      simulator.controlKey,
    ].join('')
    const control = execFileSync('sha1sum', { input: signed, encoding: 'utf8' }).slice(0, 40)
    expect(sent.get('control')).toBe(control)
    expect(rebills[0]?.path).toMatch(/\/paynet\/api\/v2\/make-rebill\/4411$/)

    const list = await get(testApp.page, 'orders.list', {
      query: {
        profileId: null,
        search: sent.get('client_orderid') ?? '',
        families: [],
        filters: [],
        sortBy: 'created',
        direction: 'desc',
      },
      cursor: null,
      limit: 10,
    })
    expect(list.rows.map(({ amountMinor, currency, word }) => ({ amountMinor, currency, word }))).toEqual([
      { amountMinor: 1234, currency: 'EUR', word: 'approved' },
    ])
    const clear = decryptDatabase(join(testApp.userDataDir, 'desk', 'log.db'), await databaseKey()).toString(
      'latin1',
    )
    expect(clear).toContain(sent.get('client_orderid') ?? 'nothing was sent')
    expect(clear).toContain('12.34')
    await testApp.close()
  })

  it('sends one charge for two fast clicks, a held Enter key and a reload during sending', async () => {
    const simulator = await startSimulator()
    const testApp = await openApp()
    await makeRecoveryCode(testApp.page)
    await addProfile(testApp.page, simulator)
    const cardId = await addCard(testApp.page, simulator)
    await simulator.control({ delayMs: 3000, path: 'make-rebill' })

    const clientOrderId = await reviewCharge(testApp.page, { cardId, amount: '18.00' })
    const { x, y } = await pointOf(confirmButton(testApp.page, '18.00'))
    await testApp.page.mouse.dblclick(x, y, { delay: 10 })
    for (let press = 0; press < 5; press++) await testApp.page.keyboard.press('Enter')
    await testApp.page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await simulator.rebills(clientOrderId)).length).toBe(1)
    await testApp.page.reload()
    await testApp.page.getByRole('link', { name: 'Orders', exact: true }).click()
    const row = testApp.page.getByRole('row').filter({ hasText: '18.00' }).first()
    await row.waitFor()
    await expect.poll(() => row.innerText(), { timeout: 60_000 }).toContain('Approved')
    expect(await simulator.rebills(clientOrderId)).toHaveLength(1)
    const list = await get(testApp.page, 'orders.list', {
      query: { profileId: null, search: '', families: [], filters: [], sortBy: 'created', direction: 'desc' },
      cursor: null,
      limit: 10,
    })
    expect(list.rows.map((order) => order.clientOrderId)).toEqual([clientOrderId])
    await testApp.close()
  })
})

async function textOf(page: Page, testId: string): Promise<string> {
  return (await page.getByTestId(testId).first().innerText()).trim()
}
