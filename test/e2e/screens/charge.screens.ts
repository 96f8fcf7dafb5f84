import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { defaultSaleRules } from '../../../src-shared/domain/sale-rules'
import { aProfileInput } from '../../support/builders'
import { openAlbum } from '../support/album'
import { addProfile, get, makeRecoveryCode, testCardNumber } from '../support/app-calls'
import { release } from '../support/consent'
import { clickAt, typeInto } from '../support/person'
import { cardNamed, chargeUntil, openSimulatorApp } from '../support/simulator-app'
import { startSimulator } from '../support/simulator'
import { button, field, openScreen } from '../support/walk'

it('charging is accessible', async () => {
  const simulator = await startSimulator()
  const { page, cards, ...testApp } = await openSimulatorApp()
  const album = await openAlbum(page, 'charge')
  const { cardId } = cardNamed(cards, 'Marta')

  await openScreen(page, '/charge')
  await album.take('no-card')
  await openCharge(page, cardId)
  await album.take('stored-card')
  await typeInto(field(page, 'Amount'), '12,345')
  await typeInto(field(page, 'Description'), '4111 1111 1111 1111', '')
  await typeInto(field(page, 'Customer IP address'), '300.1.1.1')
  await button(page, 'Review').click()
  await album.take('refused')
  await openCharge(page, cardId)
  await page.getByText('Amounts to try in turn, scenario, URLs, merchant data').click()
  await typeInto(field(page, 'Amounts to try in turn'), '49.00, 30.00, 15.00')
  await typeInto(field(page, 'Purpose'), 'DE89 3704 0044 0532 0130 00')
  await typeInto(field(page, 'Server callback URL'), 'https://192.168.1.10/callback')
  await field(page, 'Server callback URL').scrollIntoViewIfNeeded()
  await album.take('advanced')
  await openReview(page, cardId, '15.00')
  await album.take('review')
  for (let charge = 0; charge < 3; charge++) await chargeUntil(page, 'approved', { cardId, amount: '15.00' })
  await openReview(page, cardId, '15.00')
  await album.take('review-warning')

  await openSale(page)
  await album.take('sale')
  await button(page, 'Review').click()
  await album.take('sale-refused')
  await typeSale(page, '49.00')
  await page.getByText('Cardholder’s contact and address').click()
  await album.take('sale-filled')
  await button(page, 'Review').click()
  await page.getByRole('button', { name: /^Charge 49.00 EUR/ }).waitFor()
  await album.take('sale-review')
  await page.reload()
  await openSale(page)
  await typeSale(page, '9041.00', 'On the phone')
  await album.take('sale-on-the-phone')
  await button(page, 'Review').click()
  await button(page, /^Charge 9,041.00 EUR/).click()
  await page.waitForURL(/#\/orders\/[^/]+$/)
  await album.take('sale-answer-lost')

  await makeRecoveryCode(page)
  const profileId = await addProfile(page, simulator)
  await get(page, 'profiles.select', { profileId })
  await openSale(page)
  await typeSale(page, '21.00')
  await button(page, 'Review').click()
  await button(page, /^Charge 21.00 EUR/).waitFor()
  await simulator.kill()
  await button(page, /^Charge 21.00 EUR/).click()
  await page.waitForURL(/#\/orders\/[^/]+$/)
  await button(page, 'Review and send').click()
  await page.getByRole('heading', { name: 'Type the card' }).waitFor()
  await album.take('sale-typed-anew')

  const saving = get(page, 'profiles.save', {
    profile: liveProfile,
    controlKey: '0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0',
  })
  await release(testApp.app)
  const live = await saving
  await get(page, 'profiles.select', { profileId: live.profileId })
  const card = await get(page, 'cards.add', {
    cardRefId: '771204',
    nickname: 'Gaswerk, maintenance',
    customerReference: 'GW-17',
    routeId: '9001',
  })
  await openScreen(page, '/charge')
  await album.take('live-typed-cards-off')
  await openReview(page, card.cardId, '1238.86')
  await album.take('live-review')
  expect(album.objections).toEqual([])
  await testApp.close()
})

const liveProfile = aProfileInput({
  name: 'Nord Shop Wohnungsbaugenossenschaft',
  routes: [{ kind: 'endpoint', id: '9001', label: 'Monthly', currency: 'EUR' }],
  defaultIpAddress: '203.0.113.24',
  saleRules: defaultSaleRules('production'),
})

async function openCharge(page: Page, cardId: string): Promise<void> {
  await openScreen(page, `/cards/${cardId}`)
  await button(page, 'Charge card').click()
  await field(page, 'Amount').waitFor()
}

async function openReview(page: Page, cardId: string, amount: string): Promise<void> {
  await openCharge(page, cardId)
  await typeInto(field(page, 'Amount'), amount)
  await typeInto(field(page, 'Description'), 'Monthly plan, December')
  await typeInto(field(page, 'Your reference'), 'INV-2041')
  await button(page, 'Review').click()
  await page.getByRole('button', { name: /^Charge [\d,.]+ EUR/ }).waitFor()
}

async function openSale(page: Page): Promise<void> {
  await openScreen(page, '/charge')
  await clickAt(page.getByRole('radio', { name: 'New card' }))
}

async function typeSale(page: Page, amount: string, presence = 'At this desk'): Promise<void> {
  await typeInto(field(page, 'Card number'), testCardNumber, '4111 1111 1111 1111')
  await typeInto(field(page, 'Security code'), '')
  await typeInto(field(page, 'Name on the card'), 'MAXIMILIANE WILHELMINE VON UND ZU HOHENFELS')
  await typeInto(field(page, 'Expiry date (MM/YY)'), '12/31')
  await clickAt(page.getByRole('radio', { name: new RegExp(`^${presence}`) }))
  await typeInto(field(page, 'Amount'), amount)
  await typeInto(field(page, 'Description'), 'First month')
}
