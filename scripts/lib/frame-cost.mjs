import { readFile } from 'node:fs/promises'

/** Work of a page that a frame waits for: its scripts, styles and layout. */
const WORK = new Set([
  ...['EventDispatch', 'FunctionCall', 'FireAnimationFrame', 'TimerFire', 'RunMicrotasks', 'EvaluateScript'],
  ...['UpdateLayoutTree', 'Layout', 'HitTest', 'PrePaint', 'MinorGC', 'MajorGC'],
])

/** @typedef {{ name: string, ph: string, ts: number, dur?: number, pid: number, tid: number, args?: any }} TraceEvent */

/**
 * Records a trace while something happens, and returns the ms of scripting and layout of each frame, in order.
 * @param {import('playwright-core').ElectronApplication} app
 * @param {() => Promise<void>} work
 * @returns {Promise<number[]>}
 */
export async function frameCosts(app, work) {
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({
      included_categories: [
        'devtools.timeline',
        'devtools.timeline.frame',
        'disabled-by-default-devtools.timeline',
      ],
    }),
  )
  await work()
  const file = await app.evaluate(({ contentTracing }) => contentTracing.stopRecording())
  return costsOf(JSON.parse(await readFile(file, 'utf8')).traceEvents)
}

/** @param {readonly TraceEvent[]} events */
function costsOf(events) {
  // Each frame of the page ends with a commit, so what comes after one belongs to the next frame.
  const begins = events.filter(({ name }) => name === 'BeginCommitCompositorFrame')
  if (begins.length === 0) throw new Error('The trace has no frames.')
  const thread = mostUsed(begins)
  const isOurs = (/** @type {TraceEvent} */ event) => `${event.pid} ${event.tid}` === thread
  const starts = begins
    .filter(isOurs)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  const work = events
    .filter((event) => isOurs(event) && event.ph === 'X' && WORK.has(event.name))
    .sort((a, b) => a.ts - b.ts)
  const costs = starts.map(() => 0)
  let at = 0
  let endedAt = 0
  for (const { ts, dur = 0 } of work) {
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= ts) at += 1
    // What is inside of other work is counted with that.
    if (ts >= (starts[0] ?? 0))
      costs[at] = (costs[at] ?? 0) + Math.max(0, ts + dur - Math.max(ts, endedAt)) / 1000
    endedAt = Math.max(endedAt, ts + dur)
  }
  return costs
}

/** @param {readonly TraceEvent[]} events */
function mostUsed(events) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { pid, tid } of events) counts.set(`${pid} ${tid}`, (counts.get(`${pid} ${tid}`) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}
