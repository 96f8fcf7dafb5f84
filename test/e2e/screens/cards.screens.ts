import { expect, it } from 'vitest'
import { openAlbum } from '../support/album'
import { addProfile, get, makeRecoveryCode, sell, waitForWord } from '../support/app-calls'
import { clickAt } from '../support/person'
import { openSimulatorApp } from '../support/simulator-app'
import { startSimulator } from '../support/simulator'
import { button, openOrder, openScreen } from '../support/walk'

it('cards and tokens are accessible', async () => {
  const simulator = await startSimulator()
  const { page, cards, ...testApp } = await openSimulatorApp()
  const album = await openAlbum(page, 'cards')
  await openScreen(page, '/cards')
  await album.take('list')
  await openScreen(page, `/cards/${cards[0]?.cardId}`)
  await album.take('card')
  await button(page, 'Edit labels').click()
  await album.take('edit')
  await openScreen(page, '/cards')
  await button(page, 'Add card').click()
  await album.take('add')

  const sales: string[] = []
  for (const amount of ['9301.00', '21.00']) {
    const orderId = await sell(page, { amount, routeId: '4411' })
    await waitForWord(page, orderId, 'approved')
    sales.push(orderId)
  }
  const [first = '', second = ''] = sales
  await openOrder(page, first, 'Timeline')
  await button(page, 'Register card').click()
  await album.take('register-without-key')
  const { activeProfileId } = await get(page, 'appState.get', {})
  await get(page, 'signingKeys.create', { profileId: activeProfileId ?? '', bits: 2048 })
  await openOrder(page, first, 'Timeline')
  await button(page, 'Register card').click()
  await clickAt(page.getByRole('radio', { name: /^Both/ }))
  await album.take('register-both')
  await button(page, 'Register card').click()
  await page.waitForURL(/#\/cards\/[^/]+$/)
  await get(page, 'cards.register', {
    orderId: second,
    nickname: 'Iva, second shop',
    customerReference: '',
    api: 'v2',
  })
  await page.reload()
  await page.getByText('Other tokens of the same card').waitFor()
  await album.take('every-token-kind')
  await page.getByRole('link', { name: /Iva, second shop/ }).scrollIntoViewIfNeeded()
  await album.take('twins')

  await makeRecoveryCode(page)
  const profileId = await addProfile(page, simulator)
  await get(page, 'profiles.select', { profileId })
  await openScreen(page, '/cards')
  await album.take('empty')
  expect(album.objections).toEqual([])
  await testApp.close()
})
