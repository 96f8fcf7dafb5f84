import { beforeEach, describe, expect, it } from 'vitest'
import { aDraft, aProfile, inputOf } from '../../../support/builders'
import {
  aReadyWorld,
  noAnswer,
  settled,
  startDesk,
  wrongControl,
  type Desk,
  type World,
} from '../../../support/fakes'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let world: World
let desk: Desk

beforeEach(async () => {
  world = await aReadyWorld()
  desk = await startDesk(world)
})

const summaryOf = async (orderId: string) => (await desk.orders.get(orderId)).summary
const asked = () => world.gateway.statusRequests.length

/** Takes orders into the log that the gateway knows. */
async function adopt(count: number): Promise<string[]> {
  const orderIds: string[] = []
  for (let index = 0; index < count; index++) {
    const order = world.gateway.bookOrder(`EXT-${index}`, '10.00', 'EUR')
    const view = await desk.orders.adopt({ ...order, routeId: '4411' })
    orderIds.push(view.summary.orderId)
  }
  return orderIds
}

/** Moments at which the gateway was asked while time passes, one look each 100 ms. */
async function momentsOfQuestions(duringMs: number): Promise<number[]> {
  const moments: number[] = []
  for (let passedMs = 0; passedMs < duringMs; passedMs += 100) {
    const before = asked()
    await world.clock.advance(100)
    for (let count = before; count < asked(); count++) moments.push(passedMs + 100)
  }
  return moments
}

describe('an order that is followed', () => {
  it('is asked about every 3 to 5 s until it is final, and then no more', async () => {
    let luck = 0
    world.random = () => (luck = (luck + 0.37) % 1)
    const { clientOrderId, orderId } = (await desk.charge()).summary
    const moments = await momentsOfQuestions(30_000)
    const waits = moments.map((moment, index) => moment - (moments[index - 1] ?? 0))
    expect(waits.every((wait) => wait >= 2900 && wait <= 5100)).toBe(true)
    expect(new Set(waits).size).toBeGreaterThan(2)
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(5000)
    expect(await summaryOf(orderId)).toMatchObject({
      status: 'approved',
      chargeState: 'final',
      followState: 'stopped',
      nextCheckAtMs: null,
    })
    const before = asked()
    await world.clock.advance(48 * hourMs)
    expect(asked()).toBe(before)
  })

  it('is never shown as failed by a failed check: five questions, then approved (C06)', async () => {
    const { clientOrderId, orderId } = (await desk.charge()).summary
    world.gateway.script(
      clientOrderId,
      { kind: 'answered', answer: answerTo(clientOrderId, 'processing') },
      noAnswer('ECONNRESET'),
      noAnswer('http-502'),
      { kind: 'answered', answer: answerTo(clientOrderId, 'processing') },
      { kind: 'answered', answer: answerTo(clientOrderId, 'approved') },
    )
    const shown: unknown[] = []
    for (let check = 0; check < 5; check++) {
      await world.clock.advance(4000)
      const { word, family, lastCheckFailure } = await summaryOf(orderId)
      shown.push([word, family, lastCheckFailure])
    }
    expect(shown).toEqual([
      ['processing', 'open', null],
      ['processing', 'open', 'ECONNRESET'],
      ['processing', 'open', 'http-502'],
      ['processing', 'open', null],
      ['approved', 'approved', null],
    ])
    await world.clock.advance(hourMs)
    expect(asked()).toBe(5)
  })

  it('has at most one question in flight, however often it is rechecked', async () => {
    const { orderId } = (await desk.charge()).summary
    const release = world.gateway.hold()
    await world.clock.advance(5000)
    for (let click = 0; click < 10; click++) await desk.orders.recheck(orderId)
    await world.clock.advance(30_000)
    expect(asked()).toBe(1)
    release()
    await world.clock.advance(20_000)
    expect(world.gateway.maxInFlightPerOrder).toBe(1)
    expect(asked()).toBeGreaterThan(2)
  })

  it('is asked about again only after the last answer came', async () => {
    await desk.charge()
    const release = world.gateway.hold()
    await world.clock.advance(minuteMs)
    expect(asked()).toBe(1)
    release()
    await settled()
    await world.clock.advance(2900)
    expect(asked()).toBe(1)
    await world.clock.advance(2100)
    expect(asked()).toBe(2)
  })

  it('is asked about less and less often, and ends with a person after a day (N33)', async () => {
    const { orderId } = (await desk.charge()).summary
    await world.clock.advance(10 * minuteMs)
    const firstRung = asked()
    await world.clock.advance(50 * minuteMs)
    const secondRung = asked() - firstRung
    await world.clock.advance(23 * hourMs)
    const thirdRung = asked() - firstRung - secondRung
    await world.clock.advance(20 * minuteMs)
    expect(firstRung).toBeGreaterThanOrEqual(120)
    expect(firstRung).toBeLessThanOrEqual(200)
    expect(secondRung).toBeGreaterThanOrEqual(95)
    expect(secondRung).toBeLessThanOrEqual(106)
    expect(thirdRung).toBeGreaterThanOrEqual(130)
    expect(thirdRung).toBeLessThanOrEqual(146)
    const view = await desk.orders.get(orderId)
    expect(view.summary).toMatchObject({
      chargeState: 'needs-review',
      followState: 'needs-review',
      word: 'needs review',
    })
    expect(view.timeline.at(-1)).toMatchObject({ kind: 'needs-review' })
    const before = asked()
    await world.clock.advance(24 * hourMs)
    expect(asked()).toBe(before)
  })

  it('is still settled by a recheck after it went to review', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    await world.clock.advance(25 * hourMs)
    world.gateway.setStatus(clientOrderId, 'declined')
    expect(await desk.orders.recheck(orderId)).toBe(1)
    await settled()
    expect(await summaryOf(orderId)).toMatchObject({
      chargeState: 'final',
      status: 'declined',
      family: 'declined',
    })
  })

  it('keeps a folded timeline while nothing changes', async () => {
    const { orderId } = (await desk.charge()).summary
    await world.clock.advance(10 * minuteMs)
    const { timeline } = await desk.orders.get(orderId)
    expect(timeline.map((entry) => entry.kind)).toEqual([
      ...['drafted', 'confirmed', 'sent', 'accepted', 'status-changed', 'status-unchanged'],
    ])
    expect(timeline.at(-1)?.repeat?.count).toBeGreaterThan(100)
  })

  it('announces what every check brought, each time with a higher revision', async () => {
    await desk.charge()
    await world.clock.advance(30_000)
    const revisions = desk.publisher.of('orders.changed').map((view) => view.summary.revision)
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b))
    expect(desk.publisher.of('exchanges.recorded').filter((e) => e.operation === 'status').length).toBe(
      asked(),
    )
  })

  it('follows the pace of its profile', async () => {
    await patchProfile({ pollPace: { minMs: 20_000, maxMs: 20_000 } })
    await desk.charge()
    expect(await momentsOfQuestions(61_000)).toEqual([20_000, 40_000, 60_000])
  })

  it('takes an answer although a note was written while it was on its way', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    world.gateway.setStatus(clientOrderId, 'approved')
    const release = world.gateway.hold()
    await world.clock.advance(5000)
    await desk.orders.note(orderId, 'customer called')
    release()
    await settled()
    await settled()
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })
})

