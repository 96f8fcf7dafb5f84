import { recordOf } from '../../../support/builders'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WorkerStorageHost } from '../../../../src-main/db/worker/worker-storage-host'
import { migrations } from '../../../../src-main/db/migrations/index'
import type { HistoryUpdate } from '../../../../src-shared/domain/history-update'
import type { StorageReader, StorageWriter } from '../../../../src-main/ports/storage'
import { InProcessStorageHost } from '../../../support/in-process-storage-host'
import {
  callback,
  card,
  cardOf,
  entry,
  exchange,
  newOrder,
  profile,
  signingKey,
  startMs,
  TestFolder,
} from '../builders'
import { buildPrograms, type Programs } from '../programs'
import { everyCallback } from '../../../../src-shared/domain/callback'
import { everyExchange } from '../../../../src-shared/domain/exchange'

let programs: Programs
let folder: TestFolder

beforeAll(async () => {
  programs = await buildPrograms({
    writer: 'src-main/db/worker/writer-worker.ts',
    reader: 'src-main/db/worker/reader-worker.ts',
    silent: 'test/main/db/worker/silent-worker.ts',
    dead: 'test/main/db/worker/dead-worker.ts',
  })
})
afterAll(() => {
  programs.remove()
})
beforeEach(() => {
  folder = new TestFolder()
})
afterEach(() => {
  folder.remove()
})

const hosts = {
  'in two threads': () =>
    new WorkerStorageHost({
      file: folder.file,
      workerFiles: { writer: programs.fileOf('writer'), reader: programs.fileOf('reader') },
    }),
  'in the process of a test': () => new InProcessStorageHost({ file: folder.file }),
}

