import path from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { runScript, say } from './lib/script.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { provision } from './toolchain/provision.mjs'
import { runSuite } from './lib/suites.mjs'

// Arguments select areas by their file names: npm run shots -- charge
await runScript(async () => {
  const provisioned = await provision({ needsSession: true })
  await ensureBuilt()
  const { exitCode } = await runSuite('screens', provisioned, process.argv.slice(2))
  say(`Pictures: ${path.relative(projectRoot, path.join(outFolder, 'shots'))}`)
  return exitCode
})
