import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { runScript, say } from './lib/script.mjs'
import { mutants, withFault } from './lib/mutants.mjs'
import { projectRoot } from './lib/paths.mjs'
import { capture } from './lib/run.mjs'

const COPIED = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'electron.vite.config.ts',
  'eslint.config.mjs',
  'src-main',
  'src-renderer',
  'src-shared',
  'scripts',
  'resources',
  'test',
]

// Arguments select faults by a part of their name: npm run mutants -- float
await runScript(async () => {
  const wanted = process.argv.slice(2)
  const chosen = mutants.filter(({ name }) => wanted.every((part) => name.includes(part)))
  const folder = await copyOfTheProject()
  let survivors = 0
  try {
    const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
    if (!(await testsPass(folder, tests))) {
      say('The tests fail without any fault; nothing can be shown with them.')
      return 1
    }
    for (const mutant of chosen) {
      const isKilled = await isNoticed(folder, mutant)
      say(`${isKilled ? 'noticed' : 'MISSED '}  ${mutant.name}`)
      if (!isKilled) survivors += 1
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  say(`${chosen.length - survivors} of ${chosen.length} planted faults break a test.`)
  return survivors === 0 && chosen.length > 0 ? 0 : 1
})

async function copyOfTheProject() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mutants-'))
  for (const name of COPIED)
    await cp(path.join(projectRoot, name), path.join(folder, name), { recursive: true })
  await symlink(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

/**
 * @param {string} folder
 * @param {import('./lib/mutants.mjs').Mutant} mutant
 */
async function isNoticed(folder, mutant) {
  const target = path.join(folder, mutant.file)
  const text = await readFile(target, 'utf8')
  await writeFile(target, withFault(text, mutant))
  try {
    return !(await testsPass(folder, mutant.tests))
  } finally {
    await writeFile(target, text)
  }
}

/** @param {string} folder @param {readonly string[]} tests */
async function testsPass(folder, tests) {
  const vitest = path.join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs')
  const result = await capture(
    process.execPath,
    [vitest, 'run', '--config', 'test/vitest.config.ts', ...tests],
    {
      cwd: folder,
    },
  )
  return result.exitCode === 0
}