describe('a restart', () => {
  it('takes up every open order from the log', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    desk.kill()
    desk = await startDesk(world)
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(5000)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })

  it('asks soon also when the clock was set back by a day meanwhile (T1)', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    desk.kill()
    world.clock.jump(-24 * hourMs)
    desk = await startDesk(world)
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(11 * minuteMs)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })

  it('with many overdue orders asks about each once within half a minute, not in a burst (T4)', async () => {
    await adopt(200)
    desk.kill()
    await world.clock.advance(8 * hourMs)
    desk = await startDesk(world)
    world.gateway.statusRequests.length = 0
    const moments = await momentsOfQuestions(30_000)
    expect(new Set(world.gateway.statusRequests.map((request) => request.clientOrderId)).size).toBe(200)
    const perSecond = Array.from(
      { length: 30 },
      (_, second) =>
        moments.filter((moment) => moment > second * 1000 && moment <= (second + 1) * 1000).length,
    )
    expect(Math.max(...perSecond)).toBeLessThanOrEqual(60)
  })

  it('never sends anything that moves money', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: false }, { kind: 'not-sent' })
    await desk.charge()
    await desk.charge({ amount: '26.00' })
    for (let start = 0; start < 5; start++) {
      desk.kill()
      desk = await startDesk(world)
      await world.clock.advance(hourMs)
    }
    expect(world.gateway.deliveries).toHaveLength(1)
  })
})

