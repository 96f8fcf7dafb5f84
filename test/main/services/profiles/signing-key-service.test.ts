import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../../src-shared/errors/app-error'
import { readSigningKey } from '../../../../src-main/services/profiles/signing-key'
import { aProfile, inputOf } from '../../../support/builders'
import {
  readyEnvironment,
  simulatorInfo,
  startApp,
  TestEnvironment,
  type TestApp,
} from '../../../support/fakes'
import { everythingIn } from '../../../support/fakes/everything'
import { rsaKey } from '../../../support/rsa-key'
import { usableProfile } from '../../../support/storage'

const first = readSigningKey(rsaKey().privateKey)
const second = readSigningKey(rsaKey('second').privateKey)
let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const shownKey = async () => (await app.appState.get()).profiles[0]?.signingKey
const profileNow = () => usableProfile(env.storage)

describe('a signing key', () => {
  it('is shown by what may be seen of it, from the import on', async () => {
    expect(await shownKey()).toBeNull()
    const view = await app.signingKeys.import('profile-1', first.privateKey)
    expect(view.signingKey).toEqual({
      state: 'present',
      origin: 'imported',
      bits: 2048,
      fingerprint: first.fingerprint,
      publicKey: first.publicKey,
      createdAtMs: env.clock.nowMs(),
    })
    expect(await shownKey()).toEqual(view.signingKey)
    expect(app.publisher.of('appState.changed').at(-1)?.profiles).toMatchObject([
      { signingKey: { fingerprint: first.fingerprint } },
    ])
  })

  it('never comes out again', async () => {
    const view = await app.signingKeys.import('profile-1', first.privateKey)
    const shown = everythingIn([view, app.publisher.published, await app.appState.get(), env.problems])
    expect(shown).toContain('PUBLIC KEY')
    expect(shown).not.toContain('PRIVATE KEY')
    expect(shown).not.toContain(first.privateKey.split('\n')[3])
  })

  it('is replaced as a whole', async () => {
    await app.signingKeys.import('profile-1', first.privateKey)
    await app.signingKeys.import('profile-1', second.privateKey)
    expect(await shownKey()).toMatchObject({ fingerprint: second.fingerprint })
  })

  it('stays when another one is refused', async () => {
    await app.signingKeys.import('profile-1', first.privateKey)
    await expect(app.signingKeys.import('profile-1', second.publicKey)).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { privateKey: 'public-key' } },
    })
    expect(await shownKey()).toMatchObject({ fingerprint: first.fingerprint })
  })

  it('is gone once it is removed; none to remove is no error', async () => {
    await app.signingKeys.import('profile-1', first.privateKey)
    expect((await app.signingKeys.remove('profile-1')).signingKey).toBeNull()
    expect((await app.signingKeys.remove('profile-1')).signingKey).toBeNull()
    expect(await shownKey()).toBeNull()
  })

  it('needs a profile', async () => {
    const missing = { code: 'not-found' }
    await expect(app.signingKeys.import('nobody', first.privateKey)).rejects.toMatchObject(missing)
    await expect(app.signingKeys.create('nobody', 2048)).rejects.toMatchObject(missing)
    await expect(app.signingKeys.remove('nobody')).rejects.toMatchObject(missing)
  })

  it('is removed with what opens it, and a new one can take its place', async () => {
    await app.signingKeys.import('profile-1', first.privateKey)
    const sealed = env.storage.reader.readSigningKey('profile-1') ?? new Uint8Array()
    expect((await app.signingKeys.remove('profile-1')).signingKey).toBeNull()
    expect(env.storage.reader.readSigningKey('profile-1')).toBeNull()
    await expect(env.vault.openSigningKey(profileNow(), sealed)).rejects.toMatchObject({
      code: 'secret-missing',
    })
    const again = await app.signingKeys.import('profile-1', second.privateKey)
    expect(again.signingKey).toMatchObject({ state: 'present', fingerprint: second.fingerprint })
  })

  it('is not removed while the keychain is locked', async () => {
    await app.signingKeys.import('profile-1', first.privateKey)
    env.vault.keychain = { kind: 'locked' }
    await expect(app.signingKeys.remove('profile-1')).rejects.toMatchObject({ code: 'secret-store-locked' })
    env.vault.keychain = { kind: 'available', backend: 'fake' }
    expect(await shownKey()).toMatchObject({ state: 'present' })
  })

  it('is not kept while the keychain is locked', async () => {
    env.vault.keychain = { kind: 'locked' }
    await expect(app.signingKeys.import('profile-1', first.privateKey)).rejects.toMatchObject({
      code: 'secret-store-locked',
    })
    env.vault.keychain = { kind: 'available', backend: 'fake' }
    expect(await shownKey()).toBeNull()
  })

  it('outlives a change of the profile that has nothing to do with it', async () => {
    await app.signingKeys.import('profile-1', first.privateKey)
    const view = await app.profiles.save({ ...inputOf(profileNow()), name: 'Shop North' }, '')
    expect(view.signingKey).toMatchObject({ state: 'present', fingerprint: first.fingerprint })
  })
})

