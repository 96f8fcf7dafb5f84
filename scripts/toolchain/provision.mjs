import { constants } from 'node:fs'
import { access, mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { Refusal, say } from '../lib/script.mjs'
import { ensureOfficialElectron, officialVersion } from '../lib/official-electron.mjs'
import { projectRoot } from '../lib/paths.mjs'
import { runsAsRoot } from './account.mjs'
import { ensureSqliteBinding, isBuilt, sqliteBindingFile } from './sqlite-binding.mjs'
import { ensureStandIn, isStandInInstalled, STAND_IN } from './stand-in.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

/**
 * The Electron and the better-sqlite3 build for this machine.
 * @typedef {object} Provision
 * @property {string} electronPath
 * @property {string} electronVersion
 * @property {boolean} isStandIn
 * @property {string | null} sqliteBinding a build of better-sqlite3 for this Electron; null = the package's own fits
 */

const SESSION_PROGRAMS = ['Xvfb', 'dbus-daemon', 'dbus-send', 'gnome-keyring-daemon', 'ip', 'tcpdump']

const BUILD_PROGRAMS = ['g++', 'make', 'python3']

/**
 * Installs what the app needs on this machine: Electron, a matching better-sqlite3, and system libraries.
 * @param {{ needsSession: boolean }} options whether a virtual display will be needed
 * @returns {Promise<Provision>}
 */
export async function provision({ needsSession }) {
  const cache = cacheFolder()
  await makeCache(cache)
  const official = await ensureOfficialElectron()
  const useStandIn = official.kind === 'unavailable'
  if (useStandIn && !isStandInPossible()) {
    throw new Refusal(
      `Electron ${officialVersion()} cannot be downloaded (${official.reason}), and there is no stand-in for ` +
        `${process.platform} on ${process.arch}. Check the network or set ELECTRON_MIRROR, then run this again.`,
    )
  }

  await ensureSystemPackages({
    programs: [
      ...(needsSession ? SESSION_PROGRAMS : []),
      ...(useStandIn && !(await isStandInInstalled(cache)) ? ['unzip'] : []),
      ...(useStandIn && !(await isBuilt(await sqliteBindingFile(cache))) ? BUILD_PROGRAMS : []),
    ],
  })
  if (official.kind === 'unavailable') say(standInLine(official.reason))
  const electronPath = official.kind === 'found' ? official.electronPath : await ensureStandIn(cache)
  const sqliteBinding = useStandIn ? await ensureSqliteBinding(cache) : null
  await ensureSystemPackages({ binaries: [electronPath, keytarFile()] })

  return {
    electronPath,
    electronVersion: useStandIn ? STAND_IN.electronVersion : await versionOf(electronPath),
    isStandIn: useStandIn,
    sqliteBinding,
  }
}

/** @param {string} reason */
export function standInLine(reason) {
  return (
    `Electron ${officialVersion()} cannot be downloaded here (${reason}): the stand-in Electron ` +
    `${STAND_IN.electronVersion} is used, for development and tests only.`
  )
}

/**
 * Environment variables for the programs that start the app. The app itself reads only REBILL_DESK_SQLITE_BINDING, and
 * only in an unpackaged build.
 * @param {Provision} provisioned
 */
export function provisionEnvironment({ electronPath, electronVersion, isStandIn, sqliteBinding }) {
  return {
    REBILL_DESK_ELECTRON: electronPath,
    REBILL_DESK_ELECTRON_VERSION: `${electronVersion}${isStandIn ? ' (stand-in)' : ''}`,
    ...(sqliteBinding === null ? {} : { REBILL_DESK_SQLITE_BINDING: sqliteBinding }),
  }
}

function isStandInPossible() {
  return process.platform === STAND_IN.platform && process.arch === STAND_IN.arch
}

/**
 * The cache folder for the stand-in Electron and the native build; it survives a new installation of node_modules.
 * For root it is a system-wide folder, because the unprivileged account of the window cannot read root's home.
 * @param {{ env?: NodeJS.ProcessEnv, isRoot?: boolean, homeFolder?: string }} [machine]
 */
export function cacheFolder({ env = process.env, isRoot = runsAsRoot(), homeFolder = os.homedir() } = {}) {
  if (env.REBILL_DESK_CACHE) return path.resolve(env.REBILL_DESK_CACHE)
  if (isRoot) return '/var/cache/rebill-desk'
  return path.join(env.XDG_CACHE_HOME || path.join(homeFolder, '.cache'), 'rebill-desk')
}

/** @param {string} cache */
async function makeCache(cache) {
  try {
    await mkdir(cache, { recursive: true })
    await access(cache, constants.W_OK)
  } catch (error) {
    throw new Refusal(
      `The cache folder ${cache} cannot be used: ${/** @type {Error} */ (error).message}\n` +
        'Set REBILL_DESK_CACHE to a folder that can be written.',
    )
  }
}

/** @param {string} electronPath */
async function versionOf(electronPath) {
  const file = path.join(path.dirname(electronPath), 'version')
  const text = await readFile(file, 'utf8').catch(() => officialVersion())
  return text.trim().replace(/^v/, '')
}

function keytarFile() {
  const folder = path.dirname(
    createRequire(path.join(projectRoot, 'package.json')).resolve('keytar/package.json'),
  )
  return path.join(folder, 'prebuilds', `${process.platform}-${process.arch}`, 'keytar.node')
}
