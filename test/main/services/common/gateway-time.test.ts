import { beforeEach, describe, expect, it } from 'vitest'
import { GatewayTime } from '../../../../src-main/services/common/gateway-time'
import { FakeClock } from '../../../support/fakes'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let clock: FakeClock
let time: GatewayTime

beforeEach(() => {
  clock = new FakeClock()
  time = new GatewayTime(clock)
})

describe('the time that guards money', () => {
  it('is the clock of this computer while nothing speaks against it', async () => {
    await clock.advance(hourMs)
    expect(time.earliestMs('p')).toBe(clock.nowMs())
  })

  it('does not follow a clock that is set ahead while the app runs (B5)', async () => {
    const beforeMs = clock.nowMs()
    clock.jump(25 * hourMs)
    await clock.advance(hourMs)
    expect(time.earliestMs('p')).toBe(beforeMs + hourMs)
  })

  it('follows a clock that is set back, which makes a window longer', () => {
    clock.jump(-hourMs)
    expect(time.earliestMs('p')).toBe(clock.nowMs())
  })

  it('is the gateway’s from its first answer on, whatever the clock says later (B5)', async () => {
    clock.jump(25 * hourMs)
    const gatewayMs = clock.nowMs() - 25 * hourMs
    time = new GatewayTime(clock)
    expect(time.earliestMs('p')).toBe(clock.nowMs())
    time.note('p', -25 * hourMs)
    await clock.advance(minuteMs)
    clock.jump(-3 * hourMs)
    expect(time.earliestMs('p')).toBe(gatewayMs + minuteMs)
    expect(time.earliestMs('other')).toBe(clock.nowMs())
  })
})

describe('the difference of the clocks', () => {
  it.each([
    [0, []],
    [119_000, []],
    [-119_000, []],
    [121_000, [{ profileId: 'p', skewMs: 120_000 }]],
    [-25 * hourMs - 4000, [{ profileId: 'p', skewMs: -25 * hourMs }]],
  ])('of %d ms is notable from two minutes on, in whole minutes', (skewMs, expected) => {
    time.note('p', skewMs)
    expect(time.notableSkews()).toEqual(expected)
  })

  it('is told when it changes, not with every answer', () => {
    let changes = 0
    time.onChange(() => {
      changes += 1
    })
    for (const skewMs of [0, 400, hourMs, hourMs + 900, hourMs - 900, 200]) time.note('p', skewMs)
    expect(changes).toBe(2)
  })
})
