import { beforeEach, describe, expect, it } from 'vitest'
import type { StatusOutcome } from '../../../../src-main/ports/gateway-client'
import { aProfileInput } from '../../../support/builders'
import {
  readyEnvironment,
  TestApp,
  noAnswer,
  settled,
  startApp,
  type TestEnvironment,
  wrongControl,
} from '../../../support/fakes'
import { usableProfile } from '../../../support/storage'

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const existing = () => aProfileInput({ profileId: 'profile-1' })
const withUrl = (kind: 'production' | 'gateway-test', baseUrl: string) =>
  aProfileInput({ target: { kind, baseUrl } })

const storedProfile = (profileId: string) =>
  env.storage.reader.listProfiles().find((profile) => profile.profileId === profileId)

describe('saving a profile', () => {
  it('puts the key in the keychain and the rest in the log, and shows the secret as present only', async () => {
    const view = await app.profiles.save(aProfileInput({ name: 'Shop US', login: 'NordUs' }), 'planted-key-7')
    expect(view).toMatchObject({
      name: 'Shop US',
      environment: 'production',
      secret: 'present',
      pollingStop: null,
    })
    expect(env.vault.controlKeys.get(view.profileId)).toEqual({
      key: 'planted-key-7',
      login: 'NordUs',
      baseUrl: 'https://gate.example.com/paynet',
    })
    expect(storedProfile(view.profileId)).toMatchObject({ login: 'NordUs', hasSecret: true })
    expect(JSON.stringify([view, app.publisher.published])).not.toContain('planted-key-7')
    expect(env.storage.find('Shop US', 'planted-key-7')).toEqual(['Shop US'])
  })

  it('saves the key first: a keychain that refuses leaves no record without a key', async () => {
    env.vault.keychain = { kind: 'locked' }
    await expect(app.profiles.save(aProfileInput(), 'key')).rejects.toMatchObject({
      code: 'secret-store-locked',
    })
    expect(env.storage.reader.listProfiles().length).toBe(1)
  })

  it('needs a key for a new profile', async () => {
    await expect(app.profiles.save(aProfileInput(), '')).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { controlKey: 'required' } },
    })
  })

  it('keeps the key there is when only harmless things change', async () => {
    const view = await app.profiles.save({ ...existing(), name: 'Shop Europe', safetyLevel: 'read-only' }, '')
    expect(view).toMatchObject({ name: 'Shop Europe', safetyLevel: 'read-only', secret: 'present' })
    expect(env.vault.controlKeys.get('profile-1')?.key).toBe('key-one')
  })

  it.each([
    ['login', { login: 'Other' }],
    ['address', { target: { kind: 'production' as const, baseUrl: 'https://gate.example.com/other' } }],
  ])('asks for the key again when the %s changes (S13)', async (_, change) => {
    await expect(app.profiles.save({ ...existing(), ...change }, '')).rejects.toMatchObject({
      details: { fields: { controlKey: 'required-again' } },
    })
    await app.profiles.save({ ...existing(), ...change }, 'key-new')
    expect(env.vault.controlKeys.get('profile-1')?.key).toBe('key-new')
  })

  it('does not send a request with a key that belongs to another address, however the record was changed (S13)', async () => {
    const stored = usableProfile(env.storage)
    env.storage.writer.saveProfile({ ...stored, baseUrl: 'https://evil.example.com/paynet' })
    app.kill()
    app = await startApp(env)
    await expect(app.profiles.test('profile-1')).rejects.toMatchObject({
      code: 'secret-missing',
      details: { reason: 'bound-to-other-address', profileName: 'Shop EU' },
    })
    expect(env.gateway.statusRequests).toEqual([])
    expect((await app.appState.get()).profiles[0]?.secret).toBe('missing')
  })

  it.each([
    ['production', 'http://gate.example.com/paynet'],
    ['production', 'https://127.0.0.1/paynet'],
    ['production', 'https://localhost/paynet'],
    ['production', 'https://gate.example.com:8443/paynet'],
    ['production', 'https://10.0.0.4/paynet'],
    ['production', 'https://gate.internal/paynet'],
    ['gateway-test', 'http://127.0.0.1:8099/paynet'],
    ['gateway-test', 'http://gate.example.com/paynet'],
  ] as const)('refuses a %s profile at %s (S10)', async (kind, baseUrl) => {
    await expect(app.profiles.save(withUrl(kind, baseUrl), 'key')).rejects.toMatchObject({
      details: { fields: { 'profile.target.baseUrl': 'not-a-public-https-address' } },
    })
    expect(env.vault.controlKeys.size).toBe(1)
  })

  it('lets a gateway-test profile point at this machine in unpackaged builds only, a production one never', async () => {
    app.kill()
    app = new TestApp(env, undefined, { allowLoopback: true })
    await app.startup.start()
    const view = await app.profiles.save(withUrl('gateway-test', 'http://127.0.0.1:8099/paynet'), 'key')
    expect(view.environment).toBe('gateway-test')
    await expect(
      app.profiles.save(withUrl('production', 'http://127.0.0.1:8099/paynet'), 'key'),
    ).rejects.toMatchObject({
      code: 'validation-failed',
    })
    await expect(
      app.profiles.save(withUrl('gateway-test', 'http://10.0.0.4/paynet'), 'key'),
    ).rejects.toMatchObject({
      code: 'validation-failed',
    })
  })

  it('does not turn a profile into one of another environment, nor make a simulator by hand', async () => {
    await expect(
      app.profiles.save(
        { ...existing(), target: { kind: 'gateway-test', baseUrl: 'https://gate.example.com/paynet' } },
        'key',
      ),
    ).rejects.toMatchObject({ details: { reason: 'environment-is-fixed' } })
    await expect(
      app.profiles.save(aProfileInput({ target: { kind: 'simulator' } }), 'key'),
    ).rejects.toMatchObject({
      details: { reason: 'simulator-is-made-by-trying' },
    })
  })

  it('refuses two entry points with one id', async () => {
    const routes = [
      { kind: 'endpoint' as const, id: '4411', label: '', currency: 'EUR' },
      { kind: 'group' as const, id: '4411', label: '', currency: null },
    ]
    await expect(app.profiles.save(aProfileInput({ routes }), 'key')).rejects.toMatchObject({
      details: { fields: { 'profile.routes.1.id': 'given-twice' } },
    })
  })

  it('keeps how typed cards are taken, and shows it', async () => {
    const saleRules = {
      acceptsCards: false,
      control: ['login', 'client order id', 'currency'],
      uploadControl: ['route id', 'gateway order id'],
      uploadRoute: 'id-only',
      returnUrl: 'https://shop.example/3ds',
    } as const
    const input = { ...existing(), saleRules: structuredClone(saleRules) as never }
    expect((await app.profiles.save(input, '')).saleRules).toEqual(saleRules)
    expect(storedProfile('profile-1')?.saleRules).toEqual(saleRules)
    expect((await app.appState.get()).profiles[0]?.saleRules).toEqual(saleRules)
  })

  it.each([
    ['control', { control: ['route id', 'email', 'email'] }, 'given-twice'],
    ['uploadControl', { uploadControl: ['gateway order id', 'gateway order id'] }, 'given-twice'],
    ['returnUrl', { returnUrl: 'http://shop.example/3ds' }, 'not-an-https-address'],
    ['returnUrl', { returnUrl: 'https://ann:word@shop.example/3ds' }, 'not-an-https-address'],
    ['returnUrl', { returnUrl: 'https://shop.example/3ds?order=1' }, 'not-an-https-address'],
    ['returnUrl', { returnUrl: 'https://shop.example/3ds#end' }, 'not-an-https-address'],
  ])('refuses a %s like %j', async (field, change, reason) => {
    const saleRules = { ...existing().saleRules, ...change } as never
    await expect(app.profiles.save({ ...existing(), saleRules }, '')).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { [`profile.saleRules.${field}`]: reason } },
    })
  })

  it('does not change where issuers answer to while a charge is open', async () => {
    const moved = { ...existing().saleRules, returnUrl: 'https://shop.example/3ds' }
    const { clientOrderId } = (await app.sell()).summary
    await expect(app.profiles.save({ ...existing(), saleRules: moved }, '')).rejects.toMatchObject({
      details: { reason: 'charges-open' },
    })
    const off = { ...existing().saleRules, acceptsCards: false }
    expect((await app.profiles.save({ ...existing(), saleRules: off }, '')).saleRules).toEqual(off)
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(6000)
    expect((await app.profiles.save({ ...existing(), saleRules: moved }, '')).saleRules).toEqual(moved)
  })

  it('needs a recovery code before the first real profile', async () => {
    env.storage.writer.setRecoveryMade(false)
    await expect(app.profiles.save(aProfileInput(), 'key')).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'recovery-needed' },
    })
  })

  it('does not move to another address while a charge is open: lookups there would find nothing', async () => {
    await app.charge()
    const moved = {
      ...existing(),
      target: { kind: 'production' as const, baseUrl: 'https://new.example.com/paynet' },
    }
    await expect(app.profiles.save(moved, 'key')).rejects.toMatchObject({
      details: { fields: { 'profile.target.baseUrl': 'profile-has-orders' } },
    })
    await expect(app.profiles.save({ ...existing(), login: 'Other' }, 'key')).rejects.toMatchObject({
      details: { reason: 'charges-open' },
    })
  })

  it('keeps the address of a profile whose orders the gateway knows, in any spelling (B8)', async () => {
    env.gateway.firstStatus = 'approved'
    await app.charge()
    await env.clock.advance(6000)
    const at = (baseUrl: string) => ({ ...existing(), target: { kind: 'production' as const, baseUrl } })
    await expect(app.profiles.save(at('https://new.example.com/paynet'), 'key')).rejects.toMatchObject({
      code: 'validation-failed',
      details: { fields: { 'profile.target.baseUrl': 'profile-has-orders' } },
    })
    const respelled = at('https://GATE.example.com:443/paynet')
    expect((await app.profiles.save(respelled, '')).baseUrl).toBe('https://gate.example.com/paynet')
  })

  it('can mend the address of a profile whose orders no gateway has answered (B8)', async () => {
    env.gateway.plan({ kind: 'not-sent' })
    await app.charge()
    env.gateway.isReachable = false
    await app.orders.adopt({ clientOrderId: 'EXT-1', gatewayOrderId: '', routeId: '4411' })
    const moved = {
      ...existing(),
      target: { kind: 'production' as const, baseUrl: 'https://new.example.com/paynet' },
    }
    expect((await app.profiles.save(moved, 'key')).baseUrl).toBe('https://new.example.com/paynet')
  })

  it('keeps the key for this session only when there is no keychain, and reports it', async () => {
    env.vault.keychain = { kind: 'unavailable', reason: 'no bus' }
    await env.vault.probe()
    const view = await app.profiles.save(aProfileInput(), 'key')
    expect(view.secret).toBe('session')
    expect(storedProfile(view.profileId)?.hasSecret).toBe(false)
  })
})

