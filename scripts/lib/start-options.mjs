import { findAccount } from '../toolchain/account.mjs'
import { say } from './script.mjs'

/**
 * True if a window can be opened on a real display.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function hasDisplay(platform, env) {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/**
 * The switches that Electron needs to open a window on the real desktop, as the current user.
 * @param {string} electronPath
 * @param {NodeJS.ProcessEnv} env
 */
export async function desktopSwitches(electronPath, env) {
  const { hasSandbox, dropsRoot, warning } = await findAccount(electronPath)
  if (hasSandbox && !dropsRoot) return displayArguments(env)
  say(warning ?? "Chromium's sandbox is off: the window was started by root.")
  return ['--no-sandbox', ...displayArguments(env)]
}

/** Electron uses an X server by default. @param {NodeJS.ProcessEnv} env */
export function displayArguments(env) {
  return env.WAYLAND_DISPLAY && !env.DISPLAY ? ['--ozone-platform-hint=auto'] : []
}

/**
 * Parses an amount into the form of the window: two decimals, no leading zeros.
 * @param {string} text
 */
export function parseAmount(text) {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  if (match === null) throw new Error(`--amount takes a number such as 12.34, not "${text}".`)
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '')
  const amount = `${whole}.${(match[2] ?? '').padEnd(2, '0')}`
  if (amount === '0.00') throw new Error('--amount must be above zero.')
  return amount
}
