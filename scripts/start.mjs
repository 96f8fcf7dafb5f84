import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './lib/build.mjs'
import { desktopSwitches, hasDisplay, parseAmount } from './lib/start-options.mjs'
import { nodeLine, Refusal, runScript, say } from './lib/script.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { provision, provisionEnvironment } from './toolchain/provision.mjs'
import { runAttached } from './lib/run.mjs'
import { runInSession } from './toolchain/session.mjs'

const USAGE = `npm start -- [options]
  --amount N           charge N in the tour (default 49.00)
  --tour               play the tour although there is a display
  --user-data-dir DIR  keep the app's data in DIR`

await runScript(async () => {
  const options = readOptions()
  say(nodeLine(process.env))
  const isTour = options.tour || !hasDisplay(process.platform, process.env)
  const provisioned = await provision({ needsSession: isTour })
  await ensureBuilt()
  return isTour
    ? await playTour(provisioned, options.amount)
    : await openWindow(provisioned, options.userDataDir)
})

/**
 * @param {import('./toolchain/provision.mjs').Provision} provisioned
 * @param {string} amount
 */
async function playTour(provisioned, amount) {
  say('The app runs on a virtual display and plays its main job.')
  return await runInSession({
    provisioned,
    command: [process.execPath, path.join(projectRoot, 'scripts', 'tour.mjs'), amount],
    writableFolders: [path.join(outFolder, 'tour')],
  })
}

/**
 * Runs the app on the real desktop, with the user's own data and keychain.
 * @param {import('./toolchain/provision.mjs').Provision} provisioned
 * @param {string | undefined} userDataDir
 */
async function openWindow(provisioned, userDataDir) {
  const switches = await desktopSwitches(provisioned.electronPath, process.env)
  return await runAttached(provisioned.electronPath, [...switches, projectRoot], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...provisionEnvironment(provisioned),
      ...(userDataDir === undefined ? {} : { REBILL_DESK_USER_DATA: path.resolve(userDataDir) }),
    },
  })
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        amount: { type: 'string', default: '49.00' },
        tour: { type: 'boolean', default: false },
        'user-data-dir': { type: 'string' },
      },
    })
    return { amount: parseAmount(values.amount), tour: values.tour, userDataDir: values['user-data-dir'] }
  } catch (error) {
    throw new Refusal(`${/** @type {Error} */ (error).message}\n\n${USAGE}`)
  }
}
