import { beforeEach, describe, expect, it } from 'vitest'
import { readyEnvironment, startApp, type TestApp, type TestEnvironment } from '../../../support/fakes'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let env: TestEnvironment
let app: TestApp
let clientOrderId: string
let orderId: string

beforeEach(async () => {
  env = await readyEnvironment()
  env.random = () => 0.5
  app = await startApp(env)
  const { summary } = await app.charge()
  clientOrderId = summary.clientOrderId
  orderId = summary.orderId
  env.gateway.setStatus(clientOrderId, 'approved')
  await env.clock.advance(5000)
})

const summaryOf = async () => (await app.orders.get(orderId)).summary
const asked = () => env.gateway.statusRequests.length

async function recheck(): Promise<void> {
  await app.orders.recheck(orderId)
  // No order is polled within three seconds of its last poll.
  await env.clock.advance(3100)
}

describe('a payment that is refunded', () => {
  it('is not asked about for ever only because a refund could come (B9)', async () => {
    const before = asked()
    env.gateway.setLater(clientOrderId, { type: 'reversal', status: 'processing' })
    await env.clock.advance(2 * dayMs)
    expect(asked()).toBe(before)
    expect((await summaryOf()).followState).toBe('stopped')
  })

  it('is followed as long as its refund is known to be in progress (B9)', async () => {
    env.gateway.setLater(clientOrderId, { type: 'reversal', status: 'processing' })
    await recheck()
    expect(await summaryOf()).toMatchObject({
      ...{ status: 'approved', chargeState: 'final', followState: 'following' },
      later: { refundState: 'in-progress', refundedMinor: 0 },
    })
    const before = asked()
    await env.clock.advance(20_000)
    expect(asked() - before).toBeGreaterThanOrEqual(4)
    env.gateway.setLater(clientOrderId, { type: 'reversal', status: 'approved', total: '10.00' })
    await env.clock.advance(5000)
    expect(await summaryOf()).toMatchObject({
      ...{
        followState: 'stopped',
        nextCheckAtMs: null,
        later: { refundState: 'partial', refundedMinor: 1000 },
      },
    })
    const settled = asked()
    await env.clock.advance(2 * dayMs)
    expect(asked()).toBe(settled)
  })

  it('is still followed after a restart while the refund is in progress (B9)', async () => {
    env.gateway.setLater(clientOrderId, { type: 'reversal', status: 'processing' })
    await recheck()
    app.kill()
    app = await startApp(env)
    env.gateway.setLater(clientOrderId, { type: 'reversal', status: 'declined' })
    await env.clock.advance(10_000)
    expect(await summaryOf()).toMatchObject({ status: 'approved', later: { refundState: 'refused' } })
  })

  it('needs a person when its refund is not settled within a day; the charge itself stays final (B9)', async () => {
    env.gateway.setLater(clientOrderId, { type: 'reversal', status: 'processing' })
    await recheck()
    await env.clock.advance(25 * hourMs)
    expect(await summaryOf()).toMatchObject({
      ...{ followState: 'needs-review', nextCheckAtMs: null, chargeState: 'final', status: 'approved' },
    })
    env.gateway.setLater(clientOrderId, { type: 'reversal', status: 'approved', total: '25.00' })
    await recheck()
    expect(await summaryOf()).toMatchObject({ followState: 'stopped', later: { refundState: 'full' } })
  })
})
