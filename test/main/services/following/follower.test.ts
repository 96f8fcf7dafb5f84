import { beforeEach, describe, expect, it } from 'vitest'
import { aDraft, aProfile, inputOf } from '../../../support/builders'
import {
  readyEnvironment,
  noAnswer,
  settled,
  startApp,
  wrongControl,
  type TestApp,
  type TestEnvironment,
} from '../../../support/fakes'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let env: TestEnvironment
let app: TestApp

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
})

const summaryOf = async (orderId: string) => (await app.orders.get(orderId)).summary
const asked = () => env.gateway.statusRequests.length

/** Adopts orders that the gateway knows. */
async function adopt(count: number): Promise<string[]> {
  const orderIds: string[] = []
  for (let index = 0; index < count; index++) {
    const order = env.gateway.bookOrder(`EXT-${index}`, '10.00', 'EUR')
    const view = await app.orders.adopt({ ...order, routeId: '4411' })
    orderIds.push(view.summary.orderId)
  }
  return orderIds
}

/** Times of the polls while time passes in steps of 100 ms. */
async function momentsOfQuestions(duringMs: number): Promise<number[]> {
  const moments: number[] = []
  for (let passedMs = 0; passedMs < duringMs; passedMs += 100) {
    const before = asked()
    await env.clock.advance(100)
    for (let count = before; count < asked(); count++) moments.push(passedMs + 100)
  }
  return moments
}

describe('an order that is followed', () => {
  it('is asked about every 3 to 5 s until it is final, and then no more', async () => {
    let luck = 0
    env.random = () => (luck = (luck + 0.37) % 1)
    const { clientOrderId, orderId } = (await app.charge()).summary
    const moments = await momentsOfQuestions(30_000)
    const waits = moments.map((moment, index) => moment - (moments[index - 1] ?? 0))
    expect(waits.every((wait) => wait >= 2900 && wait <= 5100)).toBe(true)
    expect(new Set(waits).size).toBeGreaterThan(2)
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(5000)
    expect(await summaryOf(orderId)).toMatchObject({
      status: 'approved',
      chargeState: 'final',
      followState: 'stopped',
      nextCheckAtMs: null,
    })
    const before = asked()
    await env.clock.advance(48 * hourMs)
    expect(asked()).toBe(before)
  })

  it('is not shown as failed after a failed check: five polls, then approved', async () => {
    const { clientOrderId, orderId } = (await app.charge()).summary
    env.gateway.script(
      clientOrderId,
      { kind: 'answered', answer: answerTo(clientOrderId, 'processing') },
      noAnswer('ECONNRESET'),
      noAnswer('http-502'),
      { kind: 'answered', answer: answerTo(clientOrderId, 'processing') },
      { kind: 'answered', answer: answerTo(clientOrderId, 'approved') },
    )
    const shown: unknown[] = []
    for (let check = 0; check < 5; check++) {
      await env.clock.advance(4000)
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
    await env.clock.advance(hourMs)
    expect(asked()).toBe(5)
  })

  it('has at most one poll in flight, however often it is rechecked', async () => {
    const { orderId } = (await app.charge()).summary
    const release = env.gateway.hold()
    await env.clock.advance(5000)
    for (let click = 0; click < 10; click++) await app.orders.recheck(orderId)
    await env.clock.advance(30_000)
    expect(asked()).toBe(1)
    release()
    await env.clock.advance(20_000)
    expect(env.gateway.maxInFlightPerOrder).toBe(1)
    expect(asked()).toBeGreaterThan(2)
  })

  it('is polled again only after the last answer', async () => {
    await app.charge()
    const release = env.gateway.hold()
    await env.clock.advance(minuteMs)
    expect(asked()).toBe(1)
    release()
    await settled()
    await env.clock.advance(2900)
    expect(asked()).toBe(1)
    await env.clock.advance(2100)
    expect(asked()).toBe(2)
  })

  it('is polled less and less often, and goes to a person after a day', async () => {
    const { orderId } = (await app.charge()).summary
    await env.clock.advance(10 * minuteMs)
    const firstRung = asked()
    await env.clock.advance(50 * minuteMs)
    const secondRung = asked() - firstRung
    await env.clock.advance(23 * hourMs)
    const thirdRung = asked() - firstRung - secondRung
    await env.clock.advance(20 * minuteMs)
    expect(firstRung).toBeGreaterThanOrEqual(120)
    expect(firstRung).toBeLessThanOrEqual(200)
    expect(secondRung).toBeGreaterThanOrEqual(95)
    expect(secondRung).toBeLessThanOrEqual(106)
    expect(thirdRung).toBeGreaterThanOrEqual(130)
    expect(thirdRung).toBeLessThanOrEqual(146)
    const view = await app.orders.get(orderId)
    expect(view.summary).toMatchObject({
      chargeState: 'needs-review',
      followState: 'needs-review',
      word: 'needs review',
    })
    expect(view.timeline.at(-1)).toMatchObject({ kind: 'needs-review' })
    const before = asked()
    await env.clock.advance(24 * hourMs)
    expect(asked()).toBe(before)
  })

  it('is still settled by a recheck after it went to review', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    await env.clock.advance(25 * hourMs)
    env.gateway.setStatus(clientOrderId, 'declined')
    expect(await app.orders.recheck(orderId)).toBe(1)
    await settled()
    expect(await summaryOf(orderId)).toMatchObject({
      chargeState: 'final',
      status: 'declined',
      family: 'declined',
    })
  })

  it('keeps a folded timeline while nothing changes', async () => {
    const { orderId } = (await app.charge()).summary
    await env.clock.advance(10 * minuteMs)
    const { timeline } = await app.orders.get(orderId)
    expect(timeline.map((entry) => entry.kind)).toEqual([
      ...['drafted', 'confirmed', 'sent', 'accepted', 'status-changed', 'status-unchanged'],
    ])
    expect(timeline.at(-1)?.repeat?.count).toBeGreaterThan(100)
  })

  it('follows the pace of its profile', async () => {
    await patchProfile({ pollPace: { minMs: 20_000, maxMs: 20_000 } })
    await app.charge()
    expect(await momentsOfQuestions(61_000)).toEqual([20_000, 40_000, 60_000])
  })

  it('takes an answer although a note was written while it was on its way', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    env.gateway.setStatus(clientOrderId, 'approved')
    const release = env.gateway.hold()
    await env.clock.advance(5000)
    await app.orders.note(orderId, 'customer called')
    release()
    await settled()
    await settled()
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })
})

