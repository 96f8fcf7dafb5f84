import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callbackReader } from '../../../../src-main/gateway/callback-reader'
import { CallbackService } from '../../../../src-main/services/callbacks/callback-service'
import { AdminPolicy } from '../../../../src-main/services/common/admin-policy'
import type { CurrencyLimits, SafetyLevel } from '../../../../src-shared/domain/charge-limits'
import type { ProfileInput } from '../../../../src-shared/domain/profile'
import { commands } from '../../../../src-shared/ipc/contract'
import { managedShop, policyOf, policyPath } from '../../../support/a-policy'
import { aDraft, aProfileInput, inputOf } from '../../../support/builders'
import { readyEnvironment, startApp, type TestApp, type TestEnvironment } from '../../../support/fakes'
import { usableProfile } from '../../../support/storage'

/** The names in the input of a command, as JSON schema. */
const keysOf = (input: z.ZodType) =>
  JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
const aDraftOf = (amount: string) => aDraft({ amount })

const refused = { code: 'not-allowed-now', details: { reason: 'set-by-administrator' } }
const eur: CurrencyLimits = {
  currency: 'EUR',
  perChargeMinor: 50_000,
  perCardDayMinor: 100_000,
  perOperatorDayMinor: 500_000,
  askAboveMinor: 10_000,
}
/** Every key of a policy. */
const everyKey = policyOf({
  profiles: [managedShop],
  otherProfiles: 'off',
  leastSafety: 'typed',
  limits: [
    {
      ...{ currency: 'EUR', perCharge: '500.00', perCardDay: '1000.00' },
      ...{ perOperatorDay: '5000.00', askAbove: '100.00' },
    },
  ],
  callbackListener: 'off',
  updates: { enabled: false },
})

let env: TestEnvironment
let app: TestApp
let isListening: boolean

async function start(policy = everyKey): Promise<void> {
  env.policy = policy
  app = await startApp(env)
}

beforeEach(async () => {
  env = await readyEnvironment()
  isListening = false
})

const save = (change: Partial<ProfileInput>) =>
  app.profiles.save(
    { ...inputOf(usableProfile(env.storage, 'shop-us')), safetyLevel: 'typed', ...change },
    '',
  )
const saveLimits = (limits: readonly CurrencyLimits[], safetyLevel: SafetyLevel = 'typed') =>
  app.profiles.saveLimits({ profileId: 'shop-us', safetyLevel, limits: [...limits], ownPin: '' })
const listen = (port: number | null) =>
  new CallbackService({
    ...app.callbackParts,
    reader: callbackReader,
    listener: {
      state: () => ({ kind: 'off' }),
      start: () => {
        isListening = true
        return Promise.resolve({ kind: 'off' })
      },
      stop: () => Promise.resolve(),
      onCallback: () => undefined,
    },
  }).listen(port)
const at = (kind: 'production' | 'gateway-test', baseUrl: string) => ({ target: { kind, baseUrl } })
const rules = () => usableProfile(env.storage, 'shop-us').saleRules

