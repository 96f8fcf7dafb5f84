import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { addCard, addProfile, get, makeRecoveryCode, prepareCharge, waitForWord } from '../support/desk-calls'
import { typeInto } from '../support/person'
import { cardNamed, chargeUntil, longDescription, openShop } from '../support/shop'
import { startSimulator, type RunningSimulator } from '../support/simulator'
import { button, openOrder, openScreen, setOnline } from '../support/walk'

it('Home, orders and the API log can be read by everybody', async () => {
  const simulator = await startSimulator()
  const { app, page, cards, ...desk } = await openShop()
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
  await chargeUntil(page, 'processing', { cardId: cardId('Haruka'), amount: '9035.00' })
  await get(page, 'orders.note', {
    orderId: declined,
    text: 'Customer called: new card arrives on Thursday, try again then.',
  })

  await openScreen(page, '/home')
  await album.take('home')
  await openScreen(page, '/orders')
  await album.take('list')
  await typeInto(page.getByRole('searchbox').first(), 'nothing has this name')
  await album.take('filtered-out')
  await page.keyboard.press('Control+k')
  await album.take('command-bar')
  await openScreen(page, '/orders')
  await page.keyboard.press('?')
  await album.take('keyboard-help')
  await openScreen(page, '/orders')
  await button(page, 'Adopt order').click()
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
  await openScreen(page, '/log')
  await typeInto(page.getByRole('searchbox').first(), 'make-rebill')
  await page
    .getByRole('row', { name: /Rebill sale/ })
    .first()
    .click()
  await album.take('api-log')
  await button(page, 'Ask what became of this request').click()
  await page.getByRole('dialog').getByText('Answer', { exact: true }).first().waitFor()
  await album.take('request-lookup')

  await makeRecoveryCode(page)
  const profileId = await addProfile(page, simulator)
  await get(page, 'profiles.select', { profileId })
  await openScreen(page, '/home')
  await album.take('home-empty')
  await openScreen(page, '/orders')
  await album.take('list-empty')
  const notSent = await chargeNotSent(page, simulator)
  await openOrder(page, notSent, 'Timeline')
  await album.take('not-sent')
  await setOnline(app, false)
  await page.getByText('Offline', { exact: true }).waitFor()
  await album.take('offline')
  expect(album.objections).toEqual([])
  await desk.close()
})

/** Charges a card of a gateway that went away just before. */
async function chargeNotSent(page: Page, simulator: RunningSimulator): Promise<string> {
  const cardId = await addCard(page, simulator)
  const charge = await prepareCharge(page, { cardId, routeId: simulator.endpointId, amount: '31.00' })
  await simulator.kill()
  const { summary } = await get(page, 'charges.confirm', charge.confirmation)
  await waitForWord(page, summary.orderId, 'not sent')
  return summary.orderId
}
