import { describe, expect, it } from 'vitest'
import { FakeRecoveryFile, settled, simulatorInfo, startDesk, World } from '../../../support/fakes'
import { aDraft } from '../../../support/builders'

async function triedWorld() {
  const world = new World()
  world.gateway.controlKey = simulatorInfo.controlKey
  const booked = world.gateway.bookOrder('NS-1', '49.00', 'EUR')
  world.gateway.book.set('NS-1', { ...booked, gatewayOrderId: '6684001', status: 'approved' })
  const desk = await startDesk(world)
  const state = await desk.simulatorMerchant.try()
  return { world, desk, state }
}

describe('trying the simulator', () => {
  it('makes a ready merchant in one act, without a recovery code', async () => {
    const { world, desk, state } = await triedWorld()
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
    expect((await desk.cards.list()).map((card) => card.nickname)).toEqual(['Card of Bo', 'Visa of Ann'])
    await world.clock.advance(1000)
    expect((await desk.orders.get('1')).summary).toMatchObject({
      clientOrderId: 'NS-1',
      gatewayOrderId: '6684001',
      status: 'approved',
      amountMinor: 4900,
    })
  })

  it('changes nothing more when it is done again, not even a name that a person gave', async () => {
    const { world, desk, state } = await triedWorld()
    await desk.cards.update('1', { nickname: 'My card', customerReference: '' })
    await Promise.all([desk.simulatorMerchant.try()])
    const { reader } = world.storage
    const cards = reader.listCards(state.activeProfileId ?? '')
    expect([reader.listProfiles().length, cards.length, world.storage.orders().length]).toEqual([1, 2, 1])
    expect((await desk.cards.get('1')).nickname).toBe('My card')
  })

  it('lets a charge be made at once', async () => {
    const { world, desk } = await triedWorld()
    const preview = await desk.charges.prepare(aDraft({ cardId: '1' }))
    expect(preview.guards.map((guard) => guard.code)).toContain('simulator')
    expect(JSON.stringify(preview)).not.toContain('/token/')
    expect((await desk.confirm(preview)).summary).toMatchObject({
      environment: 'simulator',
      chargeState: 'accepted',
    })
    expect(world.gateway.deliveries).toHaveLength(1)
  })

  it('agrees to the same preview after the simulator moved to another port', async () => {
    const { world, desk } = await triedWorld()
    const preview = await desk.charges.prepare(aDraft({ cardId: '1' }))
    await world.simulator.stop()
    expect((await desk.confirm(preview)).summary.chargeState).toBe('accepted')
    expect(world.simulator.startCount).toBe(2)
  })

  it('brings a simulator back that died', async () => {
    const { world, desk } = await triedWorld()
    world.simulator.die()
    await expect(desk.charges.prepare(aDraft({ cardId: '1' }))).rejects.toMatchObject({
      code: 'simulator-unavailable',
    })
    expect((await desk.appState.get()).simulator.kind).toBe('failed')
    expect((await desk.simulatorMerchant.try()).simulator.kind).toBe('running')
    await desk.charges.prepare(aDraft({ cardId: '1' }))
  })

  it('says so when the simulator cannot be started, and leaves no half merchant', async () => {
    const world = new World()
    world.simulator.canStart = false
    const desk = await startDesk(world)
    await expect(desk.simulatorMerchant.try()).rejects.toMatchObject({ code: 'simulator-unavailable' })
    expect(world.storage.reader.listProfiles().length).toBe(0)
  })

  it('works for this session where there is no keychain', async () => {
    const world = new World()
    world.vault.keychain = { kind: 'unavailable', reason: 'no bus' }
    const desk = await startDesk(world)
    const state = await desk.simulatorMerchant.try()
    expect(state).toMatchObject({ keychain: { kind: 'session-only' }, profiles: [{ secret: 'session' }] })
    expect(await desk.recovery.create()).toMatchObject({ code: FakeRecoveryFile.code })
    await settled()
  })
})
