import { beforeEach, describe, expect, it } from 'vitest'
import { aReadyWorld, startDesk, type Desk, type World } from '../../../support/fakes'

let world: World
let desk: Desk

beforeEach(async () => {
  world = await aReadyWorld()
  desk = await startDesk(world)
})

const announced = () => desk.publisher.of('appState.changed')

describe('the app state', () => {
  it('rises in revision with each change and stays where nothing changed', async () => {
    const first = await desk.appState.get()
    expect((await desk.appState.get()).revision).toBe(first.revision)
    const second = await desk.settings.save({ theme: 'dark', timeZone: 'Asia/Tokyo', operatorName: 'Iva' })
    expect(second.revision).toBe(first.revision + 1)
    expect(second.settings).toEqual({ theme: 'dark', timeZone: 'Asia/Tokyo', operatorName: 'Iva' })
    expect(announced().map((state) => state.revision)).toEqual([1, 2])
  })

  it('refuses a time zone that this machine does not know', async () => {
    await expect(
      desk.settings.save({ theme: 'dark', timeZone: 'Mars/Olympus', operatorName: '' }),
    ).rejects.toMatchObject({ details: { fields: { timeZone: 'not-a-time-zone' } } })
  })

  it('follows the network and the simulator', async () => {
    world.network.set(false)
    await world.clock.advance(1000)
    expect(announced().at(-1)).toMatchObject({ online: false })
    await world.simulator.start()
    await world.clock.advance(1000)
    expect(announced().at(-1)).toMatchObject({ simulator: { kind: 'running' } })
  })

  it('shows whether callbacks are listened for', async () => {
    expect(await desk.appState.get()).toMatchObject({ callbackListener: { kind: 'off' } })
    const listening = { kind: 'on', url: 'http://127.0.0.1:8181/', port: 8181 } as const
    world.callbackListener = listening
    expect(await desk.appState.refresh()).toMatchObject({ callbackListener: listening })
    expect(announced().at(-1)).toMatchObject({ callbackListener: listening })
  })

  it('counts what is followed and what needs a person, once for many changes', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: false })
    const before = announced().length
    await desk.charge()
    await world.clock.advance(1000)
    expect(announced().at(-1)).toMatchObject({ followingCount: 1, attentionCount: 1 })
    expect(announced().length - before).toBeLessThanOrEqual(2)
  })

  it('comes in the order in which it was asked for', async () => {
    await Promise.all(
      ['a', 'b', 'c'].map((operatorName) =>
        desk.settings.save({ theme: 'dark', timeZone: 'system', operatorName }),
      ),
    )
    const revisions = announced().map((state) => state.revision)
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b))
    expect((await desk.appState.get()).settings.operatorName).toBe('c')
  })

  it('holds no secret', async () => {
    await desk.charge({}, '987')
    await desk.appState.get()
    const text = JSON.stringify(desk.publisher.published)
    for (const secret of [
      world.gateway.controlKey,
      Buffer.from(world.vault.databaseKey ?? []).toString('base64'),
    ])
      expect(text).not.toContain(secret)
  })
})

describe('Home', () => {
  it('shows unknown money and orders in flight of the active profile', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: false })
    const { orderId } = (await desk.charge()).summary
    await desk.charge({ amount: '26.00' })
    const home = await desk.home.get()
    expect(home.attention.map((order) => order.orderId)).toEqual([orderId])
    expect(home.orderCount).toBe(2)
  })

  it('is empty without a profile', async () => {
    world.storage.writer.setActiveProfile(null)
    expect(await desk.home.get()).toEqual({
      attention: [],
      inFlight: [],
      today: [],
      expiring: [],
      orderCount: 0,
    })
  })
})
