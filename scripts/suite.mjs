import path from 'node:path'
import { ensureBuilt, ensurePseudoBuilt } from './lib/build.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { runScript, say } from './lib/script.mjs'
import { runSuite } from './lib/suites.mjs'
import { provision } from './toolchain/provision.mjs'

// The first argument is the suite, "unit", "proofs", "e2e", "capture" or "shots"; the others are vitest's:
// npm run e2e -- main-job -t "resumes". Those of the shots select areas: npm run shots -- charge. That of the capture is
// its number of minutes: npm run capture -- 10.
await runScript(async () => {
  const [name, ...args] = process.argv.slice(2)
  const suite = name === 'proofs' || name === 'e2e' || name === 'capture' || name === 'shots' ? name : 'unit'
  if (suite === 'capture') process.env.REBILL_DESK_CAPTURE_MINUTES = args.shift() ?? '1'
  if (suite === 'shots') process.env.REBILL_DESK_PICTURES ??= '1'
  const provisioned = await provision({ needsSession: true })
  if (suite === 'e2e' || suite === 'capture' || suite === 'shots') await ensureBuilt()
  if (suite === 'shots') await ensurePseudoBuilt()
  const { exitCode } = await runSuite(suite, provisioned, args)
  if (suite === 'shots') say(`Pictures: ${path.relative(projectRoot, path.join(outFolder, 'shots'))}`)
  return exitCode
})
