/** Time as the app sees it. Wall time is for people and rows, monotonic time for waits and deadlines (T1). */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  nowMs(): number
  /** Milliseconds that never jump back. */
  monotonicMs(): number
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  schedule(delayMs: number, task: () => void): () => void
}

/** The machine's clock. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  schedule: (delayMs, task) => {
    const timer = setTimeout(task, delayMs)
    return () => {
      clearTimeout(timer)
    }
  },
}