describe('a restart', () => {
  it('takes up every open order from the log', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    app.kill()
    app = await startApp(env)
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(5000)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })

  it('polls soon even if the clock was set back by a day', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    app.kill()
    env.clock.jump(-24 * hourMs)
    app = await startApp(env)
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(11 * minuteMs)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })

  it('polls many overdue orders once each within half a minute, not in a burst', async () => {
    await adopt(200)
    app.kill()
    await env.clock.advance(8 * hourMs)
    app = await startApp(env)
    env.gateway.statusRequests.length = 0
    const moments = await momentsOfQuestions(30_000)
    expect(new Set(env.gateway.statusRequests.map((request) => request.clientOrderId)).size).toBe(200)
    const perSecond = Array.from(
      { length: 30 },
      (_, second) =>
        moments.filter((moment) => moment > second * 1000 && moment <= (second + 1) * 1000).length,
    )
    expect(Math.max(...perSecond)).toBeLessThanOrEqual(60)
  })

  it('never sends anything that moves money', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: false }, { kind: 'not-sent' })
    await app.charge()
    await app.charge({ amount: '26.00' })
    for (let start = 0; start < 5; start++) {
      app.kill()
      app = await startApp(env)
      await env.clock.advance(hourMs)
    }
    expect(env.gateway.deliveries).toHaveLength(1)
  })
})

