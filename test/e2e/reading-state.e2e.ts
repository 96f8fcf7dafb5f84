import { chmod, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '../../src-main/db/connection'
import { freshUserData } from '../support/launch/launch-desk'
import { openAlbum, type Album } from './support/album'
import {
  addCard,
  addProfile,
  ask,
  get,
  makeRecoveryCode,
  openDesk,
  prepareCharge,
} from './support/desk-calls'
import { databaseKey } from './support/keychain-item'
import { startSimulator } from './support/simulator'
import { button, field } from './support/walk'

/** A file system of its own that the test may fill, 40 to 200 MB, writable for the account of the session. */
const smallDisk = process.env['REBILL_DESK_SMALL_DISK'] ?? ''

/** Data with a profile, a card, an approved order and one without an answer; answers with the found order's id. */
async function makeHistory(userDataDir: string): Promise<string> {
  const simulator = await startSimulator()
  const { page, close } = await openDesk({ userDataDir })
  await makeRecoveryCode(page)
  await addProfile(page, simulator)
  const cardId = await addCard(page, simulator)
  const typed = { cardId, routeId: simulator.endpointId, amount: '25.00' }
  const charge = await prepareCharge(page, typed)
  await get(page, 'charges.confirm', charge.confirmation)
  const other = await prepareCharge(page, { ...typed, amount: '26.00' })
  await get(page, 'charges.confirm', other.confirmation)
  await close()
  return charge.preview.clientOrderId
}

/** What a person does in the reading state: searches the orders, opens one, and finds the way to a charge closed. */
async function readHistory(page: Page, album: Album, name: string, clientOrderId: string): Promise<void> {
  await page.getByRole('alert').first().waitFor()
  await album.take(`${name}-home`)
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await field(page, 'Search orders').click()
  await page.keyboard.type(clientOrderId)
  await page.getByRole('row').filter({ hasText: '25.00' }).click()
  await page
    .getByRole('heading', { name: /25\.00 EUR/ })
    .first()
    .waitFor()
  await album.take(`${name}-order`)
  await page.getByRole('link', { name: 'Charge', exact: true }).click()
  await button(page, 'Review').waitFor()
  expect(await button(page, 'Review').isDisabled()).toBe(true)
  await album.take(`${name}-charge`)
  const refused = await ask(page, 'charges.sendAgain', { chargeId: 'any' })
  expect(refused).toMatchObject({ ok: false, error: { code: 'storage-failed' } })
}

async function troubleOf(page: Page): Promise<string | null> {
  return (await get(page, 'appState.get', {})).storage.trouble
}

async function fill(folder: string): Promise<string> {
  const file = join(folder, 'ballast')
  const handle = await open(file, 'w')
  for (const bytes of [1_048_576, 4096, 1])
    for (let isFull = false; !isFull;)
      isFull = await handle.write(Buffer.alloc(bytes)).then(
        ({ bytesWritten }) => bytesWritten < bytes,
        () => true,
      )
  await handle.close()
  return file
}

describe('the reading state', () => {
  it.skipIf(smallDisk === '')(
    'shows the history on a full disk, and goes on when there is room (C1)',
    async () => {
      const userDataDir = join(smallDisk, 'data')
      onTestFinished(async () => rm(userDataDir, { recursive: true, force: true }))
      const clientOrderId = await makeHistory(userDataDir)
      const ballast = await fill(smallDisk)
      onTestFinished(async () => rm(ballast, { force: true }))
      const { page, state, close } = await openDesk({ userDataDir })
      expect(state).toMatchObject({ start: { kind: 'ready' }, storage: { trouble: 'disk-full' } })
      const album = await openAlbum(page, 'reading')
      await readHistory(page, album, 'disk-full', clientOrderId)
      await rm(ballast)
      await button(page, 'Try again').click()
      await expect.poll(() => troubleOf(page), { timeout: 20_000 }).toBeNull()
      await page.getByRole('alert').waitFor({ state: 'detached' })
      expect(album.objections).toEqual([])
      await close()
    },
  )

  it('shows the history while another program holds it, and goes on by itself (C1)', async () => {
    const userDataDir = await freshUserData()
    const clientOrderId = await makeHistory(userDataDir)
    const other = connect({ file: join(userDataDir, 'desk', 'log.db') }, await databaseKey(), 'write')
    other.exec('BEGIN IMMEDIATE')
    const { page, state, close } = await openDesk({ userDataDir })
    expect(state).toMatchObject({ start: { kind: 'ready' }, storage: { trouble: 'busy' } })
    const album = await openAlbum(page, 'reading')
    await readHistory(page, album, 'busy', clientOrderId)
    other.exec('ROLLBACK')
    other.close()
    await expect.poll(() => troubleOf(page), { timeout: 90_000 }).toBeNull()
    expect(album.objections).toEqual([])
    await close()
  })

  it('shows the history in a folder that can only be read, and writes nothing there (C2)', async () => {
    const userDataDir = await freshUserData()
    const clientOrderId = await makeHistory(userDataDir)
    const folders = [join(userDataDir, 'desk'), userDataDir]
    for (const folder of folders) await chmod(folder, 0o500)
    onTestFinished(async () => {
      for (const folder of folders.toReversed()) await chmod(folder, 0o700)
    })
    const before = await readdir(userDataDir, { recursive: true })
    const { page, state, close } = await openDesk({ userDataDir })
    expect(state).toMatchObject({ start: { kind: 'ready' }, storage: { trouble: 'read-only' } })
    const album = await openAlbum(page, 'reading')
    await readHistory(page, album, 'read-only', clientOrderId)
    expect(album.objections).toEqual([])
    await close()
    expect(await readdir(userDataDir, { recursive: true })).toEqual(before)
  })
})

describe('a quit while a charge waits for its answer', () => {
  it('says what it waits for, is over within 10 s, also after a second quit, and loses nothing (C3)', async () => {
    const simulator = await startSimulator()
    const first = await openDesk()
    const { page, app, userDataDir } = first
    await makeRecoveryCode(page)
    await addProfile(page, simulator)
    const cardId = await addCard(page, simulator)
    const charge = await prepareCharge(page, { cardId, routeId: simulator.endpointId, amount: '25.00' })
    await simulator.control({ delayMs: 45_000, path: 'make-rebill' })
    void ask(page, 'charges.confirm', charge.confirmation).catch(() => 'gone')
    await expect.poll(async () => (await simulator.rebills(charge.preview.clientOrderId)).length).toBe(1)

    const gone = new Promise<string>((resolve) => app.process().once('exit', () => resolve('gone')))
    const album = await openAlbum(page, 'reading')
    await app.evaluate((electron) => electron.app.quit())
    await page.getByText('Waiting for the answer to the charge of 25.00 EUR').waitFor()
    await album.take('quit')
    expect(album.objections).toEqual([])
    await app.evaluate((electron) => electron.app.quit())
    await page.getByText('Waiting for the answer to the charge of 25.00 EUR').waitFor()
    const late = new Promise<string>((resolve) => setTimeout(() => resolve('still here'), 15_000))
    expect(await Promise.race([gone, late])).toBe('gone')
    await simulator.control({ reset: true })

    const second = await openDesk({ userDataDir })
    const order = await get(second.page, 'orders.get', { orderId: '1' })
    expect(order.timeline.map(({ kind }) => kind)).toContain('swept-at-start')
    expect(await simulator.rebills(charge.preview.clientOrderId)).toHaveLength(1)
    await second.close()
  })
})
