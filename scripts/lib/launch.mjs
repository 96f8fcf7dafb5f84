import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { _electron, errors } from 'playwright-core'
import { say } from './script.mjs'
import { projectRoot } from './paths.mjs'
import { SANDBOX_VARIABLE } from '../toolchain/session.mjs'

/** Set for the window tests of a package: the program in it. */
export const PACKAGED_VARIABLE = 'REBILL_DESK_PACKAGED'

const LAUNCH_LIMIT_MS = 60_000
/** The debugger connects within two seconds, on a busy machine within ten. */
const DEBUGGER_LIMIT_MS = 25_000
const DEBUGGER_TRIES = 2
const CLOSE_LIMIT_MS = 10_000
const KEPT_LOG_LINES = 5_000

/**
 * A running app with its window.
 * @typedef {object} LaunchedApp
 * @property {import('playwright-core').ElectronApplication} app
 * @property {import('playwright-core').Page} page the main window's page
 * @property {number} pid of Electron's main process
 * @property {() => string} logs the output of the app so far, up to a number of lines
 * @property {() => Promise<void>} close quits the app; if it does not end in time, it is killed and this throws
 * @property {() => Promise<void>} kill SIGKILL to the main process, like a crash; resolves when all processes have ended
 * @property {(file: string) => Promise<string>} screenshot writes a PNG, resolves to its path
 */

/**
 * Starts the built app with a user-data folder of its own and waits for its window.
 * @param {object} options
 * @param {string} options.userDataDir
 * @param {Record<string, string>} [options.env] added to this process's environment
 * @param {readonly string[]} [options.args] arguments for the app
 * @param {string} [options.appFolder] folder with the package.json of the app; by default the checkout
 * @param {string} [options.packaged] the program of a package for tests; by default the one that the session names
 * @param {number} [options.timeoutMs] until the window is there
 * @returns {Promise<LaunchedApp>}
 */
export async function launchApp({
  userDataDir,
  env = {},
  args = [],
  appFolder = projectRoot,
  packaged,
  timeoutMs = LAUNCH_LIMIT_MS,
}) {
  await mkdir(userDataDir, { recursive: true })
  const { program, own } = startOf(appFolder, process.env, packaged)
  const app = await launchElectron({
    executablePath: program,
    args: [...own, ...args],
    // By default Playwright switches the sandbox off and emulates a light system theme.
    chromiumSandbox: isSandboxOn(),
    colorScheme: null,
    cwd: projectRoot,
    env: { ...definedOnly(process.env), REBILL_DESK_USER_DATA: userDataDir, ...env },
    timeout: timeoutMs,
  })
  const main = app.process()
  const pid = main.pid
  if (pid === undefined) throw new Error('Electron started without a process id.')
  const logs = collectLines(main)

  const isGone = () => main.exitCode !== null || main.signalCode !== null
  const kill = async () => {
    if (!isGone()) process.kill(pid, 'SIGKILL')
    await waitForGroup(pid)
  }
  const close = async () => {
    if (isGone()) return await waitForGroup(pid)
    if (!(await endsWithin(app.close(), CLOSE_LIMIT_MS))) {
      await kill()
      throw new Error(`The app did not quit within ${CLOSE_LIMIT_MS / 1000} s and was killed.\n${logs()}`)
    }
    await waitForGroup(pid)
  }

  try {
    const page = await app.firstWindow({ timeout: timeoutMs })
    await page.waitForLoadState('domcontentloaded', { timeout: timeoutMs })
    // Keys of this launcher do not come from the system, for which nobody is there: after ten minutes the screen saver
    // of a virtual screen starts, and the app would lock itself.
    await app.evaluate(({ powerMonitor }) => {
      powerMonitor.getSystemIdleTime = () => 0
      powerMonitor.getSystemIdleState = () => 'active'
    })
    const screenshot = async (/** @type {string} */ file) => {
      await mkdir(path.dirname(file), { recursive: true })
      await page.screenshot({ path: file, timeout: 15_000, animations: 'disabled' })
      return file
    }
    return { app, page, pid, logs, close, kill, screenshot }
  } catch (error) {
    await kill()
    throw new Error(`The app started but showed no window.\n${logs()}`, { cause: error })
  }
}

/**
 * With several windows on a busy machine, about one launch in a hundred hangs before Playwright is connected to
 * Electron's debugger. Such a process is killed and started again. An app that never starts still fails.
 * @param {NonNullable<Parameters<typeof _electron.launch>[0]>} options
 */
async function launchElectron(options) {
  for (let tries = 0; tries < DEBUGGER_TRIES; tries += 1) {
    try {
      return await _electron.launch({ ...options, timeout: DEBUGGER_LIMIT_MS })
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error
      say(`Electron did not answer its debugger within ${DEBUGGER_LIMIT_MS / 1000} s and is started again.`)
    }
  }
  return await _electron.launch(options)
}

/**
 * @param {Promise<void>} work
 * @param {number} limitMs
 */
async function endsWithin(work, limitMs) {
  const timer = new AbortController()
  const tooLate = sleep(limitMs, false, { signal: timer.signal }).catch(() => false)
  const isOver = await Promise.race([work.then(() => true), tooLate])
  timer.abort()
  return isOver
}

/**
 * Waits until all processes of the app have ended. The helper processes end a little later than the main process.
 * Electron has its own process group, so no other process is affected.
 * @param {number} pid
 */
async function waitForGroup(pid) {
  if (process.platform === 'win32') return
  for (const deadlineMs = Date.now() + 5_000; ; await sleep(20)) {
    if (!signalGroup(pid, 0)) return
    if (Date.now() > deadlineMs) return void signalGroup(pid, 'SIGKILL')
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function collectLines(child) {
  /** @type {string[]} */
  const lines = []
  const keep = (/** @type {Buffer} */ chunk) => {
    lines.push(...chunk.toString('utf8').split('\n').filter(Boolean))
    lines.splice(0, Math.max(0, lines.length - KEPT_LOG_LINES))
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return () => lines.join('\n')
}

/**
 * The program that starts an app, and its first arguments. A package for tests takes the place of the checkout.
 * @param {string} [appFolder]
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [packaged] the program of the package
 */
export function startOf(appFolder = projectRoot, env = process.env, packaged = env[PACKAGED_VARIABLE]) {
  return packaged && appFolder === projectRoot
    ? { program: packaged, own: electronArguments(env) }
    : { program: electronPathFrom(env), own: [...electronArguments(env), appFolder] }
}

/**
 * The switches that Electron needs on this machine. They come before the app's folder.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function electronArguments(env = process.env) {
  return isSandboxOn(env) ? [] : ['--no-sandbox']
}

/** @param {NodeJS.ProcessEnv} [env] */
function isSandboxOn(env = process.env) {
  return env[SANDBOX_VARIABLE] !== 'off'
}

/** @param {NodeJS.ProcessEnv} [env] */
export function electronPathFrom(env = process.env) {
  const electronPath = env.REBILL_DESK_ELECTRON
  if (!electronPath)
    throw new Error('No Electron was chosen for this run: start it with npm start, npm test or npm run e2e.')
  return electronPath
}

/** @param {NodeJS.ProcessEnv} env @returns {Record<string, string>} */
function definedOnly(env) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
