import { describe, expect, it } from 'vitest'
import { endApp, endMs, type EndingParts } from '../../../src-main/app/end-app'
import { aReadyWorld, issuerSteps, settled, startDesk, type Desk, type World } from '../../support/fakes'
import { pass, sold, statesOf } from '../../support/sold'

const nothing = { stop: () => undefined }
const stopped = { stop: () => Promise.resolve() }
const never = new Promise<never>(() => undefined)

/** Ends a desk as the app does, beside a call of the window that is answered with the work. */
function end(world: World, desk: Desk, call: Promise<unknown>, change: Partial<EndingParts> = {}) {
  const ended = { atMs: null as number | null }
  const startMs = world.clock.monotonicMs()
  const parts: EndingParts = {
    clock: world.clock,
    report: () => undefined,
    callbackListener: stopped,
    answering: [desk.charges, desk.threeDs],
    startup: desk.startup,
    follower: desk.follower,
    keychain: nothing,
    storage: { isOpen: true },
    edge: { close: () => call.then(() => undefined) },
    host: world.storage,
    simulator: stopped,
    network: nothing,
    ...change,
  }
  void endApp(parts).then(() => (ended.atMs = world.clock.monotonicMs() - startMs))
  return ended
}

describe('the end of the app', () => {
  it('waits for the answer to a charge, and takes no longer than that', async () => {
    const world = await aReadyWorld()
    const desk = await startDesk(world)
    const release = world.gateway.hold()
    const charging = desk.charge()
    await settled()
    await settled()
    expect(desk.charges.awaited()).toEqual([{ amountMinor: 2500, currency: 'EUR' }])
    const ended = end(world, desk, charging)
    await world.clock.advance(3000)
    expect(ended.atMs).toBeNull()
    release()
    await world.clock.advance(0)
    expect(desk.charges.awaited()).toEqual([])
    expect(ended.atMs).toBe(3000)
    expect((await charging).summary.chargeState).toBe('accepted')
  })

  it('comes within 10 s while a charge has no answer, which the next start finds (C3)', async () => {
    const world = await aReadyWorld()
    const desk = await startDesk(world)
    world.gateway.hold()
    const charging = desk.charge()
    await settled()
    await settled()
    const ended = end(world, desk, charging)
    await world.clock.advance(endMs)
    expect(ended.atMs).toBeLessThanOrEqual(endMs)
    expect(world.storage.isOpen).toBe(false)
    desk.kill()
    const next = await startDesk(world)
    expect((await next.orders.get('1')).summary).toMatchObject({
      chargeState: 'outcome-unknown',
      followState: 'following',
    })
    expect(world.gateway.deliveries).toHaveLength(1)
  })

  it('comes within 10 s although the disk never answers to a write, which the next start finds (C4)', async () => {
    const world = await aReadyWorld()
    const desk = await startDesk(world)
    world.gateway.onDelivery = () => {
      world.storageFaults.beforeWrite = () => never
    }
    const charging = desk.charge()
    await settled()
    await settled()
    const ended = end(world, desk, charging)
    await world.clock.advance(3000)
    expect(ended.atMs).toBeNull()
    await world.clock.advance(endMs)
    expect(ended.atMs).toBeLessThanOrEqual(endMs)
    desk.kill()
    world.storageFaults.endWriteFaults()
    const next = await startDesk(world)
    await world.clock.advance(1000)
    expect((await next.orders.get('1')).summary.chargeState).toBe('accepted')
    expect(world.gateway.deliveries).toHaveLength(1)
  })

  it('comes within 10 s although a full disk does not take what an upload led to, and the next start asks (C4)', async () => {
    const { world, desk, orderId, view } = await sold([issuerSteps.challenge], {
      prepare: ({ gateway }) => gateway.planUploads({ kind: 'not-sent' }),
    })
    await pass(world, 20)
    expect((await view()).summary.awaitedStep).toBe('unsent-answer')
    const release = world.gateway.hold()
    const sending = desk.threeDs.sendAnswer(orderId)
    await settled()
    await settled()
    expect(desk.threeDs.underWay()).toBe(1)
    world.storageFaults.failWrites('disk-full')
    release()
    const ended = end(world, desk, sending)
    await world.clock.advance(endMs)
    expect(ended.atMs).toBeLessThanOrEqual(endMs)
    desk.kill()
    world.storageFaults.endWriteFaults()
    const next = await startDesk(world)
    expect(statesOf(await next.orders.get(orderId))).toEqual(['challenge outcome-unknown'])
    await pass(world, 60)
    expect(world.gateway.uploads).toHaveLength(1)
    expect((await next.orders.get(orderId)).summary.status).toBe('approved')
  })

  it.each<[string, Partial<EndingParts>]>([
    ['the callback listener', { callbackListener: { stop: () => never } }],
    ['a call of the window', { edge: { close: () => never } }],
    ['the history', { host: { close: () => never } }],
    ['the simulator', { simulator: { stop: () => never } }],
    ['what waits for answers', { answering: [{ drain: () => never }] }],
  ])('comes within 10 s although %s hangs (C4)', async (_, hanging) => {
    const world = await aReadyWorld()
    const desk = await startDesk(world)
    const ended = end(world, desk, Promise.resolve(), hanging)
    await world.clock.advance(endMs)
    expect(ended.atMs).toBeLessThanOrEqual(endMs)
  })
})
