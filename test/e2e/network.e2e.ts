import { expect, it } from 'vitest'
import { addCard, addProfile, makeRecoveryCode, openApp, waitForWord } from './support/app-calls'
import { chargeInWindow, sellInWindow } from './support/charge-in-window'
import { answerIssuer, issuerPage } from './support/issuer-page'
import { leaveAlone } from './support/left-alone'
import { debuggerPorts, targetsOf, watchPackets } from './support/packets'
import { startSimulator } from './support/simulator'
import { openScreen } from './support/walk'

it('the app contacts only the host of the profile and asks for no name, in a tour, a charge and a sale with a challenge (E8, S6)', async () => {
  const simulator = await startSimulator()
  const sent = await watchPackets()
  const testApp = await openApp()
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
  const ports = [...(await debuggerPorts(testApp)), Number(new URL(simulator.baseUrl).port)]
  await testApp.close()
  expect(targetsOf(await sent()).sort()).toEqual(ports.map((port) => `127.0.0.1 ${String(port)}`).sort())
})

it('the app sends nothing when it is started and left alone', async () => {
  expect(await leaveAlone(10_000)).toEqual([])
})
