import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { callbackReader } from '../../../../src-main/gateway/callback-reader'
import { CallbackService } from '../../../../src-main/services/callbacks/callback-service'
import { aDraft, aProfile, inputOf } from '../../../support/builders'
import { readyEnvironment, startApp, type TestApp, type TestEnvironment } from '../../../support/fakes'
import { isReadable } from '../../../../src-main/ports/records'

const refused = { code: 'not-allowed-now', details: { reason: 'profile-unreadable' } }
const second = aProfile({ profileId: 'profile-2', name: 'Shop US', login: 'ShopUs' })

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
})

/** Changes a column of the first profile by hand while the app is closed, and starts the app. */
async function startWith(column: 'routes' | 'sale_rules', text = '[7]'): Promise<void> {
  env.storage.db.exec(`UPDATE profiles SET ${column} = '${text}' WHERE profile_id = 'profile-1'`)
  app = await startApp(env)
}

async function addSecond(): Promise<void> {
  await env.vault.saveControlKey(second, 'key-two')
  env.storage.writer.saveProfile(second)
}

/** An order of the first profile that is still open, from an earlier run. */
async function anOpenOrder() {
  app = await startApp(env)
  const { summary } = await app.charge()
  app.kill()
  return summary
}

const polls = (clientOrderId: string) =>
  env.gateway.statusRequests.filter((request) => request.clientOrderId === clientOrderId).length

