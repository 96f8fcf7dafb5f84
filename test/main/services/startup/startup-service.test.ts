import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aDraft, aProfile } from '../../../support/builders'
import { aReadyWorld, Desk, FakeRecoveryFile, settled, startDesk, World } from '../../../support/fakes'

const unavailable = (reason: string) => ({ kind: 'storage-unavailable', path: '/data/log.db', reason })
const stateOf = async (desk: Desk) => (await desk.startup.start()).start

describe('the first start', () => {
  it('makes a key, keeps it, makes the log and waits for a profile', async () => {
    const world = new World()
    const desk = new Desk(world)
    expect(await stateOf(desk)).toEqual({ kind: 'first-run' })
    expect(world.vault.databaseKey).toHaveLength(32)
    expect(world.storage.key).toEqual(world.vault.databaseKey)
  })

  it('uses a key that was saved before a crash rather than another one', async () => {
    const world = new World()
    const key = Uint8Array.from(randomBytes(32))
    await world.vault.saveDatabaseKey(key)
    await startDesk(world)
    expect(world.storage.key).toEqual(key)
  })

  it('without a keychain keeps everything for this session and says so (C10, K4)', async () => {
    const world = new World()
    world.vault.keychain = { kind: 'unavailable', reason: 'no bus' }
    const desk = new Desk(world)
    const state = await desk.startup.start()
    expect(state).toMatchObject({
      start: { kind: 'first-run' },
      keychain: { kind: 'session-only', backend: null },
    })
  })
})

