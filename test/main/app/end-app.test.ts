import { describe, expect, it } from 'vitest'
import { endApp, endMs, type EndingParts } from '../../../src-main/app/end-app'
import {
  readyEnvironment,
  issuerSteps,
  settled,
  startApp,
  type TestApp,
  type TestEnvironment,
} from '../../support/fakes'
import { pass, sold, statesOf } from '../../support/sold'

const nothing = { stop: () => undefined }
const stopped = { stop: () => Promise.resolve() }
const never = new Promise<never>(() => undefined)

/** Ends an app the way main does, beside a call of the window that is answered with the work. */
function end(env: TestEnvironment, app: TestApp, call: Promise<unknown>, change: Partial<EndingParts> = {}) {
  const ended = { atMs: null as number | null }
  const startMs = env.clock.monotonicMs()
  const parts: EndingParts = {
    clock: env.clock,
    report: () => undefined,
    callbackListener: stopped,
    answering: [app.charges, app.threeDs],
    startup: app.startup,
    follower: app.follower,
    keychain: nothing,
    storage: { isOpen: true },
    edge: { close: () => call.then(() => undefined) },
    host: { close: () => env.storage.close(), abandonCheck: () => undefined },
    care: { end: () => Promise.resolve() },
    proof: { end: () => Promise.resolve() },
    erasures: { end: () => Promise.resolve() },
    updates: { end: () => undefined },
    simulator: stopped,
    network: nothing,
    ...change,
  }
  void endApp(parts).then(() => (ended.atMs = env.clock.monotonicMs() - startMs))
  return ended
}

describe('the end of the app', () => {
  it('waits for the answer to a charge, and takes no longer than that', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    const release = env.gateway.hold()
    const charging = app.charge()
    await settled()
    await settled()
    expect(app.charges.awaited()).toEqual([{ amountMinor: 2500, currency: 'EUR' }])
    const ended = end(env, app, charging)
    await env.clock.advance(3000)
    expect(ended.atMs).toBeNull()
    release()
    await env.clock.advance(0)
    expect(app.charges.awaited()).toEqual([])
    expect(ended.atMs).toBe(3000)
    expect((await charging).summary.chargeState).toBe('accepted')
  })

  it('comes within 10 s while a charge has no answer, which the next start finds (C3)', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    env.gateway.hold()
    const charging = app.charge()
    await settled()
    await settled()
    const ended = end(env, app, charging)
    await env.clock.advance(endMs)
    expect(ended.atMs).toBeLessThanOrEqual(endMs)
    expect(env.storage.isOpen).toBe(false)
    app.kill()
    const next = await startApp(env)
    expect((await next.orders.get('1')).summary).toMatchObject({
      chargeState: 'outcome-unknown',
      followState: 'following',
    })
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('comes within 10 s although the disk never answers to a write, which the next start finds (C4)', async () => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    env.gateway.onDelivery = () => {
      env.storageFaults.beforeWrite = () => never
    }
    const charging = app.charge()
    await settled()
    await settled()
    const ended = end(env, app, charging)
    await env.clock.advance(3000)
    expect(ended.atMs).toBeNull()
    await env.clock.advance(endMs)
    expect(ended.atMs).toBeLessThanOrEqual(endMs)
    app.kill()
    env.storageFaults.endWriteFaults()
    const next = await startApp(env)
    await env.clock.advance(1000)
    expect((await next.orders.get('1')).summary.chargeState).toBe('accepted')
    expect(env.gateway.deliveries).toHaveLength(1)
  })

  it('comes within 10 s although a full disk does not take what an upload led to, and the next start asks (C4)', async () => {
    const { env, app, orderId, view } = await sold([issuerSteps.challenge], {
      prepare: ({ gateway }) => gateway.planUploads({ kind: 'not-sent' }),
    })
    await pass(env, 20)
    expect((await view()).summary.awaitedStep).toBe('unsent-answer')
    const release = env.gateway.hold()
    const sending = app.threeDs.sendAnswer(orderId)
    await settled()
    await settled()
    expect(app.threeDs.underWay()).toBe(1)
    env.storageFaults.failWrites('disk-full')
    release()
    const ended = end(env, app, sending)
    await env.clock.advance(endMs)
    expect(ended.atMs).toBeLessThanOrEqual(endMs)
    app.kill()
    env.storageFaults.endWriteFaults()
    const next = await startApp(env)
    expect(statesOf(await next.orders.get(orderId))).toEqual(['challenge outcome-unknown'])
    await pass(env, 60)
    expect(env.gateway.uploads).toHaveLength(1)
    expect((await next.orders.get(orderId)).summary.status).toBe('approved')
  })

  it.each<[string, Partial<EndingParts>]>([
    ['the callback listener', { callbackListener: { stop: () => never } }],
    ['a call of the window', { edge: { close: () => never } }],
    ['the history', { host: { close: () => never, abandonCheck: () => undefined } }],
    ['the simulator', { simulator: { stop: () => never } }],
    ['what waits for answers', { answering: [{ drain: () => never }] }],
  ])('comes within 10 s although %s hangs (C4)', async (_, hanging) => {
    const env = await readyEnvironment()
    const app = await startApp(env)
    const ended = end(env, app, Promise.resolve(), hanging)
    await env.clock.advance(endMs)
    expect(ended.atMs).toBeLessThanOrEqual(endMs)
  })
})
