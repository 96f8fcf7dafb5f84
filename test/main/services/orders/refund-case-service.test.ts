import { beforeEach, describe, expect, it } from 'vitest'
import { readyEnvironment, startApp, type TestApp, type TestEnvironment } from '../../../support/fakes'

const hourMs = 3_600_000

let env: TestEnvironment
let app: TestApp
let orderId: string
let clientOrderId: string

beforeEach(async () => {
  env = await readyEnvironment()
  app = await startApp(env)
  ;({ orderId, clientOrderId } = (await app.charge()).summary)
})

const who = { name: 'Iva', reason: 'The customer sent it back' }
const dueOn = '2026-06-22'

const viewNow = () => app.orders.get(orderId)
const caseNow = async () => (await viewNow()).refundCases[0]

async function approve(): Promise<void> {
  env.gateway.setStatus(clientOrderId, 'approved')
  await env.clock.advance(5000)
}

const ask = (amount: string) => app.refundCases.ask({ orderId, amount, dueOn, ...who })

/** The gateway reports this about the order, and the app checks it. */
async function check(later: { type: string; status: string; total?: string }): Promise<void> {
  env.gateway.setLater(clientOrderId, later)
  await app.orders.recheck(orderId)
  await env.clock.advance(3100)
}

describe('asking for a refund', () => {
  it('opens a case with who, when, why, how much and until when, and sends nothing', async () => {
    await approve()
    const requests = env.gateway.statusRequests.length
    const view = await ask('10.00')
    expect(view.refundCases).toEqual([
      {
        caseId: '1',
        state: 'asked',
        amountMinor: 1000,
        dueOn,
        askedAtMs: env.clock.nowMs(),
        askedBy: 'Iva',
        reason: who.reason,
        stateAtMs: env.clock.nowMs(),
        stateBy: 'Iva',
        stateReason: who.reason,
        refundedBeforeMinor: 0,
      },
    ])
    expect(view.timeline.at(-1)).toMatchObject({
      kind: 'refund-case-asked',
      actor: 'Iva',
      text: `10.00 EUR ${dueOn} ${who.reason}`,
    })
    expect(app.publisher.of('orders.changed').at(-1)).toEqual(view)
    expect(env.gateway.statusRequests.length).toBe(requests)
  })

  it('is refused before the payment is approved', async () => {
    await expect(ask('10.00')).rejects.toMatchObject({ details: { reason: 'order-not-approved' } })
  })

  it('takes at most what is left of the charged amount', async () => {
    await approve()
    const above = { code: 'validation-failed', details: { fields: { amount: 'above-what-is-left' } } }
    await expect(ask('25.01')).rejects.toMatchObject(above)
    await check({ type: 'reversal', status: 'approved', total: '20.00' })
    await expect(ask('5.01')).rejects.toMatchObject(above)
    expect((await ask('5.00')).refundCases).toMatchObject([{ amountMinor: 500, refundedBeforeMinor: 2000 }])
  })

  it('takes only an amount that the currency has', async () => {
    await approve()
    for (const [amount, problem] of [
      ['0', 'not-positive'],
      ['1.005', 'too-many-decimals'],
      ['-5.00', 'not-a-decimal'],
    ] as const)
      await expect(ask(amount)).rejects.toMatchObject({ details: { fields: { amount: problem } } })
    expect(await caseNow()).toBeUndefined()
  })

  it('is refused while a case is open, and possible again after it', async () => {
    await approve()
    await ask('10.00')
    await expect(ask('5.00')).rejects.toMatchObject({ details: { reason: 'refund-case-open' } })
    await app.refundCases.refuse({ orderId, caseId: '1', ...who })
    expect((await ask('5.00')).refundCases.map(({ state }) => state)).toEqual(['asked', 'refused'])
  })

  it('of two requests at the same time opens one case', async () => {
    await approve()
    const results = await Promise.allSettled([ask('10.00'), ask('10.00')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await viewNow()).refundCases).toHaveLength(1)
  })
})

