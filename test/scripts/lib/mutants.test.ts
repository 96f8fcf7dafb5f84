import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mutants } from '../../../scripts/lib/mutants.mjs'
import { projectRoot } from '../../../scripts/lib/paths.mjs'

describe('the faults that `npm run mutants` plants', () => {
  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    '“%s” matches its source file exactly once, and its tests exist',
    (_name, { file, find, replace, tests }) => {
      const text = readFileSync(join(projectRoot, file), 'utf8')
      expect(text.split(find)).toHaveLength(2)
      expect(replace).not.toBe(find)
      expect(tests.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
    },
  )
})