describe.each(['routes', 'sale_rules'] as const)('a profile with unreadable %s', (column) => {
  it('is shown as unreadable beside the others, and its secret stays', async () => {
    await addSecond()
    await startWith(column)
    const state = await app.appState.get()
    expect(state.start).toEqual({ kind: 'ready' })
    expect(state.profiles.map(({ profileId }) => profileId)).toEqual(['profile-2'])
    const known = { profileId: 'profile-1', name: 'Shop EU', environment: 'production', secret: 'present' }
    expect(state.unreadableProfiles).toMatchObject([known])
    expect(state.unreadableProfiles[0]?.[column === 'routes' ? 'routes' : 'saleRules']).toBeNull()
    expect(env.vault.controlKeys.get('profile-1')?.key).toBe(env.gateway.controlKey)
  })

  it('does not look like a first start when it is the only one', async () => {
    await startWith(column)
    expect((await app.appState.get()).start).toEqual({ kind: 'ready' })
    expect((await app.startup.start()).start).toEqual({ kind: 'ready' })
  })

  it('refuses charges, checks, connection tests and keys with a reason, and sends nothing', async () => {
    const { orderId } = await anOpenOrder()
    const [sent, asked] = [env.gateway.deliveries.length, env.gateway.statusRequests.length]
    await startWith(column)
    await expect(app.charges.prepare(aDraft())).rejects.toMatchObject(refused)
    await expect(app.orders.recheck(orderId)).rejects.toMatchObject(refused)
    await expect(app.profiles.test('profile-1')).rejects.toMatchObject(refused)
    await expect(app.profiles.select('profile-1')).rejects.toMatchObject(refused)
    await expect(app.signingKeys.create('profile-1', 2048)).rejects.toMatchObject(refused)
    await env.clock.advance(600_000)
    expect([env.gateway.deliveries.length, env.gateway.statusRequests.length]).toEqual([sent, asked])
  })

  it('keeps its orders and cards readable', async () => {
    const { orderId } = await anOpenOrder()
    await startWith(column)
    expect((await app.orders.get(orderId)).summary.profileId).toBe('profile-1')
    expect((await app.home.get()).inFlight.map((order) => order.orderId)).toEqual([orderId])
    expect(await app.cards.list()).toHaveLength(1)
  })

  it('does not send a charge that was reviewed before the damage', async () => {
    app = await startApp(env)
    const preview = await app.charges.prepare(aDraft())
    app.kill()
    await startWith(column)
    await expect(app.confirm(preview)).rejects.toMatchObject(refused)
    expect(env.gateway.deliveries).toEqual([])
  })

  it('is used again, and its open order is checked, once a person saves it without a new key', async () => {
    const { clientOrderId } = await anOpenOrder()
    await startWith(column)
    await env.clock.advance(60_000)
    const before = polls(clientOrderId)
    const view = await app.profiles.save(inputOf(aProfile()), '')
    expect(view).toMatchObject({ profileId: 'profile-1', secret: 'present', routes: aProfile().routes })
    expect(await app.appState.get()).toMatchObject({ profiles: [view], unreadableProfiles: [] })
    await env.clock.advance(5000)
    expect(polls(clientOrderId)).toBeGreaterThan(before)
    expect((await app.charge({ amount: '31.00' })).summary.chargeState).toBe('accepted')
  })

  it('cannot be saved for another environment, address or login without the checks of a readable one', async () => {
    await anOpenOrder()
    await startWith(column)
    const input = inputOf(aProfile())
    const other = { kind: 'production', baseUrl: 'https://other.example.com/paynet' } as const
    await expect(
      app.profiles.save({ ...input, target: { ...other, kind: 'gateway-test' } }, ''),
    ).rejects.toMatchObject({ details: { reason: 'environment-is-fixed' } })
    await expect(app.profiles.save({ ...input, target: other }, 'key')).rejects.toMatchObject({
      details: { fields: { 'profile.target.baseUrl': 'profile-has-orders' } },
    })
    await expect(app.profiles.save({ ...input, login: 'Other' }, '')).rejects.toMatchObject({
      details: { fields: { controlKey: 'required-again' } },
    })
    expect(env.storage.reader.listProfiles().some(isReadable)).toBe(false)
  })

  it('can be removed with its secrets, but not while a charge is open', async () => {
    const { clientOrderId, orderId } = await anOpenOrder()
    await startWith(column)
    await expect(app.profiles.remove('profile-1')).rejects.toMatchObject({
      details: { reason: 'charges-open' },
    })
    expect(env.vault.controlKeys.size).toBe(1)
    await app.profiles.save(inputOf(aProfile()), '')
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(10_000)
    app.kill()
    await startWith(column)
    await app.profiles.remove('profile-1')
    expect(env.vault.controlKeys.size).toBe(0)
    expect(await app.appState.get()).toMatchObject({
      ...{ start: { kind: 'first-run' }, profiles: [], unreadableProfiles: [], activeProfileId: null },
      formerProfiles: [{ profileId: 'profile-1', name: 'Shop EU' }],
    })
    expect((await app.orders.get(orderId)).summary.status).toBe('approved')
  })

  it('still proves a callback of its order with its key', async () => {
    const { clientOrderId, gatewayOrderId, orderId } = await anOpenOrder()
    await addSecond()
    await startWith(column)
    const service = new CallbackService({
      ...app.callbackParts,
      reader: callbackReader,
      listener: {
        state: () => ({ kind: 'off' }),
        start: () => Promise.reject(new Error('not used')),
        stop: () => Promise.resolve(),
        onCallback: () => undefined,
      },
    })
    const signed = `approved${gatewayOrderId ?? ''}${clientOrderId}${env.gateway.controlKey}`
    const fields = {
      ...{ status: 'approved', type: 'sale', orderid: gatewayOrderId ?? '' },
      ...{ client_orderid: clientOrderId, merchant_order: clientOrderId },
      control: createHash('sha1').update(signed).digest('hex'),
    }
    const { callbacks } = await service.read(new URLSearchParams(fields).toString())
    expect(callbacks).toMatchObject([{ control: 'right', orderId }])
  })
})

describe('an unreadable profile of the simulator', () => {
  it('is repaired by trying the simulator, without a second profile', async () => {
    app = await startApp(env)
    const { activeProfileId } = await app.simulatorMerchant.try()
    app.kill()
    env.storage.db.exec(
      `UPDATE profiles SET routes = '[]', sale_rules = '[]' WHERE environment = 'simulator'`,
    )
    app = await startApp(env)
    expect((await app.appState.get()).unreadableProfiles).toMatchObject([{ profileId: activeProfileId }])
    const state = await app.simulatorMerchant.try()
    expect(state).toMatchObject({ activeProfileId, unreadableProfiles: [] })
    expect(state.profiles.map(({ environment }) => environment)).toEqual(['production', 'simulator'])
  })
})
