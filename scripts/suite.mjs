import { ensureBuilt } from './lib/build.mjs'
import { runScript } from './lib/script.mjs'
import { provision } from './toolchain/provision.mjs'
import { runSuite } from './lib/suites.mjs'

// The first argument is the suite, "unit", "proofs" or "e2e"; the others are vitest's: npm run e2e -- main-job -t "resumes"
await runScript(async () => {
  const [name, ...args] = process.argv.slice(2)
  const suite = name === 'e2e' || name === 'proofs' ? name : 'unit'
  const provisioned = await provision({ needsSession: true })
  if (suite === 'e2e') await ensureBuilt()
  return (await runSuite(suite, provisioned, args)).exitCode
})
