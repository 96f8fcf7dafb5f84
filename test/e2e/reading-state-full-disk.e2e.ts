import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { smallDisk } from '../support/small-disk'
import { openAlbum } from './support/album'
import { openDesk } from './support/desk-calls'
import { makeHistory, readHistory, troubleOf } from './support/history'
import { button } from './support/walk'

describe('the reading state', () => {
  it('shows the history on a full disk, and goes on when there is room (C1)', async () => {
    onTestFinished(() => {
      smallDisk.empty()
    })
    const userDataDir = join(smallDisk.writable, 'data')
    const clientOrderId = await makeHistory(userDataDir)
    smallDisk.fillUp()
    const { page, state, close } = await openDesk({ userDataDir })
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
