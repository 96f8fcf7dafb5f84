/**
 * A busy page makes a few dozen calls a second, and a person changes far less. A window of time begins with its first call.
 */
const rates = {
  /** All calls of a sender. */
  all: { windowMs: 10_000, calls: 1000 },
  /** Calls of one command that changes something. */
  write: { windowMs: 60_000, calls: 300 },
} as const

/** Limits the calls of each sender, so that none can keep main busy or fill the disk. */
export class CallRate {
  readonly #windows = new Map<string, { startMs: number; calls: number }>()

  /** False when the sender has used its calls of this window. */
  allows(sender: number, nowMs: number): boolean {
    return this.#counts(String(sender), rates.all, nowMs)
  }

  /** The same for one command that changes something. */
  allowsWrite(sender: number, name: string, nowMs: number): boolean {
    return this.#counts(`${String(sender)} ${name}`, rates.write, nowMs)
  }

  #counts(key: string, rate: (typeof rates)[keyof typeof rates], nowMs: number): boolean {
    const window = this.#windows.get(key)
    if (window === undefined || nowMs - window.startMs >= rate.windowMs) {
      this.#windows.set(key, { startMs: nowMs, calls: 1 })
      return true
    }
    window.calls += 1
    return window.calls <= rate.calls
  }
}
