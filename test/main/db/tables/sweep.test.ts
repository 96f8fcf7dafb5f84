import { beforeEach, describe, expect, it } from 'vitest'
import { TestDesk, memoryDatabase } from '../builders'

let desk: TestDesk

beforeEach(() => {
  desk = new TestDesk(memoryDatabase())
})

describe('the sweep at start', () => {
  it('turns every charge that was being sent into an unknown outcome to be looked up, once', () => {
    const sending = [desk.chargeIn('sending'), desk.chargeIn('sending')]
    const others = [desk.recorded(), desk.chargeIn('accepted'), desk.chargeIn('not-sent')]
    const atMs = 1_780_000_999_000
    const swept = desk.open.writer.sweepSending(atMs)
    expect(swept.map((order) => order.summary.orderId)).toEqual(sending.map((order) => order.summary.orderId))
    expect(swept[0]).toMatchObject({
      summary: {
        revision: 3,
        chargeState: 'outcome-unknown',
        family: 'unknown',
        word: 'outcome unknown',
        followState: 'following',
        nextCheckAtMs: atMs,
        changedAtMs: atMs,
      },
      charge: { state: 'outcome-unknown', transmissions: 1 },
      followedSinceMs: atMs,
      checks: 0,
    })
    expect(desk.open.reader.getOrderView(sending[0]?.summary.orderId ?? '')?.timeline.at(-1)).toMatchObject({
      kind: 'swept-at-start',
      atMs,
    })
    expect(desk.open.writer.sweepSending(atMs + 1)).toEqual([])
    for (const order of others) expect(desk.open.reader.getOrder(order.summary.orderId)).toEqual(order)
  })
})