/** What a page would send to loosen the policy: command, key, and the call. */
const tries: readonly (readonly [keyof typeof commands, string, () => Promise<unknown>])[] = [
  ['profiles.save', 'profiles.name', () => save({ name: 'Shop of Mallory' })],
  ['profiles.save', 'profiles.environment', () => save(at('gateway-test', managedShop.baseUrl))],
  ['profiles.save', 'profiles.baseUrl', () => save(at('production', 'https://gate.hostile.example/paynet'))],
  ['profiles.save', 'profiles.login', () => save({ login: 'Mallory' })],
  [
    'profiles.save',
    'profiles.routes',
    () => save({ routes: [{ kind: 'group', id: '1', label: '', currency: null }] }),
  ],
  ['profiles.save', 'profiles.rebillControl', () => save({ rebillControl: 'with-endpoint' })],
  ['profiles.save', 'profiles.defaultIpAddress', () => save({ defaultIpAddress: '203.0.113.66' })],
  ['profiles.save', 'profiles.pollPace', () => save({ pollPace: { minMs: 60_000, maxMs: 120_000 } })],
  ['profiles.save', 'profiles.saleRules', () => save({ saleRules: { ...rules(), acceptsCards: true } })],
  ['profiles.save', 'profiles.saleRules', () => save({ saleRules: { ...rules(), control: ['login'] } })],
  [
    'profiles.save',
    'profiles.saleRules',
    () => save({ saleRules: { ...rules(), returnUrl: 'https://a.example' } }),
  ],
  ['profiles.remove', 'profiles', () => app.profiles.remove('shop-us')],
  [
    'profiles.save',
    'otherProfiles',
    () => app.profiles.save(aProfileInput({ safetyLevel: 'read-only' }), 'key'),
  ],
  [
    'profiles.save',
    'otherProfiles',
    () => app.profiles.save(aProfileInput({ profileId: 'profile-1', safetyLevel: 'confirm' }), ''),
  ],
  [
    'limits.save',
    'otherProfiles',
    () =>
      app.profiles.saveLimits({ profileId: 'profile-1', safetyLevel: 'typed', limits: [eur], ownPin: '' }),
  ],
  ['profiles.save', 'leastSafety', () => save({ safetyLevel: 'confirm' })],
  ['limits.save', 'leastSafety', () => saveLimits([eur], 'confirm')],
  ['limits.save', 'limits', () => saveLimits([])],
  ['limits.save', 'limits.perCharge', () => saveLimits([{ ...eur, perChargeMinor: 50_001 }])],
  ['limits.save', 'limits.perCharge', () => saveLimits([{ ...eur, perChargeMinor: null }])],
  ['limits.save', 'limits.perCardDay', () => saveLimits([{ ...eur, perCardDayMinor: 100_001 }])],
  ['limits.save', 'limits.perOperatorDay', () => saveLimits([{ ...eur, perOperatorDayMinor: null }])],
  ['limits.save', 'limits.askAbove', () => saveLimits([{ ...eur, askAboveMinor: 10_001 }])],
  [
    'limits.save',
    'limits.askAbove',
    () =>
      saveLimits([
        eur,
        {
          ...{ currency: 'USD', perChargeMinor: null, perCardDayMinor: null },
          ...{ perOperatorDayMinor: null, askAboveMinor: 99_999_999 },
        },
      ]),
  ],
  ['callbacks.listen', 'callbackListener', () => listen(0)],
]

describe('a policy with every key', () => {
  it.each(tries)('lets %s loosen nothing of %s', async (_command, _key, loosen) => {
    await start()
    const before = await app.appState.get()
    const stored = env.storage.reader.listProfiles()
    await expect(loosen()).rejects.toMatchObject(refused)
    // Nobody was asked, because nothing can be released.
    expect(env.consent.requests).toEqual([])
    expect(env.storage.reader.listProfiles()).toEqual(stored)
    expect(await app.appState.get()).toEqual(before)
    expect(isListening).toBe(false)
  })

  it('has a try for every command that takes what a policy sets', () => {
    const tried = new Set<string>(tries.map(([command]) => command))
    const settable = Object.entries(commands)
      .filter(
        ([, { kind, input }]) =>
          kind === 'write' && /"(?:safetyLevel|limits|baseUrl|port)"/.test(keysOf(input)),
      )
      .map(([name]) => name)
    expect(settable.filter((name) => !tried.has(name))).toEqual([])
    expect(settable).toContain('limits.save')
  })

  it('is shown with its file, and with what it sets for each profile', async () => {
    await start()
    const { policy, profiles } = await app.appState.get()
    expect(policy).toEqual({
      path: policyPath,
      ...{ isOtherProfilesOff: true, isListenerOff: true, isUpdateOff: true, leastSafety: 'typed' },
      profiles: [
        { profileId: 'profile-1', isManaged: false, leastSafety: 'read-only', limits: [eur] },
        { profileId: 'shop-us', isManaged: true, leastSafety: 'typed', limits: [eur] },
      ],
    })
    expect(profiles.map(({ profileId, safetyLevel, limits }) => [profileId, safetyLevel, limits])).toEqual([
      // Nothing is asked, because nothing can be charged.
      ['profile-1', 'read-only', [{ ...eur, askAboveMinor: null }]],
      ['shop-us', 'typed', [eur]],
    ])
  })

  it('lets a person make rules stricter, and enter the key of a managed profile', async () => {
    await start()
    const stricter = [{ ...eur, perChargeMinor: 20_000, askAboveMinor: null }]
    expect(await saveLimits(stricter, 'second-person')).toMatchObject({ limits: stricter })
    const input = { ...inputOf(usableProfile(env.storage, 'shop-us')), safetyLevel: 'read-only' as const }
    expect(await app.profiles.save(input, 'key-us')).toMatchObject({
      ...{ secret: 'present', safetyLevel: 'read-only', limits: stricter },
    })
    expect(env.vault.controlKeys.get('shop-us')?.key).toBe('key-us')
  })

  it('holds for a restored history, whatever is stored in it', async () => {
    await start()
    const stored = usableProfile(env.storage, 'shop-us')
    await app.startup.replaceHistory(
      () => undefined,
      () => {
        env.storage.writer.saveProfile({ ...stored, login: 'Mallory', safetyLevel: 'confirm', limits: [] })
        return Promise.resolve()
      },
    )
    expect((await app.appState.get()).profiles[1]).toMatchObject({
      ...{ login: 'NordUs', safetyLevel: 'typed', limits: [eur] },
    })
  })

  it('lets the listener be stopped', async () => {
    await start()
    await expect(listen(null)).resolves.toBeDefined()
  })
})