describe('a signing key and its address (S13)', () => {
  it.each([
    ['login', { login: 'SouthShop' }],
    ['address', { target: { kind: 'production', baseUrl: 'https://other.example.com/paynet' } }],
  ] as const)(
    'belongs to another address or login once the %s is changed, until a key is saved again',
    async (_, change) => {
      await app.signingKeys.import('profile-1', first.privateKey)
      const view = await app.profiles.save({ ...inputOf(aProfile()), ...change }, 'key-two')
      expect(view.signingKey).toMatchObject({ state: 'bound-elsewhere', fingerprint: first.fingerprint })
      const again = await app.signingKeys.import('profile-1', first.privateKey)
      expect(again.signingKey).toMatchObject({ state: 'present' })
    },
  )

  it('is lost with its wrapping key, and shows so once it was needed', async () => {
    await app.signingKeys.import('profile-1', first.privateKey)
    await env.vault.deleteProfileSecrets('profile-1')
    await env.vault.saveControlKey(profileNow(), env.gateway.controlKey)
    const { orderId, clientOrderId } = (await app.charge()).summary
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(5000)
    await expect(
      app.cards.register(orderId, 'v4', { nickname: '', customerReference: '' }),
    ).rejects.toMatchObject({ code: 'secret-missing', details: { reason: 'signing-key-lost' } })
    expect(await shownKey()).toMatchObject({ state: 'lost' })
    expect((await app.signingKeys.import('profile-1', first.privateKey)).signingKey).toMatchObject({
      state: 'present',
    })
  })
})

describe('the simulator and the public key', () => {
  async function triedApp(): Promise<{ readonly profileId: string }> {
    env = new TestEnvironment()
    env.gateway.controlKey = simulatorInfo.controlKey
    app = await startApp(env)
    const { activeProfileId } = await app.simulatorMerchant.try()
    return { profileId: activeProfileId ?? '' }
  }

  it('receives each new key, and the key again whenever a person starts it', async () => {
    const { profileId } = await triedApp()
    expect(env.simulator.publicKeys).toEqual([])
    await app.signingKeys.import(profileId, first.privateKey)
    await app.signingKeys.import(profileId, second.privateKey)
    expect(env.simulator.publicKeys).toEqual([first.publicKey, second.publicKey])
    env.simulator.die()
    await app.simulatorMerchant.try()
    expect(env.simulator.publicKeys).toEqual([first.publicKey, second.publicKey, second.publicKey])
  })

  it('is started for it when it merely sleeps', async () => {
    const { profileId } = await triedApp()
    await env.simulator.stop()
    await app.signingKeys.import(profileId, first.privateKey)
    expect(env.simulator.publicKeys).toEqual([first.publicKey])
  })

  it('is not restarted by itself after a crash; the key is stored', async () => {
    const { profileId } = await triedApp()
    const { startCount } = env.simulator
    env.simulator.die()
    const view = await app.signingKeys.import(profileId, first.privateKey)
    expect(view.signingKey).toMatchObject({ state: 'present' })
    expect([env.simulator.startCount, env.simulator.publicKeys]).toEqual([startCount, []])
  })

  it('may refuse the key without losing it; the refusal is logged', async () => {
    const { profileId } = await triedApp()
    const failure = new AppError('simulator-unavailable')
    env.simulator.registrationFailure = failure
    const view = await app.signingKeys.import(profileId, first.privateKey)
    expect(view.signingKey).toMatchObject({ state: 'present' })
    expect(env.problems).toEqual([{ where: 'signing-key', error: failure }])
  })

  it('does not receive the key of a real profile', async () => {
    await env.simulator.start()
    await app.signingKeys.import('profile-1', first.privateKey)
    expect(env.simulator.publicKeys).toEqual([])
  })
})
