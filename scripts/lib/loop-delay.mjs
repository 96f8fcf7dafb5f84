/** How often main's event loop is looked at, in ms. The histogram counts this time as delay, so it is taken off again. */
const RESOLUTION_MS = 10

/**
 * @typedef {object} LoopDelay how late main's event loop came to a timer, in ms
 * @property {number} p50
 * @property {number} p99
 * @property {number} max
 */

/**
 * Starts to measure the delay of the event loop of main. `lap` returns the delay since the last lap, `total` since the
 * start.
 * @param {import('playwright-core').ElectronApplication} app
 */
export async function watchLoop(app) {
  await app.evaluate((_electron, resolution) => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const delays = {
      lap: monitorEventLoopDelay({ resolution }),
      total: monitorEventLoopDelay({ resolution }),
    }
    delays.lap.enable()
    delays.total.enable()
    Object.assign(globalThis, { benchDelays: delays })
  }, RESOLUTION_MS)

  /** @param {'lap' | 'total'} name @returns {Promise<LoopDelay>} */
  const read = async (name) => {
    const intervals = await app.evaluate((_electron, histogram) => {
      const delays = /** @type {any} */ (globalThis).benchDelays[histogram]
      const found = { p50: delays.percentile(50), p99: delays.percentile(99), max: delays.max }
      delays.reset()
      return found
    }, name)
    const late = (/** @type {number} */ ns) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
    return { p50: late(intervals.p50), p99: late(intervals.p99), max: late(intervals.max) }
  }
  return { lap: () => read('lap'), total: () => read('total') }
}
