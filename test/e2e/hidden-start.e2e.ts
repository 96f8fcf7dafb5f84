// The start at the login: without a window, until a person asks for it or the app needs one.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright-core'
import { expect, it } from 'vitest'
import { everyOrder } from '../../src-shared/domain/order-query'
import { get, openApp, waitForWord } from './support/app-calls'
import { chargeInWindow } from './support/charge-in-window'
import { clickAt } from './support/person'
import { startAgain } from './support/second-start'
import { openSimulatorApp } from './support/simulator-app'
import { openScreen } from './support/walk'

const isVisible = async (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()))

it('is chosen in the settings, follows open orders without a window, and shows it at the next start', async () => {
  const first = await openSimulatorApp()
  const { userDataDir } = first
  await openScreen(first.page, '/settings/appearance')
  await clickAt(first.page.getByRole('radio', { name: 'Start without a window' }))
  await expect.poll(async () => (await get(first.page, 'autostart.get', {})).isOn).toBe(true)
  const folder = await first.app.evaluate(({ app }) => app.getPath('appData'))
  const entry = await readFile(join(folder, 'autostart', 'rebill-desk.desktop'), 'utf8')
  expect(entry).toMatch(/^Exec=".*" "--hidden"$/m)
  await chargeInWindow(first.page, { cardId: first.cards[0]?.cardId ?? '', amount: '10.00' })
  await first.close()

  const hidden = await openApp({
    userDataDir,
    args: ['--hidden'],
    env: { REBILL_DESK_SIMULATOR_ARGS: '--speed 20' },
  })
  const { rows } = await get(hidden.page, 'orders.list', { query: everyOrder, cursor: null, limit: 1 })
  await waitForWord(hidden.page, rows[0]?.orderId ?? '', 'approved')
  expect(await isVisible(hidden.app)).toBe(false)
  await startAgain(userDataDir, '--hidden')
  expect(await isVisible(hidden.app)).toBe(false)
  await startAgain(userDataDir)
  await expect.poll(() => isVisible(hidden.app)).toBe(true)
  await openScreen(hidden.page, '/settings/appearance')
  await clickAt(hidden.page.getByRole('radio', { name: 'Do not start' }))
  await expect.poll(async () => (await get(hidden.page, 'autostart.get', {})).isOn).toBe(false)
  await hidden.close()
})

it('shows the window by itself when only a person can go on', async () => {
  const fresh = await openApp({ args: ['--hidden'] })
  expect(fresh.state.start.kind).toBe('first-run')
  await expect.poll(() => isVisible(fresh.app)).toBe(true)
  await fresh.close()
})
