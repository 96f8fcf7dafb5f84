// electron-vite starts this program instead of Electron (see dev.mjs). electron-vite does not wait until the old app
// has ended, so the new app would find its data folder and debugging ports in use and quit.
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
