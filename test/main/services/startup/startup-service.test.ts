import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aDraft, aProfile } from '../../../support/builders'
import {
  readyEnvironment,
  TestApp,
  FakeRecoveryFile,
  settled,
  startApp,
  TestEnvironment,
} from '../../../support/fakes'

const unavailable = (reason: string) => ({ kind: 'storage-unavailable', path: '/data/log.db', reason })
const stateOf = async (app: TestApp) => (await app.startup.start()).start

describe('the first start', () => {
  it('makes a key, keeps it, makes the log and waits for a profile', async () => {
    const env = new TestEnvironment()
    const app = new TestApp(env)
    expect(await stateOf(app)).toEqual({ kind: 'first-run' })
    expect(env.vault.databaseKey).toHaveLength(32)
    expect(env.storage.key).toEqual(env.vault.databaseKey)
  })

  it('uses a key that was saved before a crash rather than another one', async () => {
    const env = new TestEnvironment()
    const key = Uint8Array.from(randomBytes(32))
    await env.vault.saveDatabaseKey(key)
    await startApp(env)
    expect(env.storage.key).toEqual(key)
  })

  it('without a keychain keeps everything for this session only and reports it', async () => {
    const env = new TestEnvironment()
    env.vault.keychain = { kind: 'unavailable', reason: 'no bus' }
    const app = new TestApp(env)
    const state = await app.startup.start()
    expect(state).toMatchObject({
      start: { kind: 'first-run' },
      keychain: { kind: 'session-only', backend: null },
    })
  })
})

