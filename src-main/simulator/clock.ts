/** Time as the simulator sees it. Tests put a clock here that they move by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  nowMs(): number
  /** Resolves when `durationMs` have passed on this clock. */
  sleep(durationMs: number): Promise<void>
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  sleep: (durationMs) =>
    new Promise((resolve) => {
      // A reply that is still being delayed must not keep a stopped simulator alive.
      setTimeout(resolve, durationMs).unref()
    }),
}