describe('removing a profile', () => {
  it('is refused while money sent through it is unsettled, and takes the key last', async () => {
    const { clientOrderId } = (await app.charge()).summary
    await expect(app.profiles.remove('profile-1')).rejects.toMatchObject({
      details: { reason: 'charges-open' },
    })
    env.gateway.setStatus(clientOrderId, 'declined')
    await env.clock.advance(5000)
    await app.profiles.remove('profile-1')
    expect([env.storage.reader.listProfiles().length, env.vault.controlKeys.size]).toEqual([0, 0])
    expect(await app.appState.get()).toMatchObject({
      profiles: [],
      activeProfileId: null,
      start: { kind: 'first-run' },
    })
  })

  it.each(['lost', 'refused'] as const)('is refused while a charge is %s', async (kind) => {
    env.gateway.plan(kind === 'lost' ? { kind, isBooked: false } : { kind, code: '2' })
    await app.charge()
    await expect(app.profiles.remove('profile-1')).rejects.toMatchObject({
      details: { reason: 'charges-open' },
    })
  })

  it('keeps the key when the record could not be removed', async () => {
    env.storageFaults.failWrites('database', 'removeProfile')
    await expect(app.profiles.remove('profile-1')).rejects.toMatchObject({ code: 'storage-failed' })
    expect(env.vault.controlKeys.size).toBe(1)
  })

  it('makes another profile the active one and asks nothing for the removed one', async () => {
    const other = await app.profiles.save(aProfileInput({ name: 'Other' }), 'key-one')
    env.gateway.bookOrder('EXT-1', '1.00', 'EUR')
    await app.orders.adopt({ clientOrderId: 'EXT-1', gatewayOrderId: '', routeId: '4411' })
    await app.profiles.remove('profile-1')
    expect((await app.appState.get()).activeProfileId).toBe(other.profileId)
    await env.clock.advance(60_000)
    expect(env.gateway.statusRequests.length).toBeLessThanOrEqual(1)
  })
})

