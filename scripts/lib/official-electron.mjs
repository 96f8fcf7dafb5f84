import { access, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { withLock } from './lock.mjs'
import { projectRoot } from './paths.mjs'
import { capture } from './run.mjs'
import { withProgress } from './script.mjs'

const DOWNLOAD_LIMIT_MS = 15 * 60_000

/** @typedef {{ kind: 'found', electronPath: string } | { kind: 'unavailable', reason: string }} OfficialElectron */

/** The version in package.json, which is the one that ships. */
export function officialVersion() {
  return /** @type {string} */ (projectRequire('electron/package.json').version)
}

/**
 * The binary of the npm package `electron`. If it is missing, the package's installer downloads it.
 * @returns {Promise<OfficialElectron>}
 */
export async function ensureOfficialElectron() {
  const folder = path.dirname(projectRequire.resolve('electron/package.json'))
  const inPlace = await findBinary(folder)
  if (inPlace !== null) return { kind: 'found', electronPath: inPlace }
  return await withLock(path.join(folder, '.download.lock'), async () => {
    const byOther = await findBinary(folder)
    if (byOther !== null) return { kind: 'found', electronPath: byOther }
    return await withProgress(`Fetching Electron ${officialVersion()}`, async () => await download(folder), {
      quietForMs: 3_000,
    })
  })
}

/**
 * @param {string} folder
 * @returns {Promise<OfficialElectron>}
 */
async function download(folder) {
  const finished = await capture(process.execPath, [path.join(folder, 'install.js')], {
    timeoutMs: DOWNLOAD_LIMIT_MS,
  })
  if (finished.exitCode === 0) {
    const downloaded = await findBinary(folder)
    if (downloaded !== null) return { kind: 'found', electronPath: downloaded }
  }
  return {
    kind: 'unavailable',
    reason: reasonIn(finished.stderr),
  }
}

/** The message of an error stack, without the error class. @param {string} stderr */
export function reasonIn(stderr) {
  const line = stderr.split('\n').find((text) => text.trim() !== '') ?? 'no reason given'
  return line.replace(/^(?:\w*Error): /, '').trim()
}

/** @param {string} folder the package's folder */
async function findBinary(folder) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const name = await readFile(path.join(folder, 'path.txt'), 'utf8').catch(() => null)
  if (override) return path.join(override, name ?? 'electron')
  if (name === null) return null
  const version = await readFile(path.join(folder, 'dist', 'version'), 'utf8').catch(() => '')
  if (version.trim().replace(/^v/, '') !== officialVersion()) return null
  const file = path.join(folder, 'dist', name)
  return await access(file).then(
    () => file,
    () => null,
  )
}

const projectRequire = createRequire(path.join(projectRoot, 'package.json'))
