import { describe, expect, it } from 'vitest'
import { questionGapMs, QuestionGate } from '../../../../src-main/services/following/question-gate'
import { FakeClock } from '../../../support/fakes'

/** Moments at which the questions of a profile went through the gate. */
function asking(gate: QuestionGate, clock: FakeClock, profileId: string, count: number): number[] {
  const moments: number[] = []
  for (let index = 0; index < count; index++)
    void gate.pass(profileId, async () => moments.push(clock.monotonicMs()))
  return moments
}

describe('the gate of a profile', () => {
  it('lets the first question go at once and the others one by one', async () => {
    const clock = new FakeClock()
    const moments = asking(new QuestionGate(clock), clock, 'profile-1', 4)
    await clock.advance(0)
    expect(moments).toEqual([0])
    await clock.advance(100)
    expect(moments).toEqual([0, questionGapMs, 2 * questionGapMs, 3 * questionGapMs])
  })

  it('keeps the gap also when timers come late, as after a sleep (D3)', async () => {
    const clock = new FakeClock()
    const moments = asking(new QuestionGate(clock), clock, 'profile-1', 4)
    clock.sleep(5000)
    await clock.advance(100)
    expect(moments.slice(1)).toEqual([5000, 5010, 5020])
  })

  it('keeps the gap also when timers come early (D3)', async () => {
    const clock = new FakeClock()
    const early = {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      schedule: (delayMs: number, task: () => void) => clock.schedule(Math.ceil(delayMs / 2), task),
    }
    const moments = asking(new QuestionGate(early), clock, 'profile-1', 3)
    await clock.advance(100)
    expect(moments).toEqual([0, questionGapMs, 2 * questionGapMs])
  })

  it('does not hold up another profile (D5)', async () => {
    const clock = new FakeClock()
    const gate = new QuestionGate(clock)
    asking(gate, clock, 'profile-1', 50)
    const moments = asking(gate, clock, 'profile-2', 1)
    await clock.advance(0)
    expect(moments).toEqual([0])
  })
})