describe('a start with a log', () => {
  it('is ready, names the keychain and takes up what is open', async () => {
    const world = await aReadyWorld()
    const desk = await startDesk(world)
    expect(await desk.appState.get()).toMatchObject({
      start: { kind: 'ready' },
      keychain: { kind: 'os', backend: 'fake' },
      activeProfileId: 'profile-1',
      recovery: 'made',
      versions: { sqlite: world.storage.reader.sqliteVersion() },
    })
  })

  const ways: readonly (readonly [string, (world: World) => void, unknown])[] = [
    [
      'a locked keychain (K3)',
      (world) => (world.vault.keychain = { kind: 'locked' }),
      { kind: 'keychain-locked' },
    ],
    [
      'a key that is gone (K8)',
      (world) => (world.vault.databaseKey = null),
      { kind: 'recovery-needed', reason: 'key-missing', hasRecoveryFile: true },
    ],
    [
      'a key that does not fit (K9)',
      (world) => (world.vault.databaseKey = Uint8Array.from(randomBytes(32))),
      { kind: 'recovery-needed', reason: 'key-does-not-fit', hasRecoveryFile: true },
    ],
    [
      'a log from the future (P19)',
      (world) => (world.storageFaults.found = { kind: 'too-new', found: 99, supported: 1 }),
      { kind: 'storage-too-new', found: 99, supported: 1 },
    ],
    [
      'a damaged log (P16)',
      (world) => (world.storageFaults.found = { kind: 'damaged', reason: 'empty-file' }),
      { kind: 'storage-damaged', path: '/data/log.db', reason: 'empty-file' },
    ],
    [
      'no keychain (K4)',
      (world) => {
        world.vault.keychain = { kind: 'unavailable', reason: 'no bus' }
        world.vault.databaseKey = null
      },
      { kind: 'keychain-unavailable', hasRecoveryFile: true },
    ],
  ]

  it.each(ways)('and %s shows a way forward and never a new log', async (_, spoil, expected) => {
    const world = await aReadyWorld()
    const keyBefore = world.storage.key
    spoil(world)
    const desk = new Desk(world)
    expect(await stateOf(desk)).toEqual(expected)
    expect(world.storage.key).toBe(keyBefore)
    await expect(desk.orders.get('1')).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'not-started' },
    })
    const state = await desk.appState.get()
    expect(state).toMatchObject({ profiles: [], followingCount: 0 })
  })

  it('goes on when the person has unlocked the keychain', async () => {
    const world = await aReadyWorld()
    world.vault.keychain = { kind: 'locked' }
    const desk = new Desk(world)
    expect(await stateOf(desk)).toEqual({ kind: 'keychain-locked' })
    world.vault.keychain = { kind: 'available', backend: 'fake' }
    expect(await stateOf(desk)).toEqual({ kind: 'ready' })
    expect(await stateOf(desk)).toEqual({ kind: 'ready' })
  })

  it('becomes unknown, not sent, what an earlier run left as sending, before anything else can happen', async () => {
    const world = await aReadyWorld()
    world.gateway.hold()
    const first = await startDesk(world)
    void first.charge()
    await settled()
    await settled()
    first.kill()
    world.gateway.isReachable = false
    const second = await startDesk(world)
    expect((await second.orders.get('1')).summary).toMatchObject({
      chargeState: 'outcome-unknown',
      followState: 'following',
    })
    expect(world.gateway.deliveries).toHaveLength(1)
  })

  it('that cannot sweep does not begin: nothing may be charged beside an unswept charge', async () => {
    const world = await aReadyWorld()
    const desk = new Desk(world)
    world.storageFaults.failWrites('database', 'sweepSending')
    expect(await stateOf(desk)).toEqual(unavailable('database'))
    world.storageFaults.endWriteFaults()
    expect(await stateOf(desk)).toEqual({ kind: 'ready' })
  })

  it.each(['disk-full', 'busy', 'read-only'] as const)(
    'that cannot be written for %s is read, takes no charge, and goes on by itself (C1, C2)',
    async (trouble) => {
      const world = await aReadyWorld()
      const first = await startDesk(world)
      const { summary } = await first.charge()
      first.kill()
      world.storageFaults.trouble = trouble
      const desk = await startDesk(world)
      const asked = world.gateway.statusRequests.length
      expect(await desk.appState.get()).toMatchObject({
        start: { kind: 'ready' },
        storage: { trouble },
        followingCount: 1,
      })
      expect((await desk.orders.get(summary.orderId)).summary.clientOrderId).toBe(summary.clientOrderId)
      const refusal = { code: 'storage-failed', details: { reason: trouble } }
      await expect(desk.charge()).rejects.toMatchObject(refusal)
      await world.clock.advance(120_000)
      expect(world.gateway.statusRequests).toHaveLength(asked)
      expect(world.gateway.deliveries).toHaveLength(1)

      world.storageFaults.trouble = null
      await world.clock.advance(61_000)
      expect((await desk.appState.get()).storage).toEqual({ trouble: null })
      await world.clock.advance(10_000)
      expect(world.gateway.statusRequests.length).toBeGreaterThan(asked)
    },
  )

  it.each<[string, (world: World) => Promise<void>]>([
    ['gone', (world) => world.vault.deleteProfileSecrets('profile-1')],
    ['of another login', (world) => world.vault.saveControlKey(aProfile({ login: 'Other' }), 'x'.repeat(64))],
  ])('shows a control key that is %s as missing, before anybody uses it (A5)', async (_, spoil) => {
    const world = await aReadyWorld()
    await spoil(world)
    const desk = await startDesk(world)
    expect((await desk.appState.get()).profiles.map(({ secret }) => secret)).toEqual(['missing'])
    await world.vault.saveControlKey(aProfile(), world.gateway.controlKey)
    const again = await startDesk(world)
    expect((await again.appState.get()).profiles.map(({ secret }) => secret)).toEqual(['present'])
  })

  it('shows an RSA key that cannot be opened any more as lost, before anybody uses it (A5)', async () => {
    const world = await aReadyWorld()
    const first = await startDesk(world)
    await first.signingKeys.create('profile-1', 2048)
    world.vault.wrappingKeys.clear()
    const desk = await startDesk(world)
    expect((await desk.appState.get()).profiles.map(({ signingKey }) => signingKey?.state)).toEqual(['lost'])
  })

  it('offers the recovery code anew when its file is gone or damaged (A20)', async () => {
    const world = await aReadyWorld()
    world.recoveryFile.key = null
    const desk = await startDesk(world)
    expect((await desk.appState.get()).recovery).toBe('not-made')
    const { code, askGroups } = await desk.recovery.create()
    const groups = code.split('-')
    await desk.recovery.confirm(askGroups.map((index) => ({ index, text: groups[index] ?? '' })))
    expect((await (await startDesk(world)).appState.get()).recovery).toBe('made')
  })

  it('sweeps as soon as it can be written, and until then takes no charge (C1)', async () => {
    const world = await aReadyWorld()
    world.gateway.hold()
    const first = await startDesk(world)
    void first.charge()
    await settled()
    await settled()
    first.kill()
    world.storageFaults.trouble = 'disk-full'
    const desk = await startDesk(world)
    expect((await desk.orders.get('1')).summary.chargeState).toBe('sending')
    world.storageFaults.trouble = null
    expect(await desk.startup.start()).toMatchObject({ storage: { trouble: null } })
    expect((await desk.orders.get('1')).summary.chargeState).toBe('outcome-unknown')
    expect(world.gateway.deliveries).toHaveLength(1)
  })

  it('whose disk is full at the sweep is opened for reading (C1)', async () => {
    const world = await aReadyWorld()
    const desk = new Desk(world)
    world.storageFaults.failWrites('disk-full', 'sweepSteps')
    expect(await desk.startup.start()).toMatchObject({
      start: { kind: 'ready' },
      storage: { trouble: 'disk-full' },
    })
  })

  it('that opens neither for writing nor for reading is called unavailable, never damaged (C1)', async () => {
    const world = await aReadyWorld()
    world.storageFaults.trouble = 'disk-full'
    world.storageFaults.readingTrouble = 'not-up-to-date'
    expect(await stateOf(new Desk(world))).toEqual(unavailable('not-up-to-date'))
  })

  it('that cannot be made says why and what is safe (C1)', async () => {
    const world = new World()
    world.storageFaults.trouble = 'disk-full'
    expect(await stateOf(new Desk(world))).toEqual(unavailable('disk-full'))
  })

  it('shows damage that the background check finds, and takes no more charges (P15)', async () => {
    const world = await aReadyWorld()
    world.storageFaults.complaint = 'row 7 missing from index'
    const desk = await startDesk(world)
    await desk.startup.checkIntegrity()
    expect((await desk.appState.get()).start).toEqual({
      kind: 'storage-damaged',
      path: '/data/log.db',
      reason: 'row 7 missing from index',
    })
    await expect(desk.charge()).rejects.toMatchObject({ code: 'not-allowed-now' })
  })
})

