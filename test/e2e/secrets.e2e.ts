import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { decryptDatabase } from '../support/decrypt-database'
import {
  addCard,
  addProfile,
  get,
  makeRecoveryCode,
  openDesk,
  prepareCharge,
  waitForWord,
} from './support/desk-calls'
import { databaseKey } from './support/keychain-item'
import { foundAlone, foundIn } from './support/search-secrets'
import { startSimulator } from './support/simulator'

// A code that the simulator declines; its digits stand nowhere else in this test.
const securityCode = '8642'

describe('secrets (C1, C14, C16)', () => {
  it('are in no reply, event, log, page or row after a whole charge, and a planted canary is found in each of them', async () => {
    const simulator = await startSimulator()
    const desk = await openDesk()
    await recordMessages(desk.app)
    await makeRecoveryCode(desk.page)
    const profileId = await addProfile(desk.page, simulator)
    await desk.page.reload()
    await get(desk.page, 'profiles.test', { profileId })
    const cardId = await addCard(desk.page, simulator)
    const charge = await prepareCharge(desk.page, { cardId, routeId: simulator.endpointId, amount: '31.00' })
    const order = await get(desk.page, 'charges.confirm', { ...charge.confirmation, cvv2: securityCode })
    await waitForWord(desk.page, order.summary.orderId, 'declined')
    for (const name of ['exchanges.list'] as const)
      await get(desk.page, name, { search: '', cursor: null, limit: 50 })
    await get(desk.page, 'orders.exchanges', { orderId: order.summary.orderId })

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
    expect(foundAlone(withoutBinaries(clean), securityCode)).toEqual([])
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
    await get(desk.page, 'orders.note', { orderId: order.summary.orderId, text: `planted ${canary}` })
    await expect.poll(() => desk.logs()).toContain(canary)
    expect(foundIn(await collect(), canary).sort()).toEqual([...clean.keys()].sort())
    await desk.close()
  })
})

/** Keeps a copy of everything that main says to the window from now on. */
async function recordMessages(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ ipcMain, BrowserWindow }) => {
    const kept: string[] = []
    Object.assign(globalThis, { deskMessages: kept })
    type Handler = (...given: unknown[]) => Promise<unknown>
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers
    for (const [channel, handler] of handlers) {
      handlers.set(channel, async (...given) => {
        const reply = await handler(...given)
        kept.push(JSON.stringify(reply))
        return reply
      })
    }
    for (const window of BrowserWindow.getAllWindows()) {
      const contents = window.webContents
      const send = contents.send.bind(contents)
      contents.send = (channel: string, ...given: unknown[]) => {
        kept.push(JSON.stringify(given))
        send(channel, ...given)
      }
    }
  })
}

function messages(app: ElectronApplication): Promise<string> {
  return app.evaluate(() => (globalThis as unknown as { deskMessages: string[] }).deskMessages.join('\n'))
}

async function heapOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot')
  await session.detach()
  return Buffer.from(chunks.join(''), 'utf8')
}

/** Every file of the app's data but the encrypted database, whose clear copy is searched instead. */
async function filesBelow(folder: string): Promise<Buffer> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile() && !entry.name.startsWith('log.db'))
  const contents = await Promise.all(
    files.map((entry) => readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0))),
  )
  return Buffer.concat(contents)
}

/** A heap lists node numbers, so four digits stand alone in it by chance; its strings are searched instead. */
function withoutBinaries(artefacts: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const heap = JSON.parse(artefacts.get('heap of the page')?.toString('utf8') ?? '{}') as {
    strings?: string[]
  }
  const strings = (heap.strings ?? [])
    .filter((text) => text.length < 2000)
    .map((text) => JSON.stringify(text))
  return new Map([...artefacts, ['heap of the page', Buffer.from(strings.join('\n'), 'utf8')]])
}