describe('sleep and network', () => {
  it('asks nothing while the machine sleeps, and once per order soon after it woke (T4)', async () => {
    await adopt(100)
    await world.clock.advance(5000)
    desk.follower.suspend()
    await settled()
    const before = asked()
    await world.clock.advance(minuteMs)
    expect(asked()).toBe(before)
    world.clock.sleep(8 * hourMs)
    desk.follower.resume()
    const moments = await momentsOfQuestions(30_000)
    expect(moments.length).toBeGreaterThanOrEqual(100)
    expect(moments.filter((moment) => moment <= 1000).length).toBeLessThanOrEqual(10)
  })

  it('asks nothing while offline and goes on by itself afterwards', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    world.network.set(false)
    await world.clock.advance(hourMs)
    expect(asked()).toBe(0)
    await expect(desk.orders.recheck(orderId)).rejects.toMatchObject({ code: 'offline' })
    world.gateway.setStatus(clientOrderId, 'approved')
    world.network.set(true)
    await world.clock.advance(5000)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })

  it('asks the simulator also without a network, since it is on this machine', async () => {
    await patchProfile({ environment: 'simulator', baseUrl: null })
    await world.vault.saveControlKey(
      aProfile({ environment: 'simulator', baseUrl: null }),
      world.gateway.controlKey,
    )
    world.network.set(false)
    await desk.charge()
    await world.clock.advance(5000)
    expect(asked()).toBe(1)
  })

  it('waits on the monotonic clock: a clock that is set changes nothing (T1)', async () => {
    const { orderId } = (await desk.charge()).summary
    await world.clock.advance(8000)
    const steady = asked()
    world.clock.jump(-hourMs)
    await world.clock.advance(8000)
    const afterBack = asked() - steady
    world.clock.jump(10 * 365 * 24 * hourMs)
    await world.clock.advance(8000)
    const afterAhead = asked() - steady - afterBack
    expect([afterBack, afterAhead].every((count) => count >= 1 && count <= 3)).toBe(true)
    expect(await summaryOf(orderId)).toMatchObject({ followState: 'following', chargeState: 'accepted' })
  })
})

/** Each order's questions with the time that passed since its last one. */
function closestOfOneOrder(moments: readonly (readonly [orderId: string, atMs: number])[]): number {
  const last = new Map<string, number>()
  return moments.reduce((closest, [orderId, atMs]) => {
    const waitMs = atMs - (last.get(orderId) ?? Number.NEGATIVE_INFINITY)
    last.set(orderId, atMs)
    return Math.min(closest, waitMs)
  }, Number.POSITIVE_INFINITY)
}

/** Notes from now on when each order is asked about, in monotonic time. */
function watchQuestions(): [clientOrderId: string, atMs: number][] {
  const moments: [string, number][] = []
  world.gateway.onStatus = ({ clientOrderId }) => moments.push([clientOrderId, world.clock.monotonicMs()])
  return moments
}

function closestOfAll(moments: readonly (readonly [string, number])[]): number {
  return Math.min(...moments.slice(1).map(([, atMs], index) => atMs - (moments[index]?.[1] ?? 0)))
}

describe('five hundred orders', () => {
  it('whose timers expired during a sleep are asked one after the other, 10 ms apart at least (D3)', async () => {
    await adopt(500)
    await world.clock.advance(30_000)
    const moments = watchQuestions()
    world.clock.sleep(8 * hourMs)
    await world.clock.advance(36_000)
    expect(new Set(moments.map(([id]) => id)).size).toBe(500)
    expect(closestOfAll(moments)).toBeGreaterThanOrEqual(10)
    expect(closestOfOneOrder(moments)).toBeGreaterThanOrEqual(3000)
    expect(moments.filter(([, atMs]) => atMs < 8 * hourMs + 31_000).length).toBeLessThanOrEqual(60)
  })

  it('that are due together without a sleep are 10 ms apart at least (D3)', async () => {
    world.random = () => 0
    const moments = watchQuestions()
    await adopt(500)
    await world.clock.advance(20_000)
    expect(new Set(moments.map(([id]) => id)).size).toBe(500)
    expect(closestOfAll(moments)).toBeGreaterThanOrEqual(10)
    expect(closestOfOneOrder(moments)).toBeGreaterThanOrEqual(3000)
  })

  it('that a person rechecks together, again and again, are spread and never asked too often (D4)', async () => {
    await patchProfile({ pollPace: { minMs: 10 * minuteMs, maxMs: 10 * minuteMs } })
    await adopt(500)
    await world.clock.advance(30_000)
    const moments = watchQuestions()
    const from = world.clock.monotonicMs()
    for (let click = 0; click < 5; click++) expect(await desk.orders.recheck(null)).toBe(500)
    await world.clock.advance(31_000)
    expect(new Set(moments.map(([id]) => id)).size).toBe(500)
    expect(moments.filter(([, atMs]) => atMs <= from + 1000).length).toBeLessThanOrEqual(60)
    expect(closestOfAll(moments)).toBeGreaterThanOrEqual(10)
    expect(closestOfOneOrder(moments)).toBeGreaterThanOrEqual(3000)
  })

  it('of one profile that hang do not make the orders of another one wait (D5)', async () => {
    world.storage.writer.saveProfile(aProfile({ profileId: 'profile-2', name: 'Other' }))
    desk.kill()
    desk = await startDesk(world)
    await world.vault.saveControlKey(aProfile({ profileId: 'profile-2' }), world.gateway.controlKey)
    await adopt(200)
    world.gateway.hold()
    await world.clock.advance(10_000)
    expect(world.gateway.maxInFlight).toBe(32)
    await desk.profiles.select('profile-2')
    const other = world.gateway.bookOrder('EXT-other', '1.00', 'EUR')
    await desk.orders.adopt({ ...other, routeId: '4411' })
    const moments = watchQuestions()
    await world.clock.advance(5000)
    expect(moments.map(([id]) => id)).toEqual(['EXT-other'])
  })
})