describe('sleep and network', () => {
  it('does not poll while the machine sleeps, and polls each order once soon after it woke', async () => {
    await adopt(100)
    await env.clock.advance(5000)
    app.follower.suspend()
    await settled()
    const before = asked()
    await env.clock.advance(minuteMs)
    expect(asked()).toBe(before)
    env.clock.sleep(8 * hourMs)
    app.follower.resume()
    const moments = await momentsOfQuestions(30_000)
    expect(moments.length).toBeGreaterThanOrEqual(100)
    expect(moments.filter((moment) => moment <= 1000).length).toBeLessThanOrEqual(10)
  })

  it('is not polled while offline and is polled again afterwards', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    env.network.set(false)
    await env.clock.advance(hourMs)
    expect(asked()).toBe(0)
    await expect(app.orders.recheck(orderId)).rejects.toMatchObject({ code: 'offline' })
    env.gateway.setStatus(clientOrderId, 'approved')
    env.network.set(true)
    await env.clock.advance(5000)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })

  it('asks the simulator also without a network, since it is on this machine', async () => {
    await patchProfile({ environment: 'simulator', baseUrl: null })
    await env.vault.saveControlKey(
      aProfile({ environment: 'simulator', baseUrl: null }),
      env.gateway.controlKey,
    )
    env.network.set(false)
    await app.charge()
    await env.clock.advance(5000)
    expect(asked()).toBe(1)
  })

  it('waits on the monotonic clock: a clock that is set changes nothing', async () => {
    const { orderId } = (await app.charge()).summary
    await env.clock.advance(8000)
    const steady = asked()
    env.clock.jump(-hourMs)
    await env.clock.advance(8000)
    const afterBack = asked() - steady
    env.clock.jump(10 * 365 * 24 * hourMs)
    await env.clock.advance(8000)
    const afterAhead = asked() - steady - afterBack
    expect([afterBack, afterAhead].every((count) => count >= 1 && count <= 3)).toBe(true)
    expect(await summaryOf(orderId)).toMatchObject({ followState: 'following', chargeState: 'accepted' })
  })
})

/** Each order's polls with the time since its last one. */
function closestOfOneOrder(moments: readonly (readonly [orderId: string, atMs: number])[]): number {
  const last = new Map<string, number>()
  return moments.reduce((closest, [orderId, atMs]) => {
    const waitMs = atMs - (last.get(orderId) ?? Number.NEGATIVE_INFINITY)
    last.set(orderId, atMs)
    return Math.min(closest, waitMs)
  }, Number.POSITIVE_INFINITY)
}

/** Records from now on when each order is polled, in monotonic time. */
function watchQuestions(): [clientOrderId: string, atMs: number][] {
  const moments: [string, number][] = []
  env.gateway.onStatus = ({ clientOrderId }) => moments.push([clientOrderId, env.clock.monotonicMs()])
  return moments
}

function closestOfAll(moments: readonly (readonly [string, number])[]): number {
  return Math.min(...moments.slice(1).map(([, atMs], index) => atMs - (moments[index]?.[1] ?? 0)))
}

describe('five hundred orders', () => {
  it('whose timers expired during a sleep are asked one after the other, 10 ms apart at least (D3)', async () => {
    await adopt(500)
    await env.clock.advance(6000)
    const moments = watchQuestions()
    env.clock.sleep(8 * hourMs)
    const wokeAtMs = env.clock.monotonicMs()
    await env.clock.advance(36_000)
    expect(new Set(moments.map(([id]) => id)).size).toBe(500)
    expect(closestOfAll(moments)).toBeGreaterThanOrEqual(10)
    expect(closestOfOneOrder(moments)).toBeGreaterThanOrEqual(3000)
    expect(moments.filter(([, atMs]) => atMs < wokeAtMs + 1000).length).toBeLessThanOrEqual(60)
  })

  it('that are due together without a sleep are 10 ms apart at least (D3)', async () => {
    env.random = () => 0
    const moments = watchQuestions()
    await adopt(500)
    await env.clock.advance(20_000)
    expect(new Set(moments.map(([id]) => id)).size).toBe(500)
    expect(closestOfAll(moments)).toBeGreaterThanOrEqual(10)
    expect(closestOfOneOrder(moments)).toBeGreaterThanOrEqual(3000)
  })

  it('that a person rechecks together repeatedly are spread and never polled too often (D4)', async () => {
    await patchProfile({ pollPace: { minMs: 10 * minuteMs, maxMs: 10 * minuteMs } })
    await adopt(500)
    await env.clock.advance(30_000)
    const moments = watchQuestions()
    const from = env.clock.monotonicMs()
    for (let click = 0; click < 5; click++) expect(await app.orders.recheck(null)).toBe(500)
    await env.clock.advance(31_000)
    expect(new Set(moments.map(([id]) => id)).size).toBe(500)
    expect(moments.filter(([, atMs]) => atMs <= from + 1000).length).toBeLessThanOrEqual(60)
    expect(closestOfAll(moments)).toBeGreaterThanOrEqual(10)
    expect(closestOfOneOrder(moments)).toBeGreaterThanOrEqual(3000)
  })

  it('of one profile that hang do not make the orders of another one wait (D5)', async () => {
    env.storage.writer.saveProfile(aProfile({ profileId: 'profile-2', name: 'Other' }))
    app.kill()
    app = await startApp(env)
    await env.vault.saveControlKey(aProfile({ profileId: 'profile-2' }), env.gateway.controlKey)
    await adopt(200)
    env.gateway.hold()
    await env.clock.advance(10_000)
    expect(env.gateway.maxInFlight).toBe(32)
    await app.profiles.select('profile-2')
    const other = env.gateway.bookOrder('EXT-other', '1.00', 'EUR')
    await app.orders.adopt({ ...other, routeId: '4411' })
    const moments = watchQuestions()
    await env.clock.advance(5000)
    expect(moments.map(([id]) => id)).toEqual(['EXT-other'])
  })
})

