import type { Clock } from '../../platform/clock'

/** Minimum distance between two polls of one profile, whatever started them. */
export const pollGapMs = 10

interface Lane {
  readonly waiting: (() => void)[]
  isClosed: boolean
}

/** Sends the polls of each profile one by one, in order of arrival. */
export class PollSpacing {
  readonly #clock: Clock
  readonly #lanes = new Map<string, Lane>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Calls `ask` when the next poll of the profile may be sent, and returns its result. */
  pass<T>(profileId: string, ask: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const lane = this.#laneOf(profileId)
      lane.waiting.push(() => {
        ask().then(resolve, reject)
      })
      if (!lane.isClosed) this.#next(lane)
    })
  }

  #laneOf(profileId: string): Lane {
    const known = this.#lanes.get(profileId)
    if (known !== undefined) return known
    const lane: Lane = { waiting: [], isClosed: false }
    this.#lanes.set(profileId, lane)
    return lane
  }

  #next(lane: Lane): void {
    const ask = lane.waiting.shift()
    lane.isClosed = ask !== undefined
    if (ask === undefined) return
    ask()
    // The gap counts from the poll that was sent, so that late timers cannot send two at once.
    this.#openAt(lane, this.#clock.monotonicMs() + pollGapMs)
  }

  /** Node counts a timer from the start of the event loop turn that set it, so it can fire too early. */
  #openAt(lane: Lane, atMs: number): void {
    this.#clock.schedule(Math.ceil(atMs - this.#clock.monotonicMs()), () => {
      if (this.#clock.monotonicMs() < atMs) this.#openAt(lane, atMs)
      else this.#next(lane)
    })
  }
}
