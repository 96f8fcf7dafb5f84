import { Refusal } from './log.mjs'

/** What vitest, Electron's installer and the prebuilt native modules ask for. */
const OLDEST = [22, 14]

/** @param {string} version such as 24.21.0 */
export function isTooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}

/** npm puts the Node of node_modules first on its scripts' path, so this only meets those who go past npm. */
export function refuseOldNode(version = process.versions.node) {
  if (!isTooOld(version)) return
  throw new Refusal(
    `Node ${version} is too old: ${OLDEST.join('.')} or newer is needed. Run "npm ci" and start this through npm ` +
      '("npm start", "npm test"), which brings a newer one where there is one for this system.',
  )
}
