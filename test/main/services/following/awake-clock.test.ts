import { beforeEach, describe, expect, it } from 'vitest'
import { AwakeClock } from '../../../../src-main/services/following/awake-clock'
import { FakeClock } from '../../../support/fakes'

const minuteMs = 60_000

let clock: FakeClock
let wakings: number
let awake: AwakeClock

beforeEach(() => {
  clock = new FakeClock()
  wakings = 0
  awake = new AwakeClock(clock, () => {
    wakings += 1
  })
  awake.start()
})

describe('time awake', () => {
  it('is monotonic time while the machine is awake', async () => {
    await clock.advance(7 * minuteMs)
    expect([awake.nowMs(), wakings]).toEqual([7 * minuteMs, 0])
  })

  it('leaves out a sleep that only a late beat tells of (D9)', async () => {
    await clock.advance(minuteMs)
    clock.sleep(10 * minuteMs)
    expect(awake.nowMs()).toBeLessThanOrEqual(minuteMs + 10_000)
    expect(wakings).toBe(1)
    await clock.advance(minuteMs)
    expect(awake.nowMs()).toBeLessThanOrEqual(2 * minuteMs + 10_000)
    expect(wakings).toBe(1)
  })

  it('leaves out what lies between the events of a sleep, also on a system that stops its clock', async () => {
    await clock.advance(minuteMs)
    awake.suspend()
    await clock.advance(3000)
    expect(awake.nowMs()).toBe(minuteMs)
    awake.resume()
    await clock.advance(1000)
    expect([awake.nowMs(), wakings]).toEqual([minuteMs + 1000, 1])
  })

  it('continues after a sleep whose resume event was lost', async () => {
    awake.suspend()
    clock.sleep(10 * minuteMs)
    expect([awake.nowMs(), awake.isSuspended, wakings]).toEqual([0, false, 1])
    await clock.advance(5000)
    expect(awake.nowMs()).toBe(5000)
  })

  it('continues when a suspend event was followed by no sleep and no resume event', async () => {
    awake.suspend()
    await clock.advance(3 * minuteMs)
    expect([awake.isSuspended, wakings]).toEqual([false, 1])
  })

  it('counts one sleep once, whether the events or the clock tell of it first', () => {
    awake.suspend()
    clock.sleep(10 * minuteMs)
    awake.resume()
    awake.suspend()
    clock.sleep(10 * minuteMs)
    expect(awake.nowMs()).toBe(0)
    awake.resume()
    expect(awake.nowMs()).toBe(0)
  })

  it('sets no timer while nothing is timed, and does not count its own pause as a sleep', async () => {
    awake.stop()
    expect(clock.timerCount).toBe(0)
    await clock.advance(minuteMs)
    awake.start()
    await clock.advance(1000)
    expect([awake.nowMs(), wakings]).toEqual([minuteMs + 1000, 0])
  })
})
