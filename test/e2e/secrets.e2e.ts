import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decryptDatabase } from '../support/decrypt-database'
import { filesBelow, heapOf, messages, recordMessages, withHeapValues } from './support/artefacts'
import { addCard, addProfile, get, makeRecoveryCode, openApp, waitForWord } from './support/app-calls'
import { chargeInWindow } from './support/charge-in-window'
import { databaseKey } from './support/keychain-item'
import { foundAlone, foundIn } from './support/search-secrets'
import { startSimulator } from './support/simulator'
import { everyExchange } from '../../src-shared/domain/exchange'

// A code that the simulator declines. These digits appear nowhere else in this test.
const securityCode = '8642'
const plantedCode = '8531'

describe('secrets (S1, S14, S16)', () => {
  it('are in no reply, event, log, page or row after a charge, and a planted value is found in each of them', async () => {
    const simulator = await startSimulator()
    const testApp = await openApp()
    await recordMessages(testApp.app)
    await makeRecoveryCode(testApp.page)
    const profileId = await addProfile(testApp.page, simulator)
    await get(testApp.page, 'profiles.test', { profileId })
    const cardId = await addCard(testApp.page, simulator)
    const orderId = await chargeInWindow(testApp.page, { cardId, amount: '31.00', securityCode })
    await waitForWord(testApp.page, orderId, 'declined')
    await get(testApp.page, 'exchanges.list', { query: everyExchange, cursor: null, limit: 50 })
    await get(testApp.page, 'orders.exchanges', { orderId })

    const key = await databaseKey()
    const databaseFile = join(testApp.userDataDir, 'desk', 'log.db')
    const collect = async () =>
      new Map<string, Buffer>([
        ['replies and events', Buffer.from(await messages(testApp.app), 'utf8')],
        ['heap of the page', await heapOf(testApp.page)],
        ['database', decryptDatabase(databaseFile, key)],
        ['console', Buffer.from(testApp.logs(), 'utf8')],
        ['files', await filesBelow(testApp.userDataDir)],
      ])

    const clean = await collect()
    expect(foundIn(clean, simulator.controlKey)).toEqual([])
    expect(foundIn(clean, key.toString('hex'))).toEqual([])
    expect(foundIn(clean, key.toString('base64'))).toEqual([])
    expect(foundAlone(withHeapValues(clean), securityCode)).toEqual([])
    const controls = [...clean].filter(([, content]) =>
      /control["=:\s][^•]{0,8}[0-9a-f]{40}/.test(content.toString('latin1')),
    )
    expect(controls.map(([name]) => name)).toEqual([])

    const canary = 'CANARY-5f31c0aa77'
    await testApp.app.evaluate(({ app }, text) => {
      ;(globalThis as unknown as { deskMessages: string[] }).deskMessages.push(text)
      process.stderr.write(`${text}\n`)
      process
        .getBuiltinModule('node:fs')
        .writeFileSync(`${app.getPath('userData')}/desk/logs/planted.log`, text)
    }, canary)
    await testApp.page.evaluate((text) => void Object.assign(window, { planted: { text } }), canary)
    await testApp.page.evaluate((text) => void Object.assign(window, { plantedCode: text }), plantedCode)
    await get(testApp.page, 'orders.note', { orderId, text: `planted ${canary}` })
    await expect.poll(() => testApp.logs()).toContain(canary)
    const planted = await collect()
    expect(foundIn(planted, canary).sort()).toEqual([...clean.keys()].sort())
    expect(foundAlone(withHeapValues(planted), plantedCode)).toEqual(['heap of the page'])
    await testApp.close()
  })
})
