import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { get } from '../support/app-calls'
import { chooseHere, pasteInto, tabTo, typeInto } from '../support/person'
import { cardNamed, chargeUntil, longDescription, openSimulatorApp } from '../support/simulator-app'
import { button, field, openOrder, openScreen } from '../support/walk'
import { everyCallback } from '../../../src-shared/domain/callback'

it('the callbacks screen is accessible', async () => {
  const { page, cards, ...testApp } = await openSimulatorApp()
  const album = await openAlbum(page, 'callbacks')
  await openScreen(page, '/callbacks')
  await album.take('empty')
  await typeInto(field(page, 'Port'), '70000')
  await album.take('bad-port')
  await typeInto(field(page, 'Port'), '0')
  await button(page, 'Start listener').click()
  await button(page, 'Stop listener').waitFor()
  const { callbackListener } = await get(page, 'appState.get', {})
  const serverCallbackUrl = callbackListener.kind === 'on' ? callbackListener.url : ''

  const { cardId } = cardNamed(cards, 'Marta')
  const called = await chargeUntil(page, 'approved', { cardId, amount: '49.00', serverCallbackUrl })
  await expect.poll(() => kept(page), { timeout: 20_000 }).toBe(1)
  const { summary } = await get(page, 'orders.get', { orderId: called })
  const ids = `client_orderid=${summary.clientOrderId}&orderid=${summary.gatewayOrderId}`
  const forged = '0123456789abcdef0123456789abcdef01234567'
  const pasted = [
    `https://shop.example/callback?status=declined&type=sale&${ids}&amount=49.00&control=${forged}`,
    `status=approved&type=reversal&${ids}&amount=4900.00`,
    `203.0.113.9 - - [28/Nov/2026:08:00:00 +0000] "GET /cb?status=approved&type=chargeback&client_orderid=SHOP-99127&orderid=6690001&amount=18.00&control=${forged} HTTP/1.1" 200 2`,
    `status=filtered&type=sale&client_orderid=SHOP-99128&merchant_data=${encodeURIComponent(longDescription)}&card_holder_name=${encodeURIComponent('Maximiliane Wilhelmine von und zu Hohenfels-Oberkirchberg')}&email=maximiliane.wilhelmine.von.und.zu@hohenfels-oberkirchberg.example`,
    'nothing to see in this line',
  ].join('\n')

  await openScreen(page, '/callbacks')
  await button(page, 'Paste callbacks…').click()
  await album.take('paste-empty')
  await typeInto(field(page, 'What your server received'), 'nothing to see here')
  await page.getByText('No callback found').first().waitFor()
  await album.take('paste-nothing-found')
  await pasteInto(testApp.app, field(page, 'What your server received'), pasted)
  await page.getByText('4 callbacks found').waitFor()
  await album.take('paste')
  await button(page, 'Store callbacks').click()
  await expect.poll(() => kept(page)).toBe(5)

  await openScreen(page, '/callbacks')
  await album.take('list')
  for (const [name, row] of [
    ['right', /signature valid/i],
    ['forged', /declined.*signature invalid/i],
    ['no-control', /reversal.*signature missing/i],
    ['no-order', /chargeback/],
    ['long', /filtered/],
  ] as const) {
    await page.getByRole('row', { name: row }).first().click()
    await album.take(name)
  }
  await typeInto(field(page, 'Client or gateway order ID'), 'nobody-knows-it')
  await button(page, 'Find order').click()
  await album.take('attach-nothing-found')
  await typeInto(field(page, 'Client or gateway order ID'), summary.clientOrderId)
  await button(page, 'Find order').click()
  await button(page, `Attach to ${summary.clientOrderId}`).waitFor()
  await album.take('attach')
  await tabTo(page, 'combobox Signature')
  await chooseHere(page, 'Signature', 'Invalid')
  await page.getByRole('status').getByText('2 callbacks').waitFor()
  await album.take('filtered')
  await typeInto(page.getByRole('searchbox', { name: 'Search callbacks' }), 'nobody')
  await page.getByText('No callback found').waitFor()
  await album.take('filtered-none')
  await button(page, 'Clear filters').first().click()
  await page.getByRole('status').getByText('5 callbacks').waitFor()
  await openOrder(page, called, 'Callbacks')
  await album.take('of-an-order')
  await openOrder(page, called, 'Timeline')
  await album.take('timeline')
  expect(album.objections).toEqual([])
  await testApp.close()
})

async function kept(page: Page): Promise<number> {
  return (await get(page, 'callbacks.list', { query: everyCallback, cursor: null, limit: 50 })).rows.length
}