describe('a disk that fails while the app runs', () => {
  it('is shown, ends questions and charges, and goes on being read until a person tries again (C6)', async () => {
    const world = await aReadyWorld()
    const desk = await startDesk(world)
    const preview = await desk.charges.prepare(aDraft())
    const release = world.gateway.hold()
    const charging = desk.confirm(preview)
    await settled()
    world.storageFaults.failWrites('io-error')
    release()
    // The reply shows what the gateway answered, which is kept in memory.
    expect((await charging).summary.gatewayOrderId).not.toBeNull()
    await world.clock.advance(1000)
    expect(desk.publisher.of('appState.changed').at(-1)?.storage).toEqual({ trouble: 'write-failed' })
    const asked = world.gateway.statusRequests.length
    await world.clock.advance(600_000)
    expect(world.gateway.statusRequests).toHaveLength(asked)
    await expect(desk.charge()).rejects.toMatchObject({ code: 'storage-failed' })
    expect(world.gateway.deliveries).toHaveLength(1)
    expect((await desk.orders.get('1')).summary.chargeState).not.toBeNull()

    world.storageFaults.endWriteFaults()
    expect(await desk.startup.start()).toMatchObject({ start: { kind: 'ready' }, storage: { trouble: null } })
    await world.clock.advance(60_000)
    expect((await desk.orders.get('1')).summary.chargeState).toBe('accepted')
    expect(world.gateway.deliveries).toHaveLength(1)
  })

  it('that was only full goes on by itself, and what this run has under way is not swept (C6)', async () => {
    const world = await aReadyWorld()
    const desk = await startDesk(world)
    world.gateway.hold()
    void desk.charge()
    await settled()
    await settled()
    world.storageFaults.failWrites('disk-full')
    await expect(
      desk.settings.save({ theme: 'dark', timeZone: 'system', operatorName: '' }),
    ).rejects.toThrow()
    expect((await desk.appState.get()).storage).toEqual({ trouble: 'disk-full' })
    world.storageFaults.endWriteFaults()
    await world.clock.advance(6000)
    expect((await desk.appState.get()).storage).toEqual({ trouble: null })
    expect((await desk.orders.get('1')).summary.chargeState).toBe('sending')
  })
})

