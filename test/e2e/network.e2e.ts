import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshUserData } from '../support/launch/launch-app'
import { addCard, addProfile, makeRecoveryCode, openApp, waitForWord } from './support/app-calls'
import { chargeInWindow, sellInWindow } from './support/charge-in-window'
import { answerIssuer, issuerPage } from './support/issuer-page'
import { startSimulator } from './support/simulator'
import { openScreen } from './support/walk'

it('the windows contact only the host of the profile, in a tour, a charge and a sale with a challenge (E8, S6)', async () => {
  const simulator = await startSimulator()
  const userDataDir = await freshUserData()
  const log = join(userDataDir, 'net-log.json')
  const testApp = await openApp({ userDataDir, args: [`--log-net-log=${log}`] })
  const { page } = testApp
  await makeRecoveryCode(page)
  await addProfile(page, simulator)
  const cardId = await addCard(page, simulator)
  for (const screen of ['/', '/orders', '/cards', '/charge', '/insights', '/callbacks', '/log', '/settings'])
    await openScreen(page, screen)
  const charged = await chargeInWindow(page, { cardId, amount: '12.34' })
  await waitForWord(page, charged, 'approved')
  const sold = await sellInWindow(page, { amount: '9302.00', securityCode: '123' })
  await answerIssuer(await issuerPage(testApp.app), { code: '1234' })
  await waitForWord(page, sold, 'approved')
  await testApp.close()

  const asked = hostsIn(await readFile(log, 'utf8'))
  const gateway = new URL(simulator.baseUrl)
  expect([...asked].filter((host) => !host.startsWith(gateway.hostname))).toEqual([])
  // The simulator serves the issuer's pages, so the log must contain its host.
  expect([...asked]).toContain(gateway.host)
})

/** Every host in Chromium's network log: of requests, connections and name lookups. */
function hostsIn(log: string): Set<string> {
  const urls = [...log.matchAll(/"(?:https?|wss?):\/\/([^/"?#\s]+)/g)].map(([, host]) => host ?? '')
  const names = [...log.matchAll(/"host":"(?:https?:\/\/)?([^/"\s]+)"/g)].map(([, host]) => host ?? '')
  return new Set([...urls, ...names])
}
