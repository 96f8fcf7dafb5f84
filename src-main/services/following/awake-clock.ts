import type { Clock } from '../../platform/clock'

// A shorter sleep does no harm: polls of one order are at least 3 s apart.
const beatMs = 10_000
const toleranceMs = 5_000
// If beats continue for this long after a suspend event, the machine did not sleep or the resume event was lost.
const trustSuspendForMs = 2 * 60_000

/**
 * Monotonic time without the time that the machine slept. Some systems stop the monotonic clock during a sleep. On
 * others, a beat that is much too late shows the sleep. A lost resume event does no harm.
 */
export class AwakeClock {
  readonly #clock: Clock
  readonly #onWake: () => void
  #seenMs: number
  #sleptMs = 0
  #suspendedAtMs: number | null = null
  #cancelBeat: (() => void) | null = null

  /** `onWake` is called when a sleep was noticed, before `nowMs` returns. */
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

  /** True between a suspend event and the next wake-up. */
  get isSuspended(): boolean {
    return this.#suspendedAtMs !== null
  }

  /** Beats run only between `start` and `stop`, so that an idle app has no timer. */
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
