import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { runScript } from './lib/script.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { provision } from './toolchain/provision.mjs'
import { runInSession } from './toolchain/session.mjs'

await runScript(async () => {
  const provisioned = await provision({ needsSession: true })
  await ensureBuilt()
  const folder = path.join(outFolder, 'bench')
  const exitCode = await runInSession({
    provisioned,
    command: [process.execPath, path.join(projectRoot, 'scripts', 'measure.mjs'), ...process.argv.slice(2)],
    writableFolders: [folder],
    // Without the past of the simulator, which would be added while charges are measured.
    env: { REBILL_DESK_SIMULATOR_ARGS: '--speed 50 --seeds cards' },
  })
  if (exitCode !== 0) return exitCode
  await copyFile(path.join(folder, 'results.json'), path.join(projectRoot, 'bench-results.json'))
  return 0
})