describe('one order that is rechecked fifty times in a second', () => {
  it.each(['followed', 'final'])('is asked every 3 s at most while it is %s (D4)', async (state) => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    if (state === 'final') env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(9000)
    const moments = watchQuestions()
    for (let click = 0; click < 50; click++) {
      await app.orders.recheck(orderId)
      await env.clock.advance(20)
    }
    expect(moments.length).toBeLessThanOrEqual(1)
    await env.clock.advance(9000)
    expect(moments.length).toBeGreaterThanOrEqual(1)
    expect(closestOfOneOrder(moments)).toBeGreaterThanOrEqual(3000)
  })

  it('is not polled for 3 s after a planned poll (A8)', async () => {
    const { orderId } = (await app.charge()).summary
    const moments = watchQuestions()
    while (moments.length === 0) await env.clock.advance(100)
    await env.clock.advance(600)
    await app.orders.recheck(orderId)
    await env.clock.advance(2300)
    expect(moments).toHaveLength(1)
    await env.clock.advance(200)
    expect(moments).toHaveLength(2)
  })
})

describe('a gateway that is busy', () => {
  it('is left alone for as long as it asks, a quarter of an hour at most (D6)', async () => {
    const orderIds = await adopt(3)
    await env.clock.advance(10_000)
    env.gateway.script('EXT-0', noAnswer('http-429'))
    env.gateway.pauseMs = 2 * minuteMs
    await app.orders.recheck(orderIds[0] ?? '')
    await env.clock.advance(3000)
    const before = asked()
    await expect(app.orders.recheck(null)).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'gateway-paused' },
    })
    await env.clock.advance(2 * minuteMs - 3001)
    expect(asked()).toBe(before)
    await env.clock.advance(15_000)
    expect(asked()).toBeGreaterThanOrEqual(before + 3)
  })

  it('with nothing but 503 for ten minutes is asked less and less often (D6)', async () => {
    await adopt(20)
    await env.clock.advance(10_000)
    for (let index = 0; index < 20; index++)
      env.gateway.script(`EXT-${index}`, ...Array.from({ length: 200 }, () => noAnswer('http-503')))
    const before = asked()
    await env.clock.advance(10 * minuteMs)
    expect(asked() - before).toBeGreaterThanOrEqual(5)
    expect(asked() - before).toBeLessThanOrEqual(12)
    env.gateway.forgetScripts()
    const during = asked()
    await env.clock.advance(6 * minuteMs)
    expect(asked() - during).toBeGreaterThan(100)
  })

  it('that tells so to a charge is not asked about orders either (D6)', async () => {
    await adopt(2)
    env.gateway.plan({ kind: 'lost', isBooked: false, failure: 'http-429' })
    env.gateway.pauseMs = minuteMs
    await app.charge()
    await env.clock.advance(100)
    const before = asked()
    await env.clock.advance(minuteMs - 101)
    expect(asked()).toBe(before)
    await env.clock.advance(10_000)
    expect(asked()).toBeGreaterThan(before)
  })

  it('receives no charge during the pause, and none automatically afterwards (D6)', async () => {
    const [orderId = ''] = await adopt(1)
    await env.clock.advance(5000)
    const waiting = await app.charges.prepare(aDraft({ amount: '7.00' }))
    env.gateway.script('EXT-0', noAnswer('http-503'))
    env.gateway.pauseMs = minuteMs
    await app.orders.recheck(orderId)
    await env.clock.advance(3000)
    await expect(app.confirm(waiting)).rejects.toMatchObject({
      code: 'not-allowed-now',
      details: { reason: 'blocked-by-gateway-paused' },
    })
    const { guards } = await app.charges.prepare(aDraft({ amount: '8.00' }))
    const stop = (await app.appState.get()).profiles[0]?.pollingStop
    expect(stop).toMatchObject({ reason: 'gateway-busy' })
    expect(stop?.nextTryAtMs).toBe((stop?.sinceMs ?? 0) + minuteMs)
    expect(guards[0]).toMatchObject({ code: 'gateway-paused', level: 'block', atMs: stop?.nextTryAtMs })
    await env.clock.advance(minuteMs)
    expect(env.gateway.deliveries).toEqual([])
    expect((await app.confirm(waiting)).summary.chargeState).toBe('accepted')
  })
})

