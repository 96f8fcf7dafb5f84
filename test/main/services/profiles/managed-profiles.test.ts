import { beforeEach, describe, expect, it } from 'vitest'
import type { PolicyProblem } from '../../../../src-shared/domain/policy'
import { defaultSaleRules } from '../../../../src-shared/domain/sale-rules'
import { managedShop, policyOf, policyPath } from '../../../support/a-policy'
import { inputOf } from '../../../support/builders'
import {
  FakeRecoveryFile,
  readyEnvironment,
  startApp,
  type TestApp,
  TestEnvironment,
} from '../../../support/fakes'
import { usableProfile } from '../../../support/storage'

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
})

type Written = Partial<Omit<typeof managedShop, 'environment'>> & {
  readonly environment?: 'production' | 'gateway-test'
}

/** Starts the app anew with one profile in the policy. */
async function startWith(change: Written = {}): Promise<void> {
  env.policy = policyOf({ profiles: [{ ...managedShop, ...change }] })
  app = await startApp(env)
}

/** Ends the running app first. */
async function startAgainWith(change: Written): Promise<void> {
  app.kill()
  await startWith(change)
}

const shop = () => usableProfile(env.storage, 'shop-us')
/** Savings of a profile in the audit chain. */
const savings = () =>
  env.storage.db
    .prepare<[], number>(`SELECT count(*) FROM audit_chain WHERE kind = 'profile-saved'`)
    .pluck()
    .get() ?? 0
const enterKey = async () => app.profiles.save(inputOf(shop()), 'key-us')
const start = async () => (await app.appState.get()).start
const problem = (found: Partial<PolicyProblem>) => ({
  ...{ kind: 'policy-unusable', path: policyPath, cause: 'not-valid', detail: null },
  ...found,
})

describe('a profile of the policy', () => {
  it('is made at the start, without a key and beside those of the person', async () => {
    await startWith()
    expect(shop()).toMatchObject({
      ...{ name: 'Shop US', environment: 'production', baseUrl: managedShop.baseUrl, login: 'NordUs' },
      ...{ hasSecret: false, safetyLevel: 'confirm', limits: [], rebillControl: 'without-endpoint' },
      routes: [
        { kind: 'endpoint', id: '5511', label: '', currency: 'USD' },
        { kind: 'group', id: '5522', label: 'All', currency: null },
      ],
      saleRules: defaultSaleRules('production'),
    })
    const { profiles, activeProfileId } = await app.appState.get()
    expect(profiles.map(({ name, secret }) => [name, secret])).toEqual([
      ['Shop EU', 'present'],
      ['Shop US', 'missing'],
    ])
    expect(activeProfileId).toBe('profile-1')
    expect(env.consent.requests).toEqual([])
  })

  it('is the active one of a new history', async () => {
    env = new TestEnvironment()
    await startWith()
    expect(await app.appState.get()).toMatchObject({ start: { kind: 'ready' }, activeProfileId: 'shop-us' })
  })

  it('is written only when it differs, so that a start leaves no entry in the audit chain', async () => {
    await startWith()
    const before = savings()
    await startAgainWith({})
    expect(savings()).toBe(before)
    await startAgainWith({ name: 'Shop USA' })
    expect([shop().name, savings()]).toEqual(['Shop USA', before + 1])
  })

  it('keeps its key, safety level and limits when the administrator changes something else', async () => {
    await startWith()
    await enterKey()
    const limits = [
      {
        ...{ currency: 'USD', perChargeMinor: 100, perCardDayMinor: null },
        ...{ perOperatorDayMinor: null, askAboveMinor: null },
      },
    ]
    await app.profiles.saveLimits({ profileId: 'shop-us', safetyLevel: 'typed', limits, ownPin: '' })
    await startAgainWith({ name: 'Shop USA' })
    expect(shop()).toMatchObject({ name: 'Shop USA', hasSecret: true, safetyLevel: 'typed', limits })
    expect((await app.appState.get()).profiles[1]?.secret).toBe('present')
  })

  it.each<[string, Written]>([
    ['login', { login: 'NordUsTwo' }],
    ['address', { baseUrl: 'https://gate.example.com/other' }],
    ['environment', { environment: 'gateway-test' }],
  ])('needs its key again after another %s, for which it was not entered', async (_, change) => {
    await startWith()
    await enterKey()
    await startAgainWith(change)
    expect(shop().hasSecret).toBe(false)
  })

  it.each<[string, Written]>([
    ['login', { login: 'NordUsTwo' }],
    ['address', { baseUrl: 'https://gate.example.com/other' }],
    ['environment', { environment: 'gateway-test' }],
  ])('with orders does not move to another %s: the history stays closed and unchanged', async (_, change) => {
    await startWith({ login: 'NordShop' })
    await app.profiles.save(inputOf(shop()), env.gateway.controlKey)
    await app.profiles.select('shop-us')
    env.gateway.bookOrder('EXT-1', '1.00', 'USD')
    await app.orders.adopt({ clientOrderId: 'EXT-1', gatewayOrderId: '', routeId: '5511' })
    await env.clock.advance(6000)
    const before = shop()
    await startAgainWith({ login: 'NordShop', ...change })
    expect(await start()).toEqual(problem({ cause: 'profile-has-orders', place: 'profiles.0' }))
    expect(shop()).toEqual(before)
    await expect(app.charge()).rejects.toMatchObject({ details: { reason: 'not-started' } })
    // The administrator gives it another id, and the person tries again.
    env.policy = policyOf({ profiles: [{ ...managedShop, ...change, id: 'shop-us-2' }] })
    expect((await app.startup.start()).start.kind).toBe('ready')
  })

  it('stays as a profile of the person when the policy no longer has it', async () => {
    await startWith()
    app.kill()
    env.policy = { kind: 'none' }
    app = await startApp(env)
    await app.profiles.remove('shop-us')
    expect(env.storage.reader.listProfiles().map(({ profileId }) => profileId)).toEqual(['profile-1'])
  })

  it('is not made while the history can only be read, and no charge is possible then', async () => {
    env.storageFaults.failWrites('disk-full', 'saveProfile')
    await startWith()
    expect(await app.appState.get()).toMatchObject({
      start: { kind: 'ready' },
      storage: { trouble: 'disk-full' },
    })
    expect(env.storage.reader.listProfiles()).toHaveLength(1)
  })
})

