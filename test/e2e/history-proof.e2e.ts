import { cp, readFile, rm } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openAlbum } from './support/album'
import { get, openApp } from './support/app-calls'
import { chargeInWindow } from './support/charge-in-window'
import { consentWindow, release } from './support/consent'
import { chooseFile } from './support/file-dialogs'
import { clickAt, tabTo } from './support/person'
import { openSimulatorApp, pastIsAdded } from './support/simulator-app'
import { button, openScreen } from './support/walk'

const companions = ['', '-wal', '-shm']

it('S20: says at the start that the history is an older copy, charges nothing, and charges again when a person accepts it', async () => {
  const first = await openSimulatorApp({ withPast: true })
  const { userDataDir, cards } = first
  const file = join(userDataDir, 'desk', 'log.db')
  const cardId = cards[0]?.cardId ?? ''
  const reopen = () => openApp({ userDataDir, env: { REBILL_DESK_SIMULATOR_ARGS: '--speed 20' } })
  await pastIsAdded(first.page)
  await first.close()
  await cp(file, `${file}.older`)
  const second = await reopen()
  await chargeInWindow(second.page, { cardId, amount: '10.00' })
  await second.close()
  await putBack(file)

  const third = await reopen()
  const { page, app } = third
  const album = await openAlbum(page, 'proof')
  const banner = page.getByRole('alert', { name: 'The newest part of the history is missing' })
  await banner.waitFor()
  expect((await get(page, 'appState.get', {})).proof.finding).toMatchObject({ kind: 'rolled-back' })
  await album.take('0-both')
  await clickAt(button(page, 'I have checked these charges'))
  await page.getByRole('alert', { name: 'A confirmed charge is missing' }).waitFor({ state: 'detached' })
  await openScreen(page, `/cards/${cardId}`)
  expect(await button(page, 'Charge card').isDisabled()).toBe(true)
  await album.take('1-banner')

  // By keyboard alone: to the screen, into the dialog, out of it.
  await tabTo(page, 'button Show what to do')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Proof of the history' }).waitFor()
  await tabTo(page, 'button Accept the history…')
  await album.take('2-screen')
  await page.keyboard.press('Enter')
  await tabTo(page, 'textbox What you checked, and why you accept it')
  await page.keyboard.type('Compared with the back office')
  await album.take('3-accept')
  await tabTo(page, 'button Accept')
  await page.keyboard.press('Enter')
  await album.take('3-accept-release', await consentWindow(app))
  expect(await release(app)).toBe('Accept the history as it is?')
  await banner.waitFor({ state: 'detached' })
  await page.getByText(/nothing removed or changed/).waitFor()
  await album.take('4-accepted')
  await expectProof(page, app, join(userDataDir, 'proof.jsonl'))
  await album.take('5-saved')
  await openScreen(page, `/cards/${cardId}`)
  await expect.poll(() => button(page, 'Charge card').isDisabled()).toBe(false)
  expect(album.objections).toEqual([])
  await third.close()
})

it('says at the start that the history was deleted, and begins a new one only when a person signs it', async () => {
  const first = await openSimulatorApp()
  const { userDataDir } = first
  await first.close()
  for (const suffix of companions) await rm(join(userDataDir, 'desk', `log.db${suffix}`), { force: true })
  const { app, page, state } = await openApp({ userDataDir })
  expect(state.start.kind).toBe('history-deleted')
  const album = await openAlbum(page, 'proof')
  await page.getByRole('heading', { name: 'The history was deleted' }).waitFor()
  await album.take('6-deleted')
  await tabTo(page, 'button Begin a new history…')
  await page.keyboard.press('Enter')
  await tabTo(page, 'textbox Your name')
  await page.keyboard.type('Dana Whitfield')
  await tabTo(page, 'textbox What you checked, and why you accept it')
  await page.keyboard.type('The machine was set up anew')
  await album.take('7-new')
  await tabTo(page, 'button Begin a new history')
  await page.keyboard.press('Enter')
  await album.take('7-new-release', await consentWindow(app))
  expect(await release(app)).toBe('Begin a new history?')
  await button(page, 'Try the simulator').waitFor()
  expect((await get(page, 'appState.get', {})).proof.finding).toBeNull()
  expect(album.objections).toEqual([])
})

async function putBack(file: string): Promise<void> {
  for (const suffix of companions) await rm(`${file}${suffix}`, { force: true })
  await cp(`${file}.older`, file)
}

/** The saved file is found sound by the program that needs no app. */
async function expectProof(page: Page, app: Parameters<typeof chooseFile>[0], file: string): Promise<void> {
  await chooseFile(app, file)
  await button(page, 'Save proof file…').click()
  await page.getByText('Saved as proof.jsonl').waitFor()
  const { head } = (await get(page, 'appState.get', {})).proof.checked ?? { head: '' }
  const said = spawnSync(process.execPath, ['scripts/verify-log.mjs', file], { encoding: 'utf8' })
  expect(said.stdout).toContain('each as it was written')
  expect(await readFile(file, 'utf8')).toContain(head)
}
