import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '../../src-main/db/file/connection'
import { freshUserData } from '../support/launch/launch-app'
import { openAlbum } from './support/album'
import { addCard, addProfile, ask, get, makeRecoveryCode, openApp, prepareCharge } from './support/app-calls'
import { endOf, makeHistory, readHistory, troubleOf } from './support/history'
import { databaseKey } from './support/keychain-item'
import { startSimulator } from './support/simulator'

describe('the read-only state', () => {
  it('shows the history while another program locks it, and ends automatically (C1)', async () => {
    const userDataDir = await freshUserData()
    const clientOrderId = await makeHistory(userDataDir)
    const other = connect({ file: join(userDataDir, 'desk', 'log.db') }, await databaseKey(), 'write')
    other.exec('BEGIN IMMEDIATE')
    const { page, state, close } = await openApp({ userDataDir })
    expect(state).toMatchObject({ start: { kind: 'ready' }, storage: { trouble: 'busy' } })
    const album = await openAlbum(page, 'reading')
    await readHistory(page, album, 'busy', clientOrderId)
    other.exec('ROLLBACK')
    other.close()
    await expect.poll(() => troubleOf(page), { timeout: 90_000 }).toBeNull()
    expect(album.objections).toEqual([])
    await close()
  })

  it('shows the history in a read-only folder, and writes nothing there (C2)', async () => {
    const userDataDir = await freshUserData()
    const clientOrderId = await makeHistory(userDataDir)
    const folders = [join(userDataDir, 'desk'), userDataDir]
    for (const folder of folders) await chmod(folder, 0o500)
    onTestFinished(async () => {
      for (const folder of folders.toReversed()) await chmod(folder, 0o700)
    })
    const before = await readdir(userDataDir, { recursive: true })
    const { page, state, close } = await openApp({ userDataDir })
    expect(state).toMatchObject({ start: { kind: 'ready' }, storage: { trouble: 'read-only' } })
    const album = await openAlbum(page, 'reading')
    await readHistory(page, album, 'read-only', clientOrderId)
    expect(album.objections).toEqual([])
    await close()
    expect(await readdir(userDataDir, { recursive: true })).toEqual(before)
  })
})

describe('a quit while a charge waits for its answer', () => {
  it('shows what it waits for, ends within 10 s, also after a second quit, and loses nothing (C3)', async () => {
    const simulator = await startSimulator()
    const first = await openApp()
    const { page, app, userDataDir } = first
    await makeRecoveryCode(page)
    await addProfile(page, simulator)
    const cardId = await addCard(page, simulator)
    const charge = await prepareCharge(page, { cardId, routeId: simulator.endpointId, amount: '25.00' })
    await simulator.control({ delayMs: 45_000, path: 'make-rebill' })
    void ask(page, 'charges.confirm', charge.confirmation).catch(() => 'gone')
    await expect.poll(async () => (await simulator.rebills(charge.preview.clientOrderId)).length).toBe(1)

    const ended = endOf(app)
    const album = await openAlbum(page, 'reading')
    await app.evaluate((electron) => electron.app.quit())
    await page.getByText('Waiting for the response to the charge of 25.00 EUR').waitFor()
    await album.take('quit')
    expect(album.objections).toEqual([])
    await app.evaluate((electron) => electron.app.quit())
    await page.getByText('Waiting for the response to the charge of 25.00 EUR').waitFor()
    expect(await ended).toBe('gone')
    await simulator.control({ reset: true })

    const second = await openApp({ userDataDir })
    const order = await get(second.page, 'orders.get', { orderId: '1' })
    expect(order.timeline.map(({ kind }) => kind)).toContain('swept-at-start')
    expect(await simulator.rebills(charge.preview.clientOrderId)).toHaveLength(1)
    await second.close()
  })
})
