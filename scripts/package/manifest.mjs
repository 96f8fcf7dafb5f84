import { createHash, createPrivateKey, sign } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../lib/script.mjs'
import { EXECUTABLE, packageName } from './builder-config.mjs'

/** The file that the app asks for, in the folder of the packages. */
export const MANIFEST_NAME = 'latest.json'
/** The variable with the path of the releaser's private key. */
export const KEY_VARIABLE = 'REBILL_DESK_SIGNING_KEY'

/** Put before the text that is signed. src-main/services/updates/read-manifest.ts expects it. */
const SIGNATURE_PREFIX = 'rebill-desk update manifest 1\n'
const DAY_MS = 86_400_000

/** Names of the packages, as the steps of the packaging make them, and the system that each is for. */
const PACKAGES = [
  { pattern: /^rebill-desk_[^_]+_(amd64|arm64)\.deb$/, platform: 'linux', kind: 'deb' },
  { pattern: /^rebill-desk-.+-linux-(x64|arm64)\.tar\.xz$/, platform: 'linux', kind: 'tar.xz' },
  { pattern: /^rebill-desk-.+-(x64|arm64)\.exe$/, platform: 'win32', kind: 'exe' },
  { pattern: /^rebill-desk-.+-(x64|arm64)\.zip$/, platform: 'darwin', kind: 'zip' },
]

/**
 * @typedef {{ version: string, minimumVersion: string, rollOut: number, days: number, notes: string, nowMs: number }} Release
 *   `days` is how long the manifest counts
 */

/**
 * What is signed about a release: its packages in a folder, and for whom it is.
 * @param {string} folder
 * @param {Release} release
 */
export async function makeManifest(folder, { version, minimumVersion, rollOut, days, notes, nowMs }) {
  const names = (await readdir(folder)).sort()
  const standIn = names.find((name) => name.startsWith(packageName(true)))
  if (standIn !== undefined) throw new Refusal(`${standIn} is for tests only. Remove it from the folder.`)
  const files = []
  for (const name of names) {
    const found = PACKAGES.find(({ pattern }) => pattern.test(name))
    if (found === undefined) continue
    if (!name.includes(version)) throw new Refusal(`${name} is not of version ${version}.`)
    const architecture = /** @type {string} */ (found.pattern.exec(name)?.[1]).replace('amd64', 'x64')
    const file = path.join(folder, name)
    files.push({
      ...{ name, system: `${found.platform}-${architecture}`, kind: found.kind },
      ...{ bytes: (await stat(file)).size, sha512: await sha512Of(file) },
    })
  }
  if (files.length === 0) throw new Refusal(`There is no package of ${version} in ${folder}.`)
  return {
    ...{ format: 1, product: EXECUTABLE, version, signedAtMs: nowMs, expiresAtMs: nowMs + days * DAY_MS },
    ...{ minimumVersion, rollOut, notes, files },
  }
}

/**
 * The content of the file that the app asks for: the manifest as text, and its signature.
 * @param {unknown} manifest
 * @param {string} privateKey Ed25519, as PEM
 */
export function signManifest(manifest, privateKey) {
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new Refusal('The signing key is not an Ed25519 key.')
  const text = JSON.stringify(manifest)
  const signature = sign(null, Buffer.from(SIGNATURE_PREFIX + text, 'utf8'), key).toString('base64')
  return `${JSON.stringify({ manifest: text, signature })}\n`
}

/**
 * The lines of a version in the changelog, without its heading.
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const parts = changelog.split(/^## /m)
  const part = parts.find((each) =>
    new RegExp(`^\\[?${version.replaceAll('.', '\\.')}(?=[\\]\\s]|$)`).test(each),
  )
  if (part === undefined) throw new Refusal(`CHANGELOG.md has no heading for ${version}.`)
  return part
    .slice(part.indexOf('\n'))
    .replaceAll(/^### /gm, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

/** @param {string | undefined} file */
export async function readSigningKey(file) {
  if (file === undefined || file === '')
    throw new Refusal(`No manifest was written: ${KEY_VARIABLE} does not name the file of the signing key.`)
  if (!existsSync(file)) throw new Refusal(`No manifest was written: there is no file ${file}.`)
  // On Windows the rights of a file are not in its mode.
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0)
    throw new Refusal(`No manifest was written: other users can read ${file}. Run "chmod 600" on it.`)
  return readFile(file, 'utf8')
}

/** @param {string} file */
async function sha512Of(file) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
