import { SANDBOX_VARIABLE } from './session.mjs'

/**
 * The switches that Electron needs on this machine, before the app's folder.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function electronArguments(env = process.env) {
  return isSandboxOn(env) ? [] : ['--no-sandbox']
}

/** @param {NodeJS.ProcessEnv} [env] */
export function isSandboxOn(env = process.env) {
  return env[SANDBOX_VARIABLE] !== 'off'
}

/** @param {NodeJS.ProcessEnv} [env] */
export function electronPathFrom(env = process.env) {
  const electronPath = env.REBILL_DESK_ELECTRON
  if (!electronPath)
    throw new Error('No Electron was chosen for this run: start it with npm start, npm test or npm run e2e.')
  return electronPath
}
