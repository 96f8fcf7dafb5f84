import { createHash } from 'node:crypto'
import { access, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withLock } from './lock.mjs'
import { Refusal, withProgress } from './script.mjs'
import { outFolder, projectRoot } from './paths.mjs'
import { capture, lastLines } from './run.mjs'

/** All inputs of the build. */
const INPUTS = [
  'electron.vite.config.ts',
  'package-lock.json',
  'package.json',
  'resources',
  'scripts/lib/compiled-messages.mjs',
  'scripts/lib/shipped-packages.mjs',
  'src-main',
  'src-renderer',
  'src-shared',
  'tsconfig.json',
]

/** The app whose texts are 40 % longer, for tests. */
export const PSEUDO_FOLDER = path.join(outFolder, 'pseudo')

/** The app of the package for tests. */
export const TEST_PACKAGE_FOLDER = path.join(outFolder, 'test-package')

/** @typedef {'production' | 'pseudo' | 'test-package'} Mode */

const PRODUCTS = ['main/index.js', 'main/simulator.js', 'preload/index.cjs', 'renderer/index.html']

/** Builds the app, unless `out/` already contains the build of the same sources. */
export async function ensureBuilt() {
  await buildInto(outFolder, 'production')
}

/** Builds the app whose texts are 40 % longer into a folder of its own, unless it is there already. */
export async function ensurePseudoBuilt() {
  await buildInto(path.join(PSEUDO_FOLDER, 'out'), 'pseudo')
  for (const name of ['package.json', 'resources'])
    await cp(path.join(projectRoot, name), path.join(PSEUDO_FOLDER, name), { recursive: true })
}

/** Builds the app that takes the window tests when it is packaged, unless it is there already. */
export async function ensureTestPackageBuilt() {
  await buildInto(path.join(TEST_PACKAGE_FOLDER, 'out'), 'test-package')
}

/**
 * @param {string} folder
 * @param {Mode} mode
 */
async function buildInto(folder, mode) {
  const stamp = path.join(folder, '.built-from')
  const isFresh = async (/** @type {string} */ hash) =>
    (await readFile(stamp, 'utf8').catch(() => '')) === hash && (await haveAll(folder, PRODUCTS))
  if (await isFresh(await hashOf(projectRoot, INPUTS))) return
  await mkdir(folder, { recursive: true })
  await withLock(path.join(folder, '.build.lock'), async () => {
    // Hashed before the build, so that an edit during the build causes another build at the next start.
    const hash = await hashOf(projectRoot, INPUTS)
    if (await isFresh(hash)) return
    await withProgress('Building the app', () => build(folder, mode))
    await writeFile(stamp, hash)
  })
}

/**
 * @param {string} folder
 * @param {Mode} mode
 */
async function build(folder, mode) {
  const bin = path.join(projectRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const args = [bin, 'build', '--logLevel', 'warn', '--mode', mode]
  const built = await capture(process.execPath, args, { cwd: projectRoot })
  if (built.exitCode !== 0) throw new Refusal(`The build failed:\n${lastLines(built, 40)}`)
  if (!(await haveAll(folder, PRODUCTS))) {
    throw new Refusal(
      `The build ended without an error but left out one of ${PRODUCTS.join(', ')} in ${folder}.`,
    )
  }
}

/**
 * One hash of the names and contents of files and of all files in folders.
 * @param {string} root
 * @param {readonly string[]} inputs paths below root; one that does not exist counts as absent
 */
export async function hashOf(root, inputs) {
  const hash = createHash('sha256')
  for (const input of [...inputs].sort()) await add(hash, root, input)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} name
 */
async function add(hash, root, name) {
  const file = path.join(root, name)
  try {
    const bytes = await readFile(file)
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ENOENT') return
    if (code !== 'EISDIR') throw error
    for (const child of (await readdir(file)).sort()) await add(hash, root, path.posix.join(name, child))
  }
}

/**
 * @param {string} folder
 * @param {readonly string[]} names
 */
async function haveAll(folder, names) {
  const found = await Promise.all(
    names.map((name) =>
      access(path.join(folder, name)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.every(Boolean)
}
