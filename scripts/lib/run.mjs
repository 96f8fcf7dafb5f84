import { spawn } from 'node:child_process'

/**
 * @typedef {object} Finished
 * @property {number | null} exitCode null when a signal ended it or it never started
 * @property {NodeJS.Signals | null} signal
 * @property {string} stdout
 * @property {string} stderr
 * @property {boolean} isMissing the program does not exist
 * @property {boolean} isTimedOut
 */

const KEPT_OUTPUT_LENGTH = 2_000_000

/**
 * Runs a program to its end and never throws for what the program does.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, input?: string }} [options]
 * @returns {Promise<Finished>}
 */
export function capture(file, args, { cwd, env = process.env, timeoutMs = 0, input } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, timeout: timeoutMs, stdio: ['pipe', 'pipe', 'pipe'] })
    const startedAtMs = Date.now()
    let stdout = ''
    let stderr = ''
    child.stdout
      .setEncoding('utf8')
      .on('data', (text) => (stdout = (stdout + text).slice(-KEPT_OUTPUT_LENGTH)))
    child.stderr
      .setEncoding('utf8')
      .on('data', (text) => (stderr = (stderr + text).slice(-KEPT_OUTPUT_LENGTH)))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve({
        exitCode: null,
        signal: null,
        stdout,
        stderr: `${stderr}${error.message}`,
        isMissing: error.code === 'ENOENT',
        isTimedOut: false,
      }),
    )
    child.on('close', (exitCode, signal) =>
      resolve({
        exitCode,
        signal,
        stdout,
        stderr,
        isMissing: false,
        isTimedOut: timeoutMs > 0 && signal === 'SIGTERM' && Date.now() - startedAtMs >= timeoutMs,
      }),
    )
  })
}

/**
 * Runs a program with this terminal's streams; resolves to its exit code.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions }} [options]
 * @returns {Promise<number>}
 */
export function runAttached(file, args, { cwd, env = process.env, stdio = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio })
    const stopForwarding = forwardSignals(child)
    child.on('error', (error) => {
      stopForwarding()
      reject(error)
    })
    child.on('close', (exitCode, signal) => {
      stopForwarding()
      resolve(exitCode ?? (signal ? 128 + (SIGNAL_NUMBERS[signal] ?? 0) : 1))
    })
  })
}

/** @type {Record<string, number>} */
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/**
 * Hands a stop request on to the child, so that its own clean-up runs before ours.
 * @param {import('node:child_process').ChildProcess} child
 */
export function forwardSignals(child) {
  const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal)
  for (const signal of FORWARDED) process.on(signal, forward)
  return () => {
    for (const signal of FORWARDED) process.off(signal, forward)
  }
}

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The last lines of a program's output, for an error message. @param {Finished} finished */
export function lastLines({ stdout, stderr }, count = 15) {
  const text = stderr.trim() === '' ? stdout : stderr
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
