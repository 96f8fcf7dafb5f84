import os from 'node:os'
import path from 'node:path'
import { ensureBuilt, ensurePseudoBuilt } from './lib/build.mjs'
import { formatDuration, nodeLine, Refusal, runScript, say } from './lib/script.mjs'
import { projectRoot } from './lib/paths.mjs'
import { runNpm } from './lib/run.mjs'
import { provision } from './toolchain/provision.mjs'
import { runInSession } from './toolchain/session.mjs'
import { runSuite } from './lib/suites.mjs'
import { addCounts } from './lib/vitest-report.mjs'

/** @type {import('./lib/vitest-report.mjs').Counts[]} */
const counts = []
/** @type {string[]} */
const failures = []

await runScript(async () => {
  say(nodeLine(process.env))
  try {
    await runAll()
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error)
    // A section that ran no test, or that failed although all its tests passed, counts as a failure.
    if (addCounts(counts).failed === 0) counts.push({ passed: 0, failed: 1, skipped: 0 })
  }
  if (failures.length > 0) say(`\n== What failed\n\n${failures.join('\n\n')}`)
  const { passed, failed } = addCounts(counts)
  say(`\n${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
})

/** The tests stop at the first section that fails. */
async function runAll() {
  const provisioned = await section(
    'What the app needs here',
    async () => await provision({ needsSession: true }),
  )
  // Most of the time of the checks is one process of ESLint, which has no part in the tests.
  await allOf([section('Lint, format and types', checkSources), runTests(provisioned)])
}

/** @param {import('./toolchain/provision.mjs').Provision} provisioned */
async function runTests(provisioned) {
  await section('Build', async () => {
    await ensureBuilt()
    await ensurePseudoBuilt()
  })
  await section('What the tests run on', async () => await reportSession(provisioned))
  await section('Unit and integration tests', async () => await runSuiteOf('unit', provisioned))
  await section('Slow proofs and tests in the real window', async () => await runTogether(provisioned))
}

/**
 * These tests mostly wait: for the gateway's pace, for a killed process, for a window. So one more part runs at a time
 * than there are processors, each in a session of its own. The longest parts come first.
 * @param {import('./toolchain/provision.mjs').Provision} provisioned
 */
async function runTogether(provisioned) {
  const parts = [
    () => runSuiteOf('pseudo', provisioned),
    () => runSuiteOf('proofs', provisioned, ['--maxWorkers=1']),
    ...shardsOf('screens', 4, provisioned),
    ...shardsOf('e2e', 6, provisioned),
  ]
  /** @type {unknown[]} */
  const errors = []
  const lane = async () => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift())
      await part().catch((error) => errors.push(error))
  }
  await Promise.all(Array.from({ length: os.availableParallelism() + 1 }, lane))
  if (errors.length > 0) throw errors[0]
}

/**
 * @param {Suite} name
 * @param {number} count
 * @param {import('./toolchain/provision.mjs').Provision} provisioned
 */
function shardsOf(name, count, provisioned) {
  return Array.from(
    { length: count },
    (_, index) => () =>
      runSuiteOf(name, provisioned, [`--shard=${index + 1}/${count}`], `${name}-${index + 1}`),
  )
}

/**
 * Waits for all, and then throws what the first one threw.
 * @param {readonly Promise<void>[]} works
 */
async function allOf(works) {
  for (const ended of await Promise.allSettled(works)) if (ended.status === 'rejected') throw ended.reason
}

/**
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work throws when the section fails
 * @returns {Promise<T>}
 */
async function section(title, work) {
  const startedAtMs = Date.now()
  const end = (/** @type {string} */ how) =>
    say(`== ${title}: ${how} after ${formatDuration(Date.now() - startedAtMs)}`)
  say(`\n== ${title}`)
  try {
    const result = await work()
    end('good')
    return result
  } catch (error) {
    end('FAILED')
    throw error
  }
}

async function checkSources() {
  const complaints = await Promise.all(
    ['lint:rules', 'lint:imports', 'lint:format', 'typecheck'].map(async (name) => {
      const checked = await runNpm(['run', '--silent', name], projectRoot)
      return checked.exitCode === 0 ? null : `npm run ${name}:\n${checked.stdout}${checked.stderr}`
    }),
  )
  const found = complaints.filter((complaint) => complaint !== null)
  if (found.length > 0) throw new Refusal(found.join('\n'))
}

/** @param {import('./toolchain/provision.mjs').Provision} provisioned */
async function reportSession(provisioned) {
  const program = path.join(projectRoot, 'scripts', 'toolchain', 'report-session.mjs')
  const exitCode = await runInSession({ provisioned, command: [process.execPath, program] })
  if (exitCode !== 0) throw new Refusal('The session cannot run the tests.')
}

/**
 * @typedef {'unit' | 'proofs' | 'e2e' | 'screens' | 'pseudo'} Suite
 * @param {Suite} name
 * @param {import('./toolchain/provision.mjs').Provision} provisioned
 * @param {readonly string[]} [args] for vitest
 * @param {string} [report] its name
 */
async function runSuiteOf(name, provisioned, args = [], report = name) {
  const startedAtMs = Date.now()
  const suite = await runSuite(name, provisioned, args, report)
  say(`== ${report}: ${formatDuration(Date.now() - startedAtMs)}`)
  counts.push(suite.counts)
  failures.push(...suite.failures)
  if (suite.counts.skipped > 0) throw new Refusal(`${suite.counts.skipped} skipped, but every test must run.`)
  if (suite.exitCode !== 0 || suite.counts.failed > 0) throw new Refusal(`The ${name} suite failed.`)
}
