import { describe, expect, it } from 'vitest'
import type { SimulatorInfo } from '../../../../src-main/ports/simulator-host'
import type { OrderQuery } from '../../../../src-shared/domain/order-query'
import {
  FakeRecoveryFile,
  readyEnvironment,
  settled,
  simulatorInfo,
  startApp,
  TestEnvironment,
} from '../../../support/fakes'
import { aDraft } from '../../../support/builders'

async function triedWorld() {
  const env = new TestEnvironment()
  env.gateway.controlKey = simulatorInfo.controlKey
  const booked = env.gateway.bookOrder('NS-1', '49.00', 'EUR')
  env.gateway.book.set('NS-1', { ...booked, gatewayOrderId: '6684001', status: 'approved' })
  const app = await startApp(env)
  const state = await app.simulatorMerchant.try()
  return { env, app, state }
}

/** The app after its first `try`, at a simulator with this many older orders. */
async function worldWithPast(count: number) {
  const env = new TestEnvironment()
  env.gateway.controlKey = simulatorInfo.controlKey
  for (const { clientOrderId, gatewayOrderId } of pastOf(count)) {
    const booked = env.gateway.bookOrder(clientOrderId, '25.00', 'EUR')
    env.gateway.book.set(clientOrderId, { ...booked, gatewayOrderId, status: 'approved' })
  }
  const info = { ...simulatorInfo, past: pastOf(count) }
  env.simulator.start = () => Promise.resolve(info)
  const app = await startApp(env)
  return { env, app, state: await app.simulatorMerchant.try() }
}

/** Older orders, an hour apart, newest first. */
function pastOf(count: number): SimulatorInfo['past'] {
  return Array.from({ length: count }, (_, index) => ({
    clientOrderId: `PAST-${index}`,
    gatewayOrderId: String(6_600_000 - index),
    acceptedAtMs: Date.UTC(2026, 5, 13, 12) - index * 3_600_000,
  }))
}

const newestFirst: OrderQuery = {
  ...{ profileId: null, search: '', families: [], filters: [] },
  ...{ sortBy: 'created', direction: 'desc' },
}

