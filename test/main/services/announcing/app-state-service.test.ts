import { beforeEach, describe, expect, it } from 'vitest'
import { readyEnvironment, startApp, type TestApp, type TestEnvironment } from '../../../support/fakes'

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const announced = () => app.publisher.of('appState.changed')

describe('the app state', () => {
  it('rises in revision with each change and stays where nothing changed', async () => {
    const first = await app.appState.get()
    expect((await app.appState.get()).revision).toBe(first.revision)
    const second = await app.settings.save({
      theme: 'dark',
      density: 'comfortable',
      detailPx: null,
      timeZone: 'Asia/Tokyo',
      operatorName: 'Iva',
    })
    expect(second.revision).toBe(first.revision + 1)
    expect(second.settings).toEqual({
      theme: 'dark',
      density: 'comfortable',
      detailPx: null,
      timeZone: 'Asia/Tokyo',
      operatorName: 'Iva',
    })
    expect(announced().map((state) => state.revision)).toEqual([1, 2])
  })

  it('refuses a time zone that this machine does not know', async () => {
    await expect(
      app.settings.save({
        theme: 'dark',
        density: 'comfortable',
        detailPx: null,
        timeZone: 'Mars/Olympus',
        operatorName: '',
      }),
    ).rejects.toMatchObject({ details: { fields: { timeZone: 'not-a-time-zone' } } })
  })

  it('follows the network and the simulator', async () => {
    env.network.set(false)
    await env.clock.advance(1000)
    expect(announced().at(-1)).toMatchObject({ online: false })
    await env.simulator.start()
    await env.clock.advance(1000)
    expect(announced().at(-1)).toMatchObject({ simulator: { kind: 'running' } })
  })

  it('shows whether callbacks are listened for', async () => {
    expect(await app.appState.get()).toMatchObject({ callbackListener: { kind: 'off' } })
    const listening = { kind: 'on', url: 'http://127.0.0.1:8181/', port: 8181 } as const
    env.callbackListener = listening
    expect(await app.appState.refresh()).toMatchObject({ callbackListener: listening })
    expect(announced().at(-1)).toMatchObject({ callbackListener: listening })
  })

  it('counts orders in flight and orders that need a person, once for many changes', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: false })
    const before = announced().length
    await app.charge()
    await env.clock.advance(1000)
    expect(announced().at(-1)).toMatchObject({ counts: { inFlight: 0, attention: 1, open: 0 } })
    expect(announced().length - before).toBeLessThanOrEqual(2)
  })

  it('comes in the order in which it was asked for', async () => {
    await Promise.all(
      ['a', 'b', 'c'].map((operatorName) =>
        app.settings.save({
          theme: 'dark',
          density: 'comfortable',
          detailPx: null,
          timeZone: 'system',
          operatorName,
        }),
      ),
    )
    const revisions = announced().map((state) => state.revision)
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b))
    expect((await app.appState.get()).settings.operatorName).toBe('c')
  })

  it('holds no secret', async () => {
    await app.charge({}, '987')
    await app.appState.get()
    const text = JSON.stringify(app.publisher.published)
    for (const secret of [
      env.gateway.controlKey,
      Buffer.from(env.vault.databaseKey ?? []).toString('base64'),
    ])
      expect(text).not.toContain(secret)
  })
})

describe('Home', () => {
  it('shows unknown money and orders in flight of the active profile', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: false })
    const { orderId } = (await app.charge()).summary
    await app.charge({ amount: '26.00' })
    const home = await app.home.get()
    expect(home.attention.map((order) => order.orderId)).toEqual([orderId])
    expect(home.inFlight).toHaveLength(1)
  })

  it('is empty without a profile', async () => {
    env.storage.writer.setActiveProfile(null)
    expect(await app.home.get()).toEqual({
      attention: [],
      inFlight: [],
      days: { today: [], yesterdayUntilNow: [], yesterday: [] },
      declines: [],
      expiring: [],
      refundCases: [],
    })
  })
})