describe.each(Object.entries(hosts))('storage %s', (_name, makeHost) => {
  it('is missing, then made, then found again with everything in it', async () => {
    const host = makeHost()
    expect(await host.exists()).toBe(false)
    expect(await host.open(folder.key)).toEqual({ kind: 'missing' })
    const { writer, reader } = await host.create(folder.key)
    expect(await host.exists()).toBe(true)
    await writer.saveProfile(profile())
    const { view } = await writer.upsertCard(card())
    const order = await writer.adoptOrder(newOrder({ cardId: view.cardId }), [entry('adopted')])
    const changed = await writer.changeOrder({
      orderId: order.summary.orderId,
      expectedRevision: 1,
      atMs: startMs,
      set: { status: 'approved' },
      entries: [entry('final')],
      exchange: exchange(),
    })
    await host.close()

    const again = await host.open(folder.key)
    if (again.kind !== 'opened') throw new Error(again.kind)
    expect(await again.reader.getOrder('1')).toEqual(recordOf(changed))
    expect(await again.reader.listCards('prof-1')).toEqual([view])
    expect(await again.reader.listExchanges(everyExchange, null, 5)).toMatchObject({
      total: 1,
      nextCursor: null,
    })
    expect(await again.reader.quickCheck()).toBeNull()
    await host.close()
    expect(reader).not.toBe(again.reader)
  })

  it('tells each step that brings an older file up to date, before it is open', async () => {
    folder.createHistoryOf110()
    const host = makeHost()
    const seen: HistoryUpdate[] = []
    const opening = await host.open(folder.key, (update) => seen.push(update))
    expect(opening.kind).toBe('opened')
    const missing = migrations.filter(({ number }) => number > 110).map(({ number }) => number)
    expect(seen.map(({ migration }) => migration)).toEqual([null, ...missing])
    expect(seen.at(-1)).toMatchObject({ step: missing.length + 1, steps: missing.length + 1 })
    await host.close()
  })

  it('is checked through a connection of its own, which ends with it', async () => {
    const host = makeHost()
    await host.create(folder.key)
    const { reader, close } = await host.openForChecking(folder.key)
    const tables = await reader.listTables()
    expect(tables).toEqual(expect.arrayContaining(['orders', 'timeline', 'order_search']))
    for (const table of tables) expect([table, await reader.quickCheck(table)]).toEqual([table, null])
    await close()
    // A quit comes while a check runs.
    await host.openForChecking(folder.key)
    await host.close()
    expect((await host.open(folder.key)).kind).toBe('opened')
    await host.close()
  })

  it('reports what it found, and can be opened again with another key', async () => {
    const host = makeHost()
    await host.create(folder.key)
    await host.close()
    const key = Uint8Array.from(folder.key)
    expect(await host.open(new Uint8Array(randomBytes(32)))).toEqual({ kind: 'key-does-not-fit' })
    expect((await host.open(key)).kind).toBe('opened')
    expect(key).toEqual(folder.key)
    await host.close()
    writeFileSync(folder.file, '')
    expect(await host.open(key)).toEqual({ kind: 'damaged', reason: 'empty-file' })
    await expect(host.create(key)).rejects.toMatchObject({
      code: 'storage-failed',
      details: { reason: 'already-exists' },
    })
  })

  it('rejects with the code and reason of what went wrong', async () => {
    const { writer, reader } = await makeHostWith(makeHost)
    await expect(writer.removeProfile('none')).rejects.toMatchObject({
      code: 'not-found',
      details: { reason: 'profile' },
    })
    await writer.adoptOrder(newOrder(), [])
    await expect(writer.adoptOrder(newOrder(), [])).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'already-in-log' },
    })
    await expect(
      reader.listOrders(
        { profileId: null, search: '', families: [], filters: [], sortBy: 'created', direction: 'desc' },
        'x',
        1,
      ),
    ).rejects.toMatchObject({ code: 'validation-failed', details: { fields: { cursor: 'not-a-cursor' } } })
  })

  it('answers every read with what was acknowledged before, from either connection', async () => {
    const { writer, reader } = await makeHostWith(makeHost)
    for (let number = 1; number <= 30; number++) {
      await writer.adoptOrder(newOrder({ clientOrderId: `INV-${String(number)}` }), [])
      const query = {
        profileId: 'prof-1',
        search: '',
        families: [],
        filters: [],
        sortBy: 'created',
        direction: 'desc',
      } as const
      const [list, order, counts] = await Promise.all([
        reader.listOrders({ ...query, families: [], filters: [] }, null, 1),
        reader.getOrder(String(number)),
        reader.counts(null),
      ])
      expect([list.total, order?.summary.clientOrderId, counts.inFlight]).toEqual([
        number,
        `INV-${String(number)}`,
        number,
      ])
    }
  })

  it('answers each of the questions of the port', async () => {
    const { writer, reader } = await makeHostWith(makeHost)
    await writer.saveSettings({
      theme: 'dark',
      density: 'comfortable',
      detailPx: null,
      timeZone: 'system',
      operatorName: 'Iva',
    })
    await writer.setActiveProfile('prof-1')
    await writer.setRecoveryMade(true)
    expect(await writer.sweepSending(1)).toEqual([])
    expect(await writer.sweepSteps(1)).toEqual([])
    await writer.saveSigningKey('prof-1', signingKey(), Uint8Array.of(1, 2, 3))
    expect(await reader.readSigningKey('prof-1')).toEqual(Uint8Array.of(1, 2, 3))
    await writer.removeSigningKey('prof-1')
    const { callbackId } = await writer.keepCallback(callback())
    expect(await reader.listCallbacks(everyCallback, null, 5)).toMatchObject({
      rows: [{ callbackId, timesSeen: 1 }],
      total: 1,
    })
    await expect(writer.attachCallback(callbackId, '9')).rejects.toMatchObject({ code: 'not-found' })
    expect(await reader.readStepAnswer('1', 1)).toBeNull()
    await writer.recordExchange(exchange(), null)
    expect(await reader.getState()).toMatchObject({ activeProfileId: 'prof-1', isRecoveryMade: true })
    expect(await reader.listProfiles()).toHaveLength(1)
    const days = { todayMs: 2, yesterdayMs: 0, yesterdayNowMs: 1 }
    expect(await reader.home('prof-1', days, { year: 2026, month: 5 })).toMatchObject({ declines: [] })
    expect(await reader.getOrderView('1')).toBeNull()
    expect(await reader.findOrder('prof-1', 'x')).toBeNull()
    expect(await reader.listFollowed()).toEqual([])
    expect(await reader.listRelatedCharges(cardOf('1'), 0)).toEqual([])
    expect(await reader.getCharge('x')).toBeNull()
    expect(await reader.getCard('1')).toBeNull()
    expect(await reader.getExchange('1')).toMatchObject({ exchangeId: '1' })
    expect(await reader.listOrderExchanges('1')).toEqual([])
    expect(await reader.sqliteVersion()).toMatch(/^3\./)
  })
})

