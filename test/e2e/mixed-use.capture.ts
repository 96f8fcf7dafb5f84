// Shows 5 of the issue of consent and evidence: minutes of mixed use, with every packet of the app. It is not a part of
// `npm test`: npm run capture -- 10
import { expect, it } from 'vitest'
import { addCard, addProfile, makeRecoveryCode, openApp, waitForWord } from './support/app-calls'
import { chargeInWindow, sellInWindow } from './support/charge-in-window'
import { answerIssuer, closeIssuerPage, issuerPage } from './support/issuer-page'
import { leaveAlone } from './support/left-alone'
import { debuggerPorts, targetsOf, watchPackets } from './support/packets'
import { typeInto } from './support/person'
import { startSimulator } from './support/simulator'
import { field, openScreen } from './support/walk'

const minutes = Number(process.env.REBILL_DESK_CAPTURE_MINUTES ?? '1')

const screens = ['/', '/orders', '/cards', '/charge', '/insights', '/callbacks', '/log', '/settings']

it(`sends nothing to anybody else in ${String(minutes)} minutes of mixed use`, async () => {
  const sent = await watchPackets()
  const simulator = await startSimulator()
  const testApp = await openApp()
  const { page } = testApp
  await makeRecoveryCode(page)
  await addProfile(page, simulator)
  const cardId = await addCard(page, simulator)
  const did = { screens: 0, charges: 0, sales: 0, closedPages: 0, searches: 0 }
  const endMs = Date.now() + minutes * 60_000
  for (let round = 0; Date.now() < endMs; round++) {
    for (const screen of screens) {
      await openScreen(page, screen)
      did.screens++
    }
    const charged = await chargeInWindow(page, { cardId, amount: `12.${String(10 + round)}` })
    await waitForWord(page, charged, 'approved')
    did.charges++
    // The simulator asks for a challenge at this security code. Equal amounts would be held back as double charges.
    const sold = await sellInWindow(page, { amount: `${String(50 + round)}.00`, securityCode: '321' })
    const issuer = await issuerPage(testApp.app)
    if (round % 3 === 2) {
      await closeIssuerPage(testApp.app)
      did.closedPages++
    } else {
      await answerIssuer(issuer, { code: '1234' })
      await waitForWord(page, sold, 'approved')
      did.sales++
    }
    await openScreen(page, '/orders')
    await typeInto(field(page, 'Search orders'), 'testova')
    did.searches++
    // Nothing is done for a while, so that what runs in the background gets its turn.
    await new Promise((resolve) => setTimeout(resolve, 15_000))
  }
  const [inspector, devTools] = await debuggerPorts(testApp)
  await testApp.close()
  const packets = await sent()
  const gateway = Number(new URL(simulator.baseUrl).port)
  const known = new Map([
    [`127.0.0.1 ${String(inspector)}`, 'the driver of the test'],
    [`127.0.0.1 ${String(devTools)}`, 'the driver of the test'],
    [`127.0.0.1 ${String(gateway)}`, 'the simulator, as gateway and as issuer'],
  ])
  const targets = targetsOf(packets)
  console.log(JSON.stringify(did))
  for (const target of targets) {
    const count = packets.filter((packet) => targetsOf([packet])[0] === target).length
    console.log(
      `${String(count).padStart(6)} connections or packets: ${target} (${known.get(target) ?? 'UNEXPECTED'})`,
    )
  }
  expect(targets.filter((target) => !known.has(target))).toEqual([])
})

it(`sends nothing in ${String(minutes)} minutes in which nobody uses it`, async () => {
  expect(await leaveAlone(minutes * 60_000)).toEqual([])
})
