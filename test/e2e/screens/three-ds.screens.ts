import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { addProfile, get, makeRecoveryCode, sell, waitForStep, waitForWord } from '../support/app-calls'
import { startIssuerProxy } from '../support/issuer-proxy'
import {
  answerIssuer,
  closeIssuerPage,
  issuedAnswer,
  issuerBar,
  issuerPage,
  postAnswer,
} from '../support/issuer-page'
import { openSimulatorApp } from '../support/simulator-app'
import { startSimulator } from '../support/simulator'
import { button, openOrder, openScreen } from '../support/walk'

it('every state of 3-D Secure is accessible', async () => {
  const simulator = await startSimulator()
  const { app, page, ...testApp } = await openSimulatorApp()
  const album = await openAlbum(page, '3ds')
  const onSimulator = (amount: string, change = {}) => sell(page, { amount, routeId: '4411', ...change })

  // A method page that never answers takes ten seconds; meanwhile the other states are prepared.
  const timedOut = await onSimulator('9304.00')
  await waitForStep(page, timedOut, 'method', 'open')
  await openOrder(page, timedOut, '3-D Secure')
  await album.take('method-page-open')

  const frictionless = await onSimulator('9301.00')
  await waitForWord(page, frictionless, 'approved')
  await openOrder(page, frictionless, '3-D Secure')
  await album.take('frictionless-approved')

  const challenged = await onSimulator('9302.00')
  await issuerPage(app)
  await openOrder(page, challenged, '3-D Secure')
  await album.take('challenge-open')
  await album.take('issuer-bar', await issuerBar(app))
  await album.take('issuer-page', await issuerPage(app))
  await closeIssuerPage(app)
  await waitForStep(page, challenged, 'challenge', 'awaited')
  await openOrder(page, challenged, '3-D Secure')
  await album.take('challenge-closed')
  await button(page, 'The cardholder is here: continue').click()
  await album.take('is-the-cardholder-here')
  await openOrder(page, challenged, 'Timeline')
  await album.take('challenge-closed-timeline')
  await openScreen(page, '/home')
  await album.take('home-waiting')
  await get(page, 'threeDs.continue', { orderId: challenged, isCardholderPresent: true })
  await answerIssuer(await issuerPage(app), { code: '1234' })
  await waitForWord(page, challenged, 'approved')
  await openOrder(page, challenged, '3-D Secure')
  await album.take('challenge-approved')
  await button(page, 'Replay').click()
  for (let step = 0; step < 6; step++) await button(page, 'Step forward').click()
  await album.take('replay')

  const refused = await onSimulator('9302.00')
  await answerIssuer(await issuerPage(app), 'refuse')
  await waitForWord(page, refused, 'declined')
  await openOrder(page, refused, '3-D Secure')
  await album.take('challenge-refused')

  const first = await onSimulator('9303.00')
  await answerIssuer(await issuerPage(app), { code: '1234' })
  await waitForWord(page, first, 'approved')
  await openOrder(page, first, '3-D Secure')
  await album.take('version-1')

  const remote = await onSimulator('9302.00', { presence: 'remote' })
  await waitForStep(page, remote, 'method', 'awaited')
  await openOrder(page, remote, '3-D Secure')
  await album.take('remote-waits')

  await waitForWord(page, timedOut, 'approved')
  await openOrder(page, timedOut, '3-D Secure')
  await album.take('method-page-timed-out')

  await makeRecoveryCode(page)
  const proxy = await startIssuerProxy(simulator.baseUrl)
  const profileId = await addProfile(page, simulator, { baseUrl: proxy.baseUrl })
  await get(page, 'profiles.select', { profileId })
  const elsewhere = (amount: string) => sell(page, { amount, routeId: simulator.endpointId })
  await simulator.control({ next: 'answer-lost', path: 'upload-cres-result' })
  const lost = await elsewhere('9302.00')
  const askingBank = await issuerPage(app)
  await simulator.control({ delayMs: 60_000, path: 'status' })
  await answerIssuer(askingBank, { code: '1234' })
  await waitForStep(page, lost, 'challenge', 'outcome-unknown')
  await openOrder(page, lost, '3-D Secure')
  await album.take('upload-answer-lost')
  await simulator.control({ reset: true })

  proxy.replace('challenge', (sent) => ({ html: `<p id="creq">${sent.get('creq') ?? ''}</p>` }))
  const unsent = await elsewhere('9302.00')
  const bank = await issuerPage(app)
  const cres = await issuedAnswer(simulator, await bank.locator('#creq').innerText())
  const { clientOrderId } = (await get(page, 'orders.get', { orderId: unsent })).summary
  await proxy.pause()
  await postAnswer(bank, clientOrderId, cres)
  await waitForStep(page, unsent, 'challenge', 'not-sent')
  await openOrder(page, unsent, '3-D Secure')
  await album.take('answer-not-sent')
  expect(album.objections).toEqual([])
  await testApp.close()
})
