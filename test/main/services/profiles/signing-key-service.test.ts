import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../../src-shared/errors/app-error'
import { readSigningKey } from '../../../../src-main/services/profiles/signing-key'
import { aProfile, inputOf } from '../../../support/builders'
import { aReadyWorld, simulatorInfo, startDesk, World, type Desk } from '../../../support/fakes'
import { everythingIn } from '../../../support/fakes/everything'
import { rsaKey } from '../../../support/rsa-key'

const first = readSigningKey(rsaKey().privateKey)
const second = readSigningKey(rsaKey('second').privateKey)
let world: World
let desk: Desk

beforeEach(async () => {
  world = await aReadyWorld()
  desk = await startDesk(world)
})

const shownKey = async () => (await desk.appState.get()).profiles[0]?.signingKey
const profileNow = () => {
  const [profile] = world.storage.reader.listProfiles()
  if (profile === undefined) throw new Error('there is a profile')
  return profile
}

describe('a signing key', () => {
  it('is shown by what may be seen of it, from the import on', async () => {
    expect(await shownKey()).toBeNull()
    const view = await desk.signingKeys.import('profile-1', first.privateKey)
    expect(view.signingKey).toEqual({
      state: 'present',
      origin: 'imported',
      bits: 2048,
      fingerprint: first.fingerprint,
      publicKey: first.publicKey,
      createdAtMs: world.clock.nowMs(),
    })
    expect(await shownKey()).toEqual(view.signingKey)
    expect(desk.publisher.of('appState.changed').at(-1)?.profiles).toMatchObject([
      { signingKey: { fingerprint: first.fingerprint } },
    ])
  })

  it('never comes out again', async () => {
    const view = await desk.signingKeys.import('profile-1', first.privateKey)
    const shown = everythingIn([view, desk.publisher.published, await desk.appState.get(), world.problems])
    expect(shown).toContain('PUBLIC KEY')
    expect(shown).not.toContain('PRIVATE KEY')
    expect(shown).not.toContain(first.privateKey.split('\n')[3])
  })

  it('is replaced as a whole', async () => {
    await desk.signingKeys.import('profile-1', first.privateKey)
    await desk.signingKeys.import('profile-1', second.privateKey)
    expect(await shownKey()).toMatchObject({ fingerprint: second.fingerprint })
  })

  it('stays when another one is refused', async () => {
    await desk.signingKeys.import('profile-1', first.privateKey)
    await expect(desk.signingKeys.import('profile-1', second.publicKey)).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { privateKey: 'public-key' } },
    })
    expect(await shownKey()).toMatchObject({ fingerprint: first.fingerprint })
  })

  it('is gone once it is removed; none to remove is no error', async () => {
    await desk.signingKeys.import('profile-1', first.privateKey)
    expect((await desk.signingKeys.remove('profile-1')).signingKey).toBeNull()
    expect((await desk.signingKeys.remove('profile-1')).signingKey).toBeNull()
    expect(await shownKey()).toBeNull()
  })

  it('needs a profile', async () => {
    const missing = { code: 'not-found' }
    await expect(desk.signingKeys.import('nobody', first.privateKey)).rejects.toMatchObject(missing)
    await expect(desk.signingKeys.create('nobody', 2048)).rejects.toMatchObject(missing)
    await expect(desk.signingKeys.remove('nobody')).rejects.toMatchObject(missing)
  })

  it('is removed with what opens it, and a new one can take its place', async () => {
    await desk.signingKeys.import('profile-1', first.privateKey)
    const sealed = world.storage.reader.readSigningKey('profile-1') ?? new Uint8Array()
    expect((await desk.signingKeys.remove('profile-1')).signingKey).toBeNull()
    expect(world.storage.reader.readSigningKey('profile-1')).toBeNull()
    await expect(world.vault.openSigningKey(profileNow(), sealed)).rejects.toMatchObject({
      code: 'secret-missing',
    })
    const again = await desk.signingKeys.import('profile-1', second.privateKey)
    expect(again.signingKey).toMatchObject({ state: 'present', fingerprint: second.fingerprint })
  })

  it('is not removed while the keychain is locked', async () => {
    await desk.signingKeys.import('profile-1', first.privateKey)
    world.vault.keychain = { kind: 'locked' }
    await expect(desk.signingKeys.remove('profile-1')).rejects.toMatchObject({ code: 'secret-store-locked' })
    world.vault.keychain = { kind: 'available', backend: 'fake' }
    expect(await shownKey()).toMatchObject({ state: 'present' })
  })

  it('is not kept while the keychain is locked', async () => {
    world.vault.keychain = { kind: 'locked' }
    await expect(desk.signingKeys.import('profile-1', first.privateKey)).rejects.toMatchObject({
      code: 'secret-store-locked',
    })
    world.vault.keychain = { kind: 'available', backend: 'fake' }
    expect(await shownKey()).toBeNull()
  })

  it('outlives a change of the profile that has nothing to do with it', async () => {
    await desk.signingKeys.import('profile-1', first.privateKey)
    const view = await desk.profiles.save({ ...inputOf(profileNow()), name: 'Shop North' }, '')
    expect(view.signingKey).toMatchObject({ state: 'present', fingerprint: first.fingerprint })
  })
})

