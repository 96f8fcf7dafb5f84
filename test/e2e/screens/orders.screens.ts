import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { openAlbum } from '../support/album'
import { addCard, addProfile, get, makeRecoveryCode, prepareCharge, waitForWord } from '../support/app-calls'
import { typeInto } from '../support/person'
import {
  cardNamed,
  chargeUntil,
  longDescription,
  openSimulatorApp,
  pastIsAdded,
} from '../support/simulator-app'
import { startSimulator, type RunningSimulator } from '../support/simulator'
import { button, field, openOrder, openScreen, setOnline } from '../support/walk'

it('Home, orders and the API log are accessible', async () => {
  const simulator = await startSimulator()
  const { app, page, cards, ...testApp } = await openSimulatorApp({ withPast: true })
  const album = await openAlbum(page, 'orders')
  const cardId = (start: string) => cardNamed(cards, start).cardId
  const approved = await chargeUntil(page, 'approved', { cardId: cardId('Marta'), amount: '49.00' })
  await chargeUntil(page, 'approved', {
    cardId: cardId('Ayşe'),
    amount: '1238.86',
    description: longDescription,
  })
  const declined = await chargeUntil(page, 'declined', {
    cardId: cardId('Žofie'),
    amount: '9002.00',
    description: 'Season ticket',
  })
  await chargeUntil(page, 'filtered', { cardId: cardId('Hohenfels'), amount: '9020.00' })
  await chargeUntil(page, 'unknown', { cardId: cardId('Ayşe'), amount: '9032.00' })
  const lost = await chargeUntil(page, 'outcome unknown', {
    cardId: cardId('Hohenfels'),
    amount: '9041.00',
    description: 'Family account, December',
  })
  const refused = await chargeUntil(page, 'refused, checking', {
    cardId: cardId('Oliver'),
    amount: '9080.00',
  })
  await chargeUntil(page, 'processing', { cardId: cardId('Haruka'), amount: '9035.00' })
  await get(page, 'orders.note', {
    orderId: declined,
    text: 'Customer called: new card arrives on Thursday, try again then.',
  })

  await pastIsAdded(page)
  await openScreen(page, '/home')
  await album.take('home')
  await openScreen(page, '/orders')
  await album.take('list')
  await typeInto(field(page, 'Search orders'), 'WEB-')
  await page.getByRole('row', { name: /WEB-/ }).first().waitFor()
  await album.take('list-past')
  await typeInto(field(page, 'Search orders'), 'nothing has this name')
  await album.take('filtered-out')
  await openScreen(page, '/orders')
  await button(page, 'Add order by ID').click()
  await album.take('adopt')

  for (const tab of ['Timeline', 'Facts', 'Raw']) {
    await openOrder(page, approved, tab)
    await album.take(`approved-${tab.toLowerCase()}`)
  }
  await openOrder(page, approved, 'Timeline')
  await button(page, 'Add note').click()
  await album.take('note')
  await openOrder(page, declined, 'Timeline')
  await album.take('declined')
  await openOrder(page, lost, 'Timeline')
  await album.take('outcome-unknown')
  await openOrder(page, refused, 'Timeline')
  await album.take('refused-checking')
  for (const [clientOrderId, group] of [
    ['NS-2042', 'Loyalty'],
    ['NS-2044', 'Customer’s address'],
    ['NS-2041', 'Destination card'],
    ['NS-2050', 'Commissions'],
    ['NS-2059', '3-D Secure'],
  ] as const) {
    await openOrder(page, await orderNamed(page, clientOrderId), 'Facts')
    await page.getByRole('heading', { name: group, exact: true }).scrollIntoViewIfNeeded()
    await album.take(`facts-${clientOrderId}`)
  }
  await openScreen(page, '/log')
  await typeInto(field(page, 'Search API log'), 'make-rebill')
  await page
    .getByRole('row', { name: /Rebill sale/ })
    .first()
    .click()
  await album.take('api-log')
  await button(page, 'Look up request').click()
  await page.getByRole('dialog').getByText('Response', { exact: true }).first().waitFor()
  await album.take('request-lookup')

  await makeRecoveryCode(page)
  const profileId = await addProfile(page, simulator)
  await get(page, 'profiles.select', { profileId })
  await openScreen(page, '/home')
  await album.take('home-empty')
  await openScreen(page, '/orders')
  await album.take('list-empty')
  const cardOutside = await addCard(page, simulator)
  const answeredWrongly = await chargeUntil(page, 'approved', {
    cardId: cardOutside,
    amount: '9.50',
  })
  await simulator.control({ next: 'broken-foreign-order-id', path: 'status' })
  await get(page, 'orders.recheck', { orderId: answeredWrongly })
  await openOrder(page, answeredWrongly, 'Timeline')
  await page.getByText('A response belongs to another order').first().waitFor()
  await album.take('alert-mismatch')
  await openClosedGateway(page, simulator)
  await openScreen(page, '/home')
  await page.getByText('Nord Shop test: orders are not checked').waitFor()
  await album.take('home-paused')
  await get(page, 'profiles.select', { profileId })
  const notSent = await chargeNotSent(page, simulator, cardOutside)
  await openOrder(page, notSent, 'Timeline')
  await album.take('not-sent')
  await setOnline(app, false)
  await page.getByText('Offline', { exact: true }).waitFor()
  await album.take('offline')
  expect(album.objections).toEqual([])
  await testApp.close()
})

/** Charges a card at a gateway that has just been stopped. */
async function chargeNotSent(page: Page, simulator: RunningSimulator, cardId: string): Promise<string> {
  const charge = await prepareCharge(page, { cardId, routeId: simulator.endpointId, amount: '31.00' })
  await simulator.kill()
  const { summary } = await get(page, 'charges.confirm', charge.confirmation)
  await waitForWord(page, summary.orderId, 'not sent')
  return summary.orderId
}

/** Polls two orders at a gateway that refuses every request and whose clock is behind. */
async function openClosedGateway(page: Page, simulator: RunningSimulator): Promise<void> {
  const behindMs = 12 * 60_000
  const server = createServer((_request, response) => {
    const date = new Date(Date.now() - behindMs).toUTCString()
    response.writeHead(403, { date, 'content-type': 'text/html' }).end('<h1>Forbidden</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const profileId = await addProfile(page, simulator, { baseUrl: `http://127.0.0.1:${port}/paynet` })
  await get(page, 'profiles.select', { profileId })
  for (const clientOrderId of ['INV-2041', 'INV-2042'])
    await get(page, 'orders.adopt', { clientOrderId, gatewayOrderId: '', routeId: simulator.endpointId })
}

async function orderNamed(page: Page, clientOrderId: string): Promise<string> {
  const { rows } = await get(page, 'orders.list', {
    query: {
      profileId: null,
      search: clientOrderId,
      families: [],
      filters: [],
      sortBy: 'created',
      direction: 'desc',
    },
    cursor: null,
    limit: 1,
  })
  return rows[0]?.orderId ?? ''
}
