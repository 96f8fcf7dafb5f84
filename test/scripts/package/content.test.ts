import { describe, expect, it } from 'vitest'
import { ALLOWED_FILES, contentProblems, sizeTable } from '../../../scripts/package/content.mjs'

const program = { name: 'rebill-desk', bytes: 186_000_000 }
const archive = 'resources/app.asar'

describe('the list of what a package holds', () => {
  it('names a file that is not on it', () => {
    const source = { name: `${archive}/out/main/index.js.map`, bytes: 1 }
    expect(contentProblems([program, source], [/^rebill-desk$/])).toEqual([
      'Not on the list of what a package holds: resources/app.asar/out/main/index.js.map',
    ])
  })

  it('names an entry that fits no file any more', () => {
    expect(contentProblems([program], [/^rebill-desk$/, /^old$/])).toEqual([
      'On the list, but not in the package: ^old$',
    ])
  })

  it.each([
    'out/main/index.js.map',
    'src-main/index.ts',
    'test/fixtures/vectors.json',
    'scripts/package.mjs',
    'node_modules/better-sqlite3/deps/sqlite3/sqlite3.c',
    'node_modules/better-sqlite3/prebuilds/win32-x64.node',
    'node_modules/zod/package.json',
    '.env',
  ])('has no place for %s', (name) => {
    const problems = contentProblems([{ name: `${archive}/${name}`, bytes: 1 }], ALLOWED_FILES)
    expect(problems[0]).toBe(`Not on the list of what a package holds: ${archive}/${name}`)
  })

  it('has no place for the loader of the stand-in and the default app of Electron', () => {
    const files = ['resources/app/main.mjs', 'resources/default_app.asar'].map((name) => ({ name, bytes: 1 }))
    const unexpected = contentProblems(files).filter((problem) => problem.startsWith('Not on the list'))
    expect(unexpected).toHaveLength(2)
  })
})

describe('the table of sizes', () => {
  it('adds up the files of a part and shows the largest parts first', () => {
    const files = [
      { name: 'locales/de.pak', bytes: 400_000 },
      { name: 'locales/en-US.pak', bytes: 500_000 },
      { name: `${archive}/out/main/index.js`, bytes: 1_000_000 },
      { name: `${archive}/out/main/chunks/a.js`, bytes: 500_000 },
      program,
    ]
    expect(sizeTable(files).split('\n')).toEqual([
      '5 files, 188.4 MB. The ten largest parts:',
      '  186.0 MB  rebill-desk',
      '    1.5 MB  resources/app.asar/out/main',
      '    0.9 MB  locales',
    ])
  })
})