describe('a gateway that refuses access', () => {
  const denied = () => Array.from({ length: 50 }, () => noAnswer('http-403', { isAccessDenied: true }))
  const stopOf = async () => (await app.appState.get()).profiles[0]?.pollingStop

  it('to one order leaves the others alone, and a recheck of them is answered (D1)', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: false })
    const lookedUp = (await app.charge()).summary.clientOrderId
    const orderIds = await adopt(3)
    env.gateway.script(lookedUp, ...Array.from({ length: 50 }, () => wrongControl))
    const moments = watchQuestions()
    await env.clock.advance(minuteMs)
    expect(await stopOf()).toBeNull()
    expect(moments.filter(([id]) => id === lookedUp)).toHaveLength(1)
    expect(moments.filter(([id]) => id === 'EXT-1').length).toBeGreaterThan(10)
    expect(await app.orders.recheck(orderIds[1] ?? '')).toBe(1)
    await env.clock.advance(hourMs)
    expect(moments.filter(([id]) => id === lookedUp).length).toBeGreaterThanOrEqual(4)
  })

  it('stores when the refused order is polled next (D1)', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    env.gateway.script(clientOrderId, wrongControl)
    await env.clock.advance(5000)
    const { nextCheckAtMs, lastCheckFailure } = await summaryOf(orderId)
    expect(lastCheckFailure).toBe('wrong-control')
    expect((nextCheckAtMs ?? 0) - env.clock.nowMs()).toBeGreaterThan(50_000)
  })

  it('once, by one HTTP 403, is polled again automatically (D2)', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    env.gateway.script(clientOrderId, noAnswer('http-403', { isAccessDenied: true }))
    await env.clock.advance(5000)
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(70_000)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })

  it('to two orders stops the profile, which is tried with single polls at growing intervals (D2)', async () => {
    const orderIds = await adopt(5)
    await env.clock.advance(2000)
    for (let index = 0; index < 5; index++) env.gateway.script(`EXT-${index}`, ...denied())
    await env.clock.advance(10_000)
    const sinceMs = (await stopOf())?.sinceMs ?? 0
    expect(await stopOf()).toMatchObject({ reason: 'access-denied' })
    expect(await summaryOf(orderIds[0] ?? '')).toMatchObject({ word: 'processing', family: 'open' })
    const stopped = asked()
    await env.clock.advance(hourMs)
    expect(asked() - stopped).toBeGreaterThanOrEqual(4)
    expect(asked() - stopped).toBeLessThanOrEqual(6)
    expect(await stopOf()).toMatchObject({ reason: 'access-denied', sinceMs })
    expect((await stopOf())?.nextTryAtMs).toBeGreaterThan(env.clock.nowMs())
    env.gateway.forgetScripts()
    await env.clock.advance(70 * minuteMs)
    expect(await stopOf()).toBeNull()
    expect(asked() - stopped).toBeGreaterThan(20)
  })

  it('is tried at once with one poll when a person asks', async () => {
    await adopt(5)
    await env.clock.advance(2000)
    for (let index = 0; index < 5; index++) env.gateway.script(`EXT-${index}`, ...denied())
    await env.clock.advance(10_000)
    const stopped = asked()
    expect(await app.orders.recheck(null)).toBe(5)
    await env.clock.advance(10_000)
    expect(asked()).toBe(stopped + 1)
    env.gateway.forgetScripts()
    await app.orders.recheck(null)
    await env.clock.advance(10_000)
    expect(asked()).toBeGreaterThanOrEqual(stopped + 6)
  })

  it('because of a wrong key is asked again at once when the key is saved', async () => {
    await adopt(3)
    await env.clock.advance(2000)
    env.gateway.controlKey = 'key-two'
    await env.clock.advance(10_000)
    const stopped = asked()
    expect(await stopOf()).toMatchObject({ reason: 'wrong-control' })
    await app.profiles.save(inputOf(aProfile()), 'key-two')
    await env.clock.advance(20_000)
    expect(asked()).toBeGreaterThan(stopped + 3)
    expect(await stopOf()).toBeNull()
  })

  it('stops nothing any more when no order is left to ask about', async () => {
    await adopt(2)
    await env.clock.advance(2000)
    for (let index = 0; index < 2; index++) env.gateway.script(`EXT-${index}`, ...denied())
    await env.clock.advance(10_000)
    for (const order of env.storage.orders())
      app.follower.follow({ ...order, summary: { ...order.summary, followState: 'stopped' } })
    await env.clock.advance(2 * minuteMs)
    expect(await stopOf()).toBeNull()
  })
})

