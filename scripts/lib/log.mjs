/** @type {NodeJS.WritableStream} */
let target = process.stdout

/** Programs whose standard output is data send their progress elsewhere. @param {NodeJS.WritableStream} stream */
export function sendLogTo(stream) {
  target = stream
}

/** @param {string} line */
export function say(line) {
  target.write(`${line}\n`)
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

/** A failure whose message is all that a person needs; no stack is printed for it. */
export class Refusal extends Error {}

/**
 * Runs a script's main function and turns its end into an exit code.
 * @param {() => Promise<number | void>} main
 */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error)
    process.exitCode = 1
  }
}
