import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DiskChargeJournal } from '../../../../src-main/db/file/charge-journal'
import { StorageSession } from '../../../../src-main/services/common/storage-session'
import { MissingCharges } from '../../../../src-main/services/announcing/missing-charges'
import { anActor, aProfile } from '../../../support/builders'
import { readyEnvironment, startApp } from '../../../support/fakes'
import { InProcessStorageHost } from '../../../support/in-process-storage-host'
import { newOrder, profile, TestFolder } from '../../db/builders'

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

describe('a confirmed charge that the history does not know', () => {
  it('is noticed when the write-ahead log was deleted after a crash (C5)', async () => {
    const host = new InProcessStorageHost({ file: folder.file })
    const { writer } = await host.create(folder.key)
    await writer.saveProfile(profile())
    await writer.adoptOrder(newOrder({ clientOrderId: 'INV-1' }), [])
    await host.close()
    const running = await host.open(folder.key)
    if (running.kind !== 'opened') throw new Error(running.kind)
    await running.writer.adoptOrder(newOrder({ clientOrderId: 'INV-2' }), [])
    const crashed = join(folder.path, 'crashed.db')
    copyFileSync(folder.file, crashed)
    await host.close()

    const journal = new DiskChargeJournal(join(folder.path, 'charges.json'))
    for (const clientOrderId of ['INV-1', 'INV-2'])
      await journal.add({ clientOrderId, profileId: 'prof-1', atMs: 1 })
    const again = new InProcessStorageHost({ file: crashed })
    const opened = await again.open(folder.key)
    if (opened.kind !== 'opened') throw new Error(opened.kind)
    const session = new StorageSession()
    session.use(opened)
    const missing = new MissingCharges(session, { actor: () => Promise.resolve(anActor()) }, journal)
    await missing.check()
    expect((await missing.list()).map(({ clientOrderId }) => clientOrderId)).toEqual(['INV-2'])
    expect(() => missing.requireNone()).toThrow('history-incomplete')
    await session.writer.adoptOrder(newOrder({ clientOrderId: 'INV-2' }), [])
    expect(await missing.list()).toEqual([])
    expect(() => missing.requireNone()).not.toThrow()
    await again.close()
  })

  it('is not one whose record cannot be read, which does not keep the app from starting', async () => {
    const env = await readyEnvironment()
    const first = await startApp(env)
    await first.charge()
    await env.clock.advance(5000)
    first.kill()
    env.storage.db.exec(
      `DROP TRIGGER order_facts_come_with_their_order; UPDATE order_facts SET facts = '[7]'`,
    )
    const app = await startApp(env)
    const { start, missingCharges } = await app.appState.get()
    expect([start, missingCharges]).toEqual([{ kind: 'ready' }, []])
  })

  it('holds every charge until a person has seen it, over restarts (C5)', async () => {
    const env = await readyEnvironment()
    const restoreBackup = env.storage.backUp()
    const first = await startApp(env)
    const { clientOrderId } = (await first.charge()).summary
    expect(env.journal.charges.map((charge) => charge.clientOrderId)).toEqual([clientOrderId])
    first.kill()
    restoreBackup()
    for (let start = 1; start <= 2; start++) {
      const app = await startApp(env)
      expect((await app.appState.get()).missingCharges).toMatchObject([{ clientOrderId }])
      await expect(app.charge({ amount: '77.00' })).rejects.toMatchObject({
        code: 'not-allowed-now',
        details: { reason: 'history-incomplete' },
      })
      app.kill()
    }
    const app = await startApp(env)
    expect(env.gateway.deliveries).toHaveLength(1)
    expect((await app.startup.acknowledgeMissing([clientOrderId])).missingCharges).toEqual([])
    await app.startup.acceptHistory({ name: 'Iva', reason: 'Compared with the back office' })
    await app.charge({ amount: '77.00' })
    expect(env.gateway.deliveries).toHaveLength(2)
    expect((await (await startApp(env)).appState.get()).missingCharges).toEqual([])
  })

  it('is never a charge that was not sent: without an entry in the journal nothing is sent (C5)', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    env.journal.add = () => Promise.reject(new Error('no room'))
    await expect(app.charge()).rejects.toThrow()
    expect(env.gateway.deliveries).toEqual([])
    const { summary, timeline } = await app.orders.get('1')
    expect(summary).toMatchObject({ chargeState: 'not-sent', followState: 'stopped' })
    expect(timeline.find(({ kind }) => kind === 'not-sent')?.text).toBe('not-journalled')
  })

  it('is in the journal before it is at the gateway (C5)', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    let atDelivery: readonly string[] = []
    env.gateway.onDelivery = () => (atDelivery = env.journal.charges.map((charge) => charge.clientOrderId))
    const { clientOrderId } = (await app.charge()).summary
    expect(atDelivery).toEqual([clientOrderId])
  })
})

describe('the journal', () => {
  it('keeps the newest hundred, removes charges that were seen, and starts empty when its file is damaged', async () => {
    const path = join(folder.path, 'charges.json')
    const journal = new DiskChargeJournal(path)
    expect(await journal.list()).toEqual([])
    await Promise.all(
      Array.from({ length: 103 }, (_, index) =>
        journal.add({ clientOrderId: `INV-${index}`, profileId: 'prof-1', atMs: index }),
      ),
    )
    await journal.remove(['INV-50'])
    const ids = (await new DiskChargeJournal(path).list()).map(({ clientOrderId }) => clientOrderId)
    expect([ids.length, ids[0], ids.at(-1), ids.includes('INV-50')]).toEqual([99, 'INV-3', 'INV-102', false])
    copyFileSync('/dev/null', path)
    expect(await journal.list()).toEqual([])
  })

  it('stops every charge after a restore until a person has checked, also when no missing charge is known', async () => {
    const env = await readyEnvironment()
    const restore = { atMs: env.clock.nowMs(), actor: 'Iva', lastKnownMs: null, keptFile: 'k', missing: [] }
    env.storage.writer.noteRestore({ ...restore, isComplete: false, replaces: null })
    const app = await startApp(env)
    expect((await app.appState.get()).restored).toMatchObject({ isComplete: false, actor: 'Iva' })
    await expect(app.charge()).rejects.toMatchObject({ details: { reason: 'history-incomplete' } })
    expect((await app.startup.acknowledgeMissing([])).restored).toBeNull()
    await app.charge()
    expect((await (await startApp(env)).appState.get()).restored).toBeNull()
  })

  it('needs no check after a restore that misses nothing', async () => {
    const env = await readyEnvironment()
    const restore = { atMs: env.clock.nowMs(), actor: null, lastKnownMs: null, keptFile: 'k', missing: [] }
    env.storage.writer.noteRestore({ ...restore, isComplete: true, replaces: null })
    const app = await startApp(env)
    expect((await app.appState.get()).restored).toBeNull()
    await app.charge()
  })

  it('stays until the last missing charge of a restore was checked', async () => {
    const env = await readyEnvironment()
    const missing = ['NS-1', 'NS-2'].map((clientOrderId) => ({
      clientOrderId,
      profileId: aProfile().profileId,
      atMs: 1,
    }))
    const restore = { atMs: env.clock.nowMs(), actor: null, lastKnownMs: 1, keptFile: 'k', missing }
    env.storage.writer.noteRestore({ ...restore, isComplete: true, replaces: null })
    const app = await startApp(env)
    expect((await app.startup.acknowledgeMissing(['NS-1'])).restored).not.toBeNull()
    expect((await app.startup.acknowledgeMissing(['NS-2'])).restored).toBeNull()
  })
})