describe('one order that is rechecked fifty times in a second', () => {
  it.each(['followed', 'final'])('is asked every 3 s at most while it is %s (D4)', async (state) => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    if (state === 'final') world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(9000)
    const moments = watchQuestions()
    for (let click = 0; click < 50; click++) {
      await desk.orders.recheck(orderId)
      await world.clock.advance(20)
    }
    expect(moments.length).toBeLessThanOrEqual(1)
    await world.clock.advance(9000)
    expect(moments.length).toBeGreaterThanOrEqual(1)
    expect(closestOfOneOrder(moments)).toBeGreaterThanOrEqual(3000)
  })

  it('is left alone for 3 s after a question of the ladder (A8)', async () => {
    const { orderId } = (await desk.charge()).summary
    const moments = watchQuestions()
    while (moments.length === 0) await world.clock.advance(100)
    await world.clock.advance(600)
    await desk.orders.recheck(orderId)
    await world.clock.advance(2300)
    expect(moments).toHaveLength(1)
    await world.clock.advance(200)
    expect(moments).toHaveLength(2)
  })
})

describe('a gateway that is busy', () => {
  it('is left alone for as long as it asks, a quarter of an hour at most (N16, D6)', async () => {
    const orderIds = await adopt(3)
    await world.clock.advance(10_000)
    world.gateway.script('EXT-0', noAnswer('http-429'))
    world.gateway.pauseMs = 2 * minuteMs
    await desk.orders.recheck(orderIds[0] ?? '')
    await world.clock.advance(3000)
    const before = asked()
    await expect(desk.orders.recheck(null)).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'gateway-paused' },
    })
    await world.clock.advance(2 * minuteMs - 3001)
    expect(asked()).toBe(before)
    await world.clock.advance(15_000)
    expect(asked()).toBeGreaterThanOrEqual(before + 3)
  })

  it('with nothing but 503 for ten minutes is asked less and less often (D6)', async () => {
    await adopt(20)
    await world.clock.advance(10_000)
    for (let index = 0; index < 20; index++)
      world.gateway.script(`EXT-${index}`, ...Array.from({ length: 200 }, () => noAnswer('http-503')))
    const before = asked()
    await world.clock.advance(10 * minuteMs)
    expect(asked() - before).toBeGreaterThanOrEqual(5)
    expect(asked() - before).toBeLessThanOrEqual(12)
    world.gateway.forgetScripts()
    const during = asked()
    await world.clock.advance(6 * minuteMs)
    expect(asked() - during).toBeGreaterThan(100)
  })

  it('that tells so to a charge is not asked about orders either (D6)', async () => {
    await adopt(2)
    world.gateway.plan({ kind: 'lost', isBooked: false, failure: 'http-429' })
    world.gateway.pauseMs = minuteMs
    await desk.charge()
    await world.clock.advance(100)
    const before = asked()
    await world.clock.advance(minuteMs - 101)
    expect(asked()).toBe(before)
    await world.clock.advance(10_000)
    expect(asked()).toBeGreaterThan(before)
  })

  it('gets no charge during the pause, and none by itself when it is over (D6)', async () => {
    const [orderId = ''] = await adopt(1)
    await world.clock.advance(5000)
    const waiting = await desk.charges.prepare(aDraft({ amount: '7.00' }))
    world.gateway.script('EXT-0', noAnswer('http-503'))
    world.gateway.pauseMs = minuteMs
    await desk.orders.recheck(orderId)
    await world.clock.advance(3000)
    await expect(desk.confirm(waiting)).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'blocked-by-gateway-paused' },
    })
    const { guards } = await desk.charges.prepare(aDraft({ amount: '8.00' }))
    const stop = (await desk.appState.get()).profiles[0]?.pollingStop
    expect(stop).toMatchObject({ reason: 'gateway-busy' })
    expect(stop?.nextTryAtMs).toBe((stop?.sinceMs ?? 0) + minuteMs)
    expect(guards[0]).toMatchObject({ code: 'gateway-paused', level: 'block', atMs: stop?.nextTryAtMs })
    await world.clock.advance(minuteMs)
    expect(world.gateway.deliveries).toEqual([])
    expect((await desk.confirm(waiting)).summary.chargeState).toBe('accepted')
  })
})

