import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addCard, addProfile, get, makeRecoveryCode, openApp } from './support/app-calls'
import { databaseKey, loseDatabaseKey, replaceDatabaseKey } from './support/keychain-item'
import { startSimulator } from './support/simulator'
import { typeInto } from './support/person'

const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }

describe('without a keychain', () => {
  it('keeps secrets for this session only, says so, and writes none of them to disk', async () => {
    const simulator = await startSimulator()
    const testApp = await openApp({ env: noKeychain })
    expect(testApp.state.keychain.kind).toBe('session-only')
    expect(await testApp.page.locator('body').innerText()).not.toMatch(/(?:kept|stored) in the keychain/i)
    await makeRecoveryCode(testApp.page)
    await addProfile(testApp.page, simulator)
    const state = await get(testApp.page, 'appState.get', {})
    expect(state.profiles.map(({ secret }) => secret)).toEqual(['session'])
    await addCard(testApp.page, simulator)
    await testApp.close()

    for (const entry of await readdir(testApp.userDataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const content = await readFile(join(entry.parentPath, entry.name))
      expect(content.includes(simulator.controlKey.slice(0, 8)), entry.name).toBe(false)
    }
  })

  it('opens the history with the recovery code after a restart', async () => {
    const first = await openApp({ env: noKeychain })
    const code = await makeRecoveryCode(first.page)
    await first.close()

    const second = await openApp({ userDataDir: first.userDataDir, env: noKeychain })
    expect(second.state.start).toEqual({ kind: 'keychain-unavailable', hasRecoveryFile: true })
    await recoverInWindow(
      second.page,
      code.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
    )
    await second.page.getByRole('alert').first().waitFor()
    await recoverInWindow(second.page, code)
    await waitForStart(second.page, 'first-run')
    await second.close()
  })
})

describe('a missing or wrong database key', () => {
  it('asks for the recovery code, never creates a new database, and restores the key', async () => {
    const first = await openApp()
    const code = await makeRecoveryCode(first.page)
    const key = await databaseKey()
    await first.close()
    const file = join(first.userDataDir, 'desk', 'log.db')
    const sizeBefore = (await stat(file)).size

    await loseDatabaseKey()
    const second = await openApp({ userDataDir: first.userDataDir })
    expect(second.state.start).toEqual({
      kind: 'recovery-needed',
      reason: 'key-missing',
      hasRecoveryFile: true,
    })
    expect((await stat(file)).size).toBe(sizeBefore)
    await recoverInWindow(second.page, code)
    await waitForStart(second.page, 'first-run')
    expect((await databaseKey()).equals(key)).toBe(true)
    await second.close()

    await replaceDatabaseKey(randomBytes(32))
    const third = await openApp({ userDataDir: first.userDataDir })
    expect(third.state.start).toEqual({
      kind: 'recovery-needed',
      reason: 'key-does-not-fit',
      hasRecoveryFile: true,
    })
    await recoverInWindow(third.page, code.toLowerCase())
    await waitForStart(third.page, 'first-run')
    await third.close()
    expect((await databaseKey()).equals(key)).toBe(true)
  })
})

/** Types the recovery code on the start screen. */
async function recoverInWindow(page: Page, code: string): Promise<void> {
  await typeInto(page.getByLabel(/recovery code/i).first(), code)
  await page.keyboard.press('Enter')
}

async function waitForStart(page: Page, kind: string): Promise<void> {
  const read = async () => (await get(page, 'appState.get', {})).start.kind
  await expect.poll(read, { timeout: 30_000 }).toBe(kind)
}