describe('the recovery code', () => {
  async function lostKey(): Promise<World> {
    const world = await aReadyWorld()
    const desk = await startDesk(world)
    await desk.recovery.create()
    desk.kill()
    world.vault.databaseKey = null
    return world
  }

  it('opens the log and puts the key back in the keychain', async () => {
    const world = await lostKey()
    const desk = new Desk(world)
    expect(await stateOf(desk)).toMatchObject({ kind: 'recovery-needed', hasRecoveryFile: true })
    expect((await desk.startup.recover(FakeRecoveryFile.code)).start).toEqual({ kind: 'ready' })
    expect(world.vault.databaseKey).toEqual(world.storage.key)
    desk.kill()
    expect(await stateOf(new Desk(world))).toEqual({ kind: 'ready' })
  })

  it('opens the history on a machine without a keychain, for this session', async () => {
    const world = await lostKey()
    world.vault.keychain = { kind: 'unavailable', reason: 'no bus' }
    const desk = new Desk(world)
    expect(await stateOf(desk)).toEqual({ kind: 'keychain-unavailable', hasRecoveryFile: true })
    expect(await desk.startup.recover(FakeRecoveryFile.code)).toMatchObject({
      start: { kind: 'ready' },
      keychain: { kind: 'session-only' },
    })
  })

  it('that is wrong opens nothing and may be tried again', async () => {
    const world = await lostKey()
    const desk = await startDesk(world)
    await expect(desk.startup.recover('WRONG')).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { recoveryCode: 'does-not-fit' } },
    })
    expect((await desk.startup.recover(FakeRecoveryFile.code)).start).toEqual({ kind: 'ready' })
  })

  it('of another database opens nothing and replaces no key', async () => {
    const world = await lostKey()
    world.recoveryFile.key = Uint8Array.from(randomBytes(32))
    const desk = await startDesk(world)
    await expect(desk.startup.recover(FakeRecoveryFile.code)).rejects.toMatchObject({
      details: { fields: { recoveryCode: 'of-another-database' } },
    })
    expect(world.vault.databaseKey).toBeNull()
  })

  it('is of no use without its file or when the log is open', async () => {
    const world = await aReadyWorld()
    const desk = await startDesk(world)
    await expect(desk.startup.recover(FakeRecoveryFile.code)).rejects.toMatchObject({
      details: { reason: 'already-open' },
    })
    desk.kill()
    world.vault.databaseKey = null
    world.recoveryFile.key = null
    const locked = await startDesk(world)
    await expect(locked.startup.recover(FakeRecoveryFile.code)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('counts as made only when two of its groups were retyped', async () => {
    const world = await aReadyWorld()
    const desk = await startDesk(world)
    const { code, askGroups } = await desk.recovery.create()
    expect(new Set(askGroups).size).toBe(2)
    expect((await desk.appState.get()).recovery).toBe('not-made')
    const retyped = askGroups.map((index) => ({ index, text: (code.split('-')[index] ?? '').toLowerCase() }))
    await expect(desk.recovery.confirm(retyped.slice(0, 1))).rejects.toMatchObject({
      details: { fields: { [`groups.${askGroups[1] ?? 0}`]: 'not-this-group' } },
    })
    expect((await desk.recovery.confirm(retyped)).recovery).toBe('made')
    await expect(desk.recovery.confirm(retyped)).rejects.toMatchObject({
      details: { reason: 'no-code-shown' },
    })
    expect(JSON.stringify(desk.publisher.published)).not.toContain(code)
  })

  it.each([0, 0.2, 0.5, 0.999])('asks for two different groups (luck %d)', async (luck) => {
    const world = await aReadyWorld()
    world.random = () => luck
    const { askGroups } = await (await startDesk(world)).recovery.create()
    expect(askGroups).toHaveLength(2)
    expect(askGroups[0]).not.toBe(askGroups[1])
    expect(askGroups.every((index) => index >= 0 && index < 7)).toBe(true)
  })
})
