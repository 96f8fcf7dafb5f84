import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { say } from '../lib/script.mjs'
import { projectRoot } from '../lib/paths.mjs'
import { capture, runAttached } from '../lib/run.mjs'
import { asUnprivileged, findAccount, UNPRIVILEGED } from './account.mjs'
import { makeCheckoutMount } from './checkout-mount.mjs'
import { provisionEnvironment } from './provision.mjs'
import { makeRecordedNetwork, PACKETS_VARIABLE } from './recorded-network.mjs'
import { makeSmallDisk, SMALL_DISK_VARIABLE } from './small-disk.mjs'

const HOST = path.join(import.meta.dirname, 'session-host.mjs')

/** Set inside a session: whether Electron is started with Chromium's sandbox. */
export const SANDBOX_VARIABLE = 'REBILL_DESK_CHROMIUM_SANDBOX'

/**
 * Runs a program in a temporary desktop session with a virtual screen, a message bus, an unlocked keychain and an empty
 * home folder. If root starts it, the session runs as an unprivileged account. On systems other than Linux the program
 * runs on the real desktop instead.
 * @param {object} options
 * @param {import('./provision.mjs').Provision} options.provisioned
 * @param {readonly [string, ...string[]]} options.command a program and its arguments
 * @param {readonly string[]} [options.writableFolders] folders of the checkout that the program writes to
 * @param {NodeJS.ProcessEnv} [options.env] added to this process's environment
 * @param {boolean} [options.wantsSmallDisk] provides a small disk; if it cannot be mounted, a message says so
 * @param {boolean} [options.wantsNetwork] provides a recorded network; if it cannot be made, a message says so
 * @returns {Promise<number>} the program's exit code
 */
export async function runInSession({
  provisioned,
  command,
  writableFolders = [],
  env = {},
  wantsSmallDisk = false,
  wantsNetwork = false,
}) {
  const account = await findAccount(provisioned.electronPath)
  if (account.warning) say(account.warning)
  const own = {
    ...provisionEnvironment(provisioned),
    [SANDBOX_VARIABLE]: account.hasSandbox ? 'on' : 'off',
    // Read by electron-vite.
    ...(account.hasSandbox ? {} : { NO_SANDBOX: '1' }),
    ...env,
  }
  for (const folder of writableFolders) await mkdir(folder, { recursive: true })
  if (process.platform !== 'linux') {
    if (wantsSmallDisk) say(NO_SMALL_DISK)
    if (wantsNetwork) say(NO_NETWORK)
    return await runAttached(command[0], command.slice(1), {
      cwd: projectRoot,
      env: { ...process.env, ...own },
    })
  }

  const owner = account.dropsRoot ? await idsOf(UNPRIVILEGED) : null
  const mount = account.needsMount ? await makeCheckoutMount() : null
  const folder = await makeSessionFolder(owner)
  try {
    if (owner) for (const writable of writableFolders) await giveTo(writable, owner)
    await makeSocketFolder()
    const host = { file: process.execPath, args: [HOST, ...command] }
    const dropped = account.dropsRoot ? asUnprivileged(host.file, host.args) : host
    const disk = wantsSmallDisk ? await makeSmallDisk(path.join(folder, 'disk'), owner ?? ownIds()) : null
    if (wantsSmallDisk && disk === null) say(NO_SMALL_DISK)
    const network = wantsNetwork
      ? await makeRecordedNetwork(path.join(folder, 'network'), owner ?? ownIds())
      : null
    if (wantsNetwork && network === null) say(NO_NETWORK)
    const recorded = network === null ? dropped : network.through(dropped.file, dropped.args)
    const inside = disk === null ? recorded : disk.through(recorded.file, recorded.args)
    const environment = {
      ...sessionEnvironment(process.env, folder),
      ...own,
      ...(disk === null ? {} : { [SMALL_DISK_VARIABLE]: disk.folder }),
      ...(network === null ? {} : { [PACKETS_VARIABLE]: network.packets }),
    }
    if (mount === null) return await start(inside.file, inside.args, environment)
    const behind = mount.through(inside.file, inside.args.map(mount.translate))
    return await start(behind.file, behind.args, mapValues(environment, mount.translate))
  } finally {
    await mount?.remove()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

const NO_NETWORK = 'Left out: the tests of what leaves this machine, because no network can be made here.'
const NO_SMALL_DISK = 'Left out: the tests of a full disk, because no file system can be mounted here.'

function ownIds() {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
}

/**
 * The environment without any reference to the real desktop, and with the home folder of the session.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 * @returns {NodeJS.ProcessEnv}
 */
export function sessionEnvironment(env, folder) {
  const kept = Object.entries(env).filter(([name]) => !LEADS_TO_THE_REAL_DESKTOP.test(name))
  return {
    ...Object.fromEntries(kept),
    HOME: path.join(folder, 'home'),
    TMPDIR: path.join(folder, 'tmp'),
    XDG_RUNTIME_DIR: path.join(folder, 'run'),
    XAUTHORITY: path.join(folder, 'xauthority'),
    LANG: env.LANG ?? 'C.UTF-8',
  }
}

const LEADS_TO_THE_REAL_DESKTOP =
  /^(?:XDG_.*|DBUS_.*|GNOME_.*|SUDO_.*|DISPLAY|WAYLAND_DISPLAY|SSH_AUTH_SOCK)$/

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {(value: string) => string} change
 */
function mapValues(env, change) {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value && change(value)]))
}

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function start(file, args, env) {
  // The pipe at index 3 closes when this process ends in any way, which ends the session.
  return await runAttached(file, args, {
    cwd: projectRoot,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  })
}

/** @param {{ uid: number, gid: number } | null} owner null = the account of this process */
async function makeSessionFolder(owner) {
  // The temporary folder of root can be unreadable for others.
  const folder = await mkdtemp(path.join(owner ? '/tmp' : os.tmpdir(), 'rebill-desk-'))
  for (const name of ['home', 'tmp', 'run']) await mkdir(path.join(folder, name), { mode: 0o700 })
  await writeFile(path.join(folder, 'xauthority'), xauthority(randomBytes(16)), { mode: 0o600 })
  if (owner) await giveTo(folder, owner)
  return folder
}

/**
 * An .Xauthority file with the X server's shared secret, in one entry for any display of any host.
 * @param {Buffer} cookie
 */
export function xauthority(cookie) {
  const anyHost = 0xffff
  const counted = (/** @type {Buffer} */ bytes) => Buffer.concat([uint16(bytes.length), bytes])
  const name = Buffer.from('MIT-MAGIC-COOKIE-1')
  return Buffer.concat([uint16(anyHost), uint16(0), uint16(0), counted(name), counted(cookie)])
}

/** @param {number} value */
function uint16(value) {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** X servers of other users can use this folder, but cannot create it with the right permissions. */
async function makeSocketFolder() {
  if (process.getuid?.() !== 0) return
  await mkdir('/tmp/.X11-unix').then(
    async () => await chmod('/tmp/.X11-unix', 0o1777),
    () => undefined,
  )
}

/**
 * @param {string} target
 * @param {{ uid: number, gid: number }} owner
 */
async function giveTo(target, { uid, gid }) {
  const stats = await lstat(target)
  if (stats.isSymbolicLink()) return
  await chown(target, uid, gid)
  if (!stats.isDirectory()) return
  for (const name of await readdir(target)) await giveTo(path.join(target, name), { uid, gid })
}

/** @param {string} account */
async function idsOf(account) {
  const uid = await capture('id', ['-u', account])
  const gid = await capture('id', ['-g', account])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}
