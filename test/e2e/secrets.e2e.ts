import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decryptDatabase } from '../support/decrypt-database'
import { filesBelow, heapOf, messages, recordMessages, withHeapValues } from './support/artefacts'
import { addCard, addProfile, get, makeRecoveryCode, openDesk, waitForWord } from './support/desk-calls'
import { chargeInWindow } from './support/charge-in-window'
import { databaseKey } from './support/keychain-item'
import { foundAlone, foundIn } from './support/search-secrets'
import { startSimulator } from './support/simulator'

// A code that the simulator declines; its digits stand nowhere else in this test.
const securityCode = '8642'
const plantedCode = '8531'

describe('secrets (C1, C14, C16)', () => {
  it('are in no reply, event, log, page or row after a whole charge, and a planted canary is found in each of them', async () => {
    const simulator = await startSimulator()
    const desk = await openDesk()
    await recordMessages(desk.app)
    await makeRecoveryCode(desk.page)
    const profileId = await addProfile(desk.page, simulator)
    await get(desk.page, 'profiles.test', { profileId })
    const cardId = await addCard(desk.page, simulator)
    const orderId = await chargeInWindow(desk.page, { cardId, amount: '31.00', securityCode })
    await waitForWord(desk.page, orderId, 'declined')
    await get(desk.page, 'exchanges.list', { search: '', cursor: null, limit: 50 })
    await get(desk.page, 'orders.exchanges', { orderId })

    const key = await databaseKey()
    const databaseFile = join(desk.userDataDir, 'desk', 'log.db')
    const collect = async () =>
      new Map<string, Buffer>([
        ['replies and events', Buffer.from(await messages(desk.app), 'utf8')],
        ['heap of the page', await heapOf(desk.page)],
        ['database', decryptDatabase(databaseFile, key)],
        ['console', Buffer.from(desk.logs(), 'utf8')],
        ['files', await filesBelow(desk.userDataDir)],
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
    await desk.app.evaluate(({ app }, text) => {
      ;(globalThis as unknown as { deskMessages: string[] }).deskMessages.push(text)
      process.stderr.write(`${text}\n`)
      process
        .getBuiltinModule('node:fs')
        .writeFileSync(`${app.getPath('userData')}/desk/logs/planted.log`, text)
    }, canary)
    await desk.page.evaluate((text) => void Object.assign(window, { planted: { text } }), canary)
    await desk.page.evaluate((text) => void Object.assign(window, { plantedCode: text }), plantedCode)
    await get(desk.page, 'orders.note', { orderId, text: `planted ${canary}` })
    await expect.poll(() => desk.logs()).toContain(canary)
    const planted = await collect()
    expect(foundIn(planted, canary).sort()).toEqual([...clean.keys()].sort())
    expect(foundAlone(withHeapValues(planted), plantedCode)).toEqual(['heap of the page'])
    await desk.close()
  })
})
