import { describe, expect, it } from 'vitest'
import { addCard, addProfile, get, makeRecoveryCode, openDesk, waitForWord } from './support/desk-calls'
import { chargeInWindow } from './support/charge-in-window'
import { databaseKey } from './support/keychain-item'
import { collectGarbage, copiesInMemory } from './support/process-memory'
import { formsOf } from './support/search-secrets'
import { startSimulator, type RunningSimulator } from './support/simulator'

type Desk = Awaited<ReturnType<typeof openDesk>>

/**
 * The open database needs its key: two connections keep it in a cipher to read and one to write each, and the writer
 * once more, spread out for the rounds of its cipher.
 */
const copiesOfOpenDatabase = 5

// The system's memory is read as Linux shows it.
describe.skipIf(process.platform !== 'linux')('the memory of main', () => {
  it.each([
    ['was started with the profile', reopened],
    ['took the profile in', (desk: Desk) => Promise.resolve(desk)],
  ])(
    'that %s holds hardly a copy of a key after a charge, and none after the profile was removed (E2)',
    async (_, next) => {
      const simulator = await startSimulator()
      const first = await openDesk()
      await makeRecoveryCode(first.page)
      const profileId = await addProfile(first.page, simulator)
      const cardId = await addCard(first.page, simulator)
      const desk = await next(first)
      const orderId = await chargeInWindow(desk.page, { cardId, amount: '31.00' })
      await waitForWord(desk.page, orderId, 'approved')

      const charged = await copiesIn(desk, simulator)
      await get(desk.page, 'profiles.remove', { profileId })
      const removed = await copiesIn(desk, simulator)
      expect(charged.controlKey).toBeLessThanOrEqual(3)
      expect(removed.controlKey).toBe(0)
      for (const found of [charged, removed]) {
        expect(found.databaseKey).toBeLessThanOrEqual(copiesOfOpenDatabase)
        expect(found.databaseKeyAsText).toBe(0)
      }
      await desk.close()
    },
  )
})

async function reopened(desk: Desk): Promise<Desk> {
  await desk.close()
  return openDesk({ userDataDir: desk.userDataDir })
}

async function copiesIn(desk: Desk, simulator: RunningSimulator) {
  const key = await databaseKey()
  const texts = [...formsOf(key.toString('hex')), ...formsOf(key.toString('base64'))]
  await collectGarbage(desk.app)
  return {
    controlKey: await copiesInMemory(desk.pid, formsOf(simulator.controlKey)),
    databaseKey: await copiesInMemory(desk.pid, [key]),
    databaseKeyAsText: await copiesInMemory(desk.pid, texts),
  }
}
