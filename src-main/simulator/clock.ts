/** The simulator's clock. Tests replace it by a clock that they set themselves. */
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
      // A delayed reply must not keep the process alive after the simulator was stopped.
      setTimeout(resolve, durationMs).unref()
    }),
}