describe('a gateway that refuses access', () => {
  const denied = () => Array.from({ length: 50 }, () => noAnswer('http-403', { isAccessDenied: true }))
  const stopOf = async () => (await desk.appState.get()).profiles[0]?.pollingStop

  it('to one order leaves the others alone, and a recheck of them is answered (D1)', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: false })
    const lookedUp = (await desk.charge()).summary.clientOrderId
    const orderIds = await adopt(3)
    world.gateway.script(lookedUp, ...Array.from({ length: 50 }, () => wrongControl))
    const moments = watchQuestions()
    await world.clock.advance(minuteMs)
    expect(await stopOf()).toBeNull()
    expect(moments.filter(([id]) => id === lookedUp)).toHaveLength(1)
    expect(moments.filter(([id]) => id === 'EXT-1').length).toBeGreaterThan(10)
    expect(await desk.orders.recheck(orderIds[1] ?? '')).toBe(1)
    await world.clock.advance(hourMs)
    expect(moments.filter(([id]) => id === lookedUp).length).toBeGreaterThanOrEqual(4)
  })

  it('says in the record when the refused order is asked next (D1)', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    world.gateway.script(clientOrderId, wrongControl)
    await world.clock.advance(5000)
    const { nextCheckAtMs, lastCheckFailure } = await summaryOf(orderId)
    expect(lastCheckFailure).toBe('wrong-control')
    expect((nextCheckAtMs ?? 0) - world.clock.nowMs()).toBeGreaterThan(50_000)
  })

  it('once, by one HTTP 403, is asked again by itself (D2)', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    world.gateway.script(clientOrderId, noAnswer('http-403', { isAccessDenied: true }))
    await world.clock.advance(5000)
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(70_000)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })

  it('to two orders stops the profile, which is tried with one question on a back-off (N15, D2)', async () => {
    const orderIds = await adopt(5)
    await world.clock.advance(2000)
    for (let index = 0; index < 5; index++) world.gateway.script(`EXT-${index}`, ...denied())
    await world.clock.advance(10_000)
    const sinceMs = (await stopOf())?.sinceMs ?? 0
    expect(await stopOf()).toMatchObject({ reason: 'access-denied' })
    expect(await summaryOf(orderIds[0] ?? '')).toMatchObject({ word: 'processing', family: 'open' })
    const stopped = asked()
    await world.clock.advance(hourMs)
    expect(asked() - stopped).toBeGreaterThanOrEqual(4)
    expect(asked() - stopped).toBeLessThanOrEqual(6)
    expect(await stopOf()).toMatchObject({ reason: 'access-denied', sinceMs })
    expect((await stopOf())?.nextTryAtMs).toBeGreaterThan(world.clock.nowMs())
    world.gateway.forgetScripts()
    await world.clock.advance(70 * minuteMs)
    expect(await stopOf()).toBeNull()
    expect(asked() - stopped).toBeGreaterThan(20)
  })

  it('is tried at once, with one question, when a person asks (N15)', async () => {
    await adopt(5)
    await world.clock.advance(2000)
    for (let index = 0; index < 5; index++) world.gateway.script(`EXT-${index}`, ...denied())
    await world.clock.advance(10_000)
    const stopped = asked()
    expect(await desk.orders.recheck(null)).toBe(5)
    await world.clock.advance(10_000)
    expect(asked()).toBe(stopped + 1)
    world.gateway.forgetScripts()
    await desk.orders.recheck(null)
    await world.clock.advance(10_000)
    expect(asked()).toBeGreaterThanOrEqual(stopped + 6)
  })

  it('because of a wrong key is asked again at once when the key is saved', async () => {
    await adopt(3)
    await world.clock.advance(2000)
    world.gateway.controlKey = 'key-two'
    await world.clock.advance(10_000)
    const stopped = asked()
    expect(await stopOf()).toMatchObject({ reason: 'wrong-control' })
    await desk.profiles.save(inputOf(aProfile()), 'key-two')
    await world.clock.advance(20_000)
    expect(asked()).toBeGreaterThan(stopped + 3)
    expect(await stopOf()).toBeNull()
  })

  it('stops nothing any more when no order is left to ask about', async () => {
    await adopt(2)
    await world.clock.advance(2000)
    for (let index = 0; index < 2; index++) world.gateway.script(`EXT-${index}`, ...denied())
    await world.clock.advance(10_000)
    for (const order of world.storage.orders())
      desk.follower.follow({ ...order, summary: { ...order.summary, followState: 'stopped' } })
    await world.clock.advance(2 * minuteMs)
    expect(await stopOf()).toBeNull()
  })
})

