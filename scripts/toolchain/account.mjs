import { constants } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { CHECKOUT_SAMPLES, makeCheckoutMount } from './checkout-mount.mjs'
import { projectRoot } from '../lib/paths.mjs'
import { capture } from '../lib/run.mjs'

/** The account of a session that root starts. It exists on every Linux system. */
export const UNPRIVILEGED = 'nobody'

/**
 * The account that runs the window, and whether Chromium's sandbox works.
 * @typedef {object} Account
 * @property {boolean} dropsRoot the session runs as the unprivileged account
 * @property {boolean} needsMount the account reaches the checkout only by a mount
 * @property {boolean} hasSandbox
 * @property {string | null} warning why the sandbox is off; null if it is on
 */

/**
 * @param {object} machine
 * @param {boolean} machine.isRoot
 * @param {boolean} machine.canDropRoot root can switch to another account
 * @param {'directly' | 'by mount' | 'never'} machine.reachesFiles how that account reaches the checkout and Electron
 * @param {boolean} machine.canIsolate the kernel lets the account that will run Electron make user namespaces
 * @returns {Account}
 */
export function chooseAccount({ isRoot, canDropRoot, reachesFiles, canIsolate }) {
  const dropsRoot = isRoot && canDropRoot && reachesFiles !== 'never'
  const reason = isRoot && !dropsRoot ? whyRoot(canDropRoot) : canIsolate ? null : NO_NAMESPACES
  return {
    dropsRoot,
    needsMount: dropsRoot && reachesFiles === 'by mount',
    hasSandbox: reason === null,
    warning: reason === null ? null : `Chromium's sandbox is off: ${reason}.`,
  }
}

const NO_NAMESPACES = 'this system gives no user namespaces to it'

/** @param {boolean} canDropRoot */
function whyRoot(canDropRoot) {
  return canDropRoot
    ? `the account "${UNPRIVILEGED}" cannot read this folder, so Electron runs as root`
    : 'root cannot take on another account here'
}

/**
 * Finds out by trying, instead of guessing from the system's name.
 * @param {string} electronPath
 * @returns {Promise<Account>}
 */
export async function findAccount(electronPath) {
  if (process.platform !== 'linux') {
    return { dropsRoot: false, needsMount: false, hasSandbox: true, warning: null }
  }
  const isRoot = runsAsRoot()
  const canDropRoot = isRoot && (await succeeds(asUnprivileged('true', [])))
  const reachesFiles = canDropRoot ? await findWay(electronPath) : 'never'
  const isolate = ['--user', '--map-root-user', '--pid', '--net', '--fork', 'true']
  const canIsolate =
    (await hasSetuidHelper(electronPath)) ||
    (await succeeds(canDropRoot ? asUnprivileged('unshare', isolate) : { file: 'unshare', args: isolate }))
  return chooseAccount({ isRoot, canDropRoot, reachesFiles, canIsolate })
}

/**
 * @param {string} electronPath
 * @returns {Promise<'directly' | 'by mount' | 'never'>}
 */
async function findWay(electronPath) {
  const needed = [
    electronPath,
    process.execPath,
    ...CHECKOUT_SAMPLES.map((name) => path.join(projectRoot, name)),
  ]
  const test = asUnprivileged('sh', ['-c', ALL_READABLE, 'sh', ...needed])
  if (await succeeds(test)) return 'directly'
  const mount = await makeCheckoutMount()
  try {
    const behind = mount.through(test.file, test.args.map(mount.translate))
    return (await succeeds(behind)) ? 'by mount' : 'never'
  } finally {
    await mount.remove()
  }
}

const ALL_READABLE = 'for file; do test -r "$file" || exit 1; done'

/**
 * @param {string} file
 * @param {readonly string[]} args
 */
export function asUnprivileged(file, args) {
  const drop = [`--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED_GROUP}`, '--clear-groups']
  return { file: 'setpriv', args: [...drop, '--inh-caps=-all', file, ...args] }
}

const UNPRIVILEGED_GROUP = 'nogroup'

/** A setuid root helper, which installed packages contain, replaces user namespaces. @param {string} electronPath */
async function hasSetuidHelper(electronPath) {
  const stats = await stat(path.join(path.dirname(electronPath), 'chrome-sandbox')).catch(() => null)
  return (
    stats !== null && stats.uid === 0 && (stats.mode & SETUID) !== 0 && (stats.mode & constants.S_IXOTH) !== 0
  )
}

const SETUID = 0o4000

export function runsAsRoot() {
  return process.getuid?.() === 0
}

/** @param {{ file: string, args: readonly string[] }} command */
async function succeeds({ file, args }) {
  return (await capture(file, args, { timeoutMs: 10_000 })).exitCode === 0
}
