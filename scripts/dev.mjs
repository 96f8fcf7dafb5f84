import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { nodeLine, runScript, say } from './lib/script.mjs'
import { outFolder, projectRoot } from './lib/paths.mjs'
import { runAttached } from './lib/run.mjs'
import { desktopSwitches, hasDisplay } from './lib/start-options.mjs'
import { VITEST_FOLDERS } from './lib/vitest-report.mjs'
import { provision, provisionEnvironment } from './toolchain/provision.mjs'
import { runInSession } from './toolchain/session.mjs'

/** Output folder of the development loop, separate from that of the build. */
const APP_FOLDER = path.join(outFolder, 'dev')

// Arguments go to electron-vite: npm run dev -- --inspect 9229 --remoteDebuggingPort 9222
await runScript(async () => {
  say(nodeLine(process.env))
  const isHidden = !hasDisplay(process.platform, process.env)
  const provisioned = await provision({ needsSession: isHidden })
  await mkdir(APP_FOLDER, { recursive: true })
  for (const name of ['package.json', 'resources'])
    await cp(path.join(projectRoot, name), path.join(APP_FOLDER, name), { recursive: true })
  // electron-vite writes a copy of its configuration next to it, but a session's account cannot write to the checkout.
  const config = path.join(APP_FOLDER, 'electron.vite.config.mjs')
  await writeFile(config, "export { default } from '../../electron.vite.config'\n")
  const command = /** @type {const} */ ([
    process.execPath,
    path.join(projectRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'),
    'dev',
    '--watch',
    `--config=${path.relative(projectRoot, config)}`,
    `--entry=${path.join('scripts', 'dev-app.mjs')}`,
    ...process.argv.slice(2),
  ])
  const env = { ELECTRON_EXEC_PATH: process.execPath }
  if (isHidden) {
    say('The app runs on a virtual display; --remoteDebuggingPort shows its window.')
    return await runInSession({ provisioned, command, env, writableFolders: [APP_FOLDER, ...VITEST_FOLDERS] })
  }
  const [node, ...args] = command
  const switches = await desktopSwitches(provisioned.electronPath, process.env)
  return await runAttached(node, [...args, '--', ...switches], {
    cwd: projectRoot,
    env: { ...process.env, ...provisionEnvironment(provisioned), ...env },
  })
})
