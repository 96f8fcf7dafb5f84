import { beforeEach, describe, expect, it } from 'vitest'
import { aReadyWorld, startDesk, type Desk, type World } from '../../../support/fakes'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let world: World
let desk: Desk
let clientOrderId: string
let orderId: string

beforeEach(async () => {
  world = await aReadyWorld()
  world.random = () => 0.5
  desk = await startDesk(world)
  const { summary } = await desk.charge()
  clientOrderId = summary.clientOrderId
  orderId = summary.orderId
  world.gateway.setStatus(clientOrderId, 'approved')
  await world.clock.advance(5000)
})

const summaryOf = async () => (await desk.orders.get(orderId)).summary
const asked = () => world.gateway.statusRequests.length

async function recheck(): Promise<void> {
  await desk.orders.recheck(orderId)
  // No order is asked about within three seconds of its last question.
  await world.clock.advance(3100)
}

describe('a payment that is refunded', () => {
  it('is not asked about for ever only because a refund could come (B9)', async () => {
    const before = asked()
    world.gateway.setLater(clientOrderId, { type: 'reversal', status: 'processing' })
    await world.clock.advance(2 * dayMs)
    expect(asked()).toBe(before)
    expect((await summaryOf()).followState).toBe('stopped')
  })

  it('is followed by itself from the moment its refund is known to be in progress, and no longer (B9)', async () => {
    world.gateway.setLater(clientOrderId, { type: 'reversal', status: 'processing' })
    await recheck()
    expect(await summaryOf()).toMatchObject({
      ...{ status: 'approved', chargeState: 'final', followState: 'following' },
      later: { refundState: 'in-progress', refundedMinor: 0 },
    })
    const before = asked()
    await world.clock.advance(20_000)
    expect(asked() - before).toBeGreaterThanOrEqual(4)
    world.gateway.setLater(clientOrderId, { type: 'reversal', status: 'approved', total: '10.00' })
    await world.clock.advance(5000)
    expect(await summaryOf()).toMatchObject({
      ...{
        followState: 'stopped',
        nextCheckAtMs: null,
        later: { refundState: 'partial', refundedMinor: 1000 },
      },
    })
    const settled = asked()
    await world.clock.advance(2 * dayMs)
    expect(asked()).toBe(settled)
  })

  it('goes on being followed after a restart while the refund is in progress (B9)', async () => {
    world.gateway.setLater(clientOrderId, { type: 'reversal', status: 'processing' })
    await recheck()
    desk.kill()
    desk = await startDesk(world)
    world.gateway.setLater(clientOrderId, { type: 'reversal', status: 'declined' })
    await world.clock.advance(10_000)
    expect(await summaryOf()).toMatchObject({ status: 'approved', later: { refundState: 'refused' } })
  })

  it('needs a person when its refund is not settled within a day; the charge itself stays final (B9)', async () => {
    world.gateway.setLater(clientOrderId, { type: 'reversal', status: 'processing' })
    await recheck()
    await world.clock.advance(25 * hourMs)
    expect(await summaryOf()).toMatchObject({
      ...{ followState: 'needs-review', nextCheckAtMs: null, chargeState: 'final', status: 'approved' },
    })
    world.gateway.setLater(clientOrderId, { type: 'reversal', status: 'approved', total: '25.00' })
    await recheck()
    expect(await summaryOf()).toMatchObject({ followState: 'stopped', later: { refundState: 'full' } })
  })
})
