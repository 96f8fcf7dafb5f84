import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '../../../scripts/lib/build.mjs'

describe('the check for an outdated build', () => {
  let root: string
  const inputs = ['package.json', 'src', 'absent']

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'inputs-'))
    await mkdir(path.join(root, 'src', 'deep'), { recursive: true })
    await writeFile(path.join(root, 'package.json'), '{}')
    await writeFile(path.join(root, 'src', 'a.ts'), 'a')
    await writeFile(path.join(root, 'src', 'deep', 'b.ts'), 'b')
    await writeFile(path.join(root, 'other.txt'), 'x')
  })
  afterEach(async () => rm(root, { recursive: true }))

  it('finds the same sources unchanged, whatever files are next to them', async () => {
    const before = await hashOf(root, inputs)
    await writeFile(path.join(root, 'other.txt'), 'changed')
    await writeFile(path.join(root, 'src', 'a.ts'), 'a')
    expect(await hashOf(root, [...inputs].reverse())).toBe(before)
  })

  it.each<[string, () => Promise<void>]>([
    ['a changed file', async () => writeFile(path.join(root, 'src', 'deep', 'b.ts'), 'c')],
    ['a new file', async () => writeFile(path.join(root, 'src', 'c.ts'), '')],
    ['a file that went', async () => rm(path.join(root, 'src', 'a.ts'))],
    ['a renamed file', async () => rename(path.join(root, 'src', 'a.ts'), path.join(root, 'src', 'z.ts'))],
    ['an input that came', async () => writeFile(path.join(root, 'absent'), '')],
  ])('sees %s', async (_case, change) => {
    const before = await hashOf(root, inputs)
    await change()
    expect(await hashOf(root, inputs)).not.toBe(before)
  })

  it('finds text that moved from one file to the next', async () => {
    await writeFile(path.join(root, 'src', 'a.ts'), 'ab')
    await writeFile(path.join(root, 'src', 'b.ts'), '')
    const before = await hashOf(root, inputs)
    await writeFile(path.join(root, 'src', 'a.ts'), 'a')
    await writeFile(path.join(root, 'src', 'b.ts'), 'b')
    expect(await hashOf(root, inputs)).not.toBe(before)
  })
})