describe('a policy that cannot be used', () => {
  it.each<[string, Written, string, string]>([
    [
      'http',
      { baseUrl: 'http://gate.example.com/paynet' },
      'profiles.0.baseUrl',
      'not-a-public-https-address',
    ],
    [
      'this machine',
      { baseUrl: 'https://127.0.0.1/paynet' },
      'profiles.0.baseUrl',
      'not-a-public-https-address',
    ],
    [
      'one endpoint twice',
      { routes: [...managedShop.routes, managedShop.routes[0]] as never },
      'profiles.0.routes.2.id',
      'given-twice',
    ],
  ])('with %s keeps the rules of a profile of a person', async (_, change, place, detail) => {
    await startWith(change)
    expect(await start()).toEqual(problem({ place, detail }))
  })

  it('opens no history, also not with the recovery code, until it was corrected', async () => {
    app = await startApp(env)
    await app.charge()
    app.kill()
    const asked = env.gateway.statusRequests.length
    const wrong = { path: policyPath, cause: 'not-json', place: '1:1', detail: null } as const
    env.policy = { kind: 'unusable', problem: wrong }
    app = await startApp(env)
    expect(await start()).toEqual({ kind: 'policy-unusable', ...wrong })
    expect((await app.startup.recover(FakeRecoveryFile.code)).start.kind).toBe('policy-unusable')
    await env.clock.advance(60_000)
    expect(env.gateway.statusRequests).toHaveLength(asked)

    env.policy = { kind: 'none' }
    expect((await app.startup.start()).start.kind).toBe('ready')
    await env.clock.advance(6000)
    expect(env.gateway.statusRequests.length).toBeGreaterThan(asked)
  })

  it('that became wrong while the app runs changes nothing before the next start', async () => {
    await startWith()
    env.policy = {
      kind: 'unusable',
      problem: { path: policyPath, cause: 'too-large', place: null, detail: null },
    }
    expect((await app.startup.start()).start.kind).toBe('ready')
  })
})
