// S26: the table of wanted fuses, set and read in a small file with the mark of Electron's.
import { FuseV1Options } from '@electron/fuses'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  fuseTable,
  readFuses,
  requireFuses,
  setFuses,
  WANTED_FUSES,
} from '../../../scripts/package/fuses.mjs'

/** The text that marks the fuses in a binary of Electron, followed by version, number of fuses, and one sign a fuse. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

describe('the fuses of a package (S26)', () => {
  let file: string
  beforeEach(async () => {
    file = path.join(await mkdtemp(path.join(tmpdir(), 'fuses-')), 'electron')
  })
  afterEach(async () => rm(path.dirname(file), { recursive: true }))
  const write = async (fuses: string) =>
    writeFile(file, Buffer.from(`code${sentinel}\u0001${String.fromCharCode(fuses.length)}${fuses}code`))

  it('have a wanted value for each fuse that the tool knows', () => {
    const known = Object.values(FuseV1Options).filter((value) => typeof value === 'number')
    expect(WANTED_FUSES.map(({ fuse }) => fuse).sort()).toEqual([...known].sort())
  })

  it('are all as wanted after they were set', async () => {
    await write('101100011')
    await setFuses(file)
    const rows = await readFuses(file)
    expect(rows.filter(({ isRight }) => !isRight)).toEqual([])
    expect(rows.find(({ name }) => name === 'RunAsNode')).toMatchObject({ wanted: 'off', found: 'off' })
  })

  it('are set as well in an older Electron, which has fewer', async () => {
    await write('10110001')
    await setFuses(file)
    const rows = await readFuses(file)
    expect(rows.at(-1)).toMatchObject({ name: 'WasmTrapHandlers', found: 'not in this Electron' })
    requireFuses(rows)
  })

  it('are refused by name when one is wrong', async () => {
    await write('010011001')
    await setFuses(file)
    await write('010111001')
    const rows = await readFuses(file)
    expect(fuseTable(rows)).toMatch(/EnableNodeCliInspectArguments +off +on +WRONG/)
    expect(() => {
      requireFuses(rows)
    }).toThrow('Wrong fuses: EnableNodeCliInspectArguments')
  })

  it('are refused when a newer Electron has one that nobody decided about', async () => {
    await write('0100110011')
    await expect(readFuses(file)).rejects.toThrow('a fuse without a wanted value: number 9')
  })
})
