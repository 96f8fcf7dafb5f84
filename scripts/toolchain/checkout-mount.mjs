import { chmod, mkdtemp, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../lib/paths.mjs'

/**
 * A second way to the checkout, for an account that may not pass a folder above it. Only the processes started through
 * it see the mount, and it is gone with the last of them.
 * @typedef {object} CheckoutMount
 * @property {(file: string, args: readonly string[]) => { file: string, args: string[] }} through root starts it behind
 *   the mount
 * @property {(text: string) => string} translate replaces the checkout's path, wherever it stands in a text
 * @property {() => Promise<void>} remove
 */

/** @returns {Promise<CheckoutMount>} */
export async function makeCheckoutMount() {
  // A folder of its own that is only ever removed empty: nothing may sweep through it into the checkout.
  const point = await mkdtemp('/tmp/rebill-desk-code-')
  await chmod(point, 0o755)
  return {
    through: (file, args) => ({
      file: 'unshare',
      args: [
        '--mount',
        '--propagation',
        'private',
        'sh',
        '-c',
        MOUNT_AND_RUN,
        'sh',
        projectRoot,
        point,
        file,
        ...args,
      ],
    }),
    translate: (text) => translatePath(text, projectRoot, point),
    remove: async () => await rmdir(point),
  }
}

const MOUNT_AND_RUN = 'mount --bind "$1" "$2" && cd "$2" && shift 2 && exec "$@"'

/**
 * @param {string} text such as a path, a list of paths or an argument that holds one
 * @param {string} from
 * @param {string} to
 */
export function translatePath(text, from, to) {
  return text
    .split(/(?<=[:=])/)
    .map((part) => (isAtOrBelow(part, from) ? `${to}${part.slice(from.length)}` : part))
    .join('')
}

/**
 * @param {string} part
 * @param {string} folder
 */
function isAtOrBelow(part, folder) {
  return part.startsWith(folder) && ['', '/', ':'].includes(part.charAt(folder.length))
}

/** What an account must be able to read to run the app from here. */
export const CHECKOUT_SAMPLES = ['package.json', path.join('node_modules', 'electron', 'package.json')]
