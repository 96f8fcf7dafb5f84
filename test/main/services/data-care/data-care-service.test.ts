import { describe, expect, it } from 'vitest'
import { defaultCareMemory } from '../../../../src-main/db/file/care-memory'
import type { CopyOnDisk, HistoryCopies } from '../../../../src-main/ports/history-copies'
import { StorageSession } from '../../../../src-main/services/common/storage-session'
import { CareView } from '../../../../src-main/services/data-care/care-view'
import { DataCareService } from '../../../../src-main/services/data-care/data-care-service'
import type { CareMemory } from '../../../../src-shared/domain/data-care'
import { AppError } from '../../../../src-shared/errors/app-error'
import { readyEnvironment, settled, startApp } from '../../../support/fakes'

const dayMs = 86_400_000

/** Copies in memory. `failure` lets the next backups fail. */
class CopiesInMemory implements HistoryCopies {
  copies: CopyOnDisk[] = []
  failure: string | null = null
  restored: string[] = []
  list = () => Promise.resolve([...this.copies].toReversed())
  stop = () => Promise.resolve()
  read = () => Promise.resolve({ bytes: 1, schemaVersion: 1, orders: 1, lastOrderAtMs: null })

  backUp: HistoryCopies['backUp'] = async (_key, { kind, atMs }) => {
    if (this.failure !== null) throw new AppError('storage-failed', { reason: this.failure })
    const name = `${kind}-${String(atMs)}`
    this.copies.push({ name, path: `/backups/${name}`, kind, madeAtMs: atMs, bytes: 1 })
    return { path: `/backups/${name}`, facts: await this.read() }
  }

  remove: HistoryCopies['remove'] = (names) => {
    this.copies = this.copies.filter(({ name }) => !names.includes(name))
    return Promise.resolve()
  }

  restore: HistoryCopies['restore'] = (_key, path, act) => {
    this.restored.push(path)
    return Promise.resolve({ ...act, lastKnownMs: null, keptFile: 'k', isComplete: true, missing: [] })
  }
}

async function makeService() {
  const env = await readyEnvironment()
  const app = await startApp(env)
  const copies = new CopiesInMemory()
  const stored = { memory: defaultCareMemory, isSending: false, reloads: 0 }
  const storage = new StorageSession()
  const key = await env.vault.readDatabaseKey()
  const opening = await env.storage.open(key ?? new Uint8Array())
  if (opening.kind !== 'opened') throw new Error(opening.kind)
  storage.use(opening)
  const view = new CareView(defaultCareMemory, env.clock)
  const makeCare = () =>
    new DataCareService({
      ...{ copies, view, storage, vault: env.vault, clock: env.clock, appState: app.appState },
      startup: app.startup,
      operators: app.session,
      consent: app.consent,
      memory: {
        read: () => Promise.resolve(stored.memory),
        write: (memory: CareMemory) => {
          stored.memory = memory
          return Promise.resolve()
        },
      },
      dialogs: { chooseTarget: () => Promise.resolve(null), chooseSource: () => Promise.resolve(null) },
      report: () => undefined,
      isSending: () => stored.isSending,
      onRestored: () => (stored.reloads += 1),
    })
  return { env, app, copies, stored, view, care: makeCare() }
}

describe('backups', () => {
  it('are made once a day while the app runs, and the oldest go only after a newer one was made', async () => {
    const { env, copies, care } = await makeService()
    await care.start()
    for (let day = 0; day < 60; day++) {
      await env.clock.advance(dayMs)
      await settled()
    }
    const kept = copies.copies.length
    expect(kept).toBeGreaterThanOrEqual(10)
    expect(kept).toBeLessThanOrEqual(12)
    copies.failure = 'disk-full'
    await env.clock.advance(3 * dayMs)
    await settled()
    expect(copies.copies).toHaveLength(kept)
  })

  it('remember a failure over a restart until one succeeds', async () => {
    const { copies, stored, care } = await makeService()
    copies.failure = 'disk-full'
    await expect(care.backUp('app-folder')).rejects.toMatchObject({ details: { reason: 'disk-full' } })
    expect(stored.memory.lastFailure).toMatchObject({ reason: 'disk-full' })
    copies.failure = null
    expect(await care.backUp('app-folder')).toMatchObject({ lastFailure: null, lastSuccess: { orders: 1 } })
    expect(stored.memory.lastFailure).toBeNull()
  })

  it('change nothing when the person cancels the dialog', async () => {
    const { stored, care } = await makeService()
    expect(await care.backUp('choose')).toMatchObject({ lastSuccess: null, lastFailure: null, work: null })
    expect(stored.memory).toEqual(defaultCareMemory)
  })
})

describe('a restore', () => {
  it('is refused while a charge waits for its response, and of a backup that is not in the list', async () => {
    const { copies, stored, care } = await makeService()
    await care.backUp('app-folder')
    const name = copies.copies[0]?.name ?? ''
    stored.isSending = true
    await expect(care.restore(name)).rejects.toMatchObject({ details: { reason: 'charge-under-way' } })
    stored.isSending = false
    await expect(care.restore('../../elsewhere')).rejects.toMatchObject({ code: 'not-found' })
    expect(copies.restored).toEqual([])
  })

  it('is refused when a charge is sent after the restore was asked for, and leaves the history open', async () => {
    const { env, copies, stored, app, care } = await makeService()
    await care.backUp('app-folder')
    const readDatabaseKey = env.vault.readDatabaseKey.bind(env.vault)
    env.vault.readDatabaseKey = () => {
      stored.isSending = true
      return readDatabaseKey()
    }
    await expect(care.restore(copies.copies[0]?.name ?? '')).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'charge-under-way' },
    })
    expect(copies.restored).toEqual([])
    expect((await app.appState.get()).start).toEqual({ kind: 'ready' })
  })

  it('starts the app over with the restored history', async () => {
    const { env, copies, stored, care } = await makeService()
    await care.backUp('app-folder')
    const state = await care.restore(copies.copies[0]?.name ?? '')
    expect(env.consent.requests.map(({ question }) => question.kind)).toEqual(['restore'])
    expect(state.start).toEqual({ kind: 'ready' })
    await env.clock.advance(0)
    expect([copies.restored.length, stored.reloads]).toEqual([1, 1])
  })
})
