import { listPackage, statFile } from '@electron/asar'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '../lib/script.mjs'

/** @typedef {{ name: string, bytes: number }} PackagedFile name with slashes, below the folder of the app */

const ARCHIVE = 'resources/app.asar'

/**
 * Every file that a Linux package may hold below the folder of the app. A pattern that matches no file fails as well, so
 * the list stays true.
 */
export const ALLOWED_FILES = [
  // Electron.
  /^rebill-desk$/,
  /^chrome-sandbox$/,
  /^chrome_crashpad_handler$/,
  /^(?:icudtl\.dat|resources\.pak|chrome_[12]00_percent\.pak|snapshot_blob\.bin|v8_context_snapshot\.bin)$/,
  /^lib(?:EGL|GLESv2|ffmpeg|vk_swiftshader)\.so$/,
  /^(?:libvulkan\.so\.1|vk_swiftshader_icd\.json)$/,
  /^locales\/[a-z]{2,3}(?:-[A-Z]{2}|-419)?\.pak$/,
  /^LICENSES?\.(?:electron\.txt|chromium\.html)$/,

  // The app.
  /^resources\/app\.asar\/package\.json$/,
  /^resources\/app\.asar\/resources\/icon\.png$/,
  /^resources\/app\.asar\/out\/main\/(?:index|db-(?:writer|reader|care)|order-(?:export|import)|keychain|simulator)\.js$/,
  /^resources\/app\.asar\/out\/main\/chunks\/[\w.-]+\.js$/,
  /^resources\/app\.asar\/out\/preload\/index\.cjs$/,
  /^resources\/app\.asar\/out\/renderer\/index\.html$/,
  /^resources\/app\.asar\/out\/renderer\/assets\/[\w.-]+\.(?:js|css|woff2)$/,

  // Native modules: their loaders in the archive, their builds beside it.
  /^resources\/app\.asar\/node_modules\/(?:better-sqlite3|keytar)\/(?:package\.json|LICENSE(?:\.md)?)$/,
  /^resources\/app\.asar\/node_modules\/better-sqlite3\/lib\/(?:methods\/)?[\w-]+\.js$/,
  /^resources\/app\.asar\/node_modules\/keytar\/lib\/keytar\.js$/,
  /^resources\/app\.asar\.unpacked\/node_modules\/better-sqlite3\/prebuilds\/linux-(?:x64|arm64)\.node$/,
  /^resources\/app\.asar\.unpacked\/node_modules\/keytar\/prebuilds\/linux-(?:x64|arm64)\/keytar\.node$/,

  // Texts.
  /^resources\/documents\/(?:CHANGELOG\.md|LICENSE|licences\.txt|sbom\.cdx\.json)$/,
  /^resources\/documents\/(?:administrators\.md|policy\.schema\.json)$/,
]

/**
 * All files of a packaged app, with those in its archive.
 * @param {string} folder of the app
 * @returns {Promise<PackagedFile[]>}
 */
export async function listContent(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    entries
      .filter((entry) => !entry.isDirectory())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return { name: slashed(path.relative(folder, file)), bytes: (await stat(file)).size }
      }),
  )
  if (!files.some(({ name }) => name === ARCHIVE)) throw new Refusal(`${folder} has no ${ARCHIVE}.`)
  return [...files.filter(({ name }) => name !== ARCHIVE), ...archived(path.join(folder, ARCHIVE))]
}

/** @param {string} archive @returns {PackagedFile[]} */
function archived(archive) {
  return listPackage(archive, { isPack: false }).flatMap((listed) => {
    const inside = listed.replace(/^[\\/]/, '')
    const entry = statFile(archive, inside, false)
    if (!('size' in entry) || entry.unpacked) return []
    return [{ name: `${ARCHIVE}/${slashed(inside)}`, bytes: entry.size }]
  })
}

/**
 * What is wrong with the content of a package, as sentences.
 * @param {readonly PackagedFile[]} files
 */
export function contentProblems(files, allowed = ALLOWED_FILES) {
  const unexpected = files.filter(({ name }) => !allowed.some((pattern) => pattern.test(name)))
  const unused = allowed.filter((pattern) => !files.some(({ name }) => pattern.test(name)))
  return [
    ...unexpected.map(({ name }) => `Not on the list of what a package holds: ${name}`),
    ...unused.map((pattern) => `On the list, but not in the package: ${pattern.source}`),
  ]
}

/** @param {readonly PackagedFile[]} files */
export function requireContent(files) {
  const problems = contentProblems(files)
  if (problems.length > 0) throw new Refusal(problems.slice(0, 20).join('\n'))
}

/**
 * The size of an app and its ten largest parts, as lines.
 * @param {readonly PackagedFile[]} files
 */
export function sizeTable(files) {
  /** @type {Map<string, number>} */
  const parts = new Map()
  for (const { name, bytes } of files) parts.set(partOf(name), (parts.get(partOf(name)) ?? 0) + bytes)
  const largest = [...parts].sort(([, a], [, b]) => b - a).slice(0, 10)
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  return [
    `${files.length} files, ${megabytes(total)}. The ten largest parts:`,
    ...largest.map(([name, bytes]) => `${megabytes(bytes).padStart(10)}  ${name}`),
  ].join('\n')
}

/** A part is a file, the folder of locales, or a folder of the app such as out/renderer. @param {string} name */
function partOf(name) {
  return (
    /^locales|^resources\/app\.asar(?:\.unpacked)?\/(?:node_modules\/[^/]+|out\/[^/]+)/.exec(name)?.[0] ??
    name
  )
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** @param {string} name */
function slashed(name) {
  return name.split(path.sep).join('/')
}
