import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { capture } from '../lib/run.mjs'
import { runsAsRoot } from './account.mjs'

/** Set for every program inside a session that has a small disk: the folder of its two views. */
export const SMALL_DISK_VARIABLE = 'REBILL_DESK_SMALL_DISK'

/** A user's data, with the browser's own files, takes about a quarter of it. */
const SIZE = '64m'

/**
 * A file system in memory of a session's own, for tests of a full disk and of one that can only be read. It is seen
 * twice: as `writable` and as `read-only`. Only the processes started through it see the mounts, and they are gone with
 * the last of them.
 * @typedef {object} SmallDisk
 * @property {string} folder holds the two views
 * @property {(file: string, args: readonly string[]) => { file: string, args: string[] }} through starts it behind the
 *   mounts, under the account that starts it
 */

/**
 * @param {string} folder where the views are made
 * @param {{ uid: number, gid: number }} owner the account that may write to it
 * @returns {Promise<SmallDisk | null>} null when this account cannot mount anything here
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
 * In a user namespace of its own a user is root and may mount; a second one inside it makes root the user again.
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