describe('a key that cannot be read', () => {
  const stopOf = async () => (await desk.appState.get()).profiles[0]?.pollingStop

  it('stops its profile, asks nothing and writes nothing', async () => {
    await adopt(2)
    await world.clock.advance(10_000)
    world.vault.controlKeys.clear()
    await world.clock.advance(10_000)
    const revisions = world.storage.orders().map((order) => order.summary.revision)
    const before = asked()
    await world.clock.advance(hourMs)
    expect(asked()).toBe(before)
    expect(world.storage.orders().map((order) => order.summary.revision)).toEqual(revisions)
    expect((await desk.appState.get()).profiles[0]).toMatchObject({
      pollingStop: { reason: 'secret-missing' },
      secret: 'missing',
    })
  })

  it('because the keyring is locked for a while is tried again by itself (D2)', async () => {
    await adopt(2)
    await world.clock.advance(10_000)
    world.vault.keychain = { kind: 'locked' }
    await world.clock.advance(10_000)
    expect(await stopOf()).toMatchObject({ reason: 'secret-store-locked' })
    world.vault.keychain = { kind: 'available', backend: 'fake' }
    const before = asked()
    await world.clock.advance(2 * minuteMs)
    expect(asked()).toBeGreaterThan(before + 4)
    expect(await stopOf()).toBeNull()
  })

  it('opens no prompt of the system while the keychain is locked and goes on within seconds of its unlock (D2)', async () => {
    await adopt(2)
    await world.clock.advance(10_000)
    world.vault.keychain = { kind: 'locked' }
    await world.clock.advance(5 * hourMs)
    expect(world.vault.promptCount).toBe(0)
    world.vault.keychain = { kind: 'available', backend: 'fake' }
    const before = asked()
    await world.clock.advance(15_000)
    expect(asked()).toBeGreaterThan(before)
    expect(await stopOf()).toBeNull()
  })

  it('opens the prompt of the system when a person asks for a recheck (D2)', async () => {
    await adopt(2)
    await world.clock.advance(10_000)
    world.vault.keychain = { kind: 'locked' }
    await world.clock.advance(10_000)
    await desk.orders.recheck(null)
    await world.clock.advance(1000)
    expect(world.vault.promptCount).toBe(1)
    world.vault.keychain = { kind: 'available', backend: 'fake' }
    const before = asked()
    await desk.orders.recheck(null)
    await world.clock.advance(1000)
    expect(asked()).toBeGreaterThan(before)
  })

  it('is tried on the back-off alone where the system does not tell whether its keychain is locked (D2)', async () => {
    await adopt(2)
    await world.clock.advance(10_000)
    world.vault.tellsLockState = false
    world.vault.keychain = { kind: 'locked' }
    await world.clock.advance(hourMs)
    expect(world.vault.promptCount).toBeLessThanOrEqual(7)
    world.vault.keychain = { kind: 'available', backend: 'fake' }
    await world.clock.advance(70 * minuteMs)
    expect(await stopOf()).toBeNull()
  })

  it('has every secret checked after the unlock, so that Settings shows what is there (A5)', async () => {
    world.storage.writer.saveProfile(aProfile({ profileId: 'profile-2', name: 'Other' }))
    await world.vault.saveControlKey(aProfile({ profileId: 'profile-2' }), 'a key')
    desk.kill()
    desk = await startDesk(world)
    await adopt(2)
    await world.clock.advance(10_000)
    world.vault.keychain = { kind: 'locked' }
    await world.clock.advance(10_000)
    world.vault.controlKeys.delete('profile-2')
    world.vault.keychain = { kind: 'available', backend: 'fake' }
    await world.clock.advance(11_000)
    const secrets = (await desk.appState.get()).profiles.map(({ secret }) => secret)
    expect(secrets).toEqual(['present', 'missing'])
  })

  it('is tried at once when somebody else could read the keychain again (D2)', async () => {
    await adopt(2)
    await world.clock.advance(10_000)
    world.vault.keychain = { kind: 'locked' }
    await world.clock.advance(40 * minuteMs)
    world.vault.keychain = { kind: 'available', backend: 'fake' }
    const before = asked()
    await desk.charge()
    await world.clock.advance(5000)
    expect(asked()).toBeGreaterThan(before)
    expect(await stopOf()).toBeNull()
  })
})

