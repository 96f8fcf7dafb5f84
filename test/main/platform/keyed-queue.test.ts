import { describe, expect, it } from 'vitest'
import { KeyedQueue } from '../../../src-main/platform/keyed-queue'

/** A promise that a test settles by hand. */
function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('a keyed queue', () => {
  it('runs tasks of one key in turn and of different keys side by side', async () => {
    const queue = new KeyedQueue()
    const first = gate()
    const log: string[] = []
    const task = (name: string, wait?: Promise<void>) => async () => {
      log.push(`${name} begins`)
      await wait
      log.push(`${name} ends`)
      return name
    }
    const results = [
      queue.run('a', task('a1', first.opened)),
      queue.run('a', task('a2')),
      queue.run('b', task('b1')),
    ]
    expect(await results[2]).toBe('b1')
    expect(log).toEqual(['a1 begins', 'b1 begins', 'b1 ends'])
    first.open()
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'b1'])
    expect(log.slice(3)).toEqual(['a1 ends', 'a2 begins', 'a2 ends'])
  })

  it('goes on after a task that failed and gives its failure to its own caller', async () => {
    const queue = new KeyedQueue()
    const failed = queue.run('a', () => Promise.reject(new Error('no')))
    const next = queue.run('a', async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })

  it('is idle when everything has ended, also what was added meanwhile', async () => {
    const queue = new KeyedQueue()
    const done: string[] = []
    void queue.run('a', async () => {
      void queue.run('b', async () => void done.push('b'))
      done.push('a')
    })
    await queue.idle()
    expect(done).toEqual(['a', 'b'])
  })
})
