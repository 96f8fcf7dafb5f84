import path from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { runScript, sendLogTo } from './lib/script.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { runAttached } from './lib/run.mjs'

// Standard output belongs to the simulator alone: its one JSON line is meant for other programs.
await runScript(async () => {
  sendLogTo(process.stderr)
  await ensureBuilt()
  const simulator = path.join(outFolder, 'main', 'simulator.js')
  return await runAttached(process.execPath, [simulator, ...process.argv.slice(2)], { cwd: projectRoot })
})