describe('the age of an order', () => {
  it('does not grow while the machine sleeps: after ten minutes it is asked every 3 to 5 s (D9)', async () => {
    await desk.charge()
    await world.clock.advance(minuteMs)
    world.clock.sleep(10 * minuteMs)
    const moments = watchQuestions()
    await world.clock.advance(20_000)
    expect(moments.length).toBeGreaterThanOrEqual(4)
  })

  it('does not grow between a suspend and a resume event either (D9)', async () => {
    await desk.charge()
    await world.clock.advance(minuteMs)
    desk.follower.suspend()
    world.clock.sleep(10 * minuteMs)
    desk.follower.resume()
    const moments = watchQuestions()
    await world.clock.advance(20_000)
    expect(moments.length).toBeGreaterThanOrEqual(4)
  })

  it('is not taken from a wrong date after a restart: no review after three hours (B5)', async () => {
    const { orderId } = (await desk.charge()).summary
    await world.clock.advance(2 * minuteMs)
    desk.kill()
    world.clock.jump(25 * hourMs)
    desk = await startDesk(world)
    await world.clock.advance(3 * hourMs)
    expect(await summaryOf(orderId)).toMatchObject({ followState: 'following', chargeState: 'accepted' })
  })

  it('goes on after a restart: a day of following ends with a person (N33)', async () => {
    const { orderId } = (await desk.charge()).summary
    await world.clock.advance(13 * hourMs)
    desk.kill()
    desk = await startDesk(world)
    await world.clock.advance(12 * hourMs)
    expect(await summaryOf(orderId)).toMatchObject({ followState: 'needs-review' })
  })
})

describe('another profile', () => {
  it('is not held up by one that is stopped', async () => {
    world.storage.writer.saveProfile(aProfile({ profileId: 'profile-2', name: 'Other' }))
    desk.kill()
    desk = await startDesk(world)
    await world.vault.saveControlKey(aProfile({ profileId: 'profile-2' }), 'wrong')
    await adopt(1)
    await desk.profiles.select('profile-2')
    for (const id of ['EXT-other-1', 'EXT-other-2'])
      await desk.orders.adopt({ ...world.gateway.bookOrder(id, '1.00', 'EUR'), routeId: '4411' })
    await world.clock.advance(20_000)
    const stops = (await desk.appState.get()).profiles.map((profile) => profile.pollingStop)
    expect(stops).toMatchObject([null, { reason: 'wrong-control' }])
    const counts = ['EXT-0', 'EXT-other-1'].map(
      (id) => world.gateway.statusRequests.filter((request) => request.clientOrderId === id).length,
    )
    expect(counts[0]).toBeGreaterThan(3)
    expect(counts[1]).toBe(1)
  })
})

describe('many open orders (B5, P27)', () => {
  it('are asked about side by side, thirty-two at once at most', async () => {
    await adopt(100)
    const release = world.gateway.hold()
    await world.clock.advance(10_000)
    expect(world.gateway.maxInFlight).toBe(32)
    release()
    await world.clock.advance(20_000)
    expect(world.gateway.maxInFlight).toBe(32)
    expect(world.gateway.maxInFlightPerOrder).toBe(1)
    const names = new Set(world.gateway.statusRequests.map((request) => request.clientOrderId))
    expect(names.size).toBe(100)
  })

  it('share the readings of one key, so that the keychain is not asked for each', async () => {
    await adopt(100)
    world.vault.readCount = 0
    const before = asked()
    await world.clock.advance(20_000)
    expect(asked() - before).toBeGreaterThan(400)
    expect(world.vault.readCount).toBeLessThanOrEqual(11)
  })
})

describe('trouble on our own side', () => {
  it('with the disk leaves the order as it was and asks again', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    world.gateway.setStatus(clientOrderId, 'approved')
    world.storageFaults.failWrites('database', 'changeOrder')
    await world.clock.advance(5000)
    expect(await summaryOf(orderId)).toMatchObject({ status: null, chargeState: 'accepted' })
    world.storageFaults.endWriteFaults()
    await world.clock.advance(30_000)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })

  it('with a simulator that died is a failed check; it is not started behind the person', async () => {
    await patchProfile({ environment: 'simulator', baseUrl: null })
    await world.vault.saveControlKey(
      aProfile({ environment: 'simulator', baseUrl: null }),
      world.gateway.controlKey,
    )
    const { orderId } = (await desk.charge()).summary
    world.simulator.die()
    await world.clock.advance(5000)
    expect(await summaryOf(orderId)).toMatchObject({
      word: 'processing',
      lastCheckFailure: 'simulator-unavailable',
    })
    expect([asked(), world.simulator.startCount]).toEqual([0, 1])
    await world.simulator.start()
    await world.clock.advance(6000)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'processing', lastCheckFailure: null })
  })

  it('when it is stopped drops answers that come later', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    world.gateway.setStatus(clientOrderId, 'approved')
    const release = world.gateway.hold()
    await world.clock.advance(5000)
    const before = await desk.orders.get(orderId)
    desk.follower.stop()
    release()
    await world.clock.advance(hourMs)
    expect(await desk.orders.get(orderId)).toEqual(before)
    expect(asked()).toBe(1)
  })
})

