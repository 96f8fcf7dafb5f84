import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from '../../scripts/lib/lock.mjs'

describe('one process at a time', () => {
  let folder: string
  let file: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lock-'))
    file = path.join(folder, 'deep', 'work.lock')
  })
  afterEach(async () => rm(folder, { recursive: true }))

  it('lets nobody in while somebody works, and everybody in turn', async () => {
    let inside = 0
    let most = 0
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside)
      await sleep(10)
      inside -= 1
    }
    await Promise.all(Array.from({ length: 8 }, async () => withLock(file, work, { pollMs: 2 })))
    expect(most).toBe(1)
  })

  it('gives way after work that failed, and leaves nothing behind', async () => {
    await expect(withLock(file, async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await withLock(file, async () => 'second')).toBe('second')
    expect(await readdir(path.dirname(file))).toEqual([])
  })

  it('passes over a holder that died long ago', async () => {
    await withLock(file, async () => undefined)
    await writeFile(file, '1')
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(file, longAgo, longAgo)
    expect(await withLock(file, async () => 'mine', { pollMs: 2 })).toBe('mine')
  })

  it('keeps showing that it is alive during long work', async () => {
    const ages: number[] = []
    await withLock(
      file,
      async () => {
        const longAgo = new Date(Date.now() - 60_000)
        await utimes(file, longAgo, longAgo)
        await sleep(200)
        ages.push(Date.now() - (await stat(file)).mtimeMs)
      },
      { staleAfterMs: 200 },
    )
    expect(ages[0]).toBeLessThan(30_000)
  })
})