async function makeHostWith(
  makeHost: () => WorkerStorageHost | InProcessStorageHost,
): Promise<{ writer: StorageWriter; reader: StorageReader }> {
  const host = makeHost()
  const opened = await host.create(folder.key)
  const closing = { close: () => undefined as void }
  folder.closing(closing)
  open.push(host)
  await opened.writer.saveProfile(profile())
  return opened
}

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const host of open.splice(0)) await host.close()
})

describe('database threads that were started before the key was there', () => {
  it('open the database, and tell the steps of its update', async () => {
    folder.createHistoryOf110()
    const host = hosts['in two threads']()
    host.warmUp()
    const updates: HistoryUpdate[] = []
    const opened = await host.open(folder.key, (update) => updates.push(update))
    expect(opened.kind).toBe('opened')
    expect(updates.length).toBeGreaterThan(0)
    // Nothing more is started while it is open.
    host.warmUp()
    await host.close()
    expect((await host.open(folder.key)).kind).toBe('opened')
    await host.close()
  })

  it('end with the host when no database is opened', async () => {
    const host = hosts['in two threads']()
    host.warmUp()
    await host.close()
    expect(await host.open(folder.key)).toEqual({ kind: 'missing' })
  })

  it('refuse to open when they died meanwhile', async () => {
    const host = new WorkerStorageHost({
      file: folder.file,
      workerFiles: { writer: programs.fileOf('dead'), reader: programs.fileOf('dead') },
    })
    host.warmUp()
    await new Promise((resolve) => setTimeout(resolve, 500))
    await expect(host.open(folder.key)).rejects.toMatchObject({ details: { reason: 'worker-ended' } })
    await host.close()
  })
})

describe('a check in a thread', () => {
  it('is given up without waiting for SQLite, and its thread is known until it has ended', async () => {
    const host = hosts['in two threads']()
    await host.create(folder.key)
    const { reader, close } = await host.openForChecking(folder.key)
    const given = expect(reader.quickCheck()).rejects.toMatchObject({ code: 'storage-failed' })
    host.abandonCheck()
    await given
    await close()
    expect(host.hasThreads).toBe(true)
    await host.close()
    await vi.waitFor(() => expect(host.hasThreads).toBe(false))
  })

  it('that does nothing ends with the host', async () => {
    const host = hosts['in two threads']()
    await host.create(folder.key)
    await host.openForChecking(folder.key)
    host.abandonCheck()
    await host.close()
    expect(host.hasThreads).toBe(false)
  })
})

describe('a database thread that dies', () => {
  it('fails waiting and later calls, and the app continues', async () => {
    const host = new WorkerStorageHost({
      file: folder.file,
      workerFiles: { writer: programs.fileOf('silent'), reader: programs.fileOf('silent') },
    })
    await expect(host.open(folder.key)).rejects.toMatchObject({
      code: 'storage-failed',
      details: { reason: 'worker-ended' },
    })
    await expect(host.create(folder.key)).rejects.toMatchObject({ code: 'storage-failed' })
    await host.close()
  })

  it('is distinguished from a database that was closed', async () => {
    const host = hosts['in two threads']()
    const { writer } = await host.create(folder.key)
    await host.close()
    await expect(writer.setRecoveryMade(true)).rejects.toMatchObject({
      code: 'storage-failed',
      details: { reason: 'worker-ended' },
    })
    await host.close()
  })

  it('is not opened twice', async () => {
    const host = hosts['in two threads']()
    await host.create(folder.key)
    await expect(host.open(folder.key)).rejects.toMatchObject({
      code: 'storage-failed',
      details: { reason: 'already-open' },
    })
    await host.close()
    const both = await Promise.allSettled([host.open(folder.key), host.open(folder.key)])
    expect(both.map((one) => one.status)).toEqual(['fulfilled', 'rejected'])
    await host.close()
  })
})
