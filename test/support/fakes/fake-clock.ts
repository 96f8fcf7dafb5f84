import type { Clock } from '../../../src-main/platform/clock'

interface Timer {
  readonly dueMs: number
  readonly order: number
  readonly task: () => void
}

/** Waits for all microtasks and for what they start. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** A clock that moves only when a test advances it. Wall time and monotonic time can be set separately. */
export class FakeClock implements Clock {
  #wallMs: number
  #monotonicMs = 0
  #order = 0
  readonly #timers = new Set<Timer>()

  constructor(startMs = Date.UTC(2026, 5, 15, 12, 0, 0)) {
    this.#wallMs = startMs
  }

  nowMs(): number {
    return this.#wallMs
  }

  monotonicMs(): number {
    return this.#monotonicMs
  }

  schedule(delayMs: number, task: () => void): () => void {
    const timer = { dueMs: this.#monotonicMs + Math.max(0, delayMs), order: this.#order++, task }
    this.#timers.add(timer)
    return () => {
      this.#timers.delete(timer)
    }
  }

  /** Sets the wall clock of the computer. */
  jump(byMs: number): void {
    this.#wallMs += byMs
  }

  /** The machine sleeps on a system whose monotonic clock continues: timers that expire meanwhile are late. */
  sleep(byMs: number): void {
    this.#moveTo(this.#monotonicMs + byMs)
  }

  get timerCount(): number {
    return this.#timers.size
  }

  /** Runs every due timer in order and waits for each. */
  async advance(byMs: number): Promise<void> {
    await settled()
    const untilMs = this.#monotonicMs + byMs
    for (let next = this.#nextUntil(untilMs); next !== null; next = this.#nextUntil(untilMs)) {
      this.#moveTo(next.dueMs)
      this.#timers.delete(next)
      next.task()
      await settled()
    }
    this.#moveTo(untilMs)
    await settled()
  }

  #nextUntil(untilMs: number): Timer | null {
    let next: Timer | null = null
    for (const timer of this.#timers)
      if (timer.dueMs <= untilMs && (next === null || isBefore(timer, next))) next = timer
    return next
  }

  #moveTo(monotonicMs: number): void {
    const stepMs = Math.max(0, monotonicMs - this.#monotonicMs)
    this.#monotonicMs += stepMs
    this.#wallMs += stepMs
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order)
}
