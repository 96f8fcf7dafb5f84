import { describe, expect, it } from 'vitest'
import { addCard, addProfile, get, makeRecoveryCode, openApp, waitForWord } from './support/app-calls'
import { chargeInWindow } from './support/charge-in-window'
import { databaseKey } from './support/keychain-item'
import { collectGarbage, copiesInMemory } from './support/process-memory'
import { formsOf } from './support/search-secrets'
import { startSimulator, type RunningSimulator } from './support/simulator'

type TestApp = Awaited<ReturnType<typeof openApp>>

/**
 * The open database needs its key. Each of its two connections keeps it in a read cipher and in a write cipher, and the
 * writer keeps it once more in the expanded key of its cipher.
 */
const copiesOfOpenDatabase = 5

// Only Linux offers the memory of a process as a file.
describe.skipIf(process.platform !== 'linux')('the memory of main', () => {
  it.each([
    ['was started with the profile', reopened],
    ['stored the profile', (testApp: TestApp) => Promise.resolve(testApp)],
  ])(
    'that %s has very few copies of a key after a charge, and none after the profile is removed (E2)',
    async (_, next) => {
      const simulator = await startSimulator()
      const first = await openApp()
      await makeRecoveryCode(first.page)
      const profileId = await addProfile(first.page, simulator)
      const cardId = await addCard(first.page, simulator)
      const testApp = await next(first)
      const orderId = await chargeInWindow(testApp.page, { cardId, amount: '31.00' })
      await waitForWord(testApp.page, orderId, 'approved')

      const charged = await copiesIn(testApp, simulator)
      await get(testApp.page, 'profiles.remove', { profileId })
      const removed = await copiesIn(testApp, simulator)
      expect(charged.controlKey).toBeLessThanOrEqual(3)
      expect(removed.controlKey).toBe(0)
      for (const found of [charged, removed]) {
        expect(found.databaseKey).toBeLessThanOrEqual(copiesOfOpenDatabase)
        expect(found.databaseKeyAsText).toBe(0)
      }
      await testApp.close()
    },
  )
})

async function reopened(testApp: TestApp): Promise<TestApp> {
  await testApp.close()
  return openApp({ userDataDir: testApp.userDataDir })
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
