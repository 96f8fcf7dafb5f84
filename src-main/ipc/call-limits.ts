import type { Clock } from '../platform/clock'
import type { LogDetails, Logger } from '../platform/logger'

/** A busy page makes a few dozen calls a second. */
const rate = { windowMs: 10_000, calls: 1000 } as const

/** Lines per time window. Further lines of the same kind become one line with a count. */
const lines = { windowMs: 60_000, ofAKind: 5, ofDenials: 1 } as const

/** Limits the calls of each sender, so that none can keep main busy. */
export class CallRate {
  readonly #windows = new Map<number, { startMs: number; calls: number }>()

  /** False when the sender has used its calls of this window. */
  allows(sender: number, nowMs: number): boolean {
    const window = this.#windows.get(sender)
    if (window === undefined || nowMs - window.startMs >= rate.windowMs) {
      this.#windows.set(sender, { startMs: nowMs, calls: 1 })
      return true
    }
    window.calls += 1
    return window.calls <= rate.calls
  }
}

/** A log line about a call. Lines with the same `kind` are counted together; `details` belong to one line. */
interface CallLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly event: string
  readonly kind: Readonly<Record<string, string | number>>
  readonly details: LogDetails
  readonly isDenial: boolean
}

/** Logs calls with a limit, so that many calls cannot push other lines out of the log. */
export class CallLog {
  readonly #logger: Logger
  readonly #clock: Pick<Clock, 'schedule'>
  readonly #kinds = new Map<string, { readonly line: CallLine; written: number; more: number }>()
  #cancel: (() => void) | null = null

  constructor(logger: Logger, clock: Pick<Clock, 'schedule'>) {
    this.#logger = logger
    this.#clock = clock
  }

  write(line: CallLine): void {
    this.#cancel ??= this.#clock.schedule(lines.windowMs, () => {
      this.flush()
    })
    const key = JSON.stringify([line.event, line.kind])
    const known = this.#kinds.get(key) ?? { line, written: 0, more: 0 }
    this.#kinds.set(key, known)
    if (known.written >= (line.isDenial ? lines.ofDenials : lines.ofAKind)) {
      known.more += 1
      return
    }
    known.written += 1
    this.#logger[line.level](line.event, { ...line.kind, ...line.details })
  }

  /** Ends the window and logs how many lines were left out. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = null
    for (const { line, more } of this.#kinds.values())
      if (more > 0) this.#logger[line.level](line.event, { ...line.kind, more, withinMs: lines.windowMs })
    this.#kinds.clear()
  }
}