describe('a key that cannot be read', () => {
  const stopOf = async () => (await app.appState.get()).profiles[0]?.pollingStop

  it('stops its profile, asks nothing and writes nothing', async () => {
    await adopt(2)
    await env.clock.advance(10_000)
    env.vault.controlKeys.clear()
    await env.clock.advance(10_000)
    const revisions = env.storage.orders().map((order) => order.summary.revision)
    const before = asked()
    await env.clock.advance(hourMs)
    expect(asked()).toBe(before)
    expect(env.storage.orders().map((order) => order.summary.revision)).toEqual(revisions)
    expect((await app.appState.get()).profiles[0]).toMatchObject({
      pollingStop: { reason: 'secret-missing' },
      secret: 'missing',
    })
  })

  it('because the keyring is locked for a while is tried again automatically (D2)', async () => {
    await adopt(2)
    await env.clock.advance(10_000)
    env.vault.keychain = { kind: 'locked' }
    await env.clock.advance(10_000)
    expect(await stopOf()).toMatchObject({ reason: 'secret-store-locked' })
    env.vault.keychain = { kind: 'available', backend: 'fake' }
    const before = asked()
    await env.clock.advance(2 * minuteMs)
    expect(asked()).toBeGreaterThan(before + 4)
    expect(await stopOf()).toBeNull()
  })

  it('opens no prompt of the system while the keychain is locked and goes on within seconds of its unlock (D2)', async () => {
    await adopt(2)
    await env.clock.advance(10_000)
    env.vault.keychain = { kind: 'locked' }
    await env.clock.advance(5 * hourMs)
    expect(env.vault.promptCount).toBe(0)
    env.vault.keychain = { kind: 'available', backend: 'fake' }
    const before = asked()
    await env.clock.advance(15_000)
    expect(asked()).toBeGreaterThan(before)
    expect(await stopOf()).toBeNull()
  })

  it('opens the prompt of the system when a person asks for a recheck (D2)', async () => {
    await adopt(2)
    await env.clock.advance(10_000)
    env.vault.keychain = { kind: 'locked' }
    await env.clock.advance(10_000)
    await app.orders.recheck(null)
    await env.clock.advance(1000)
    expect(env.vault.promptCount).toBe(1)
    env.vault.keychain = { kind: 'available', backend: 'fake' }
    const before = asked()
    await app.orders.recheck(null)
    await env.clock.advance(1000)
    expect(asked()).toBeGreaterThan(before)
  })

  it('is tried on the back-off alone where the system does not tell whether its keychain is locked (D2)', async () => {
    await adopt(2)
    await env.clock.advance(10_000)
    env.vault.tellsLockState = false
    env.vault.keychain = { kind: 'locked' }
    await env.clock.advance(hourMs)
    expect(env.vault.promptCount).toBeLessThanOrEqual(7)
    env.vault.keychain = { kind: 'available', backend: 'fake' }
    await env.clock.advance(70 * minuteMs)
    expect(await stopOf()).toBeNull()
  })

  it('has every secret checked after the unlock, so that Settings shows what is there (A5)', async () => {
    env.storage.writer.saveProfile(aProfile({ profileId: 'profile-2', name: 'Other' }))
    await env.vault.saveControlKey(aProfile({ profileId: 'profile-2' }), 'a key')
    app.kill()
    app = await startApp(env)
    await adopt(2)
    await env.clock.advance(10_000)
    env.vault.keychain = { kind: 'locked' }
    await env.clock.advance(10_000)
    env.vault.controlKeys.delete('profile-2')
    env.vault.keychain = { kind: 'available', backend: 'fake' }
    await env.clock.advance(11_000)
    const secrets = (await app.appState.get()).profiles.map(({ secret }) => secret)
    expect(secrets).toEqual(['present', 'missing'])
  })

  it('is tried at once when somebody else could read the keychain again (D2)', async () => {
    await adopt(2)
    await env.clock.advance(10_000)
    env.vault.keychain = { kind: 'locked' }
    await env.clock.advance(40 * minuteMs)
    env.vault.keychain = { kind: 'available', backend: 'fake' }
    const before = asked()
    await app.charge()
    await env.clock.advance(5000)
    expect(asked()).toBeGreaterThan(before)
    expect(await stopOf()).toBeNull()
  })
})

