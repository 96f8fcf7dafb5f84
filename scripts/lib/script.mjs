/** A failure that is printed as its message only, without a stack. */
export class Refusal extends Error {}

/** @type {NodeJS.WritableStream} */
let target = process.stdout

/** Sets the stream for progress, for programs whose standard output is data. @param {NodeJS.WritableStream} stream */
export function sendLogTo(stream) {
  target = stream
}

/** @param {string | null} line null = print nothing */
export function say(line) {
  if (line !== null) target.write(`${line}\n`)
}

/** @param {number} durationMs */
export function formatDuration(durationMs) {
  const seconds = durationMs / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}

/**
 * Runs a step. A long step prints every few seconds that it is still running.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {{ quietForMs?: number, everyMs?: number }} [options] a step shorter than quietForMs prints nothing
 * @returns {Promise<T>}
 */
export async function withProgress(title, work, { quietForMs = 0, everyMs = 15_000 } = {}) {
  const startedAtMs = Date.now()
  let isAnnounced = false
  const announce = () => {
    isAnnounced = true
    say(`${title} ...`)
  }
  const first = quietForMs === 0 ? announce() : setTimeout(announce, quietForMs)
  const rest = setInterval(
    () => say(`  still at it after ${formatDuration(Date.now() - startedAtMs)}`),
    everyMs,
  )
  try {
    const result = await work()
    if (isAnnounced) say(`  took ${formatDuration(Date.now() - startedAtMs)}`)
    return result
  } finally {
    clearTimeout(first ?? undefined)
    clearInterval(rest)
  }
}

/** The oldest Node with Node-API 10. Without it better-sqlite3 crashes; vitest and Electron need it as well. */
const OLDEST_NODE = [22, 14]

/** @param {string | undefined} version such as 24.21.0; undefined = unknown, treated as new enough */
export function isTooOld(version) {
  const [major = Infinity, minor = 0] = version?.split('.').map(Number) ?? []
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}

/** npm scripts use the Node of node_modules, so this fails only for scripts that are started without npm. */
export function refuseOldNode(version = process.versions.node) {
  if (!isTooOld(version)) return
  throw new Refusal(
    `Node ${version} is too old: ${OLDEST_NODE.join('.')} or newer is needed. Run "npm ci" and start this through npm ` +
      '("npm start", "npm test"), which brings a newer one where there is one for this system.',
  )
}

/**
 * A line that explains which Node is used for what, if npm's own Node is too old for the scripts; otherwise null.
 * @param {NodeJS.ProcessEnv} env
 */
export function nodeLine(env, version = process.versions.node) {
  const npmsOwn = /\bnode\/v([\d.]+)/.exec(env.npm_config_user_agent ?? '')?.[1]
  if (!isTooOld(npmsOwn)) return null
  return `Node ${npmsOwn} runs npm only. Everything else runs on Node ${version}, which "npm ci" put into node_modules.`
}

/**
 * Runs the main function of a script and sets the exit code.
 * @param {() => Promise<number | void>} main
 */
export async function runScript(main) {
  try {
    refuseOldNode()
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error)
    process.exitCode = 1
  }
}
