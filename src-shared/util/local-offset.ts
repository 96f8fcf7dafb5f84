const bucketMs = 15 * 60_000

/** How far a time zone is ahead of UTC. Clocks change at whole quarters of an hour, so offsets are kept for those. */
export class LocalOffsets {
  readonly #offsets = new Map<number, number>()
  readonly #format

  /** Throws a `RangeError` for a time zone that this machine does not know. */
  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  }

  /** In ms. */
  at(ms: number): number {
    const bucket = Math.floor(ms / bucketMs)
    let offsetMs = this.#offsets.get(bucket)
    if (offsetMs === undefined) {
      const parts = Object.fromEntries(
        this.#format.formatToParts(bucket * bucketMs).map(({ type, value }) => [type, Number(value)]),
      )
      const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = parts
      offsetMs = Date.UTC(year, month - 1, day, hour, minute) - bucket * bucketMs
      this.#offsets.set(bucket, offsetMs)
    }
    return offsetMs
  }
}
