import { createHash, generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decryptDatabase } from '../support/decrypt-database'
import { filesBelow, heapOf, messages, recordMessages, withHeapValues } from './support/artefacts'
import { addProfile, get, makeRecoveryCode, openApp, testCardNumber, waitForWord } from './support/app-calls'
import { answerIssuer, issuedAnswer, issuerPage } from './support/issuer-page'
import { databaseKey } from './support/keychain-item'
import { sellInWindow } from './support/charge-in-window'
import { foundAlone, foundIn } from './support/search-secrets'
import { startSimulator } from './support/simulator'
import { everyExchange } from '../../src-shared/domain/exchange'

// These digits appear nowhere else in this test.
const securityCode = '7319'
const spellings = [testCardNumber, '4111 1111 1111 1111', '4111-1111-1111-1111']

describe('a sale’s secrets (S1, S15, S16)', () => {
  it('leave no trace after it is sent: card number, security code, issuer’s answer and private key', async () => {
    const simulator = await startSimulator()
    const testApp = await openApp()
    await recordMessages(testApp.app)
    await makeRecoveryCode(testApp.page)
    const profileId = await addProfile(testApp.page, simulator)
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await get(testApp.page, 'signingKeys.import', { profileId, privateKey: pem })
    await simulator.control({ publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() })
    await testApp.page.reload()

    const orderId = await sellInWindow(testApp.page, { amount: '9302.00', securityCode })
    const issuer = await issuerPage(testApp.app)
    const cres = await issuedAnswer(simulator, await issuer.locator('input[name=creq]').inputValue())
    expect(cres).toMatch(/^[\w-]{40,}$/)
    await answerIssuer(issuer, { code: '1234' })
    const order = await waitForWord(testApp.page, orderId, 'approved')
    const names = { orderId, nickname: '', customerReference: '' }
    await get(testApp.page, 'cards.register', { ...names, api: 'v4' })
    await get(testApp.page, 'orders.exchanges', { orderId })
    await get(testApp.page, 'exchanges.list', { query: everyExchange, cursor: null, limit: 50 })
    const [, uploaded] = await simulator.uploads(order.summary.clientOrderId)
    expect(uploaded?.uploaded?.sha256).toBe(createHash('sha256').update(cres).digest('hex'))

    const key = await databaseKey()
    const collect = async () =>
      new Map<string, Buffer>([
        ['replies and events', Buffer.from(await messages(testApp.app), 'utf8')],
        ['heap of the page', await heapOf(testApp.page)],
        ['database', decryptDatabase(join(testApp.userDataDir, 'desk', 'log.db'), key)],
        ['console', Buffer.from(testApp.logs(), 'utf8')],
        ['files', await filesBelow(testApp.userDataDir)],
      ])
    const clean = await collect()
    const keyLines = pem.split('\n').filter((line) => line.length === 64)
    expect(keyLines.length).toBeGreaterThan(20)
    const secrets = [...spellings, cres, simulator.controlKey, ...keyLines]
    const leaks = secrets.map((secret) => [secret, foundIn(clean, secret)] as const)
    expect(leaks.filter(([, places]) => places.length > 0)).toEqual([])
    const signatures = [...clean].filter(([, content]) =>
      /oauth_signature=[^\w]{0,3}[\w%+/]{40}/.test(content.toString('latin1')),
    )
    expect(signatures.map(([name]) => name)).toEqual([])
    expect(foundAlone(withHeapValues(clean), securityCode)).toEqual([])

    // Proof that the search works: it finds secrets that are written on purpose.
    await testApp.page.evaluate((text) => void Object.assign(window, { planted: { text } }), testCardNumber)
    await testApp.app.evaluate((_electron, text) => {
      ;(globalThis as unknown as { deskMessages: string[] }).deskMessages.push(text)
      process.stderr.write(`${text}\n`)
    }, testCardNumber)
    await expect.poll(() => testApp.logs()).toContain(testCardNumber)
    expect(foundIn(await collect(), testCardNumber)).toEqual([
      'replies and events',
      'heap of the page',
      'console',
    ])
    await testApp.close()
  })
})