describe('a refund case', () => {
  beforeEach(async () => {
    await approve()
    await ask('10.00')
  })

  it('is handed over by a person, with the time, the name and how', async () => {
    await env.clock.advance(60_000)
    const view = await app.refundCases.handOver({ orderId, caseId: '1', name: 'Ola', reason: 'Ticket 77' })
    expect(view.refundCases).toMatchObject([
      {
        state: 'handed-over',
        stateBy: 'Ola',
        stateReason: 'Ticket 77',
        stateAtMs: env.clock.nowMs(),
        askedBy: 'Iva',
      },
    ])
    expect(view.timeline.at(-1)).toMatchObject({
      kind: 'refund-case-handed-over',
      actor: 'Ola',
      text: 'Ticket 77',
    })
  })

  it('is proven by the check that shows the refund, in the same change', async () => {
    await app.refundCases.handOver({ orderId, caseId: '1', ...who })
    const { revision } = (await viewNow()).summary
    await check({ type: 'reversal', status: 'approved', total: '10.00' })
    const view = await viewNow()
    expect(view.summary).toMatchObject({ revision: revision + 1, later: { refundedMinor: 1000 } })
    expect(view.refundCases).toMatchObject([{ state: 'proven', stateBy: null, stateReason: '10.00 EUR' }])
    const last = view.timeline.slice(-2)
    expect(last.map(({ kind }) => kind)).toEqual(['refund-approved', 'refund-case-proven'])
    expect(new Set(last.map(({ exchangeId }) => exchangeId)).size).toBe(1)
  })

  it('is checked by itself once it is handed over: hourly for two days, then every six hours, until it is closed', async () => {
    const checks = () => env.gateway.statusRequests.length
    const before = checks()
    await env.clock.advance(6 * hourMs)
    expect(checks()).toBe(before)
    await app.refundCases.handOver({ orderId, caseId: '1', ...who })
    expect((await viewNow()).summary).toMatchObject({
      followState: 'following',
      nextCheckAtMs: env.clock.nowMs() + hourMs,
    })
    await env.clock.advance(48 * hourMs + 60_000)
    expect(checks() - before).toBe(48)
    await env.clock.advance(24 * hourMs)
    expect(checks() - before).toBe(52)
    env.gateway.setLater(clientOrderId, { type: 'reversal', status: 'approved', total: '10.00' })
    await env.clock.advance(6 * hourMs)
    expect(await caseNow()).toMatchObject({ state: 'proven', stateBy: null })
    const proven = checks()
    await env.clock.advance(48 * hourMs)
    expect(checks()).toBe(proven)
    expect((await viewNow()).summary).toMatchObject({ followState: 'stopped', nextCheckAtMs: null })
  })

  it('is checked no more after a person wrote down its refusal', async () => {
    await app.refundCases.handOver({ orderId, caseId: '1', ...who })
    await app.refundCases.refuse({ orderId, caseId: '1', ...who })
    expect((await viewNow()).summary).toMatchObject({ followState: 'stopped', nextCheckAtMs: null })
    const before = env.gateway.statusRequests.length
    await env.clock.advance(12 * hourMs)
    expect(env.gateway.statusRequests.length).toBe(before)
  })

  it('goes on being checked after a restart', async () => {
    await app.refundCases.handOver({ orderId, caseId: '1', ...who })
    const before = env.gateway.statusRequests.length
    app.kill()
    app = await startApp(env)
    await env.clock.advance(hourMs + 60_000)
    expect(env.gateway.statusRequests.length).toBe(before + 1)
  })

  it('is proven by a cancellation of a hold as well', async () => {
    await check({ type: 'cancel', status: 'approved' })
    expect(await caseNow()).toMatchObject({ state: 'proven' })
  })

  it('stays open while the refund is in progress, and while it covers only a part', async () => {
    await check({ type: 'reversal', status: 'processing' })
    expect(await caseNow()).toMatchObject({ state: 'asked' })
    await check({ type: 'reversal', status: 'approved', total: '9.99' })
    expect(await caseNow()).toMatchObject({ state: 'asked' })
    await check({ type: 'reversal', status: 'approved', total: '10.00' })
    expect(await caseNow()).toMatchObject({ state: 'proven' })
  })

  it('counts only refunds after the request', async () => {
    await check({ type: 'reversal', status: 'approved', total: '10.00' })
    await ask('10.00')
    await check({ type: 'reversal', status: 'approved', total: '15.00' })
    expect(await caseNow()).toMatchObject({ state: 'asked', refundedBeforeMinor: 1000 })
    await check({ type: 'reversal', status: 'approved', total: '20.00' })
    expect(await caseNow()).toMatchObject({ state: 'proven', stateReason: '10.00 EUR' })
  })

  it('names no amount when the gateway approved a refund without a total', async () => {
    await check({ type: 'reversal', status: 'approved' })
    expect(await caseNow()).toMatchObject({ state: 'proven', stateReason: 'no-sum' })
  })

  it('is not proven by a total that cannot be true', async () => {
    await check({ type: 'reversal', status: 'approved', total: '99.00' })
    expect(await caseNow()).toMatchObject({ state: 'asked' })
  })

  it('is not closed by a chargeback', async () => {
    await check({ type: 'chargeback', status: 'approved' })
    expect(await caseNow()).toMatchObject({ state: 'asked' })
  })

  it('is refused by the gateway’s refusal, or by a person with a reason', async () => {
    await check({ type: 'reversal', status: 'declined' })
    expect(await caseNow()).toMatchObject({ state: 'refused', stateBy: null })
    await ask('10.00')
    await app.refundCases.refuse({ orderId, caseId: '2', name: 'Ola', reason: 'A new item was sent' })
    expect(await caseNow()).toMatchObject({
      state: 'refused',
      stateBy: 'Ola',
      stateReason: 'A new item was sent',
    })
  })

  it('does not move any more once it is closed', async () => {
    await app.refundCases.refuse({ orderId, caseId: '1', ...who })
    const step = { orderId, caseId: '1', ...who }
    const closed = { code: 'not-allowed-now', details: { reason: 'refund-case-closed' } }
    await expect(app.refundCases.handOver(step)).rejects.toMatchObject(closed)
    await expect(app.refundCases.refuse(step)).rejects.toMatchObject(closed)
    await check({ type: 'reversal', status: 'approved', total: '10.00' })
    expect(await caseNow()).toMatchObject({ state: 'refused' })
  })

  it('is on Home until it is closed, the first due first, with a count', async () => {
    const home = await app.home.get()
    expect(home.refundCases).toMatchObject([{ order: { orderId }, refundCase: { caseId: '1', dueOn } }])
    expect((await app.appState.get()).counts.refundCases).toBe(1)
    await check({ type: 'reversal', status: 'approved', total: '10.00' })
    expect((await app.home.get()).refundCases).toEqual([])
    expect((await app.appState.get()).counts.refundCases).toBe(0)
  })
})
