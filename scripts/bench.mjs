// The benchmark in the real app, with a history of 10,000 (S), 100,000 (M) or 1,000,000 generated orders (L). It is made once
// and kept in `out/bench`; the largest one takes 20 minutes and 2.5 GB.
//
//   node scripts/bench.mjs [RUNS] [S|M|L] [packaged]
//
// With the word "packaged", starts of the packaged app are measured beside those of the checkout.
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { benchFolder, compileBench } from './lib/bench-program.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { makeTestPackage } from './package/test-package.mjs'
import { runAttached } from './lib/run.mjs'
import { runScript } from './lib/script.mjs'
import { projectRoot } from './lib/paths.mjs'
import { provision } from './toolchain/provision.mjs'
import { runInSession } from './toolchain/session.mjs'

await runScript(async () => {
  const [runs = '5', size = 'S', form = ''] = process.argv.slice(2)
  const provisioned = await provision({ needsSession: true })
  await ensureBuilt()
  const program = await compileBench({ 'make-history': 'test/bench/make-history.ts' })
  const made = await runAttached(process.execPath, [
    path.join(program, 'make-history.mjs'),
    benchFolder,
    size,
  ])
  if (made !== 0) return made
  const history = path.join(benchFolder, `history-${size}.db`)
  const exitCode = await runInSession({
    provisioned,
    command: [
      process.execPath,
      path.join(projectRoot, 'scripts', 'measure.mjs'),
      ...[runs, history],
      ...(form === 'packaged' ? [await makeTestPackage(provisioned)] : []),
    ],
    writableFolders: [benchFolder],
    // Without the past of the simulator, which would be added while charges are measured.
    env: { REBILL_DESK_SIMULATOR_ARGS: '--speed 50 --seeds cards' },
  })
  if (exitCode !== 0) return exitCode
  await copyFile(path.join(benchFolder, 'results.json'), path.join(projectRoot, 'bench-results.json'))
  return 0
})
