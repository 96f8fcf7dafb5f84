/** Time as the app sees it. Wall time is for people and rows, monotonic time for waits and deadlines (T1). */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  nowMs(): number
  /** Milliseconds that never jump back. */
  monotonicMs(): number
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  schedule(delayMs: number, task: () => void): () => void
}

/** Waits for work, `timeoutMs` at most; the work itself goes on. Errors: those of the work. */
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
