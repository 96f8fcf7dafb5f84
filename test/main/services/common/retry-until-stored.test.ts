import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src-shared/errors/app-error'
import { storeDelayMs, retryUntilStored } from '../../../../src-main/services/common/retry-until-stored'
import { FakeClock } from '../../../support/fakes'

describe('a write that must not be lost', () => {
  it('is tried again, more and more slowly, until the disk takes it', async () => {
    const clock = new FakeClock()
    const attemptsAtMs: number[] = []
    const problems: unknown[] = []
    const stored = retryUntilStored({ clock, report: (_, error) => problems.push(error) }, async () => {
      await Promise.resolve()
      attemptsAtMs.push(clock.monotonicMs())
      if (attemptsAtMs.length < 8) throw new AppError('storage-failed')
      return 'stored'
    })
    await clock.advance(200_000)
    expect(await stored).toBe('stored')
    const waits = attemptsAtMs.slice(1).map((atMs, index) => atMs - (attemptsAtMs[index] ?? 0))
    expect(waits).toEqual([1000, 2000, 5000, 10_000, 30_000, 30_000, 30_000])
    expect(problems).toHaveLength(7)
  })

  it('is given up when more than the disk is wrong', async () => {
    const clock = new FakeClock()
    const failure = new AppError('not-allowed-now', { reason: 'not-started' })
    const write = () => Promise.reject<string>(failure)
    await expect(retryUntilStored({ clock, report: () => undefined }, write)).rejects.toBe(failure)
    expect(clock.timerCount).toBe(0)
  })

  it('waits longest from the fifth failure on', () => {
    expect([0, 3, 4, 100].map(storeDelayMs)).toEqual([1000, 10_000, 30_000, 30_000])
  })
})
