import path from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { runScript } from './lib/log.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { provision } from './lib/provision.mjs'
import { runInSession } from './lib/session.mjs'

// Arguments choose pictures by a part of their name: npm run shots -- charge dark
await runScript(async () => {
  const provisioned = await provision({ needsSession: true })
  await ensureBuilt()
  return await runInSession({
    provisioned,
    command: [
      process.execPath,
      path.join(projectRoot, 'scripts', 'take-shots.mjs'),
      ...process.argv.slice(2),
    ],
    writableFolders: [path.join(outFolder, 'shots')],
    env: { REBILL_DESK_SIMULATOR_ARGS: '--speed 20' },
  })
})