describe('a start with a log', () => {
  it('is ready, names the keychain and follows open orders', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    expect(await app.appState.get()).toMatchObject({
      start: { kind: 'ready' },
      keychain: { kind: 'os', backend: 'fake' },
      activeProfileId: 'profile-1',
      recovery: 'made',
      versions: { sqlite: env.storage.reader.sqliteVersion() },
    })
  })

  it('tells the window each step of an update, and nothing of it when the history is open', async () => {
    const env = await readyEnvironment()
    const steps = [null, 150].map((migration, at) => ({ step: at + 1, steps: 2, migration }))
    env.storage.updates = steps
    const app = new TestApp(env)
    const seen: unknown[] = []
    const publish = app.publisher.publish.bind(app.publisher)
    app.publisher.publish = (name, payload) => {
      if (name === 'historyUpdate.advanced') seen.push([payload, app.startup.update()])
      publish(name, payload)
    }
    expect(await stateOf(app)).toEqual({ kind: 'ready' })
    expect(seen).toEqual(steps.map((step) => [step, step]))
    expect(app.startup.update()).toBeNull()
  })

  const ways: readonly (readonly [string, (env: TestEnvironment) => void, unknown])[] = [
    ['a locked keychain', (env) => (env.vault.keychain = { kind: 'locked' }), { kind: 'keychain-locked' }],
    [
      'a key that is gone',
      (env) => (env.vault.databaseKey = null),
      { kind: 'recovery-needed', reason: 'key-missing', hasRecoveryFile: true },
    ],
    [
      'a key that does not fit',
      (env) => (env.vault.databaseKey = Uint8Array.from(randomBytes(32))),
      { kind: 'recovery-needed', reason: 'key-does-not-fit', hasRecoveryFile: true },
    ],
    [
      'a database of a newer version',
      (env) => (env.storageFaults.found = { kind: 'too-new', found: 99, supported: 1 }),
      { kind: 'storage-too-new', found: 99, supported: 1 },
    ],
    [
      'a damaged database',
      (env) => (env.storageFaults.found = { kind: 'damaged', reason: 'empty-file' }),
      { kind: 'storage-damaged', path: '/data/log.db', reason: 'empty-file' },
    ],
    [
      'a data folder that is synced to other machines (S32)',
      (env) => (env.sharing = { by: 'sync', name: 'Dropbox' }),
      { kind: 'folder-shared', by: 'sync', name: 'Dropbox' },
    ],
    [
      'no keychain',
      (env) => {
        env.vault.keychain = { kind: 'unavailable', reason: 'no bus' }
        env.vault.databaseKey = null
      },
      { kind: 'keychain-unavailable', hasRecoveryFile: true },
    ],
  ]

  it.each(ways)('and %s shows a next step and never a new database', async (_, spoil, expected) => {
    const env = await readyEnvironment()
    const keyBefore = env.storage.key
    spoil(env)
    const app = new TestApp(env)
    expect(await stateOf(app)).toEqual(expected)
    expect(env.storage.key).toBe(keyBefore)
    await expect(app.orders.get('1')).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'not-started' },
    })
    const state = await app.appState.get()
    expect(state).toMatchObject({ profiles: [], counts: { inFlight: 0 } })
  })

  it('continues when the person has unlocked the keychain', async () => {
    const env = await readyEnvironment()
    env.vault.keychain = { kind: 'locked' }
    const app = new TestApp(env)
    expect(await stateOf(app)).toEqual({ kind: 'keychain-locked' })
    env.vault.keychain = { kind: 'available', backend: 'fake' }
    expect(await stateOf(app)).toEqual({ kind: 'ready' })
    expect(await stateOf(app)).toEqual({ kind: 'ready' })
  })

  it('becomes unknown, not sent, what an earlier run left as sending, before anything else can happen', async () => {
    const env = await readyEnvironment()
    env.gateway.hold()
    const first = await startApp(env)
    void first.charge()
    await settled()
    await settled()
    first.kill()
    env.gateway.isReachable = false
    const second = await startApp(env)
    expect((await second.orders.get('1')).summary).toMatchObject({
      chargeState: 'outcome-unknown',
      followState: 'following',
    })
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('that cannot sweep does not begin: nothing may be charged beside an unswept charge', async () => {
    const env = await readyEnvironment()
    const app = new TestApp(env)
    env.storageFaults.failWrites('database', 'sweepSending')
    expect(await stateOf(app)).toEqual(unavailable('database'))
    env.storageFaults.endWriteFaults()
    expect(await stateOf(app)).toEqual({ kind: 'ready' })
  })

  it.each(['disk-full', 'busy', 'read-only'] as const)(
    'that cannot be written for %s is read, refuses charges, and continues by itself (C1, C2)',
    async (trouble) => {
      const env = await readyEnvironment()
      const first = await startApp(env)
      const { summary } = await first.charge()
      first.kill()
      env.storageFaults.trouble = trouble
      const app = await startApp(env)
      const asked = env.gateway.statusRequests.length
      expect(await app.appState.get()).toMatchObject({
        start: { kind: 'ready' },
        storage: { trouble },
        counts: { inFlight: 1, attention: 0 },
      })
      expect((await app.orders.get(summary.orderId)).summary.clientOrderId).toBe(summary.clientOrderId)
      const refusal = { code: 'storage-failed', details: { reason: trouble } }
      await expect(app.charge()).rejects.toMatchObject(refusal)
      await env.clock.advance(120_000)
      expect(env.gateway.statusRequests).toHaveLength(asked)
      expect(env.gateway.deliveries).toHaveLength(1)

      env.storageFaults.trouble = null
      await env.clock.advance(61_000)
      expect((await app.appState.get()).storage).toEqual({ trouble: null })
      await env.clock.advance(10_000)
      expect(env.gateway.statusRequests.length).toBeGreaterThan(asked)
    },
  )

  it.each<[string, (env: TestEnvironment) => Promise<void>]>([
    ['gone', (env) => env.vault.deleteProfileSecrets('profile-1')],
    ['of another login', (env) => env.vault.saveControlKey(aProfile({ login: 'Other' }), 'x'.repeat(64))],
  ])('shows a control key that is %s as missing, before anybody uses it (A5)', async (_, spoil) => {
    const env = await readyEnvironment()
    await spoil(env)
    const app = await startApp(env)
    expect((await app.appState.get()).profiles.map(({ secret }) => secret)).toEqual(['missing'])
    await env.vault.saveControlKey(aProfile(), env.gateway.controlKey)
    const again = await startApp(env)
    expect((await again.appState.get()).profiles.map(({ secret }) => secret)).toEqual(['present'])
  })

  it('shows an RSA key that cannot be opened any more as lost, before anybody uses it (A5)', async () => {
    const env = await readyEnvironment()
    const first = await startApp(env)
    await first.signingKeys.create('profile-1', 2048)
    env.vault.wrappingKeys.clear()
    const app = await startApp(env)
    expect((await app.appState.get()).profiles.map(({ signingKey }) => signingKey?.state)).toEqual(['lost'])
  })

  it('offers the recovery code anew when its file is gone or damaged (A20)', async () => {
    const env = await readyEnvironment()
    env.recoveryFile.key = null
    const app = await startApp(env)
    expect((await app.appState.get()).recovery).toBe('not-made')
    const { code, askGroups } = await app.recovery.create()
    const groups = code.split('-')
    await app.recovery.confirm(askGroups.map((index) => ({ index, text: groups[index] ?? '' })))
    expect((await (await startApp(env)).appState.get()).recovery).toBe('made')
  })

  it('is swept as soon as it can be written, and refuses charges until then (C1)', async () => {
    const env = await readyEnvironment()
    env.gateway.hold()
    const first = await startApp(env)
    void first.charge()
    await settled()
    await settled()
    first.kill()
    env.storageFaults.trouble = 'disk-full'
    const app = await startApp(env)
    expect((await app.orders.get('1')).summary.chargeState).toBe('sending')
    env.storageFaults.trouble = null
    expect(await app.startup.start()).toMatchObject({ storage: { trouble: null } })
    expect((await app.orders.get('1')).summary.chargeState).toBe('outcome-unknown')
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('whose disk is full at the sweep is opened for reading (C1)', async () => {
    const env = await readyEnvironment()
    const app = new TestApp(env)
    env.storageFaults.failWrites('disk-full', 'sweepSteps')
    expect(await app.startup.start()).toMatchObject({
      start: { kind: 'ready' },
      storage: { trouble: 'disk-full' },
    })
  })

  it('that opens neither for writing nor for reading is reported as unavailable, never as damaged (C1)', async () => {
    const env = await readyEnvironment()
    env.storageFaults.trouble = 'disk-full'
    env.storageFaults.readingTrouble = 'not-up-to-date'
    expect(await stateOf(new TestApp(env))).toEqual(unavailable('not-up-to-date'))
  })

  it('that cannot be created reports why and what is safe (C1)', async () => {
    const env = new TestEnvironment()
    env.storageFaults.trouble = 'disk-full'
    expect(await stateOf(new TestApp(env))).toEqual(unavailable('disk-full'))
  })

  it('shows damage that the background check finds, and takes no more charges', async () => {
    const env = await readyEnvironment()
    env.storageFaults.complaint = 'row 7 missing from index'
    const app = await startApp(env)
    await app.startup.checkIntegrity()
    expect((await app.appState.get()).start).toEqual({
      kind: 'storage-damaged',
      path: '/data/log.db',
      reason: 'row 7 missing from index',
    })
    await expect(app.charge()).rejects.toMatchObject({ code: 'not-allowed-now' })
  })
})

describe('the check of the whole file', () => {
  it('takes one table after the other, and ends between two when the app quits', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    const tables = env.storage.reader.listTables()
    const checked: (string | undefined)[] = []
    env.storageFaults.onCheck = (table) => {
      checked.push(table)
    }
    expect(await app.startup.checkIntegrity()).toBeNull()
    expect(checked).toEqual(tables)
    expect(tables.length).toBeGreaterThan(20)

    checked.length = 0
    env.storageFaults.onCheck = (table) => {
      checked.push(table)
      if (checked.length === 3) app.startup.stop()
    }
    expect(await app.startup.checkIntegrity()).toBeNull()
    expect(checked).toEqual(tables.slice(0, 3))
  })
})

describe('a disk that fails while the app runs', () => {
  it('is shown, stops polls and charges, and allows reading until a person tries again (C6)', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    const preview = await app.charges.prepare(aDraft())
    const release = env.gateway.hold()
    const charging = app.confirm(preview)
    await settled()
    env.storageFaults.failWrites('io-error')
    release()
    // The reply shows the gateway’s answer, which is in memory.
    expect((await charging).summary.gatewayOrderId).not.toBeNull()
    await env.clock.advance(1000)
    expect(app.publisher.of('appState.changed').at(-1)?.storage).toEqual({ trouble: 'write-failed' })
    const asked = env.gateway.statusRequests.length
    await env.clock.advance(600_000)
    expect(env.gateway.statusRequests).toHaveLength(asked)
    await expect(app.charge()).rejects.toMatchObject({ code: 'storage-failed' })
    expect(env.gateway.deliveries).toHaveLength(1)
    expect((await app.orders.get('1')).summary.chargeState).not.toBeNull()

    env.storageFaults.endWriteFaults()
    expect(await app.startup.start()).toMatchObject({ start: { kind: 'ready' }, storage: { trouble: null } })
    await env.clock.advance(60_000)
    expect((await app.orders.get('1')).summary.chargeState).toBe('accepted')
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('that was only full is used again, and charges of this run are not swept (C6)', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    env.gateway.hold()
    void app.charge()
    await settled()
    await settled()
    env.storageFaults.failWrites('disk-full')
    await expect(
      app.settings.save({
        theme: 'dark',
        density: 'comfortable',
        detailPx: null,
        timeZone: 'system',
        operatorName: '',
      }),
    ).rejects.toThrow()
    expect((await app.appState.get()).storage).toEqual({ trouble: 'disk-full' })
    env.storageFaults.endWriteFaults()
    await env.clock.advance(6000)
    expect((await app.appState.get()).storage).toEqual({ trouble: null })
    expect((await app.orders.get('1')).summary.chargeState).toBe('sending')
  })
})

describe('the recovery code', () => {
  async function lostKey(): Promise<TestEnvironment> {
    const env = await readyEnvironment()
    const app = await startApp(env)
    await app.recovery.create()
    app.kill()
    env.vault.databaseKey = null
    return env
  }

  it('opens the log and puts the key back in the keychain', async () => {
    const env = await lostKey()
    const app = new TestApp(env)
    expect(await stateOf(app)).toMatchObject({ kind: 'recovery-needed', hasRecoveryFile: true })
    expect((await app.startup.recover(FakeRecoveryFile.code)).start).toEqual({ kind: 'ready' })
    expect(env.vault.databaseKey).toEqual(env.storage.key)
    app.kill()
    expect(await stateOf(new TestApp(env))).toEqual({ kind: 'ready' })
  })

  it('opens the history on a machine without a keychain, for this session', async () => {
    const env = await lostKey()
    env.vault.keychain = { kind: 'unavailable', reason: 'no bus' }
    const app = new TestApp(env)
    expect(await stateOf(app)).toEqual({ kind: 'keychain-unavailable', hasRecoveryFile: true })
    expect(await app.startup.recover(FakeRecoveryFile.code)).toMatchObject({
      start: { kind: 'ready' },
      keychain: { kind: 'session-only' },
    })
  })

  it('that is wrong opens nothing and may be tried again', async () => {
    const env = await lostKey()
    const app = await startApp(env)
    await expect(app.startup.recover('WRONG')).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { recoveryCode: 'does-not-fit' } },
    })
    expect((await app.startup.recover(FakeRecoveryFile.code)).start).toEqual({ kind: 'ready' })
  })

  it('of another database opens nothing and replaces no key', async () => {
    const env = await lostKey()
    env.recoveryFile.key = Uint8Array.from(randomBytes(32))
    const app = await startApp(env)
    await expect(app.startup.recover(FakeRecoveryFile.code)).rejects.toMatchObject({
      details: { fields: { recoveryCode: 'of-another-database' } },
    })
    expect(env.vault.databaseKey).toBeNull()
  })

  it('is of no use without its file or when the log is open', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    await expect(app.startup.recover(FakeRecoveryFile.code)).rejects.toMatchObject({
      details: { reason: 'already-open' },
    })
    app.kill()
    env.vault.databaseKey = null
    env.recoveryFile.key = null
    const locked = await startApp(env)
    await expect(locked.startup.recover(FakeRecoveryFile.code)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('counts as made only when two of its groups were retyped', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    const { code, askGroups } = await app.recovery.create()
    expect(new Set(askGroups).size).toBe(2)
    expect((await app.appState.get()).recovery).toBe('not-made')
    const retyped = askGroups.map((index) => ({ index, text: (code.split('-')[index] ?? '').toLowerCase() }))
    await expect(app.recovery.confirm(retyped.slice(0, 1))).rejects.toMatchObject({
      details: { fields: { [`groups.${askGroups[1] ?? 0}`]: 'not-this-group' } },
    })
    expect((await app.recovery.confirm(retyped)).recovery).toBe('made')
    await expect(app.recovery.confirm(retyped)).rejects.toMatchObject({
      details: { reason: 'no-code-shown' },
    })
    expect(JSON.stringify(app.publisher.published)).not.toContain(code)
  })

  it.each([0, 0.2, 0.5, 0.999])('asks for two different groups (luck %d)', async (luck) => {
    const env = await readyEnvironment()
    env.random = () => luck
    const { askGroups } = await (await startApp(env)).recovery.create()
    expect(askGroups).toHaveLength(2)
    expect(askGroups[0]).not.toBe(askGroups[1])
    expect(askGroups.every((index) => index >= 0 && index < 7)).toBe(true)
  })
})
