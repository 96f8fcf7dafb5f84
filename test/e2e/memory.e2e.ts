import { describe, expect, it } from 'vitest'
import { addCard, addProfile, get, makeRecoveryCode, openDesk, waitForWord } from './support/desk-calls'
import { chargeInWindow } from './support/charge-in-window'
import { databaseKey } from './support/keychain-item'
import { collectGarbage, copiesInMemory } from './support/process-memory'
import { formsOf } from './support/search-secrets'
import { startSimulator } from './support/simulator'

// Found in two runs: 5 and 8 copies of the control key after a charge, 2 and 4 after the removal, and up to 3 of the
// database key as text; before, 302, 262 and hundreds. What the runtime freed is not wiped, and the call of this test that
// adds the profile passes through main as well.
const mostCopies = { controlKey: 16, databaseKeyAsText: 6 }

// The system's memory is read as Linux shows it.
describe.skipIf(process.platform !== 'linux')('the memory of main', () => {
  it('holds hardly a copy of a key after a charge, and after its profile was removed (E2)', async () => {
    const simulator = await startSimulator()
    const desk = await openDesk()
    const key = await databaseKey()
    const texts = [...formsOf(key.toString('hex')), ...formsOf(key.toString('base64'))]
    const copies = async () => {
      await collectGarbage(desk.app)
      const controlKey = await copiesInMemory(desk.pid, formsOf(simulator.controlKey))
      return { controlKey, databaseKeyAsText: await copiesInMemory(desk.pid, texts) }
    }
    await makeRecoveryCode(desk.page)
    const profileId = await addProfile(desk.page, simulator)
    const cardId = await addCard(desk.page, simulator)
    const orderId = await chargeInWindow(desk.page, { cardId, amount: '31.00' })
    await waitForWord(desk.page, orderId, 'approved')

    const charged = await copies()
    await get(desk.page, 'profiles.remove', { profileId })
    const removed = await copies()
    for (const found of [charged, removed]) {
      expect(found.controlKey).toBeLessThanOrEqual(mostCopies.controlKey)
      expect(found.databaseKeyAsText).toBeLessThanOrEqual(mostCopies.databaseKeyAsText)
    }
    await desk.close()
  })
})
