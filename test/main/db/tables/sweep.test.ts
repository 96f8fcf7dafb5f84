import { beforeEach, describe, expect, it } from 'vitest'
import { TestDatabase, memoryDatabase } from '../builders'

let database: TestDatabase

beforeEach(() => {
  database = new TestDatabase(memoryDatabase())
})

describe('the sweep at start', () => {
  it('turns every charge that was being sent into an unknown outcome to be looked up, once', () => {
    const sending = [database.chargeIn('sending'), database.chargeIn('sending')]
    const others = [database.recorded(), database.chargeIn('accepted'), database.chargeIn('not-sent')]
    const atMs = 1_780_000_999_000
    const swept = database.open.writer.sweepSending(atMs)
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
    expect(
      database.open.reader.getOrderView(sending[0]?.summary.orderId ?? '')?.timeline.at(-1),
    ).toMatchObject({
      kind: 'swept-at-start',
      atMs,
    })
    expect(database.open.writer.sweepSending(atMs + 1)).toEqual([])
    for (const order of others) expect(database.open.reader.getOrder(order.summary.orderId)).toEqual(order)
  })
})