describe('the age of an order', () => {
  it('does not grow while the machine sleeps: after ten minutes it is asked every 3 to 5 s (D9)', async () => {
    await app.charge()
    await env.clock.advance(minuteMs)
    env.clock.sleep(10 * minuteMs)
    const moments = watchQuestions()
    await env.clock.advance(20_000)
    expect(moments.length).toBeGreaterThanOrEqual(4)
  })

  it('does not grow between a suspend and a resume event either (D9)', async () => {
    await app.charge()
    await env.clock.advance(minuteMs)
    app.follower.suspend()
    env.clock.sleep(10 * minuteMs)
    app.follower.resume()
    const moments = watchQuestions()
    await env.clock.advance(20_000)
    expect(moments.length).toBeGreaterThanOrEqual(4)
  })

  it('is not taken from a wrong date after a restart: no review after three hours (B5)', async () => {
    const { orderId } = (await app.charge()).summary
    await env.clock.advance(2 * minuteMs)
    app.kill()
    env.clock.jump(25 * hourMs)
    app = await startApp(env)
    await env.clock.advance(3 * hourMs)
    expect(await summaryOf(orderId)).toMatchObject({ followState: 'following', chargeState: 'accepted' })
  })

  it('continues after a restart: after a day of following it goes to a person', async () => {
    const { orderId } = (await app.charge()).summary
    await env.clock.advance(13 * hourMs)
    app.kill()
    app = await startApp(env)
    await env.clock.advance(12 * hourMs)
    expect(await summaryOf(orderId)).toMatchObject({ followState: 'needs-review' })
  })
})

describe('another profile', () => {
  it('is not held up by one that is stopped', async () => {
    env.storage.writer.saveProfile(aProfile({ profileId: 'profile-2', name: 'Other' }))
    app.kill()
    app = await startApp(env)
    await env.vault.saveControlKey(aProfile({ profileId: 'profile-2' }), 'wrong')
    await adopt(1)
    await app.profiles.select('profile-2')
    for (const id of ['EXT-other-1', 'EXT-other-2'])
      await app.orders.adopt({ ...env.gateway.bookOrder(id, '1.00', 'EUR'), routeId: '4411' })
    await env.clock.advance(20_000)
    const stops = (await app.appState.get()).profiles.map((profile) => profile.pollingStop)
    expect(stops).toMatchObject([null, { reason: 'wrong-control' }])
    const counts = ['EXT-0', 'EXT-other-1'].map(
      (id) => env.gateway.statusRequests.filter((request) => request.clientOrderId === id).length,
    )
    expect(counts[0]).toBeGreaterThan(3)
    expect(counts[1]).toBe(1)
  })
})

describe('many open orders (B5)', () => {
  it('are asked about side by side, thirty-two at once at most', async () => {
    await adopt(100)
    const release = env.gateway.hold()
    await env.clock.advance(10_000)
    expect(env.gateway.maxInFlight).toBe(32)
    release()
    await env.clock.advance(20_000)
    expect(env.gateway.maxInFlight).toBe(32)
    expect(env.gateway.maxInFlightPerOrder).toBe(1)
    const names = new Set(env.gateway.statusRequests.map((request) => request.clientOrderId))
    expect(names.size).toBe(100)
  })

  it('share the readings of one key, so that the keychain is not asked for each', async () => {
    await adopt(100)
    env.vault.readCount = 0
    const before = asked()
    await env.clock.advance(20_000)
    expect(asked() - before).toBeGreaterThan(400)
    expect(env.vault.readCount).toBeLessThanOrEqual(11)
  })
})

