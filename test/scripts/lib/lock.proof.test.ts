import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from '../../../scripts/lib/lock.mjs'

describe('one process at a time', () => {
  let folder: string
  let file: string

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lock-'))
    file = path.join(folder, 'deep', 'work.lock')
  })
  afterEach(async () => rm(folder, { recursive: true }))

  it('lets one worker in at a time, and every worker in turn', async () => {
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

  it('is released after failed work', async () => {
    await expect(withLock(file, async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await withLock(file, async () => 'second')).toBe('second')
  })

  it('waits for another process, and continues when that one is killed', async () => {
    const program = `
      import { withLock } from ${JSON.stringify(new URL('../../../scripts/lib/lock.mjs', import.meta.url).href)}
      await withLock(${JSON.stringify(file)}, () => new Promise(() => setInterval(() => {}, 1000) && process.stdout.write('in')))`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', program])
    await once(holder.stdout, 'data')
    let isIn = false
    const waiting = withLock(file, async () => (isIn = true), { pollMs: 2 })
    await sleep(100)
    expect(isIn).toBe(false)
    holder.kill('SIGKILL')
    expect(await waiting).toBe(true)
  })
})
