import { describe, expect, it, vi } from 'vitest'
import { addCard, addProfile, get, makeRecoveryCode, openApp, waitForWord } from './support/app-calls'
import { chargeInWindow } from './support/charge-in-window'
import { databaseKey } from './support/keychain-item'
import { tabTo, typeAlong } from './support/person'
import { collectGarbage, copiesInMemory } from './support/process-memory'
import { formsOf } from './support/search-secrets'
import { startSimulator, type RunningSimulator } from './support/simulator'

type TestApp = Awaited<ReturnType<typeof openApp>>

/**
 * The open database needs its key. Each of its two connections keeps it in a read cipher and in a write cipher. The
 * expanded key of the writer's cipher begins with it. What the driver leaves on the stack is overwritten after each call
 * (`worker-rpc.ts`).
 */
const copiesOfOpenDatabase = 5

// Only Linux offers the memory of a process as a file.
describe.skipIf(process.platform !== 'linux')('the memory of main', () => {
  it.each([
    ['was started with the profile', profileOfEarlierStart],
    ['stored the profile', profileTypedIn],
  ])(
    'that %s has very few copies of a key after a charge, and none after the profile is removed (E2)',
    async (_, openWithProfile) => {
      const simulator = await startSimulator()
      const testApp = await openWithProfile(simulator)
      const { profiles } = await get(testApp.page, 'appState.get', {})
      const profileId = profiles[0]?.profileId ?? ''
      const cardId = await addCard(testApp.page, simulator)
      const orderId = await chargeInWindow(testApp.page, { cardId, amount: '31.00' })
      await waitForWord(testApp.page, orderId, 'approved')

      await expectFewCopies(testApp, simulator, 3)
      await get(testApp.page, 'profiles.remove', { profileId })
      await expectFewCopies(testApp, simulator, 0)
      await testApp.close()
    },
  )
})

async function profileOfEarlierStart(simulator: RunningSimulator): Promise<TestApp> {
  const earlier = await openApp()
  await makeRecoveryCode(earlier.page)
  await addProfile(earlier.page, simulator)
  await earlier.close()
  return openApp({ userDataDir: earlier.userDataDir })
}

/**
 * Playwright's messages pass through the memory of main. So the key is typed, which takes one message for each
 * character, and what arrived in the field is not read.
 */
async function profileTypedIn(simulator: RunningSimulator): Promise<TestApp> {
  const testApp = await openApp()
  const { page } = testApp
  await makeRecoveryCode(page)
  await tabTo(page, 'button Add gateway profile')
  await page.keyboard.press('Enter')
  await typeAlong(page, {
    'Profile name': 'Nord Shop test',
    'Base URL with its path': simulator.baseUrl,
    Login: simulator.login,
    ID: simulator.endpointId,
    Currency: 'EUR',
  })
  await tabTo(
    page,
    'DisclosureTriangle Typed cards, control values, safety level, check interval, default IP address',
  )
  await page.keyboard.press('Enter')
  await typeAlong(page, { 'Default customer IP address': '203.0.113.24' })
  await tabTo(page, 'textbox Control key', 'Shift+Tab')
  await page.keyboard.type(simulator.controlKey)
  await page.keyboard.press('Enter')
  await page.getByText('Connection works').waitFor()
  return testApp
}

/**
 * Freed memory outside V8's heap keeps its content until it is used again. So the copies are counted until they are few,
 * each time after the window has loaded everything again; a copy that is in use never goes away.
 */
async function expectFewCopies(testApp: TestApp, simulator: RunningSimulator, controlKeys: number) {
  await vi.waitFor(
    async () => {
      await testApp.page.reload()
      await get(testApp.page, 'appState.get', {})
      const found = await copiesIn(testApp, simulator)
      expect(found.controlKey).toBeLessThanOrEqual(controlKeys)
      expect(found.databaseKey).toBeLessThanOrEqual(copiesOfOpenDatabase)
      expect(found.databaseKeyAsText).toBe(0)
    },
    { timeout: 40_000, interval: 100 },
  )
}

async function copiesIn(testApp: TestApp, simulator: RunningSimulator) {
  const key = await databaseKey()
  const texts = [...formsOf(key.toString('hex')), ...formsOf(key.toString('base64'))]
  await collectGarbage(testApp.app)
  return {
    controlKey: await copiesInMemory(testApp.pid, formsOf(simulator.controlKey)),
    databaseKey: await copiesInMemory(testApp.pid, [key]),
    databaseKeyAsText: await copiesInMemory(testApp.pid, texts),
  }
}
