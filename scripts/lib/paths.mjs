import os from 'node:os'
import path from 'node:path'

/** The checkout's root folder. */
export const projectRoot = path.resolve(import.meta.dirname, '..', '..')

/** Where builds, pictures and test reports go. */
export const outFolder = path.join(projectRoot, 'out')

/**
 * The folder that outlives node_modules: the stand-in Electron and the native build are kept there.
 * Root's home is closed to the unprivileged account that runs the window, hence the system-wide place.
 * @param {{ env?: NodeJS.ProcessEnv, isRoot?: boolean, homeFolder?: string }} [machine]
 */
export function cacheFolder({ env = process.env, isRoot = runsAsRoot(), homeFolder = os.homedir() } = {}) {
  if (env.REBILL_DESK_CACHE) return path.resolve(env.REBILL_DESK_CACHE)
  if (isRoot) return '/var/cache/rebill-desk'
  return path.join(env.XDG_CACHE_HOME || path.join(homeFolder, '.cache'), 'rebill-desk')
}

export function runsAsRoot() {
  return process.getuid?.() === 0
}
