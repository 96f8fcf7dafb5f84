import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { smallDisk } from '../support/small-disk'
import { openAlbum } from './support/album'
import { addProfile, get, makeRecoveryCode, openApp, sell, waitForWord } from './support/app-calls'
import { endOf, makeHistory, readHistory, troubleOf } from './support/history'
import { answerIssuer, issuerPage } from './support/issuer-page'
import { startSimulator } from './support/simulator'
import { button } from './support/walk'

afterEach(() => {
  smallDisk.empty()
})

describe('the read-only state', () => {
  it('shows the history on a full disk, and ends when there is space again (C1)', async () => {
    const userDataDir = join(smallDisk.writable, 'data')
    const clientOrderId = await makeHistory(userDataDir)
    smallDisk.fillUp()
    const { page, state, close } = await openApp({ userDataDir })
    expect(state).toMatchObject({ start: { kind: 'ready' }, storage: { trouble: 'disk-full' } })
    const album = await openAlbum(page, 'reading')
    await readHistory(page, album, 'disk-full', clientOrderId)
    smallDisk.makeRoom()
    await button(page, 'Try again').click()
    await expect.poll(() => troubleOf(page), { timeout: 20_000 }).toBeNull()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    expect(album.objections).toEqual([])
    await close()
  })
})

describe('a quit while the bank’s answer is sent and the disk is full', () => {
  it('ends in time, and the next start finds the outcome without sending again (C4)', async () => {
    const simulator = await startSimulator()
    // The keychain remembers the history of the test before, which lay in another folder.
    const userDataDir = join(smallDisk.writable, 'upload')
    const { page, app } = await openApp({ userDataDir })
    await makeRecoveryCode(page)
    await addProfile(page, simulator)
    const orderId = await sell(page, { amount: '9302.00', routeId: simulator.endpointId })
    const { clientOrderId } = (await get(page, 'orders.get', { orderId })).summary
    await simulator.control({ delayMs: 4000, path: 'upload-cres-result' })
    await answerIssuer(await issuerPage(app), { code: '1234' })
    const uploads = async () => (await simulator.uploads(clientOrderId)).map(({ command }) => command)
    const once = ['upload-method-url-result', 'upload-cres-result']
    await expect.poll(uploads, { timeout: 30_000 }).toEqual(once)
    smallDisk.fillUp()
    const ended = endOf(app)
    await app.evaluate((electron) => electron.app.quit())
    expect(await ended).toBe('gone')
    smallDisk.makeRoom()

    const second = await openApp({ userDataDir })
    const order = await waitForWord(second.page, orderId, 'approved')
    expect(order.steps.at(-1)).toMatchObject({ kind: 'challenge', state: 'outcome-unknown' })
    expect(await uploads()).toEqual(once)
    await second.close()
  })
})
