import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DiskUpdateMemory } from '../../../src-main/updates/update-memory-file'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-memory-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the memory of updates', () => {
  it('asks nobody by itself at first, and has an id of its own', async () => {
    const one = await new DiskUpdateMemory(join(folder, 'one.json')).read()
    const other = await new DiskUpdateMemory(join(folder, 'other.json')).read()
    expect(one).toMatchObject({ isDaily: false, lastCheckAtMs: null, newestSignedAtMs: 0 })
    expect(one.installationId).not.toBe(other.installationId)
  })

  it('keeps what was written, closed to other users', async () => {
    const file = join(folder, 'updates.json')
    const memory = await new DiskUpdateMemory(file).read()
    const written = { ...memory, isDaily: true, lastCheckAtMs: 7, newestSignedAtMs: 5 }
    await new DiskUpdateMemory(file).write(written)
    expect(await new DiskUpdateMemory(file).read()).toEqual(written)
    expect((await stat(file)).mode & 0o077).toBe(0)
  })

  it.each(['', '{', '{"isDaily":true}', 'null'])('starts anew from a file with %j', async (text) => {
    const file = join(folder, 'updates.json')
    await writeFile(file, text)
    expect(await new DiskUpdateMemory(file).read()).toMatchObject({ isDaily: false })
  })

  it('says when it cannot be written', async () => {
    const memory = new DiskUpdateMemory(join(folder, 'missing', 'updates.json'))
    await expect(memory.write(await memory.read())).rejects.toThrow('update-memory-not-written')
  })
})