describe('a recheck', () => {
  it('of all asks soon about every open order of the active profile', async () => {
    await adopt(4)
    await world.clock.advance(hourMs)
    const before = asked()
    expect(await desk.orders.recheck(null)).toBe(4)
    await world.clock.advance(4000)
    expect(asked()).toBe(before + 4)
  })

  it('of all includes those that went to a person', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    await adopt(1)
    await world.clock.advance(25 * hourMs)
    world.gateway.setStatus(clientOrderId, 'approved')
    expect(await desk.orders.recheck(null)).toBe(2)
    await world.clock.advance(600)
    expect(await summaryOf(orderId)).toMatchObject({ chargeState: 'final', status: 'approved' })
  })

  it('of all includes a payment whose refund went to a person', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(10_000)
    world.gateway.setLater(clientOrderId, { type: 'reversal', status: 'processing' })
    await desk.orders.recheck(orderId)
    await world.clock.advance(25 * hourMs)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved', followState: 'needs-review' })
    const before = asked()
    expect(await desk.orders.recheck(null)).toBe(1)
    await world.clock.advance(1000)
    expect(asked()).toBe(before + 1)
  })

  it('of a final order asks once and shows a contradiction, without following it again (N32)', async () => {
    const { orderId, clientOrderId } = (await desk.charge()).summary
    world.gateway.setStatus(clientOrderId, 'approved')
    await world.clock.advance(5000)
    world.gateway.setStatus(clientOrderId, 'declined')
    const before = asked()
    expect(await desk.orders.recheck(orderId)).toBe(1)
    await world.clock.advance(hourMs)
    expect(asked()).toBe(before + 1)
    expect(await summaryOf(orderId)).toMatchObject({
      status: 'approved',
      alert: 'changed-after-final',
      family: 'approved',
    })
  })

  it('joins the question in flight also when a person settled the charge meanwhile', async () => {
    world.gateway.plan({ kind: 'lost', isBooked: false })
    const { orderId, chargeId } = (await desk.charge()).summary
    await world.clock.advance(25 * hourMs)
    const before = asked()
    const release = world.gateway.hold()
    await desk.orders.recheck(orderId)
    await settled()
    await desk.charges.resolve({
      chargeId: chargeId ?? '',
      resolution: 'present',
      reason: 'seen in the portal',
      name: 'Iva',
    })
    await desk.orders.recheck(orderId)
    await settled()
    expect([asked() - before, world.gateway.maxInFlightPerOrder]).toEqual([1, 1])
    release()
    await settled()
    expect(await summaryOf(orderId)).toMatchObject({
      chargeState: 'resolved-present',
      followState: 'stopped',
    })
  })

  it('of a charge that never left asks nothing', async () => {
    world.gateway.plan({ kind: 'not-sent' })
    const { orderId } = (await desk.charge()).summary
    expect(await desk.orders.recheck(orderId)).toBe(0)
    await expect(desk.orders.recheck('999')).rejects.toMatchObject({ code: 'not-found' })
  })
})

function answerTo(clientOrderId: string, status: string) {
  const order = world.gateway.book.get(clientOrderId)
  if (order === undefined) throw new Error('the gateway has no such order')
  return {
    ...{ status, orderStage: `sale_${status}`, clientOrderId, gatewayOrderId: order.gatewayOrderId },
    ...{ amount: order.amount, currency: order.currency, bin: '411111', lastFour: '1111' },
    ...{
      cardholderName: null,
      errorCode: null,
      errorMessage: null,
      transactionType: 'sale',
      serialNumber: 's',
    },
    step: null,
    fields: [{ name: 'status', value: status }],
  }
}

async function patchProfile(parts: Parameters<typeof aProfile>[0]): Promise<void> {
  world.storage.writer.saveProfile(aProfile(parts))
  desk.kill()
  desk = await startDesk(world)
}
