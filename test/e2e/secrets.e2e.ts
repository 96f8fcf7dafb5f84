import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { decryptDatabase } from '../support/decrypt-database'
import { filesBelow, heapOf, messages, recordMessages, withHeapValues } from './support/artefacts'
import { addCard, addProfile, get, makeRecoveryCode, openDesk, waitForWord } from './support/desk-calls'
import { databaseKey } from './support/keychain-item'
import { foundAlone, foundIn } from './support/search-secrets'
import { startSimulator } from './support/simulator'

// A code that the simulator declines; its digits stand nowhere else in this test.
const securityCode = '8642'
const plantedCode = '8531'

describe('secrets (C1, C14, C16)', () => {
  it('are in no reply, event, log, page or row after a whole charge, and a planted canary is found in each of them', async () => {
    const simulator = await startSimulator()
    const desk = await openDesk()
    await recordMessages(desk.app)
    await makeRecoveryCode(desk.page)
    const profileId = await addProfile(desk.page, simulator)
    await get(desk.page, 'profiles.test', { profileId })
    const cardId = await addCard(desk.page, simulator)
    await desk.page.reload()
    const orderId = await chargeInWindow(desk.page, { cardId, amount: '31.00', securityCode })
    await waitForWord(desk.page, orderId, 'declined')
    await get(desk.page, 'exchanges.list', { search: '', cursor: null, limit: 50 })
    await get(desk.page, 'orders.exchanges', { orderId })

    const key = await databaseKey()
    const databaseFile = join(desk.userDataDir, 'desk', 'log.db')
    const collect = async () =>
      new Map<string, Buffer>([
        ['replies and events', Buffer.from(await messages(desk.app), 'utf8')],
        ['heap of the page', await heapOf(desk.page)],
        ['database', decryptDatabase(databaseFile, key)],
        ['console', Buffer.from(desk.logs(), 'utf8')],
        ['files', await filesBelow(desk.userDataDir)],
      ])

    const clean = await collect()
    expect(foundIn(clean, simulator.controlKey)).toEqual([])
    expect(foundIn(clean, key.toString('hex'))).toEqual([])
    expect(foundIn(clean, key.toString('base64'))).toEqual([])
    expect(foundAlone(withHeapValues(clean), securityCode)).toEqual([])
    const controls = [...clean].filter(([, content]) =>
      /control["=:\s][^•]{0,8}[0-9a-f]{40}/.test(content.toString('latin1')),
    )
    expect(controls.map(([name]) => name)).toEqual([])

    const canary = 'CANARY-5f31c0aa77'
    await desk.app.evaluate(({ app }, text) => {
      ;(globalThis as unknown as { deskMessages: string[] }).deskMessages.push(text)
      process.stderr.write(`${text}\n`)
      process
        .getBuiltinModule('node:fs')
        .writeFileSync(`${app.getPath('userData')}/desk/logs/planted.log`, text)
    }, canary)
    await desk.page.evaluate((text) => void Object.assign(window, { planted: { text } }), canary)
    await desk.page.evaluate((text) => void Object.assign(window, { plantedCode: text }), plantedCode)
    await get(desk.page, 'orders.note', { orderId, text: `planted ${canary}` })
    await expect.poll(() => desk.logs()).toContain(canary)
    const planted = await collect()
    expect(foundIn(planted, canary).sort()).toEqual([...clean.keys()].sort())
    expect(foundAlone(withHeapValues(planted), plantedCode)).toEqual(['heap of the page'])
    await desk.close()
  })
})

/** Charges a card as a person does, its security code typed into the review; answers with the order's id. */
async function chargeInWindow(
  page: Page,
  charge: { readonly cardId: string; readonly amount: string; readonly securityCode: string },
): Promise<string> {
  await page.goto(`app://desk/index.html#/cards/${charge.cardId}`)
  await page.getByRole('button', { name: 'Charge this card', exact: true }).click()
  await page.getByLabel('Amount', { exact: true }).fill(charge.amount)
  await page.getByLabel('Description', { exact: true }).fill('Monthly plan')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByLabel('Security code', { exact: true }).pressSequentially(charge.securityCode)
  await page.getByRole('button', { name: new RegExp(`^Charge ${charge.amount} EUR`) }).click()
  await page.getByTestId('order-status').first().waitFor()
  return /orders\/([0-9]+)/.exec(page.url())?.[1] ?? ''
}
