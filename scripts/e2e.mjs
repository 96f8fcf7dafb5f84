import { ensureBuilt } from './lib/build.mjs'
import { runScript } from './lib/log.mjs'
import { provision } from './lib/provision.mjs'
import { runSuite } from './lib/suites.mjs'

// Arguments are vitest's: npm run e2e -- main-job -t "resumes"
await runScript(async () => {
  const provisioned = await provision({ needsSession: true })
  await ensureBuilt()
  return (await runSuite('e2e', provisioned, { args: process.argv.slice(2) })).exitCode
})
