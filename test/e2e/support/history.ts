import type { ElectronApplication, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Album } from './album'
import { addCard, addProfile, ask, get, makeRecoveryCode, openApp, prepareCharge } from './app-calls'
import { startSimulator } from './simulator'
import { button, field } from './walk'

/** Creates data with a profile, a card and two charges; returns the client order id of the first one. */
export async function makeHistory(userDataDir: string): Promise<string> {
  const simulator = await startSimulator()
  const { page, close } = await openApp({ userDataDir })
  await makeRecoveryCode(page)
  await addProfile(page, simulator)
  const cardId = await addCard(page, simulator)
  const typed = { cardId, routeId: simulator.endpointId, amount: '25.00' }
  const charge = await prepareCharge(page, typed)
  await get(page, 'charges.confirm', charge.confirmation)
  const other = await prepareCharge(page, { ...typed, amount: '26.00' })
  await get(page, 'charges.confirm', other.confirmation)
  await close()
  return charge.preview.clientOrderId
}

/** Uses the app in the read-only state: searches the orders, opens one, and finds charging disabled. */
export async function readHistory(
  page: Page,
  album: Album,
  name: string,
  clientOrderId: string,
): Promise<void> {
  await page.getByRole('alert').first().waitFor()
  await album.take(`${name}-home`)
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await field(page, 'Search orders').click()
  await page.keyboard.type(clientOrderId)
  await page.getByRole('row').filter({ hasText: '25.00' }).click()
  await page
    .getByRole('heading', { name: /25\.00 EUR/ })
    .first()
    .waitFor()
  await album.take(`${name}-order`)
  await page.getByRole('link', { name: 'Charge', exact: true }).click()
  await button(page, 'Review').waitFor()
  expect(await button(page, 'Review').isDisabled()).toBe(true)
  await album.take(`${name}-charge`)
  const refused = await ask(page, 'charges.sendAgain', { chargeId: 'any' })
  expect(refused).toMatchObject({ ok: false, error: { code: 'storage-failed' } })
}

export async function troubleOf(page: Page): Promise<string | null> {
  return (await get(page, 'appState.get', {})).storage.trouble
}

/** Waits until an app that is quitting has ended, or until the time limit. */
export function endOf(app: ElectronApplication): Promise<'gone' | 'still here'> {
  return new Promise((resolve) => {
    app.process().once('exit', () => resolve('gone'))
    setTimeout(() => resolve('still here'), 15_000)
  })
}
