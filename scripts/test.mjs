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

await runScript(async () => {
  say(nodeLine(process.env))
  try {
    await runAll()
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error)
    // A section that ran no test, or that failed although all its tests passed, counts as a failure.
    if (addCounts(counts).failed === 0) counts.push({ passed: 0, failed: 1, skipped: 0 })
  }
  const { passed, failed } = addCounts(counts)
  say(`\n${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
})

/** Stops at the first section that fails. */
async function runAll() {
  const provisioned = await section(
    'What the app needs here',
    async () => await provision({ needsSession: true }),
  )
  await section('Lint, format and types', checkSources)
  await section('Build', async () => {
    await ensureBuilt()
    await ensurePseudoBuilt()
  })
  await section('What the tests run on', async () => await reportSession(provisioned))
  await section('Unit and integration tests', async () => await runTests('unit', provisioned))
  await section('Slow proofs', async () => await runTests('proofs', provisioned))
  await section('Tests in the real window', async () => {
    // These tests mostly wait for the gateway's pace, so two parallel sessions take hardly longer than one. With three,
    // the processor becomes the limit. The walk in the pseudo-language follows the suite that ends first.
    const suites = [runTests('e2e', provisioned), runTests('screens', provisioned)]
    const first = Promise.race(suites.map((suite) => suite.catch(() => undefined)))
    const ended = await Promise.allSettled([...suites, first.then(() => runTests('pseudo', provisioned))])
    for (const suite of ended) if (suite.status === 'rejected') throw suite.reason
  })
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
    ['lint', 'typecheck'].map(async (name) => {
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
 * @param {'unit' | 'proofs' | 'e2e' | 'screens' | 'pseudo'} name
 * @param {import('./toolchain/provision.mjs').Provision} provisioned
 */
async function runTests(name, provisioned) {
  const suite = await runSuite(name, provisioned)
  counts.push(suite.counts)
  if (suite.counts.skipped > 0) throw new Refusal(`${suite.counts.skipped} skipped, but every test must run.`)
  if (suite.exitCode !== 0 || suite.counts.failed > 0) throw new Refusal(`The ${name} suite failed.`)
}
