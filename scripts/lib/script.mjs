/** A failure whose message is all that a person needs; no stack is printed for it. */
export class Refusal extends Error {}

/** @type {NodeJS.WritableStream} */
let target = process.stdout

/** Programs whose standard output is data send their progress elsewhere. @param {NodeJS.WritableStream} stream */
export function sendLogTo(stream) {
  target = stream
}

/** @param {string | null} line null = nothing to say */
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
 * Runs a step; when it is long, says every few seconds that it is still going.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {{ quietForMs?: number, everyMs?: number }} [options] a step that is over within quietForMs is not mentioned
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

/** The oldest one that has Node-API 10, without which better-sqlite3 crashes; vitest and Electron ask for it as well. */
const OLDEST_NODE = [22, 14]

/** @param {string | undefined} version such as 24.21.0; undefined = not known, which counts as new enough */
export function isTooOld(version) {
  const [major = Infinity, minor = 0] = version?.split('.').map(Number) ?? []
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}

/** npm puts the Node of node_modules first on its scripts' path, so this only meets those who go past npm. */
export function refuseOldNode(version = process.versions.node) {
  if (!isTooOld(version)) return
  throw new Refusal(
    `Node ${version} is too old: ${OLDEST_NODE.join('.')} or newer is needed. Run "npm ci" and start this through npm ` +
      '("npm start", "npm test"), which brings a newer one where there is one for this system.',
  )
}

/**
 * Which Node does what, where npm's own is too old for the rest; null where there is nothing to say.
 * @param {NodeJS.ProcessEnv} env
 */
export function nodeLine(env, version = process.versions.node) {
  const npmsOwn = /\bnode\/v([\d.]+)/.exec(env.npm_config_user_agent ?? '')?.[1]
  if (!isTooOld(npmsOwn)) return null
  return `Node ${npmsOwn} runs npm only. Everything else runs on Node ${version}, which "npm ci" put into node_modules.`
}

/**
 * Runs a script's main function and turns its end into an exit code.
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
