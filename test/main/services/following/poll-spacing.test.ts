import { describe, expect, it } from 'vitest'
import { pollGapMs, PollSpacing } from '../../../../src-main/services/following/poll-spacing'
import { FakeClock } from '../../../support/fakes'

/** Times at which the polls of a profile were sent, in ms. */
function polling(spacing: PollSpacing, clock: FakeClock, profileId: string, count: number): number[] {
  const moments: number[] = []
  for (let index = 0; index < count; index++)
    void spacing.pass(profileId, async () => moments.push(clock.monotonicMs()))
  return moments
}

describe('polls of one profile', () => {
  it('are sent, the first at once and the others one by one', async () => {
    const clock = new FakeClock()
    const moments = polling(new PollSpacing(clock), clock, 'profile-1', 4)
    await clock.advance(0)
    expect(moments).toEqual([0])
    await clock.advance(100)
    expect(moments).toEqual([0, pollGapMs, 2 * pollGapMs, 3 * pollGapMs])
  })

  it('keep their gap even when timers are late, as after a sleep (D3)', async () => {
    const clock = new FakeClock()
    const moments = polling(new PollSpacing(clock), clock, 'profile-1', 4)
    clock.sleep(5000)
    await clock.advance(100)
    expect(moments.slice(1)).toEqual([5000, 5010, 5020])
  })

  it('keep their gap even when timers are early (D3)', async () => {
    const clock = new FakeClock()
    const early = {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      schedule: (delayMs: number, task: () => void) => clock.schedule(Math.ceil(delayMs / 2), task),
    }
    const moments = polling(new PollSpacing(early), clock, 'profile-1', 3)
    await clock.advance(100)
    expect(moments).toEqual([0, pollGapMs, 2 * pollGapMs])
  })

  it('do not delay another profile (D5)', async () => {
    const clock = new FakeClock()
    const spacing = new PollSpacing(clock)
    polling(spacing, clock, 'profile-1', 50)
    const moments = polling(spacing, clock, 'profile-2', 1)
    await clock.advance(0)
    expect(moments).toEqual([0])
  })
})
