import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mutants, withFault } from '../../../scripts/lib/mutants.mjs'
import { projectRoot } from '../../../scripts/lib/paths.mjs'

describe('the faults that `npm run mutants` plants', () => {
  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    '“%s” can be planted, and the tests that should notice it exist',
    async (_name, mutant) => {
      const text = await readFile(join(projectRoot, mutant.file), 'utf8')
      expect(withFault(text, mutant)).not.toBe(text)
      for (const path of mutant.tests) await access(join(projectRoot, path))
    },
  )

  it.each([
    ['has gone', 'c', 'x', 'stands 0 times in a.ts'],
    ['is there twice', 'b', 'x', 'stands 2 times in a.ts'],
    ['stays as it was', 'a', 'a', 'changes nothing'],
  ])('cannot be planted where the place %s', (_why, find, replace, reason) => {
    expect(() => withFault('abb', { name: 'a fault', file: 'a.ts', find, replace })).toThrow(reason)
  })
})