describe('testing a connection', () => {
  const refusedWith = (message: string): StatusOutcome => ({
    kind: 'refused',
    code: '6',
    message,
    isWrongControl: false,
  })

  it.each([
    ['an order that is not there', refusedWith('Order not found'), 'works'],
    ['a wrong key', wrongControl, 'wrong-control'],
    ['an unknown login', refusedWith('Merchant with this login not found'), 'wrong-login-or-route'],
    ['an unknown entry point', refusedWith('End point with id 4411 not found'), 'wrong-login-or-route'],
    ['a closed port', noAnswer('ECONNREFUSED'), 'unreachable'],
    ['a closed door', noAnswer('http-403', { isAccessDenied: true }), 'access-denied'],
  ] as const)('reads %s as it is', async (_, outcome, expected) => {
    env.gateway.script('1', outcome)
    const result = await app.profiles.test('profile-1')
    expect(result).toMatchObject({ outcome: expected, durationMs: 12 })
    expect(env.gateway.statusRequests).toMatchObject([{ clientOrderId: '1', gatewayOrderId: '1' }])
    expect(app.publisher.of('exchanges.recorded')).toHaveLength(1)
    expect(env.storage.orders().length).toBe(0)
  })

  it('reports why no readable answer came (A17)', async () => {
    const failure = 'tls:UNABLE_TO_VERIFY_LEAF_SIGNATURE:Office Proxy CA'
    env.gateway.script('1', noAnswer(failure))
    expect(await app.profiles.test('profile-1')).toMatchObject({ outcome: 'unreachable', failure })
    env.gateway.script('1', refusedWith('Order not found'))
    expect(await app.profiles.test('profile-1')).toMatchObject({ outcome: 'works', failure: null })
  })

  it('that works lets a stopped profile go on', async () => {
    env.gateway.bookOrder('EXT-1', '1.00', 'EUR')
    await app.orders.adopt({ clientOrderId: 'EXT-1', gatewayOrderId: '', routeId: '4411' })
    env.gateway.script('EXT-1', noAnswer('http-403', { isAccessDenied: true }))
    await env.clock.advance(30_000)
    expect(env.gateway.statusRequests).toHaveLength(1)
    await app.profiles.test('profile-1')
    await settled()
    await env.clock.advance(60_000)
    expect(env.gateway.statusRequests.length).toBeGreaterThan(5)
  })
})
