// Started by electron-vite in place of Electron (see dev.mjs), which does not wait for the end of the app that it
// replaces: the new one would find its data and its debugging ports taken, and give up.
import path from 'node:path'
import { electronPathFrom } from './lib/launch.mjs'
import { withLock } from './lib/lock.mjs'
import { outFolder } from './lib/paths.mjs'
import { runAttached } from './lib/run.mjs'
import { runScript } from './lib/script.mjs'

const folder = path.join(outFolder, 'dev')

await runScript(
  async () =>
    await withLock(
      path.join(folder, 'app.lock'),
      async () => await runAttached(electronPathFrom(), [folder, ...process.argv.slice(2)]),
    ),
)
