import path from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { runScript, sendLogTo } from './lib/script.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { runAttached } from './lib/run.mjs'

// Only the simulator writes to standard output: its one JSON line is for other programs.
await runScript(async () => {
  sendLogTo(process.stderr)
  await ensureBuilt()
  const simulator = path.join(outFolder, 'main', 'simulator.js')
  return await runAttached(process.execPath, [simulator, ...process.argv.slice(2)], { cwd: projectRoot })
})