describe('a signing key and its address (C13)', () => {
  it.each([
    ['login', { login: 'SouthShop' }],
    ['address', { target: { kind: 'production', baseUrl: 'https://other.example.com/paynet' } }],
  ] as const)('belongs elsewhere once the %s is changed, until a key is given again', async (_, change) => {
    await desk.signingKeys.import('profile-1', first.privateKey)
    const view = await desk.profiles.save({ ...inputOf(aProfile()), ...change }, 'key-two')
    expect(view.signingKey).toMatchObject({ state: 'bound-elsewhere', fingerprint: first.fingerprint })
    const again = await desk.signingKeys.import('profile-1', first.privateKey)
    expect(again.signingKey).toMatchObject({ state: 'present' })
  })

  it('is lost with its wrapping key, and shows so once it was needed', async () => {
    await desk.signingKeys.import('profile-1', first.privateKey)
    await world.vault.deleteProfileSecrets('profile-1')
    await world.vault.saveControlKey(profileNow(), world.gateway.controlKey)
    const { orderId, clientOrderId } = (await desk.charge()).summary
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(5000)
    await expect(
      desk.cards.register(orderId, 'v4', { nickname: '', customerReference: '' }),
    ).rejects.toMatchObject({ code: 'secret-missing', details: { reason: 'signing-key-lost' } })
    expect(await shownKey()).toMatchObject({ state: 'lost' })
    expect((await desk.signingKeys.import('profile-1', first.privateKey)).signingKey).toMatchObject({
      state: 'present',
    })
  })
})

describe('the simulator and the public key', () => {
  async function triedDesk(): Promise<{ readonly profileId: string }> {
    world = new World()
    world.gateway.controlKey = simulatorInfo.controlKey
    desk = await startDesk(world)
    const { activeProfileId } = await desk.simulatorMerchant.try()
    return { profileId: activeProfileId ?? '' }
  }

  it('is told each new key, and the key again whenever it is started by a person', async () => {
    const { profileId } = await triedDesk()
    expect(world.simulator.publicKeys).toEqual([])
    await desk.signingKeys.import(profileId, first.privateKey)
    await desk.signingKeys.import(profileId, second.privateKey)
    expect(world.simulator.publicKeys).toEqual([first.publicKey, second.publicKey])
    world.simulator.die()
    await desk.simulatorMerchant.try()
    expect(world.simulator.publicKeys).toEqual([first.publicKey, second.publicKey, second.publicKey])
  })

  it('is started for it when it merely sleeps', async () => {
    const { profileId } = await triedDesk()
    await world.simulator.stop()
    await desk.signingKeys.import(profileId, first.privateKey)
    expect(world.simulator.publicKeys).toEqual([first.publicKey])
  })

  it('is not started behind the back of a person who has seen it die; the key is kept', async () => {
    const { profileId } = await triedDesk()
    const { startCount } = world.simulator
    world.simulator.die()
    const view = await desk.signingKeys.import(profileId, first.privateKey)
    expect(view.signingKey).toMatchObject({ state: 'present' })
    expect([world.simulator.startCount, world.simulator.publicKeys]).toEqual([startCount, []])
  })

  it('may refuse the key without losing it; that is told to the log', async () => {
    const { profileId } = await triedDesk()
    const failure = new AppError('simulator-unavailable')
    world.simulator.registrationFailure = failure
    const view = await desk.signingKeys.import(profileId, first.privateKey)
    expect(view.signingKey).toMatchObject({ state: 'present' })
    expect(world.problems).toEqual([{ where: 'signing-key', error: failure }])
  })

  it('hears nothing of the key of a real profile', async () => {
    await world.simulator.start()
    await desk.signingKeys.import('profile-1', first.privateKey)
    expect(world.simulator.publicKeys).toEqual([])
  })
})
