import type { Clock } from './clock'
import type { LogDetails, Logger, LogLevel } from './logger'

/** Lines of a kind in a window of time. Further ones become one line with a count. */
const lines = { windowMs: 60_000, ofAKind: 5, ofRefusals: 1, ofAll: 200 } as const

/** A line of a limited log. Lines with the same event and `kind` are counted together; `details` belong to one line. */
export interface LimitedLine {
  readonly level: LogLevel
  readonly event: string
  readonly kind: Readonly<Record<string, string | number>>
  readonly details: LogDetails
  readonly isRefusal: boolean
}

/**
 * A log with a limit, for what a page can cause: many calls or requests cannot push other lines out of the file.
 */
export class LimitedLog {
  readonly #logger: Logger
  readonly #clock: Pick<Clock, 'schedule'>
  readonly #kinds = new Map<string, { readonly line: LimitedLine; written: number; more: number }>()
  #written = 0
  #cancel: (() => void) | null = null

  constructor(logger: Logger, clock: Pick<Clock, 'schedule'>) {
    this.#logger = logger
    this.#clock = clock
  }

  write(line: LimitedLine): void {
    this.#cancel ??= this.#clock.schedule(lines.windowMs, () => {
      this.flush()
    })
    const key = JSON.stringify([line.event, line.kind])
    const known = this.#kinds.get(key) ?? { line, written: 0, more: 0 }
    this.#kinds.set(key, known)
    // A refusal is what matters most, so that ordinary lines never take its place.
    const isFull = line.isRefusal
      ? known.written >= lines.ofRefusals
      : known.written >= lines.ofAKind || this.#written >= lines.ofAll
    if (isFull) {
      known.more += 1
      return
    }
    known.written += 1
    if (!line.isRefusal) this.#written += 1
    this.#logger[line.level](line.event, { ...line.kind, ...line.details })
  }

  /** Ends the window of time and logs how many lines were left out. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = null
    const withinMs = lines.windowMs
    let unnamed = 0
    for (const { line, written, more } of this.#kinds.values())
      if (written === 0) unnamed += more
      else if (more > 0) this.#logger[line.level](line.event, { ...line.kind, more, withinMs })
    if (unnamed > 0) this.#logger.warn('log.other-lines', { more: unnamed, withinMs })
    this.#kinds.clear()
    this.#written = 0
  }

  /** The log of a window: its lines are limited by their event. */
  asLogger(): Logger {
    const write =
      (level: LogLevel) =>
      (event: string, details: LogDetails = {}) => {
        this.write({ level, event, kind: {}, details, isRefusal: level === 'warn' })
      }
    return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  }
}