describe('trouble on our own side', () => {
  it('with the disk leaves the order as it was and asks again', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    env.gateway.setStatus(clientOrderId, 'approved')
    env.storageFaults.failWrites('database', 'recordCheck')
    await env.clock.advance(5000)
    expect(await summaryOf(orderId)).toMatchObject({ status: null, chargeState: 'accepted' })
    env.storageFaults.endWriteFaults()
    await env.clock.advance(30_000)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved' })
  })

  it('with a simulator that died is a failed check; it is not started behind the person', async () => {
    await patchProfile({ environment: 'simulator', baseUrl: null })
    await env.vault.saveControlKey(
      aProfile({ environment: 'simulator', baseUrl: null }),
      env.gateway.controlKey,
    )
    const { orderId } = (await app.charge()).summary
    env.simulator.die()
    await env.clock.advance(5000)
    expect(await summaryOf(orderId)).toMatchObject({
      word: 'processing',
      lastCheckFailure: 'simulator-unavailable',
    })
    expect([asked(), env.simulator.startCount]).toEqual([0, 1])
    await env.simulator.start()
    await env.clock.advance(6000)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'processing', lastCheckFailure: null })
  })

  it('when it is stopped drops answers that come later', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    env.gateway.setStatus(clientOrderId, 'approved')
    const release = env.gateway.hold()
    await env.clock.advance(5000)
    const before = await app.orders.get(orderId)
    app.follower.stop()
    release()
    await env.clock.advance(hourMs)
    expect(await app.orders.get(orderId)).toEqual(before)
    expect(asked()).toBe(1)
  })
})

describe('a recheck', () => {
  it('of all asks soon about every open order of the active profile', async () => {
    await adopt(4)
    await env.clock.advance(hourMs)
    const before = asked()
    expect(await app.orders.recheck(null)).toBe(4)
    await env.clock.advance(4000)
    expect(asked()).toBe(before + 4)
  })

  it('of all includes those that went to a person', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    await adopt(1)
    await env.clock.advance(25 * hourMs)
    env.gateway.setStatus(clientOrderId, 'approved')
    expect(await app.orders.recheck(null)).toBe(2)
    await env.clock.advance(600)
    expect(await summaryOf(orderId)).toMatchObject({ chargeState: 'final', status: 'approved' })
  })

  it('of all includes a payment whose refund went to a person', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(10_000)
    env.gateway.setLater(clientOrderId, { type: 'reversal', status: 'processing' })
    await app.orders.recheck(orderId)
    await env.clock.advance(25 * hourMs)
    expect(await summaryOf(orderId)).toMatchObject({ status: 'approved', followState: 'needs-review' })
    const before = asked()
    expect(await app.orders.recheck(null)).toBe(1)
    await env.clock.advance(1000)
    expect(asked()).toBe(before + 1)
  })

  it('of a final order polls once and shows a contradiction, without following the order again', async () => {
    const { orderId, clientOrderId } = (await app.charge()).summary
    env.gateway.setStatus(clientOrderId, 'approved')
    await env.clock.advance(5000)
    env.gateway.setStatus(clientOrderId, 'declined')
    const before = asked()
    expect(await app.orders.recheck(orderId)).toBe(1)
    await env.clock.advance(hourMs)
    expect(asked()).toBe(before + 1)
    expect(await summaryOf(orderId)).toMatchObject({
      status: 'approved',
      alert: 'changed-after-final',
      family: 'approved',
    })
  })

  it('joins the poll in flight even if a person settled the charge in the meantime', async () => {
    env.gateway.plan({ kind: 'lost', isBooked: false })
    const { orderId, chargeId } = (await app.charge()).summary
    await env.clock.advance(25 * hourMs)
    const before = asked()
    const release = env.gateway.hold()
    await app.orders.recheck(orderId)
    await settled()
    await app.charges.resolve({
      chargeId: chargeId ?? '',
      resolution: 'present',
      reason: 'seen in the portal',
      name: 'Iva',
    })
    await app.orders.recheck(orderId)
    await settled()
    expect([asked() - before, env.gateway.maxInFlightPerOrder]).toEqual([1, 1])
    release()
    await settled()
    expect(await summaryOf(orderId)).toMatchObject({
      chargeState: 'resolved-present',
      followState: 'stopped',
    })
  })

  it('of a charge that never left asks nothing', async () => {
    env.gateway.plan({ kind: 'not-sent' })
    const { orderId } = (await app.charge()).summary
    expect(await app.orders.recheck(orderId)).toBe(0)
    await expect(app.orders.recheck('999')).rejects.toMatchObject({ code: 'not-found' })
  })
})

function answerTo(clientOrderId: string, status: string) {
  const order = env.gateway.book.get(clientOrderId)
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
  env.storage.writer.saveProfile(aProfile(parts))
  app.kill()
  app = await startApp(env)
}
