import { constants } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot, runsAsRoot } from './paths.mjs'
import { capture } from './run.mjs'

/** The account that everything of a session runs as when root starts it; it exists on every Linux system. */
export const UNPRIVILEGED = 'nobody'

/**
 * Who runs the window, and whether Chromium can shut its page processes in.
 * @typedef {object} Account
 * @property {boolean} dropsRoot the session runs as the unprivileged account
 * @property {boolean} hasSandbox
 * @property {string | null} warning why the sandbox is off; null when it is on
 */

/**
 * @param {object} machine
 * @param {boolean} machine.isRoot
 * @param {boolean} machine.canDropRoot another account can be taken on here
 * @param {boolean} machine.canReachFiles that account can read the checkout and start Electron
 * @param {boolean} machine.canIsolate the kernel lets the account that will run Electron make user namespaces
 * @returns {Account}
 */
export function chooseAccount({ isRoot, canDropRoot, canReachFiles, canIsolate }) {
  const off = (/** @type {string} */ reason) => `Chromium's sandbox is off: ${reason}.`
  if (isRoot && !canDropRoot) {
    return { dropsRoot: false, hasSandbox: false, warning: off('root cannot take on another account here') }
  }
  if (isRoot && !canReachFiles) {
    const reason = `the account "${UNPRIVILEGED}" cannot read this folder, so Electron runs as root`
    return { dropsRoot: false, hasSandbox: false, warning: off(reason) }
  }
  if (!canIsolate) {
    return {
      dropsRoot: isRoot,
      hasSandbox: false,
      warning: off('this system gives no user namespaces to it'),
    }
  }
  return { dropsRoot: isRoot, hasSandbox: true, warning: null }
}

/**
 * Tries each question out on this machine instead of guessing from its name.
 * @param {string} electronPath
 * @returns {Promise<Account>}
 */
export async function findAccount(electronPath) {
  if (process.platform !== 'linux') return { dropsRoot: false, hasSandbox: true, warning: null }
  const isRoot = runsAsRoot()
  const canDropRoot = isRoot && (await succeeds(asUnprivileged('true', [])))
  const readable = [
    path.join(projectRoot, 'package.json'),
    path.join(projectRoot, 'node_modules/electron/package.json'),
  ]
  const canReachFiles =
    canDropRoot &&
    (await succeeds(asUnprivileged('test', ['-x', electronPath]))) &&
    (await succeeds(asUnprivileged('test', ['-r', readable[0] ?? '', '-a', '-r', readable[1] ?? ''])))
  const isolate = ['--user', '--map-root-user', '--pid', '--net', '--fork', 'true']
  const canIsolate =
    (await hasSetuidHelper(electronPath)) ||
    (await succeeds(canReachFiles ? asUnprivileged('unshare', isolate) : { file: 'unshare', args: isolate }))
  return chooseAccount({ isRoot, canDropRoot, canReachFiles, canIsolate })
}

/**
 * @param {string} file
 * @param {readonly string[]} args
 */
export function asUnprivileged(file, args) {
  const drop = [`--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED_GROUP}`, '--clear-groups']
  return { file: 'setpriv', args: [...drop, '--inh-caps=-all', file, ...args] }
}

const UNPRIVILEGED_GROUP = 'nogroup'

/** The helper that an installed package makes setuid root does the same work as user namespaces. @param {string} electronPath */
async function hasSetuidHelper(electronPath) {
  const stats = await stat(path.join(path.dirname(electronPath), 'chrome-sandbox')).catch(() => null)
  return (
    stats !== null && stats.uid === 0 && (stats.mode & SETUID) !== 0 && (stats.mode & constants.S_IXOTH) !== 0
  )
}

const SETUID = 0o4000

/** @param {{ file: string, args: readonly string[] }} command */
async function succeeds({ file, args }) {
  return (await capture(file, args, { timeoutMs: 10_000 })).exitCode === 0
}
