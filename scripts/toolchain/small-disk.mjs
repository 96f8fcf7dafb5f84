import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { capture } from '../lib/run.mjs'
import { runsAsRoot } from './account.mjs'

/** Set inside a session with a small disk: the folder of its two mounts. */
export const SMALL_DISK_VARIABLE = 'REBILL_DESK_SMALL_DISK'

/** The data of a user, with Chromium's files, needs about a quarter of it. */
const SIZE = '64m'

/**
 * A file system in memory for one session, for tests of a full disk and of a read-only disk. It is mounted twice: as
 * `writable` and as `read-only`. Only processes started with `through` see the mounts, which end with the last of them.
 * @typedef {object} SmallDisk
 * @property {string} folder contains the two mounts
 * @property {(file: string, args: readonly string[]) => { file: string, args: string[] }} through the command that
 *   starts a program with the mounts, as the current account
 */

/**
 * @param {string} folder the parent of the mounts
 * @param {{ uid: number, gid: number }} owner the account that can write to it
 * @returns {Promise<SmallDisk | null>} null if this account cannot mount anything
 */
export async function makeSmallDisk(folder, owner) {
  const views = ['writable', 'read-only'].map((name) => path.join(folder, name))
  for (const view of views) await mkdir(view, { recursive: true })
  const { namespace, options, account } = runsAsRoot() ? asRoot(owner) : asUser(owner)
  const through = (/** @type {string} */ file, /** @type {readonly string[]} */ args) => ({
    file: 'unshare',
    args: [...namespace, 'sh', '-c', MOUNT_AND_RUN, 'sh', options, ...views, ...account, file, ...args],
  })
  const tried = through('true', [])
  const { exitCode } = await capture(tried.file, tried.args, { timeoutMs: 10_000 })
  return exitCode === 0 ? { folder, through } : null
}

/** @param {{ uid: number, gid: number }} owner */
function asRoot({ uid, gid }) {
  return {
    namespace: ['--mount', '--propagation', 'private'],
    options: `size=${SIZE},mode=700,uid=${uid},gid=${gid}`,
    account: [],
  }
}

/**
 * In a new user namespace a user is root and can mount. A second namespace inside it turns root into the user again.
 * @param {{ uid: number, gid: number }} owner
 */
function asUser({ uid, gid }) {
  return {
    namespace: ['--user', '--map-root-user', '--mount'],
    options: `size=${SIZE},mode=700`,
    account: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`],
  }
}

const MOUNT_AND_RUN = [
  'mount -t tmpfs -o "$1" rebill-desk "$2"',
  'mount --bind "$2" "$3"',
  'mount -o remount,bind,ro "$3"',
  'shift 3',
  'exec "$@"',
].join(' && ')
