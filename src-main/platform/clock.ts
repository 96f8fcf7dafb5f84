/** The app's clock. Wall time is for people and stored rows, monotonic time for waits and deadlines. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  nowMs(): number
  /** Milliseconds of a clock that never goes back. */
  monotonicMs(): number
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  schedule(delayMs: number, task: () => void): () => void
}

/** Waits for `work`, at most `timeoutMs`. After the timeout the work continues. Errors: those of the work. */
export async function waitAtMost(clock: Clock, work: Promise<void>, timeoutMs: number): Promise<void> {
  let cancelTimer = () => {}
  const timeout = new Promise<void>((resolve) => {
    cancelTimer = clock.schedule(timeoutMs, resolve)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    cancelTimer()
  }
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