describe('trying the simulator', () => {
  it('makes a ready merchant in one act, without a recovery code', async () => {
    const { env, app, state } = await triedWorld()
    expect(state).toMatchObject({
      start: { kind: 'ready' },
      simulator: { kind: 'running' },
      recovery: 'not-made',
    })
    expect(state.profiles).toMatchObject([
      { name: 'Nord Shop', environment: 'simulator', baseUrl: null, login: 'NordShop', secret: 'present' },
    ])
    expect(state.profiles).toMatchObject([{ saleRules: { acceptsCards: true }, signingKey: null }])
    expect(state.activeProfileId).toBe(state.profiles[0]?.profileId)
    expect((await app.cards.list()).map((card) => card.nickname)).toEqual(['Card of Bo', 'Visa of Ann'])
    await env.clock.advance(1000)
    expect((await app.orders.get('1')).summary).toMatchObject({
      clientOrderId: 'NS-1',
      gatewayOrderId: '6684001',
      status: 'approved',
      amountMinor: 4900,
      createdAtMs: simulatorInfo.orders[0]?.acceptedAtMs,
    })
  })

  it('adds the older orders one after the other, newest first, with the dates of the gateway', async () => {
    const { env, app } = await worldWithPast(30)
    const known = () =>
      env.storage.orders().filter(({ summary }) => summary.clientOrderId.startsWith('PAST-'))
    expect(known().length).toBeLessThan(3)
    await env.clock.advance(400)
    expect(known().length).toBeGreaterThan(5)
    expect(known().length).toBeLessThan(15)
    await env.clock.advance(10_000)
    expect(known().map(({ summary }) => summary.clientOrderId)).toEqual(
      pastOf(30).map((order) => order.clientOrderId),
    )
    const { rows } = await app.orders.list(newestFirst, null, 5)
    expect(rows.map(({ clientOrderId }) => clientOrderId)).toEqual([
      'NS-1',
      'PAST-0',
      'PAST-1',
      'PAST-2',
      'PAST-3',
    ])
    expect(rows[1]).toMatchObject({ kind: 'adopted', status: 'approved', chargeId: null, amountMinor: 2500 })
    expect(rows[1]?.createdAtMs).toBe(pastOf(30)[0]?.acceptedAtMs)
  })

  it('adds the rest of the older orders at the next start after a quit', async () => {
    const { env, app } = await worldWithPast(30)
    await env.clock.advance(200)
    app.kill()
    await env.clock.advance(5_000)
    expect(env.storage.orders().length).toBeLessThan(15)
    const restarted = await startApp(env)
    await restarted.simulatorMerchant.resume()
    await env.clock.advance(10_000)
    expect(env.storage.orders().length).toBe(31)
    expect(env.gateway.deliveries).toEqual([])
  })

  it('does not start the simulator at a start with another profile', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    await app.simulatorMerchant.resume()
    expect(env.simulator.startCount).toBe(0)
  })

  it('leaves the older orders for a later start while the history cannot be written', async () => {
    const { env, app } = await worldWithPast(30)
    await env.clock.advance(200)
    app.kill()
    const known = env.storage.orders().length
    env.storageFaults.trouble = 'disk-full'
    const restarted = await startApp(env)
    await restarted.simulatorMerchant.resume()
    await env.clock.advance(4_000)
    expect([env.storage.orders().length, env.problems]).toEqual([known, []])
  })

  it('ends with the older orders when the profile is removed', async () => {
    const { env, app, state } = await worldWithPast(30)
    await app.profiles.remove(state.activeProfileId ?? '')
    await env.clock.advance(10_000)
    expect(env.storage.orders().length).toBeLessThan(5)
    expect(env.problems).toEqual([])
  })

  it('changes nothing when it is repeated, not even a name that a person gave', async () => {
    const { env, app, state } = await triedWorld()
    await app.cards.update('1', { nickname: 'My card', customerReference: '' })
    await Promise.all([app.simulatorMerchant.try()])
    const { reader } = env.storage
    const cards = reader.listCards(state.activeProfileId ?? '')
    expect([reader.listProfiles().length, cards.length, env.storage.orders().length]).toEqual([1, 2, 1])
    expect((await app.cards.get('1')).nickname).toBe('My card')
  })

  it('lets a charge be made at once', async () => {
    const { env, app } = await triedWorld()
    const preview = await app.charges.prepare(aDraft({ cardId: '1' }))
    expect(preview.guards.map((guard) => guard.code)).toContain('simulator')
    expect(JSON.stringify(preview)).not.toContain('/token/')
    expect((await app.confirm(preview)).summary).toMatchObject({
      environment: 'simulator',
      chargeState: 'accepted',
    })
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('agrees to the same preview after the simulator moved to another port', async () => {
    const { env, app } = await triedWorld()
    const preview = await app.charges.prepare(aDraft({ cardId: '1' }))
    await env.simulator.stop()
    expect((await app.confirm(preview)).summary.chargeState).toBe('accepted')
    expect(env.simulator.startCount).toBe(2)
  })

  it('brings a simulator back that died', async () => {
    const { env, app } = await triedWorld()
    env.simulator.die()
    await expect(app.charges.prepare(aDraft({ cardId: '1' }))).rejects.toMatchObject({
      code: 'simulator-unavailable',
    })
    expect((await app.appState.get()).simulator.kind).toBe('failed')
    expect((await app.simulatorMerchant.try()).simulator.kind).toBe('running')
    await app.charges.prepare(aDraft({ cardId: '1' }))
  })

  it('reports that the simulator cannot be started, and leaves no incomplete merchant', async () => {
    const env = new TestEnvironment()
    env.simulator.canStart = false
    const app = await startApp(env)
    await expect(app.simulatorMerchant.try()).rejects.toMatchObject({ code: 'simulator-unavailable' })
    expect(env.storage.reader.listProfiles().length).toBe(0)
  })

  it('works for this session where there is no keychain', async () => {
    const env = new TestEnvironment()
    env.vault.keychain = { kind: 'unavailable', reason: 'no bus' }
    const app = await startApp(env)
    const state = await app.simulatorMerchant.try()
    expect(state).toMatchObject({ keychain: { kind: 'session-only' }, profiles: [{ secret: 'session' }] })
    expect(await app.recovery.create()).toMatchObject({ code: FakeRecoveryFile.code })
    await settled()
  })
})
