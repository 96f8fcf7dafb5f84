import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeDurably } from '../../../src-main/platform/durable-file'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'durable-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('writeDurably', () => {
  it('replaces a file whole, closed to other people of the machine (S31)', async () => {
    const file = join(folder, 'state.json')
    await writeFile(file, 'a longer text that was there before')
    await chmod(file, 0o666)
    await writeDurably(file, 'new')
    expect(await readFile(file, 'utf8')).toBe('new')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['state.json'])
  })

  it('keeps what was there and leaves no draft when it cannot replace it', async () => {
    const file = join(folder, 'state.json')
    await mkdir(file)
    await writeFile(join(file, 'inside'), 'old')
    await expect(writeDurably(file, 'new')).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['state.json'])
    expect(await readFile(join(file, 'inside'), 'utf8')).toBe('old')
  })

  it('replaces the draft that a crash left, whoever could read it', async () => {
    const file = join(folder, 'state.json')
    await writeFile(`${file}.tmp`, 'half of someth', { mode: 0o666 })
    await writeDurably(file, 'new')
    expect(await readFile(file, 'utf8')).toBe('new')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['state.json'])
  })
})
