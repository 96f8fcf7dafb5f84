import { PACKAGED_VARIABLE } from './lib/launch.mjs'
import { Refusal, runScript, say } from './lib/script.mjs'
import { runSuite } from './lib/suites.mjs'
import { makeTestPackage } from './package/test-package.mjs'
import { provision } from './toolchain/provision.mjs'

// The window tests and the tour of all screens, in a packaged app: its archive, its native modules, its paths and, but
// for the debugger that drives the tests, its fuses. Arguments are vitest's and select window tests:
// npm run e2e:packaged -- main-job -t "resumes".
await runScript(async () => {
  const args = process.argv.slice(2)
  const provisioned = await provision({ needsSession: true })
  process.env[PACKAGED_VARIABLE] = await makeTestPackage(provisioned)
  const isAll = args.length === 0
  /** @type {readonly ('e2e' | 'screens')[]} */
  const suites = isAll ? ['e2e', 'screens'] : ['e2e']
  // Each has its own session, so they run side by side.
  const ended = await Promise.all(
    suites.map(async (suite) => await runSuite(suite, provisioned, args, `packaged-${suite}`)),
  )
  for (const failure of ended.flatMap(({ failures }) => failures)) say(`\n${failure}`)
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    ended.reduce((total, { counts }) => total + counts[key], 0)
  say(`In the packaged app: ${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  if (isAll && sum('skipped') > 0) throw new Refusal('No window test may be skipped in the packaged app.')
  return ended.every(({ exitCode }) => exitCode === 0) ? 0 : 1
})