describe('the limits of a policy', () => {
  it('refuse a charge of a live profile that has looser ones of its own', async () => {
    await start(policyOf({ limits: [{ currency: 'EUR', perCharge: '24.99' }] }))
    const { guards, chargeId, previewHash } = await app.charges.prepare(aDraftOf('25.00'))
    expect(guards[0]).toMatchObject({ code: 'limit-charge', level: 'block', limit: { limitMinor: 2499 } })
    await expect(
      app.charges.confirm({ chargeId, previewHash, acknowledged: [], cvv2: '', cardNumber: '' }),
    ).rejects.toMatchObject({ details: { reason: 'blocked-by-limit-charge' } })
    expect(env.gateway.deliveries).toEqual([])
  })

  it('ask for the typed amount where the profile asks for a click', async () => {
    await start(policyOf({ leastSafety: 'typed' }))
    expect((await app.charges.prepare(aDraftOf('25.00'))).consent).toBe('typed')
  })

  it('are not stored as those of a person, so that the administrator can raise them', async () => {
    await start(policyOf({ limits: [{ currency: 'EUR', perCharge: '24.99' }] }))
    await app.profiles.save({ ...inputOf(usableProfile(env.storage)), name: 'Shop Europe' }, '')
    expect(usableProfile(env.storage)).toMatchObject({ name: 'Shop Europe', limits: [] })
  })

  it('leave profiles alone that move no money', async () => {
    await start(policyOf({ leastSafety: 'read-only' }))
    const test = await app.profiles.save(
      aProfileInput(at('gateway-test', 'https://test.example.com/paynet')),
      'key',
    )
    expect(test.safetyLevel).toBe('confirm')
  })
})

describe('the channel of updates', () => {
  it.each([
    [{ updates: { enabled: false } }, null],
    [{ updates: { channel: 'beta' as const } }, 'beta'],
    [{ updates: {} }, 'stable'],
    [{}, 'stable'],
  ])('of the policy %j is %s', (content, channel) => {
    const admin = new AdminPolicy()
    const reading = policyOf(content)
    // Before the policy was read, nobody is asked.
    expect(admin.updateChannel).toBeNull()
    admin.use(reading.kind === 'found' ? reading.found : null)
    expect(admin.updateChannel).toBe(channel)
  })

  it('is the stable one without a policy', () => {
    const admin = new AdminPolicy()
    admin.use(null)
    expect(admin.updateChannel).toBe('stable')
  })
})

it('without a policy everything is allowed and nothing is shown', async () => {
  await start({ kind: 'none' })
  expect((await app.appState.get()).policy).toBeNull()
  await expect(listen(0)).resolves.toBeDefined()
  await app.profiles.remove('profile-1')
  expect(env.storage.reader.listProfiles()).toEqual([])
})
