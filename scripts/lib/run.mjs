import os from 'node:os'
import { x } from 'tinyexec'
import { Refusal } from './script.mjs'

/**
 * @typedef {object} Finished
 * @property {number | undefined} exitCode undefined if a signal ended it or it never started
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Runs a program to its end. Never throws, whatever the program does.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options] env is added to this process's own
 * @returns {Promise<Finished>}
 */
export async function capture(file, args, { cwd, env, timeoutMs } = {}) {
  try {
    return await x(file, [...args], { timeout: timeoutMs, nodePath: false, nodeOptions: { cwd, env } })
  } catch (error) {
    // The program does not exist, is not executable, or ran into the time limit.
    return { exitCode: undefined, stdout: '', stderr: String(/** @type {Error} */ (error).cause ?? error) }
  }
}

/**
 * The same for a program without which the script cannot go on: it ends with the last lines of the program.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {Parameters<typeof capture>[2]} [options]
 * @returns {Promise<Finished>}
 */
export async function captureOrRefuse(file, args, options) {
  const finished = await capture(file, args, options)
  if (finished.exitCode !== 0) throw new Refusal(`${file} failed:\n${lastLines(finished)}`)
  return finished
}

/**
 * Runs a program in this terminal and forwards stop signals to it, so that its clean-up runs before ours.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} [options] env is
 *   all that the program gets
 * @returns {Promise<number>} its exit code; 128 and the signal's number when a signal ended it
 */
export async function runAttached(file, args, { cwd, env = process.env, stdio = 'inherit' } = {}) {
  const running = x(file, [...args], { nodePath: false, inheritEnv: false, nodeOptions: { cwd, env, stdio } })
  const forward = (/** @type {NodeJS.Signals} */ signal) => void running.kill(signal)
  for (const signal of FORWARDED) process.on(signal, forward)
  try {
    const { exitCode } = await running
    const signal = /** @type {NodeJS.Signals | null} */ (running.signalCode)
    return exitCode ?? 128 + (signal ? os.constants.signals[signal] : 0)
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward)
  }
}

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs npm with the configuration of this machine, which can contain mirrors and proxies.
 * @param {string[]} args
 * @param {string} cwd
 */
export async function runNpm(args, cwd) {
  const cli = process.env.npm_execpath
  // Inside `npm start`, npm sets the path of its own program.
  if (cli?.endsWith('npm-cli.js')) return await capture(process.execPath, [cli, ...args], { cwd })
  return await capture('npm', args, { cwd })
}

/** The last lines of a program's output, for an error message. @param {Finished} finished */
export function lastLines({ stdout, stderr }, count = 15) {
  const text = stderr.trim() === '' ? stdout : stderr
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
