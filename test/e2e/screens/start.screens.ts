import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../../../src-main/db/file/connection'
import { openAlbum, type Album } from '../support/album'
import { get, makeRecoveryCode, openApp } from '../support/app-calls'
import { databaseKey, loseDatabaseKey, replaceDatabaseKey } from '../support/keychain-item'
import { typeInto } from '../support/person'
import { launchApp } from '../../support/launch/launch-app'
import { startKeyringSession } from '../../support/keyring-session'
import { button } from '../support/walk'

const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }

it('every start screen is accessible', async () => {
  const objections: string[] = []
  const first = await openApp()
  const album = await openAlbum(first.page, 'start')
  await button(first.page, 'Try the simulator').waitFor()
  await album.take('first-run')
  await makeRecoveryCode(first.page)
  const key = await databaseKey()
  await first.close()
  objections.push(...album.objections)

  const { userDataDir } = first
  const file = join(userDataDir, 'desk', 'log.db')
  const start = async (
    name: string,
    env: Record<string, string> = {},
    act: (page: Parameters<Album['take']>[1] & object) => Promise<void> = async () => undefined,
    folder = userDataDir,
  ) => {
    const testApp = await openApp({ userDataDir: folder, env })
    const pictures = await openAlbum(testApp.page, 'start')
    await testApp.page.getByRole('heading', { level: 1 }).first().waitFor()
    await act(testApp.page)
    await pictures.take(name)
    objections.push(...pictures.objections)
    await testApp.close()
    return testApp.state.start.kind
  }
  expect(await start('no-keychain', noKeychain)).toBe('keychain-unavailable')
  await loseDatabaseKey()
  expect(await start('key-gone')).toBe('recovery-needed')
  await replaceDatabaseKey(randomBytes(32))
  expect(
    await start('key-does-not-fit', {}, async (page) => {
      await typeInto(page.getByLabel(/recovery code/i).first(), 'AAAA-BBBB')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').first().waitFor()
    }),
  ).toBe('recovery-needed')
  await replaceDatabaseKey(key)
  // The same folder, under the name of one that is synced.
  const synced = join(await mkdtemp(join(tmpdir(), 'synced-')), 'Dropbox')
  await rename(userDataDir, synced)
  // S32
  expect(await start('folder-synced', {}, undefined, synced)).toBe('folder-shared')
  await rename(synced, userDataDir)
  const backup = join(userDataDir, 'backup.db')
  await copyFile(file, backup)
  const db = connect({ file }, key, 'write')
  db.pragma('user_version = 9999')
  db.close()
  expect(await start('too-new')).toBe('storage-too-new')
  for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`, { force: true })
  await writeFile(file, randomBytes(8192))
  expect(await start('damaged')).toBe('storage-damaged')
  // The advice of the screen: put the damaged file aside, copy the backup, try again.
  const last = await openApp({ userDataDir })
  await rename(file, join(userDataDir, 'damaged.db'))
  await copyFile(backup, file)
  await button(last.page, 'Try again').click()
  await button(last.page, 'Try the simulator').waitFor()
  await last.close()
  expect(objections).toEqual([])
})

it('a locked keychain differs from a missing one, and its screen is accessible', async () => {
  const testApp = await openLocked('locked')
  expect((await get(testApp.page, 'appState.get', {})).start).toEqual({ kind: 'keychain-locked' })
  const album = await openAlbum(testApp.page, 'start')
  await album.take('keychain-locked')
  expect(album.objections).toEqual([])
  await testApp.close()
})

it('the window shows that the system asks for the keychain’s password, and can be closed', async () => {
  const testApp = await openLocked('prompting')
  await testApp.page.getByText('enter it there').waitFor()
  const album = await openAlbum(testApp.page, 'start')
  await album.take('keychain-asks')
  expect(album.objections).toEqual([])
  await testApp.close()
})

/** An app with a history whose keychain is locked now. */
async function openLocked(kind: 'locked' | 'prompting') {
  const session = await startKeyringSession(kind)
  onTestFinished(() => session.stop())
  await session.unlock()
  const first = await openApp({ env: session.env })
  expect(first.state.keychain.kind).toBe('os')
  await first.close()
  await session.killDaemon()
  return launchApp({ userDataDir: first.userDataDir, env: session.env })
}
