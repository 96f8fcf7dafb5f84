import { chmod, mkdtemp, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../lib/paths.mjs'

/**
 * A mount of the checkout, for an account that cannot enter a folder above it. Only processes started with `through`
 * see the mount. It ends with the last of them.
 * @typedef {object} CheckoutMount
 * @property {(file: string, args: readonly string[]) => { file: string, args: string[] }} through root starts it behind
 *   the mount
 * @property {(text: string) => string} translate replaces every occurrence of the checkout's path in a text
 * @property {() => Promise<void>} remove
 */

/** @returns {Promise<CheckoutMount>} */
export async function makeCheckoutMount() {
  // A separate folder that is removed only when it is empty, so that no recursive delete can reach the checkout.
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
 * @param {string} text such as a path, a list of paths or an argument with a path
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

/** The folders that an account must be able to read to run the app. */
export const CHECKOUT_SAMPLES = ['package.json', path.join('node_modules', 'electron', 'package.json')]
