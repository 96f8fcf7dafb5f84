import type { Clock } from '../../platform/clock'

// A sleep that is shorter than the tolerance costs nothing: the questions of one order are never closer than 3 s.
const beatMs = 10_000
const toleranceMs = 5_000
// A machine whose beats go on for so long after a suspend event did not sleep, or the resume event was lost.
const trustSuspendForMs = 2 * 60_000

/**
 * Monotonic time without the time that the machine slept. Some systems stop the monotonic clock during a sleep, others
 * do not; where it goes on, the sleep is seen as a beat that comes much too late. A lost resume event changes nothing.
 */
export class AwakeClock {
  readonly #clock: Clock
  readonly #onWake: () => void
  #seenMs: number
  #sleptMs = 0
  #suspendedAtMs: number | null = null
  #cancelBeat: (() => void) | null = null

  /** `onWake` is called when a sleep was noticed, before the time that is asked for is answered. */
  constructor(clock: Clock, onWake: () => void) {
    this.#clock = clock
    this.#onWake = onWake
    this.#seenMs = clock.monotonicMs()
  }

  /** Milliseconds awake; never goes back. */
  nowMs(): number {
    this.#look()
    return (this.#suspendedAtMs ?? this.#seenMs) - this.#sleptMs
  }

  /** True between a suspend event and the waking that follows it. */
  get isSuspended(): boolean {
    return this.#suspendedAtMs !== null
  }

  /** Beats run only between `start` and `stop`, so that an app without work to time sets no timer. */
  start(): void {
    if (this.#cancelBeat !== null) return
    this.#seenMs = this.#clock.monotonicMs()
    this.#beat()
  }

  stop(): void {
    this.#cancelBeat?.()
    this.#cancelBeat = null
  }

  /** The machine is about to sleep. */
  suspend(): void {
    this.#look()
    this.#suspendedAtMs ??= this.#seenMs
  }

  /** The machine woke up. */
  resume(): void {
    this.#look()
    this.#wake()
  }

  #beat(): void {
    this.#cancelBeat = this.#clock.schedule(beatMs, () => {
      this.#look()
      this.#beat()
    })
  }

  #look(): void {
    const nowMs = this.#clock.monotonicMs()
    const stepMs = nowMs - this.#seenMs
    this.#seenMs = nowMs
    if (this.#cancelBeat === null) return
    const isGap = stepMs > beatMs + toleranceMs
    const isForgotten = this.#suspendedAtMs !== null && nowMs - this.#suspendedAtMs > trustSuspendForMs
    if (isGap && this.#suspendedAtMs === null) this.#sleptMs += stepMs - beatMs
    if (isGap || isForgotten) this.#wake()
  }

  #wake(): void {
    if (this.#suspendedAtMs !== null) {
      this.#sleptMs += this.#seenMs - this.#suspendedAtMs
      this.#suspendedAtMs = null
    }
    this.#onWake()
  }
}
