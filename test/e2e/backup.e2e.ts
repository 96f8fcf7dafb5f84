import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openAlbum } from './support/album'
import { ask, get } from './support/app-calls'
import { chargeInWindow } from './support/charge-in-window'
import { clickAt } from './support/person'
import { openSimulatorApp, pastIsAdded } from './support/simulator-app'
import { button, openScreen } from './support/walk'

it('makes a backup and restores it, and then charges nothing before a person checked what is missing', async () => {
  const { page, cards, userDataDir } = await openSimulatorApp({ withPast: true })
  await pastIsAdded(page)
  const album = await openAlbum(page, 'backup')
  const cardId = cards[0]?.cardId ?? ''
  await openScreen(page, '/settings/history')
  await page.getByText('There is no backup in the folder of the app.').waitFor()
  await album.take('1-none')
  await clickAt(button(page, 'Back up now'))
  await page.getByText('Backup made and checked').waitFor({ timeout: 60_000 })
  await button(page, 'Restore…').waitFor()
  await album.take('2-made')
  const [made] = await readdir(join(userDataDir, 'desk', 'backups'))
  expect(made).toMatch(/^by-hand-.*\.db$/)

  const orderId = await chargeInWindow(page, { cardId, amount: '10.00' })
  const { summary } = await get(page, 'orders.get', { orderId })
  await openScreen(page, '/settings/history')
  await clickAt(button(page, 'Restore…'))
  await button(page, 'Restore backup').waitFor()
  await album.take('3-confirm')
  const restarted = page.waitForEvent('load', { timeout: 60_000 })
  await clickAt(button(page, 'Restore backup'))
  await restarted

  const banner = page.getByRole('alert', { name: 'A backup was restored' })
  await banner.getByText(summary.clientOrderId).waitFor({ timeout: 60_000 })
  await album.take('4-restored')
  expect(await ask(page, 'orders.get', { orderId })).toMatchObject({ ok: false })
  const state = await get(page, 'appState.get', {})
  expect(state.restored).toMatchObject({ isComplete: true, actor: 'Dana Whitfield' })
  expect(state.missingCharges.map(({ clientOrderId }) => clientOrderId)).toEqual([summary.clientOrderId])
  await openScreen(page, `/cards/${cardId}`)
  expect(await button(page, 'Charge card').isDisabled()).toBe(true)

  await clickAt(button(page, 'I have checked the gateway for this time'))
  await banner.waitFor({ state: 'detached' })
  await expect.poll(() => button(page, 'Charge card').isDisabled()).toBe(false)
  const kept = (await readdir(join(userDataDir, 'desk'))).filter((name) => /\.replaced-\w+$/.test(name))
  expect(kept).toHaveLength(1)

  await openScreen(page, '/settings/history')
  await clickAt(button(page, 'Check now'))
  await page.getByText(/^No damage found/).waitFor()
  await album.take('5-checked')
  expect(album.objections).toEqual([])
})
